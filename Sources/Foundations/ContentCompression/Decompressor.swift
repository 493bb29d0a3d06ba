import CZlib

/// Decompresses bytes that are whole in memory, up to a limit.
package enum Decompressor {
    /// The bytes that `bytes` stands for.
    ///
    /// All of `bytes` must belong to the format: neither a cut nor bytes behind the end are accepted. `gzip` may have
    /// several members one after another (RFC 1952, section 2.2), and its checksums are checked.
    ///
    /// - Parameter limit: the most bytes that may result. No more memory is used than about twice that.
    package static func decompress(
        _ bytes: some Collection<UInt8>, as format: CompressionFormat, limit: Int
    ) throws(DecompressionError) -> [UInt8] {
        let result = bytes.withContiguousStorageIfAvailable { decompress($0, format, limit) }
        return try (result ?? Array(bytes).withUnsafeBufferPointer { decompress($0, format, limit) }).get()
    }

    private static func decompress(
        _ bytes: UnsafeBufferPointer<UInt8>, _ format: CompressionFormat, _ limit: Int
    ) -> Result<[UInt8], DecompressionError> {
        var stream = z_stream()
        // zlib keeps the stream's address.
        return withUnsafeMutablePointer(to: &stream) { stream in
            let status = inflateInit2_(
                stream, format.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            guard status == Z_OK else { return .failure(.noMemory) }
            defer { inflateEnd(stream) }
            return Result { () throws(DecompressionError) in
                try inflateAll(bytes, stream, format, limit: limit)
            }
        }
    }

    private static func inflateAll(
        _ bytes: UnsafeBufferPointer<UInt8>, _ stream: UnsafeMutablePointer<z_stream>, _ format: CompressionFormat,
        limit: Int
    ) throws(DecompressionError) -> [UInt8] {
        guard !bytes.isEmpty else { throw .truncated(format, size: 0) }
        guard begins(bytes, as: format) else { throw .notInFormat(format) }
        var input = ZlibInput(bytes)
        var output = ZlibOutput(capacity: bytes.count.multipliedReportingOverflow(by: 4).partialValue)
        while true {
            input.refill(stream)
            // One byte beyond the limit tells that there are more.
            let status = output.fill(stream, atMost: limit - output.bytes.count + 1) { inflate($0, Z_NO_FLUSH) }
            if output.bytes.count > limit { throw .tooLarge(limit: limit) }
            let offset = input.offset(stream)
            switch status {
            case Z_STREAM_END where offset == bytes.count:
                return output.bytes
            case Z_STREAM_END:
                let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
                guard format == .gzip, begins(rest, as: .gzip), inflateReset(stream) == Z_OK else {
                    throw .trailingBytes(format, offset: offset, count: rest.count)
                }
            case Z_OK, Z_BUF_ERROR:
                let isAtEnd = offset == bytes.count && stream.pointee.avail_out > 0
                if isAtEnd { throw .truncated(format, size: bytes.count) }
            case Z_MEM_ERROR:
                throw .noMemory
            case Z_NEED_DICT:
                throw .invalid(format, offset: offset, reason: "it needs a preset dictionary")
            default:
                throw .invalid(format, offset: offset, reason: message(stream))
            }
        }
    }

    /// Whether the bytes can begin the format: for gzip its two marks (RFC 1952, section 2.3.1), for zlib a method of
    /// deflate and two bytes that make a multiple of 31 (RFC 1950, section 2.2). A cut inside them can.
    private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, as format: CompressionFormat) -> Bool {
        guard bytes.count > 1 else { return format == .gzip ? bytes[0] == 0x1F : bytes[0] & 0x0F == 8 }
        switch format {
        case .gzip: return bytes[0] == 0x1F && bytes[1] == 0x8B
        case .deflate: return bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])).isMultiple(of: 31)
        }
    }

    private static func message(_ stream: UnsafeMutablePointer<z_stream>) -> String {
        stream.pointee.msg.map { String(cString: $0) } ?? "its data is not valid"
    }
}
