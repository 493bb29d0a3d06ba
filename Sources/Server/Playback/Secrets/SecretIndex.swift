package import Scenarios

/// Values that `SecretSearch` searches for all at once in every spelling, at any offset, in time that hardly depends on
/// their number.
package struct SecretIndex: Sendable {
    /// The size of the beginning by which a spelling is looked up: no spelling is shorter.
    static let beginning = RedactedValues.shortest

    struct Spelling {
        let text: [UInt8]
        /// The size of the value that is spelled so.
        let size: Int
    }

    /// The spellings, in order in each bucket; those that begin alike are in the same. A value is added to a few
    /// buckets, so that an index that somebody reads meanwhile is not copied whole.
    private(set) var buckets: [[Spelling]] = []
    private var count = 0
    /// Whether a value has a space, which forms write as `+`.
    private(set) var hasSpaces = false
    /// A bit for each hash of the first bytes: most offsets of a text are passed over by it.
    private var hashes: [UInt64] = []
    /// The sizes of both tables are powers of 2.
    private var bits = (bucket: UInt64(4), hash: UInt64(10))
    /// The most buckets, as a power of 2.
    private static let mostBucketBits: UInt64 = 10
    /// The size of the longest spelling.
    private(set) var longest = 0
    /// The scenario whose own texts are shown; nil for none.
    let scenario: Scenario?

    package init(statedBy scenario: Scenario? = nil) { self.scenario = scenario }

    package init(_ values: some Sequence<[UInt8]>, statedBy scenario: Scenario? = nil) {
        self.init(statedBy: scenario)
        for value in values { add(value) }
    }

    package var isEmpty: Bool { count == 0 }

    /// Adds a value in all its spellings, in time that hardly depends on the number of values.
    package mutating func add(_ value: [UInt8]) {
        for spelling in SecretSpellings.all(of: value) { insert(Spelling(text: spelling, size: value.count)) }
    }

    private mutating func insert(_ spelling: Spelling) {
        grow()
        let hash = Self.hash(spelling.text)
        let bucket = Int(hash >> (64 - bits.bucket))
        var work = Work()
        let index = spelling.text.withUnsafeBufferPointer { Self.position(of: $0, in: buckets[bucket], &work).index }
        if index < buckets[bucket].count, buckets[bucket][index].text == spelling.text { return }
        buckets[bucket].insert(spelling, at: index)
        mark(hash)
        hasSpaces = hasSpaces || spelling.text.contains(0x20)
        longest = max(longest, spelling.text.count)
        count += 1
    }

    /// Makes room for one more.
    private mutating func grow() {
        if buckets.isEmpty {
            buckets = Array(repeating: [], count: 1 << bits.bucket)
            hashes = Array(repeating: 0, count: 1 << (bits.hash - 6))
        }
        if count >= 8 << bits.bucket, bits.bucket < Self.mostBucketBits {
            bits.bucket += 1
            let shift = 64 - bits.bucket
            buckets = buckets.flatMap { bucket in
                [0, 1].map { bit in bucket.filter { Self.hash($0.text) >> shift & 1 == bit } }
            }
        }
        if count << 4 >= 1 << bits.hash {
            bits.hash += 1
            hashes = Array(repeating: 0, count: 1 << (bits.hash - 6))
            for spelling in buckets.joined() { mark(Self.hash(spelling.text)) }
        }
    }

    private mutating func mark(_ hash: UInt64) {
        let bit = hash >> (64 - bits.hash)
        hashes[Int(bit >> 6)] |= 1 << (bit & 63)
    }

    // MARK: - Replacing

    /// Where a text is cut out of a longer one, so that only a part of a value may stand there.
    package struct Cuts: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let start = Cuts(rawValue: 1)
        package static let end = Cuts(rawValue: 2)
        /// Before each `…`, with which texts for people are shortened.
        static let ellipses = Cuts(rawValue: 4)
    }

    /// The steps that a search takes.
    struct Work {
        /// The spellings that are compared.
        var lookups = 0
        /// The bytes of spellings that are like the text.
        var bytes = 0

        var steps: Int { 8 * lookups + bytes }
    }

    /// The text with each value in it replaced by its size; nil if there is none.
    ///
    /// Names are kept: of members in JSON, and of parameters in queries and forms. So is what stands for a value that was
    /// redacted already. A text in which values can't be found in bounded work, since nearly one of them begins at each
    /// offset, is replaced as a whole.
    ///
    /// - Parameters:
    ///   - isProse: whether the text is a sentence for people, in which a value that is a word without quotes is a word
    ///     of the sentence, and a part of something in quotes that the scenario states is a part of that.
    ///   - cuts: where the text is cut: there a part of a value of at least `RedactedValues.shortest` bytes is replaced,
    ///     too.
    package func replacing(
        in text: some Collection<UInt8>, isProse: Bool = false, cuts: Cuts = []
    ) -> [UInt8]? {
        var work = Work()
        return replacing(in: text, isProse: isProse, cuts: cuts, counting: &work)
    }

    /// A text for people, which may be shortened, with each value in it replaced.
    package func replacing(in text: String, isProse: Bool = false) -> String? {
        replacing(in: text.utf8, isProse: isProse, cuts: .ellipses).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the text has one of the values.
    package func isIn(_ text: some Collection<UInt8>, cuts: Cuts = []) -> Bool {
        replacing(in: text, cuts: cuts) != nil
    }

    func replacing(
        in text: some Collection<UInt8>, isProse: Bool = false, cuts: Cuts = [], counting work: inout Work
    ) -> [UInt8]? {
        guard !isEmpty, text.count >= Self.beginning else { return nil }
        var search = SecretSearch(of: Array(text), for: self, isProse: isProse, cuts: cuts)
        defer { work = search.work }
        return search.replaced()
    }

    // MARK: - Order

    /// The index of the first spelling that does not come before a text, and how many first bytes that spelling and the
    /// last one before it have in common with the text.
    static func position(
        of text: UnsafeBufferPointer<UInt8>, in bucket: [Spelling], _ work: inout Work
    ) -> (index: Int, likeLast: Int, likeNext: Int) {
        var (first, end) = (0, bucket.count)
        var (likeLast, likeNext) = (0, 0)
        while first < end {
            let middle = (first + end) / 2
            // What is between two spellings has the bytes that both have in common with the text.
            let known = min(likeLast, likeNext)
            let (size, isBefore) = bucket[middle].text.withUnsafeBufferPointer { spelling in
                let size = commonSize(spelling, text, from: known)
                return (size, size < text.count && (size == spelling.count || spelling[size] < text[size]))
            }
            work.lookups += 1
            work.bytes += size - known
            if isBefore { (first, likeLast) = (middle + 1, size) } else { (end, likeNext) = (middle, size) }
        }
        return (first, likeLast, likeNext)
    }

    /// The number of first bytes that are the same, of which `known` are known to be.
    static func commonSize(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, from known: Int
    ) -> Int {
        let end = min(a.count, b.count)
        var size = known
        while size + 8 <= end, word(a, at: size) == word(b, at: size) { size += 8 }
        while size < end, a[size] == b[size] { size += 1 }
        return size
    }

    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    // MARK: - Hashes

    private static func hash(_ text: [UInt8]) -> UInt64 { text.withUnsafeBufferPointer { hash($0, at: 0) } }

    /// The bucket of the spellings with this hash; nil if there are none.
    func bucket(_ hash: UInt64) -> [Spelling]? {
        let bit = hash &>> (64 &- bits.hash)
        guard hashes[Int(bit >> 6)] & (1 << (bit & 63)) != 0 else { return nil }
        return buckets[Int(hash >> (64 - bits.bucket))]
    }

    /// A hash of the first bytes.
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        key(bytes, at: offset) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The first bytes as a number.
    static func key(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        if offset + 8 <= bytes.count { return UInt64(bigEndian: word(bytes, at: offset)) >> UInt64(64 - 8 * beginning) }
        var key: UInt64 = 0
        for index in offset..<offset + beginning { key = key << 8 | UInt64(bytes[index]) }
        return key
    }
}
