import Scenarios

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

    package init() {}

    package init(_ values: some Sequence<[UInt8]>) {
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
        let index = spelling.text.withUnsafeBufferPointer { Self.firstIndex(in: buckets[bucket], notBefore: $0) }
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

    /// The text with each value in it replaced by its size; nil if there is none.
    ///
    /// Names are kept: of members in JSON, and of parameters in queries and forms. So is what stands for a value that was
    /// redacted already.
    ///
    /// - Parameters:
    ///   - isProse: whether the text is a sentence for people, in which a value that is a word without quotes is a word
    ///     of the sentence.
    ///   - isCut: whether the text is only the beginning of another: then the beginning of a value at its end is replaced,
    ///     too.
    package func replacing(
        in text: some Collection<UInt8>, isProse: Bool = false, isCut: Bool = false
    ) -> [UInt8]? {
        var lookups = 0
        return replacing(in: text, isProse: isProse, isCut: isCut, counting: &lookups)
    }

    package func replacing(in text: String, isProse: Bool = false) -> String? {
        replacing(in: text.utf8, isProse: isProse).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the text has one of the values.
    package func isIn(_ text: some Collection<UInt8>) -> Bool { replacing(in: text) != nil }

    /// - Parameter lookups: grows by the number of spellings that are compared.
    func replacing(
        in text: some Collection<UInt8>, isProse: Bool = false, isCut: Bool = false, counting lookups: inout Int
    ) -> [UInt8]? {
        guard !isEmpty, text.count >= Self.beginning else { return nil }
        let bytes = Array(text)
        return bytes.withUnsafeBufferPointer { replacing(in: $0, isProse: isProse, isCut: isCut, &lookups) }
    }

    private func replacing(
        in bytes: UnsafeBufferPointer<UInt8>, isProse: Bool, isCut: Bool, _ lookups: inout Int
    ) -> [UInt8]? {
        var replaced: [UInt8] = []
        var (kept, offset) = (0, 0)
        while offset + Self.beginning <= bytes.count {
            if bytes[offset] == UInt8(ascii: "("), let size = RedactedMark.size(at: bytes[offset...]) {
                offset += size
                continue
            }
            guard let (spelling, end) = spelling(at: offset, in: bytes, isProse: isProse, isCut: isCut, &lookups) else {
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

    /// The longest spelling of a value at an offset, and its end.
    private func spelling(
        at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, isProse: Bool, isCut: Bool, _ lookups: inout Int
    ) -> (Spelling, end: Int)? {
        let hash = Self.hash(bytes, at: offset)
        let bit = hash >> (64 - bits.hash)
        guard hashes[Int(bit >> 6)] & (1 << (bit & 63)) != 0 else { return nil }
        let bucket = buckets[Int(hash >> (64 - bits.bucket))]
        var rest = UnsafeBufferPointer(rebasing: bytes[offset...].prefix(longest))
        if isCut, rest.count == bytes.count - offset {
            let index = Self.firstIndex(in: bucket, notBefore: rest, &lookups)
            if index < bucket.count, Self.commonSize(bucket[index].text, rest) == rest.count {
                return (bucket[index], bytes.count)
            }
        }
        while rest.count >= Self.beginning {
            // All spellings that the text begins with are beginnings of the last one that is not behind it, as far as
            // that has the text's bytes.
            let index = Self.firstIndex(in: bucket, notBefore: rest, &lookups)
            let isEqual =
                index < bucket.count && bucket[index].text.count == rest.count
                && Self.commonSize(bucket[index].text, rest) == rest.count
            guard isEqual || index > 0 else { return nil }
            let spelling = bucket[isEqual ? index : index - 1]
            var size = Self.commonSize(spelling.text, rest)
            if size == spelling.text.count {
                let end = offset + size
                let isWord = isProse && Self.isWord(of: bytes, offset..<end)
                if !isWord, !Self.isName(in: bytes, offset..<end) { return (spelling, end) }
                size -= 1
            }
            rest = UnsafeBufferPointer(rebasing: rest.prefix(size))
        }
        return nil
    }

    // MARK: - Order

    /// The index of the first spelling that does not come before a text.
    private static func firstIndex(in bucket: [Spelling], notBefore text: UnsafeBufferPointer<UInt8>) -> Int {
        var lookups = 0
        return firstIndex(in: bucket, notBefore: text, &lookups)
    }

    private static func firstIndex(
        in bucket: [Spelling], notBefore text: UnsafeBufferPointer<UInt8>, _ lookups: inout Int
    ) -> Int {
        var (first, end) = (0, bucket.count)
        while first < end {
            lookups += 1
            let middle = (first + end) / 2
            if isBefore(bucket[middle].text, text) { first = middle + 1 } else { end = middle }
        }
        return first
    }

    private static func isBefore(_ spelling: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let size = commonSize(spelling, text)
        return size < text.count && (size == spelling.count || spelling[size] < text[size])
    }

    /// The number of first bytes that are the same.
    private static func commonSize(_ spelling: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Int {
        spelling.withUnsafeBufferPointer { spelling in
            let end = min(spelling.count, text.count)
            var size = 0
            while size < end, spelling[size] == text[size] { size += 1 }
            return size
        }
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
        var key: UInt64 = 0
        for index in offset..<offset + beginning { key = key << 8 | UInt64(bytes[index]) }
        return key &* 0x9E37_79B9_7F4A_7C15
    }
}
