import CZlib

/// Input that zlib is given in pieces, because it counts in 32 bits.
struct ZlibInput {
    private static let pieceSize = 1 << 30

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The offset behind the last piece that was given.
    private var end = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Whether the last piece was given.
    var isLast: Bool { end == bytes.count }

    /// Gives the next piece if the stream has none left.
    mutating func refill(_ stream: UnsafeMutablePointer<z_stream>) {
        guard stream.pointee.avail_in == 0 else { return }
        let size = min(bytes.count - end, Self.pieceSize)
        // zlib only reads what `next_in` points at; older headers leave its `const` out.
        stream.pointee.next_in = bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0 + end) }
        stream.pointee.avail_in = UInt32(size)
        end += size
    }

    /// The number of bytes that zlib has read.
    func offset(_ stream: UnsafeMutablePointer<z_stream>) -> Int { end - Int(stream.pointee.avail_in) }
}

/// Output that zlib has written, which grows as needed.
struct ZlibOutput {
    private static let pieceSize = 64 * 1024

    private(set) var bytes: [UInt8] = []
    private var next: Int

    /// - Parameter capacity: the expected size.
    init(capacity: Int) {
        next = max(1, min(capacity, Self.pieceSize * 16))
    }

    /// Lets zlib write at most `limit` bytes more, in one call.
    mutating func fill(
        _ stream: UnsafeMutablePointer<z_stream>, atMost limit: Int,
        _ call: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> Int32 {
        let piece = min(next, limit)
        next = Self.pieceSize
        var status = Z_OK
        let written = [UInt8](unsafeUninitializedCapacity: piece) { buffer, count in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(piece)
            status = call(stream)
            count = piece - Int(stream.pointee.avail_out)
        }
        if bytes.isEmpty { bytes = written } else { bytes += written }
        return status
    }
}
