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

    /// Where the first control character stands from `offset` on; `end` where none stands before that. Eight bytes at a time
    /// while they are there.
    func firstControl(from offset: Int, before end: Int) -> Int {
        storage.withUnsafeBytes { bytes in
            var place = start + offset
            let last = start + end
            while place + 8 <= last {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
                // A byte's top bit is set where it was below 0x20, or where it was 0x7F; of bytes above 0x7F neither.
                let low = (word &- 0x2020_2020_2020_2020) & ~word
                let found = (low | (delete &- 0x0101_0101_0101_0101) & ~delete) & 0x8080_8080_8080_8080
                if found != 0 { break }
                place += 8
            }
            while place < last, bytes[place] >= 0x20, bytes[place] != 0x7F { place += 1 }
            return place - start
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
        if room > 0 {
            let free = end..<end + min(room, bytes.count)
            storage.withUnsafeMutableBytes { $0[free].copyBytes(from: bytes.prefix(free.count)) }
        }
        if bytes.count > room { storage.append(contentsOf: bytes.dropFirst(room)) }
        end += bytes.count
    }

    mutating func removeFirst(_ number: Int) {
        start += number
        guard isEmpty else { return }
        if storage.capacity > Self.keptCapacity { storage = [] }
        (start, end) = (0, 0)
    }
}
