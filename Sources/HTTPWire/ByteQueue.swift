/// Bytes that came and are not yet consumed, addressed by their distance from the first of them.
///
/// Consuming moves no byte. What is left is shifted only when at least as much was consumed before, so the work stays
/// linear in the bytes that came.
struct ByteQueue: Sendable {
    private var storage: [UInt8] = []
    private var start = 0

    /// A buffer that one large request blew up is not kept for the rest of the connection's life.
    private static let keptCapacity = 64 * 1024

    var count: Int { storage.count - start }
    var isEmpty: Bool { start == storage.count }
    var contents: ArraySlice<UInt8> { storage[start...] }

    subscript(offset: Int) -> UInt8 { storage[start + offset] }

    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        storage[(start + range.lowerBound)..<(start + range.upperBound)]
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > 0, start >= count {
            storage.removeSubrange(0..<start)
            start = 0
        }
        storage.append(contentsOf: bytes)
    }

    mutating func removeFirst(_ number: Int) {
        start += number
        guard isEmpty else { return }
        if storage.capacity > Self.keptCapacity {
            storage = []
        } else {
            storage.removeAll(keepingCapacity: true)
        }
        start = 0
    }
}
