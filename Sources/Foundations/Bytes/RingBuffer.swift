/// Records of bytes in order of the numbers that they begin with. The oldest are dropped when all exceed a limit.
///
/// They are in blocks whose memory is reused. If a copy shares the storage, a change copies one block, not all bytes.
@usableFromInline
package struct RingBuffer: Sendable {
    /// The bytes that a record takes besides its own: its size, before and after it.
    @inlinable package static var frame: Int { 8 }
    /// The most bytes of a record; its size is stored in 32 bits.
    @inlinable package static var largestRecord: Int { Int(Int32.max) }
    /// A larger record gets a block of its own.
    private static let blockSize = 64 << 10
    /// The size of the first block: most runs are short.
    private static let firstBlockSize = 2 << 10

    @usableFromInline
    struct Block: Sendable {
        @usableFromInline var bytes: [UInt8]
        /// The offset of its oldest record, and the offset after its newest.
        @usableFromInline var start = 0
        @usableFromInline var end = 0
    }

    private let limit: Int
    @usableFromInline private(set) var blocks: [Block] = []
    /// The memory of an empty block.
    private var spare: [UInt8]?
    @usableFromInline package private(set) var count = 0
    /// The bytes that all records take.
    @usableFromInline package private(set) var size = 0

    /// The records from this number on are not dropped, even beyond the limit.
    package var firstKept = Int.max
    /// The number of the newest record that was dropped; nil if none was.
    package private(set) var lastDropped: Int?

    package init(limit: Int) {
        self.limit = limit
    }

    /// Adds a record of `size` bytes, which `write` fills. A record larger than the limit is kept until the next one.
    @inlinable @inline(__always)  // Otherwise the values that `write` captures would be copied.
    package mutating func append(_ size: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        let whole = size + Self.frame
        makeRoom(whole)
        let last = blocks.count - 1
        let start = blocks[last].end
        blocks[last].bytes.withUnsafeMutableBytes { bytes in
            let stored = Int32(truncatingIfNeeded: size)
            bytes.storeBytes(of: stored, toByteOffset: start, as: Int32.self)
            write(UnsafeMutableRawBufferPointer(rebasing: bytes[start + 4..<start + 4 + size]))
            bytes.storeBytes(of: stored, toByteOffset: start + 4 + size, as: Int32.self)
        }
        blocks[last].end += whole
        self.size += whole
        count += 1
    }

    /// Drops the oldest record.
    package mutating func dropFirst() {
        guard count > 0 else { return }
        lastDropped = blocks[0].firstNumber
        let whole = blocks[0].record(at: blocks[0].start).count + Self.frame
        blocks[0].start += whole
        size -= whole
        count -= 1
        guard blocks[0].start == blocks[0].end else { return }
        let bytes = blocks.removeFirst().bytes
        if bytes.count == Self.blockSize { spare = bytes }
    }

    /// Drops the oldest records until `whole` more bytes fit, and makes room for them in the last block.
    @usableFromInline
    mutating func makeRoom(_ whole: Int) {
        while size + whole > limit, isFirstDroppable { dropFirst() }
        let former = blocks.last
        if let former, former.bytes.count - former.end >= whole { return }
        if whole <= Self.blockSize, let bytes = spare.take() { return blocks.append(Block(bytes: bytes)) }
        let usual = min(former.map { $0.bytes.count * 2 } ?? Self.firstBlockSize, Self.blockSize)
        blocks.append(Block(bytes: Array(repeating: 0, count: max(usual, whole))))
    }

    /// Whether the oldest record may be dropped.
    package var isFirstDroppable: Bool { first.map { $0 < firstKept } ?? false }

    // MARK: - Reading

    /// The oldest record with a number above `number`; nil if there is none.
    package func record(after number: Int) -> [UInt8]? {
        for block in blocks where block.lastNumber > number {
            var index = block.start
            while index < block.end {
                let range = block.record(at: index)
                if block.number(at: range.lowerBound) > number { return Array(block.bytes[range]) }
                index = range.upperBound + Self.frame / 2
            }
        }
        return nil
    }

    /// Every record, the oldest first.
    package func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
        for block in blocks {
            var index = block.start
            while index < block.end {
                let range = block.record(at: index)
                block.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
                index = range.upperBound + Self.frame / 2
            }
        }
    }

    /// The number of the oldest record; nil without one.
    package var first: Int? { blocks.first?.firstNumber }

    /// Changes the record with that number; the search begins with the newest.
    package mutating func change(_ number: Int, _ change: (UnsafeMutableRawBufferPointer) -> Void) {
        guard let index = blocks.lastIndex(where: { $0.firstNumber <= number }),
            let range = blocks[index].record(numbered: number)
        else { return }
        blocks[index].bytes.withUnsafeMutableBytes { change(UnsafeMutableRawBufferPointer(rebasing: $0[range])) }
    }
}

extension RingBuffer.Block {
    /// The number of its oldest record; a block is never empty.
    fileprivate var firstNumber: Int { number(at: start + RingBuffer.frame / 2) }

    /// The number of its newest record.
    fileprivate var lastNumber: Int { number(at: end - RingBuffer.frame / 2 - size(at: end - RingBuffer.frame / 2)) }

    fileprivate func record(at index: Int) -> Range<Int> {
        index + 4..<index + 4 + size(at: index)
    }

    fileprivate func record(numbered number: Int) -> Range<Int>? {
        var index = end
        while index > start {
            let range = index - 4 - size(at: index - 4)..<index - 4
            let found = self.number(at: range.lowerBound)
            if found <= number { return found == number ? range : nil }
            index = range.lowerBound - 4
        }
        return nil
    }

    private func size(at index: Int) -> Int {
        Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Int32.self) })
    }

    fileprivate func number(at index: Int) -> Int {
        Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Int64.self) })
    }
}
