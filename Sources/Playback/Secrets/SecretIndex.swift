package import Scenarios

/// Values that are searched for all at once in every spelling, at any offset, in time that hardly depends on their number.
package struct SecretIndex: Sendable {
    /// The size of the beginning by which a spelling is looked up: no spelling is shorter.
    private static let beginning = RedactedValues.shortest

    private struct Spelling {
        let text: [UInt8]
        /// The size of the value that is spelled so.
        let size: Int
    }

    /// The spellings, in order in each bucket; those that begin alike are in the same. A value is added to a few
    /// buckets, so that an index that somebody reads meanwhile is not copied whole.
    private var buckets: [[Spelling]] = []
    private var count = 0
    /// A bit for each hash of the first bytes: most offsets of a text are passed over by it.
    private var hashes: [UInt64] = []
    /// The sizes of both tables are powers of 2.
    private var bits = (bucket: UInt64(4), hash: UInt64(10))
    /// The most buckets, as a power of 2.
    private static let mostBucketBits: UInt64 = 10
    /// The size of the longest spelling.
    private var longest = 0
    /// The scenario whose own texts are shown; nil for none.
    private let scenario: Scenario?

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

        fileprivate var steps: Int { 8 * lookups + bytes }
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
        let bytes = Array(text)
        return bytes.withUnsafeBufferPointer { replacing(in: $0, isProse: isProse, cuts: cuts, &work) }
    }

    /// The most steps per byte of a text; a short text may take more.
    private static let mostSteps = (perByte: 128, atLeast: 1 << 18)

    private func replacing(
        in bytes: UnsafeBufferPointer<UInt8>, isProse: Bool, cuts: Cuts, _ work: inout Work
    ) -> [UInt8]? {
        let most = work.steps + max(Self.mostSteps.atLeast, Self.mostSteps.perByte * bytes.count)
        var replaced: [UInt8] = []
        var (kept, offset) = (0, 0)
        var cut = nextCut(in: bytes, from: 0, cuts)
        if cuts.contains(.start), let (spelling, end) = remainder(atStartOf: bytes, isCut: cuts.contains(.end)) {
            replaced = RedactedText.bytes(size: spelling.size)
            (kept, offset) = (end, end)
        }
        while offset + Self.beginning <= bytes.count {
            if bytes[offset] == UInt8(ascii: "("), let size = RedactedMark.size(at: bytes[offset...]) {
                offset += size
                continue
            }
            if let end = cut, end < offset + Self.beginning { cut = nextCut(in: bytes, from: offset, cuts) }
            guard let (spelling, end) = spelling(at: offset, in: bytes, isProse: isProse, cut: cut, &work) else {
                guard work.steps <= most else { return RedactedText.bytes(size: bytes.count) }
                offset += 1
                continue
            }
            replaced += bytes[kept..<offset]
            replaced += RedactedText.bytes(size: spelling.size)
            offset = end
            kept = offset
        }
        return kept == 0 ? nil : replaced + bytes[kept...]
    }

    /// The offset of the first place where the text is cut, behind as many bytes as a part of a value has.
    private func nextCut(in bytes: UnsafeBufferPointer<UInt8>, from offset: Int, _ cuts: Cuts) -> Int? {
        if cuts.contains(.ellipses) {
            var index = offset + Self.beginning
            while index + 2 < bytes.count {
                if bytes[index] == 0xE2, bytes[index + 1] == 0x80, bytes[index + 2] == 0xA6 { return index }
                index += 1
            }
        }
        return cuts.contains(.end) ? bytes.count : nil
    }

    /// The longest spelling of a value at an offset, and its end.
    ///
    /// - Parameter cut: where the text is cut next: a value may begin before it.
    private func spelling(
        at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, isProse: Bool, cut: Int?, _ work: inout Work
    ) -> (Spelling, end: Int)? {
        let hash = Self.hash(bytes, at: offset)
        let bit = hash >> (64 - bits.hash)
        guard hashes[Int(bit >> 6)] & (1 << (bit & 63)) != 0 else { return nil }
        let bucket = buckets[Int(hash >> (64 - bits.bucket))]
        if let cut, cut >= offset + Self.beginning, cut - offset <= longest {
            let rest = UnsafeBufferPointer(rebasing: bytes[offset..<cut])
            let found = Self.position(of: rest, in: bucket, &work)
            if found.index < bucket.count, found.likeNext == rest.count { return (bucket[found.index], cut) }
        }
        var rest = UnsafeBufferPointer(rebasing: bytes[offset...].prefix(longest))
        while rest.count >= Self.beginning {
            // All spellings that the text begins with are beginnings of the last one that is not behind it, as far as
            // that has the text's bytes.
            let found = Self.position(of: rest, in: bucket, &work)
            let isEqual =
                found.index < bucket.count && bucket[found.index].text.count == rest.count
                && found.likeNext == rest.count
            guard isEqual || found.index > 0 else { return nil }
            let spelling = bucket[isEqual ? found.index : found.index - 1]
            var size = isEqual ? found.likeNext : found.likeLast
            if size == spelling.text.count {
                let end = offset + size
                let isOwn =
                    isProse
                    && (Self.isWord(of: bytes, offset..<end)
                        || scenario?.statesQuotation(in: bytes, around: offset..<end) ?? false)
                if !isOwn, !Self.isName(in: bytes, offset..<end) { return (spelling, end) }
                size -= 1
            }
            rest = UnsafeBufferPointer(rebasing: rest.prefix(size))
        }
        return nil
    }

    /// The spelling of which a text has only the last bytes, at its start, and their end. If the text is cut at its end,
    /// too, it may have none of both ends.
    private func remainder(atStartOf bytes: UnsafeBufferPointer<UInt8>, isCut: Bool) -> (Spelling, end: Int)? {
        let wanted = Self.key(bytes, at: 0)
        let mask = UInt64.max >> (64 - 8 * UInt64(Self.beginning))
        var found: (Spelling, end: Int)?
        for spelling in buckets.joined() where spelling.text.count > Self.beginning {
            spelling.text.withUnsafeBufferPointer { text in
                var key = Self.key(text, at: 0)
                for start in 1...text.count - Self.beginning {
                    key = (key << 8 | UInt64(text[start + Self.beginning - 1])) & mask
                    guard key == wanted else { continue }
                    let rest = UnsafeBufferPointer(rebasing: text[start...])
                    let size = Self.commonSize(rest, bytes, from: Self.beginning)
                    guard size == rest.count || isCut && size == bytes.count, size > found?.end ?? 0 else { continue }
                    found = (spelling, size)
                }
            }
        }
        return found
    }

    // MARK: - Order

    /// The index of the first spelling that does not come before a text, and how many first bytes that spelling and the
    /// last one before it have in common with the text.
    private static func position(
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
    private static func commonSize(
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

    /// Whether it is a name: `"name":`, or `name=` at the start or behind `?` or `&`.
    private static func isName(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.upperBound < bytes.count else { return false }
        let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : UInt8(ascii: "&")
        switch (before, bytes[range.upperBound]) {
        case (UInt8(ascii: "\""), UInt8(ascii: "\"")):
            return bytes[(range.upperBound + 1)...].first { $0 > 0x20 } == UInt8(ascii: ":")
        case (UInt8(ascii: "?"), UInt8(ascii: "=")), (UInt8(ascii: "&"), UInt8(ascii: "=")): return true
        default: return false
        }
    }

    /// Whether it is a word of a sentence: letters alone, with a space or the text's end on both sides.
    private static func isWord(of bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        func isBoundary(_ index: Int, _ marks: String) -> Bool {
            !bytes.indices.contains(index) || marks.utf8.contains(bytes[index])
        }
        return isBoundary(range.lowerBound - 1, " (") && isBoundary(range.upperBound, " ,;:.)")
            && bytes[range].allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
    }

    // MARK: - Hashes

    private static func hash(_ text: [UInt8]) -> UInt64 { text.withUnsafeBufferPointer { hash($0, at: 0) } }

    /// A hash of the first bytes.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        key(bytes, at: offset) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The first bytes as a number.
    private static func key(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        var key: UInt64 = 0
        for index in offset..<offset + beginning { key = key << 8 | UInt64(bytes[index]) }
        return key
    }
}
