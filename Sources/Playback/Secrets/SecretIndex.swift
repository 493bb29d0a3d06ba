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

    /// Those that begin alike side by side, longer ones first.
    private let spellings: [Spelling]
    /// The ranges of those that begin alike, by their first bytes.
    private let ranges: [UInt64: Range<Int>]
    /// A bit for each hash of the first bytes: most offsets of a text are passed over by it. Its size is a power of 2.
    private let hashes: [UInt64]
    private let shift: UInt64

    package init(_ values: some Sequence<[UInt8]>) {
        var sizes: [[UInt8]: Int] = [:]
        for value in values { for spelling in SecretSpellings.all(of: value) { sizes[spelling] = value.count } }
        spellings = sizes.map { Spelling(text: $0.key, size: $0.value) }.sorted { a, b in
            let (first, second) = (Self.key(a.text), Self.key(b.text))
            return first != second ? first < second : a.text.count > b.text.count
        }
        var ranges: [UInt64: Range<Int>] = [:]
        var start = 0
        for index in spellings.indices {
            let key = Self.key(spellings[index].text)
            if index + 1 == spellings.count || Self.key(spellings[index + 1].text) != key {
                ranges[key] = start..<index + 1
                start = index + 1
            }
        }
        self.ranges = ranges
        var bits: UInt64 = 12
        while 1 << bits < ranges.count * 16 { bits += 1 }
        shift = 64 - bits
        var hashes = [UInt64](repeating: 0, count: 1 << (bits - 6))
        for key in ranges.keys {
            let hash = Self.hash(key, shift)
            hashes[Int(hash >> 6)] |= 1 << (hash & 63)
        }
        self.hashes = hashes
    }

    package var isEmpty: Bool { spellings.isEmpty }

    /// The text with each value in it replaced by its size; nil if there is none.
    ///
    /// Names are kept: of members in JSON, and of parameters in queries and forms. So is what stands for a value that was
    /// redacted already.
    ///
    /// - Parameter isProse: whether the text is a sentence for people, in which a value that is a word without quotes is a
    ///   word of the sentence.
    package func replacing(in text: some Collection<UInt8>, isProse: Bool = false) -> [UInt8]? {
        guard !isEmpty, text.count >= Self.beginning else { return nil }
        let bytes = Array(text)
        return bytes.withUnsafeBufferPointer { replacing(in: $0, isProse: isProse) }
    }

    package func replacing(in text: String, isProse: Bool = false) -> String? {
        replacing(in: text.utf8, isProse: isProse).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the text has one of the values.
    package func isIn(_ text: some Collection<UInt8>) -> Bool { replacing(in: text) != nil }

    private func replacing(in bytes: UnsafeBufferPointer<UInt8>, isProse: Bool) -> [UInt8]? {
        var replaced: [UInt8]?
        var (kept, offset) = (0, 0)
        while offset + Self.beginning <= bytes.count {
            if bytes[offset] == UInt8(ascii: "("), let size = RedactedMark.size(at: bytes[offset...]) {
                offset += size
                continue
            }
            guard let spelling = spelling(at: offset, in: bytes, isProse: isProse) else {
                offset += 1
                continue
            }
            replaced = (replaced ?? []) + bytes[kept..<offset] + RedactedText.bytes(size: spelling.size)
            offset += spelling.text.count
            kept = offset
        }
        return replaced.map { $0 + bytes[kept...] }
    }

    /// The longest spelling of a value at an offset.
    private func spelling(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, isProse: Bool) -> Spelling? {
        let key = Self.key(bytes, at: offset)
        let hash = Self.hash(key, shift)
        guard hashes[Int(hash >> 6)] & (1 << (hash & 63)) != 0, let range = ranges[key] else { return nil }
        let rest = bytes[offset...]
        for spelling in spellings[range] where rest.starts(with: spelling.text) {
            let end = offset + spelling.text.count
            let isWord = isProse && Self.isWord(of: bytes, offset..<end)
            if !isWord, !Self.isName(in: bytes, offset..<end) { return spelling }
        }
        return nil
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

    private static func key(_ text: [UInt8]) -> UInt64 { text.withUnsafeBufferPointer { key($0, at: 0) } }

    /// The first bytes as a number.
    private static func key(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
        var key: UInt64 = 0
        for index in offset..<offset + beginning { key = key << 8 | UInt64(bytes[index]) }
        return key
    }

    private static func hash(_ key: UInt64, _ shift: UInt64) -> UInt64 { (key &* 0x9E37_79B9_7F4A_7C15) >> shift }
}
