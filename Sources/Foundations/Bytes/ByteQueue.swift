/// Bytes in the order in which they came, addressed by their offset from the first of them: received bytes that are not
/// consumed yet, or bytes that wait to be sent.
///
/// Plain memory instead of `[UInt8]`: appending is one copy even in debug builds, and removing from the front moves
/// nothing. The rest is moved only after at least as many bytes were removed, so the total work is linear in the number
/// of bytes.
@usableFromInline
package struct ByteQueue: ~Copyable {
    @usableFromInline var memory: UnsafeMutableRawPointer?
    /// The size of the memory, in bytes.
    @usableFromInline package private(set) var capacity: Int
    /// The bytes from `start` to `end` are filled; the rest is free.
    @usableFromInline var start = 0
    @usableFromInline var end = 0
    @usableFromInline let mostKept: Int

    /// The least memory, in bytes.
    private static let least = 256

    /// An empty queue.
    ///
    /// - Parameters:
    ///   - capacity: the memory that it has from the start.
    ///   - mostKept: the most memory that it keeps when it gets empty: one large message should not cost its memory for
    ///     the rest of a connection.
    package init(capacity: Int = 0, mostKept: Int = 64 * 1024) {
        self.capacity = capacity
        self.mostKept = mostKept
        memory = capacity > 0 ? .allocate(byteCount: capacity, alignment: 16) : nil
    }

    @inlinable
    deinit { memory?.deallocate() }

    @inlinable package var count: Int { end - start }
    @inlinable package var isEmpty: Bool { start == end }

    /// The bytes in place; valid until the next change.
    @inlinable package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory.map { $0 + start }, count: count)
    }

    /// Calls `body` with the bytes in place.
    @inlinable @inline(__always)
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(
            UnsafeBufferPointer(start: memory.map { ($0 + start).assumingMemoryBound(to: UInt8.self) }, count: count))
    }

    @inlinable
    package subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count, "an offset behind the last byte")
        return bytes[offset]
    }

    /// Adds a copy of the bytes in `range` to `target`.
    @inlinable
    package func copy(_ range: Range<Int>, to target: inout [UInt8]) {
        precondition(range.upperBound <= count, "a range behind the last byte")
        target.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    /// A copy of the bytes in `range`.
    @inlinable
    package func copy(of range: Range<Int>) -> [UInt8] {
        precondition(range.upperBound <= count, "a range behind the last byte")
        return Array(bytes[range])
    }

    /// Replaces the contents of `target` by the first `count` bytes, in the same memory if they fit.
    @inlinable
    package func copyFirst(_ count: Int, replacing target: inout [UInt8]) {
        precondition(count <= self.count, "more bytes than there are")
        withBytes { target.replaceContents(with: UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    /// Adds a copy of `bytes` at the end.
    @inlinable
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        if capacity - end < bytes.count { makeRoom(for: bytes.count) }
        memory.unsafelyUnwrapped.advanced(by: end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    /// Removes the first `number` bytes.
    @inlinable
    package mutating func removeFirst(_ number: Int) {
        precondition(number <= count, "more bytes than there are")
        start += number
        if start == end { removeAll() }
    }

    /// Removes all bytes.
    @inlinable
    package mutating func removeAll() {
        (start, end) = (0, 0)
        if capacity > mostKept { giveUpMemory() }
    }

    @usableFromInline
    mutating func giveUpMemory() {
        memory?.deallocate()
        memory = nil
        capacity = 0
    }

    @usableFromInline
    mutating func makeRoom(for more: Int) {
        let count = count
        if let memory, start >= count, capacity - count >= more {
            memory.copyMemory(from: memory + start, byteCount: count)
        } else {
            capacity = max(2 * capacity, count + more, Self.least)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            if let memory {
                larger.copyMemory(from: memory + start, byteCount: count)
                memory.deallocate()
            }
            memory = larger
        }
        (start, end) = (0, count)
    }
}
