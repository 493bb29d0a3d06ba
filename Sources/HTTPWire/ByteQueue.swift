import HTTPMessage

/// Bytes that came and are not yet consumed, addressed by their distance from the first of them.
///
/// Consuming moves no byte. What is left is shifted only when at least as much was consumed before, so the work stays
/// linear in the bytes that came.
struct ByteQueue: Sendable {
    /// Those from `start` to `end` are there; the rest is room.
    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0

    /// A buffer that one large request blew up is not kept for the rest of the connection's life.
    private static let keptCapacity = 64 * 1024

    var count: Int { end - start }
    var isEmpty: Bool { start == end }
    var contents: ArraySlice<UInt8> { storage[start..<end] }

    subscript(offset: Int) -> UInt8 { storage[start + offset] }

    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        storage[(start + range.lowerBound)..<(start + range.upperBound)]
    }

    /// Runs `body` with the bytes where they lie.
    @inline(__always)
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        }
    }

    /// Has `target` hold the first `number` bytes instead of what it held, in the same memory if they fit there.
    func copyFirst(_ number: Int, to target: inout [UInt8]) {
        withBytes { bytes in
            let bytes = bytes.bytes(in: 0..<number)
            if target.count == number {
                // As most often, where a client asks for the same again.
                target.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
            } else {
                target.removeAll(keepingCapacity: true)
                target.append(contentsOf: bytes)
            }
        }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > 0, start >= count {
            let rest = start..<end
            storage.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[0..<rest.count])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[rest]))
            }
            (start, end) = (0, rest.count)
        }
        let room = storage.count - end
        if bytes.count <= room {
            storage.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[end...]).copyMemory(from: bytes)
            }
        } else {
            storage.withUnsafeMutableBytes { $0[end...].copyBytes(from: bytes.prefix(room)) }
            storage.append(contentsOf: bytes.dropFirst(room))
        }
        end += bytes.count
    }

    mutating func removeFirst(_ number: Int) {
        start += number
        guard isEmpty else { return }
        if storage.capacity > Self.keptCapacity { storage = [] }
        (start, end) = (0, 0)
    }
}
