import CZlib

/// Compresses bytes that are whole in memory.
package enum Compressor {
    /// The bytes in a format, at zlib's default level. One version of zlib always writes the same bytes: gzip's header
    /// has neither a time nor a name, and its operating system is "unknown" (RFC 1952, section 2.3.1).
    ///
    ///     let body = Compressor.compress(Array("hello".utf8), as: .gzip)
    package static func compress(_ bytes: some Collection<UInt8>, as format: CompressionFormat) -> [UInt8] {
        let compressed = bytes.withContiguousStorageIfAvailable { compress($0, format) }
        return compressed ?? Array(bytes).withUnsafeBufferPointer { compress($0, format) }
    }

    private static func compress(_ bytes: UnsafeBufferPointer<UInt8>, _ format: CompressionFormat) -> [UInt8] {
        withStream(in: format) { deflateAll(bytes, $0) }
    }

    /// Calls `body` with a new stream in the format, which is valid only during the call.
    static func withStream<Result>(
        in format: CompressionFormat, _ body: (UnsafeMutablePointer<z_stream>) -> Result
    ) -> Result {
        var header = gz_header()
        header.os = 255
        return withUnsafeMutablePointer(to: &header) { header in
            var stream = z_stream()
            // zlib keeps the stream's address.
            return withUnsafeMutablePointer(to: &stream) { stream in
                let status = deflateInit2_(
                    stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, format.windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                    Int32(MemoryLayout<z_stream>.size))
                // Swift's own allocations end the process too if there is no memory.
                precondition(status == Z_OK, "zlib has no memory for its state")
                defer { deflateEnd(stream) }
                if format == .gzip { deflateSetHeader(stream, header) }
                return body(stream)
            }
        }
    }

    private static func deflateAll(
        _ bytes: UnsafeBufferPointer<UInt8>, _ stream: UnsafeMutablePointer<z_stream>
    ) -> [UInt8] {
        var output = ZlibOutput(capacity: Int(deflateBound(stream, UInt(bytes.count))))
        var input = ZlibInput(bytes)
        var status = Z_OK
        while status == Z_OK || status == Z_BUF_ERROR {
            input.refill(stream)
            status = output.fill(stream, atMost: .max) { deflate($0, input.isLast ? Z_FINISH : Z_NO_FLUSH) }
        }
        return output.bytes
    }
}
