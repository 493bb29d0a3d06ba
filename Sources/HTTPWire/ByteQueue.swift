import HTTPMessage

/// Received bytes that are not consumed yet, addressed by their offset from the first of them.
///
/// Consuming moves no byte. The rest is moved only after at least as many bytes were consumed, so the total work is
/// linear in the number of received bytes.
struct ByteQueue: Sendable {
    /// The bytes from `start` to `end` are filled; the rest is free.
    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0

    /// A buffer that one large request enlarged beyond this is not kept for the rest of the connection.
    private static let keptCapacity = 64 * 1024

    var count: Int { end - start }
    var isEmpty: Bool { start == end }
    var contents: ArraySlice<UInt8> { storage[start..<end] }

    subscript(offset: Int) -> UInt8 { storage[start + offset] }

    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        storage[(start + range.lowerBound)..<(start + range.upperBound)]
    }

    /// Calls `body` with the bytes in place.
    @inline(__always)
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        }
    }

    /// Replaces the contents of `target` by the first `number` bytes, in the same memory if they fit.
    func copyFirst(_ number: Int, to target: inout [UInt8]) {
        withBytes { bytes in
            let bytes = bytes.bytes(in: 0..<number)
            if target.count == number {
                // The usual case, in which a client repeats a request.
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
