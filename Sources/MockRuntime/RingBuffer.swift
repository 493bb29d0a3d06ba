/// Records of bytes in order of the numbers that they begin with, the oldest dropped when all take more than a bound. What
/// it holds is one buffer, which grows to the bound and then serves round and round.
struct RingBuffer: Sendable {
    /// How many bytes of it a record takes beyond its own: its size, before and behind it.
    static let frame = 8
    /// The most bytes that a record may have, as its size is told in 32 bits.
    static let largestRecord = Int(Int32.max)

    private let limit: Int
    private var bytes: [UInt8] = []
    /// Where the oldest record begins, and where the next will.
    private var start = 0
    private var end = 0
    /// Where the records end that go on at the buffer's beginning; nil while they go on nowhere.
    private var turn: Int?
    private(set) var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// How many bytes the records take.
    var size: Int { turn.map { $0 - start + end } ?? end - start }

    /// Adds a record of `size` bytes, which `write` fills. One that is larger than the bound is kept until the next comes.
    @inline(__always)  // What `write` holds would be copied for it otherwise.
    mutating func append(_ size: Int, _ write: (inout RecordWriter) -> Void) {
        let whole = size + Self.frame
        makeRoom(whole)
        if end + whole > bytes.count {
            let grown = max(end + whole, min(limit, bytes.count * 2))
            bytes.append(contentsOf: repeatElement(0, count: grown - bytes.count))
        }
        bytes.withUnsafeMutableBytes { bytes in
            var writer = RecordWriter(UnsafeMutableRawBufferPointer(rebasing: bytes[end..<end + whole]))
            writer.put(int32: size)
            write(&writer)
            writer.put(int32: size)
        }
        end += whole
        count += 1
    }

    /// Lets the oldest record go.
    mutating func dropFirst() {
        guard count > 0 else { return }
        start += record(at: start).count + Self.frame
        count -= 1
        if let turn, start == turn { (start, self.turn) = (0, nil) }
        if count == 0 { (start, end, turn) = (0, 0, nil) }
    }

    /// Lets go of so many that the next one follows the newest.
    private mutating func makeRoom(_ whole: Int) {
        if whole > limit || bytes.count > limit { (bytes, start, end, turn, count) = ([], 0, 0, nil, 0) }
        while true {
            if turn != nil {
                if end + whole <= start { return }
                dropFirst()
            } else {
                if count == 0 || end + whole <= limit { return }
                (turn, end) = (end, 0)
            }
        }
    }

    // MARK: - Reading

    /// Every record, the oldest first.
    func forEach(_ body: (RecordReader) -> Void) {
        var index = start
        for _ in 0..<count {
            let range = record(at: index)
            read(range, body)
            index = range.upperBound + Self.frame / 2
            if index == turn { index = 0 }
        }
    }

    /// The number of the oldest record; nil without one.
    var first: Int? { count == 0 ? nil : number(at: start + Self.frame / 2) }

    /// Changes the record of that number, which is sought from the newest on.
    mutating func change(_ number: Int, _ change: (UnsafeMutableRawBufferPointer) -> Void) {
        var index = end
        for _ in 0..<count {
            if index == 0, let turn { index = turn }
            let size = Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index - 4, as: Int32.self) })
            let range = index - 4 - size..<index - 4
            let found = self.number(at: range.lowerBound)
            if found == number {
                return bytes.withUnsafeMutableBytes { change(UnsafeMutableRawBufferPointer(rebasing: $0[range])) }
            }
            guard found > number else { return }
            index = range.lowerBound - 4
        }
    }

    private func number(at index: Int) -> Int {
        Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Int64.self) })
    }

    private func record(at index: Int) -> Range<Int> {
        let size = Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Int32.self) })
        return index + 4..<index + 4 + size
    }

    private func read(_ range: Range<Int>, _ body: (RecordReader) -> Void) {
        bytes.withUnsafeBytes { body(RecordReader(UnsafeRawBufferPointer(rebasing: $0[range]))) }
    }
}
