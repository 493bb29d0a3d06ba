import Scenarios
import TextCoding

/// A search of one text for the values of an index, as the text is written and as programs decode it.
///
/// Escapes are decoded, and the values are compared with what comes of it: so it doesn't matter which characters of a value
/// an encoder escapes, nor in which of their spellings.
struct SecretSearch {
    /// The most decodings one after another, such as of JSON in JSON in a URL. So a text is read in at most 15 ways, each
    /// of them also with other digits and spaces; nearly all texts are read in one or two.
    private static let mostDecodings = 3
    /// The most steps per byte of a text in all ways to read it; a short text may take more. A text that takes more is
    /// replaced as a whole.
    private static let mostSteps = (perByte: 128, atLeast: 1 << 18)

    private let text: [UInt8]
    private let index: SecretIndex
    private let isProse: Bool
    private let cuts: SecretIndex.Cuts
    private(set) var work = SecretIndex.Work()
    /// Where values were found in the text, and the sizes of the values.
    private var found: [(range: Range<Int>, size: Int)] = []

    init(of text: [UInt8], for index: SecretIndex, isProse: Bool, cuts: SecretIndex.Cuts) {
        self.text = text
        self.index = index
        self.isProse = isProse
        self.cuts = cuts
    }

    /// The text with each value in it replaced by its size; nil if there is none.
    mutating func replaced() -> [UInt8]? {
        guard searchAllReadings() else { return RedactedMark.bytes(size: text.count) }
        guard !found.isEmpty else { return nil }
        // Of those that begin alike, the longest counts.
        found.sort { a, b in
            a.range.lowerBound == b.range.lowerBound
                ? a.range.upperBound > b.range.upperBound : a.range.lowerBound < b.range.lowerBound
        }
        var replaced: [UInt8] = []
        var kept = 0
        for (range, size) in found {
            if range.lowerBound >= kept {
                replaced += text[kept..<range.lowerBound]
                replaced += RedactedMark.bytes(size: size)
            }
            kept = max(kept, range.upperBound)
        }
        return replaced + text[kept...]
    }

    /// Searches the text in all ways to read it; false if that takes too many steps.
    private mutating func searchAllReadings() -> Bool {
        var readings = [DecodedText(text)]
        for decodings in 0...Self.mostDecodings {
            var decoded: [DecodedText] = []
            for reading in readings {
                guard search(reading) else { return false }
                if let lower = reading.withLowercaseHex(), !search(lower) { return false }
                if index.hasSpaces, let spaced = reading.withSpaces(), !search(spaced) { return false }
                guard decodings < Self.mostDecodings else { continue }
                for notation in DecodedText.Notation.allCases {
                    guard let next = reading.decoded(notation, cuts) else { continue }
                    // Different orders of decoding mostly give the same.
                    if !decoded.contains(where: { $0.bytes == next.bytes }) { decoded.append(next) }
                }
            }
            readings = decoded
        }
        return true
    }

    private mutating func search(_ reading: DecodedText) -> Bool {
        reading.bytes.withUnsafeBufferPointer { search($0, of: reading) }
    }

    /// Searches one reading, which has these bytes; false if that takes too many steps.
    private mutating func search(_ bytes: UnsafeBufferPointer<UInt8>, of reading: DecodedText) -> Bool {
        guard bytes.count >= SecretIndex.beginning else { return true }
        let most = max(Self.mostSteps.atLeast, Self.mostSteps.perByte * text.count)
        var offset = 0
        if cuts.contains(.start), let (spelling, end) = remainder(atStartOf: bytes) {
            found.append((0..<reading.written(0..<end).upperBound, spelling.size))
            offset = end
        }
        var cut = nextCut(in: bytes, from: offset)
        while offset + SecretIndex.beginning <= bytes.count {
            if bytes[offset] == UInt8(ascii: "("), let size = RedactedMark.size(at: bytes[offset...]) {
                offset += size
                continue
            }
            if let end = cut, end < offset + SecretIndex.beginning { cut = nextCut(in: bytes, from: offset) }
            guard let bucket = index.bucket(SecretIndex.hash(bytes, at: offset)) else {
                offset += 1
                continue
            }
            guard let (spelling, end) = spelling(at: offset, in: bytes, of: reading, bucket, cut: cut) else {
                guard work.steps <= most else { return false }
                offset += 1
                continue
            }
            found.append((reading.written(offset..<end), spelling.size))
            offset = end
        }
        return true
    }

    /// The offset of the first place where the text is cut, behind as many bytes as a part of a value has.
    private func nextCut(in bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int? {
        if cuts.contains(.ellipses) {
            var index = offset + SecretIndex.beginning
            while index + 2 < bytes.count {
                if bytes[index] == 0xE2, bytes[index + 1] == 0x80, bytes[index + 2] == 0xA6 { return index }
                index += 1
            }
        }
        return cuts.contains(.end) ? bytes.count : nil
    }

    /// The longest spelling of a value at an offset, and its end.
    ///
    /// - Parameters:
    ///   - bucket: the spellings that may begin there.
    ///   - cut: where the text is cut next: a value may begin before it.
    private mutating func spelling(
        at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, of reading: DecodedText, _ bucket: [SecretIndex.Spelling],
        cut: Int?
    ) -> (SecretIndex.Spelling, end: Int)? {
        if let cut, cut >= offset + SecretIndex.beginning, cut - offset <= index.longest {
            let rest = UnsafeBufferPointer(rebasing: bytes[offset..<cut])
            let found = SecretIndex.position(of: rest, in: bucket, &work)
            if found.index < bucket.count, found.likeNext == rest.count { return (bucket[found.index], cut) }
        }
        var rest = UnsafeBufferPointer(rebasing: bytes[offset...].prefix(index.longest))
        while rest.count >= SecretIndex.beginning {
            // All spellings that the text begins with are beginnings of the last one that is not behind it, as far as
            // that has the text's bytes.
            let found = SecretIndex.position(of: rest, in: bucket, &work)
            let isEqual =
                found.index < bucket.count && bucket[found.index].text.count == rest.count
                && found.likeNext == rest.count
            guard isEqual || found.index > 0 else { return nil }
            let spelling = bucket[isEqual ? found.index : found.index - 1]
            var size = isEqual ? found.likeNext : found.likeLast
            if size == spelling.text.count {
                if !isShown(reading.written(offset..<offset + size)) { return (spelling, offset + size) }
                size -= 1
            }
            rest = UnsafeBufferPointer(rebasing: rest.prefix(size))
        }
        return nil
    }

    // MARK: - Cut starts

    /// The spelling of which a text has only the last bytes, at its start, and their end. If the text is cut at its end,
    /// too, it may have none of both ends.
    private func remainder(atStartOf bytes: UnsafeBufferPointer<UInt8>) -> (SecretIndex.Spelling, end: Int)? {
        let isCut = cuts.contains(.end)
        let starts = Self.starts(of: bytes)
        let wanted = starts.map { SecretIndex.key(bytes, at: $0) }
        let mask = UInt64.max >> (64 - 8 * UInt64(SecretIndex.beginning))
        var found: (SecretIndex.Spelling, end: Int)?
        for spelling in index.buckets.joined() where spelling.text.count > SecretIndex.beginning {
            spelling.text.withUnsafeBufferPointer { text in
                var key = SecretIndex.key(text, at: 0)
                for offset in 1...text.count - SecretIndex.beginning {
                    key = (key << 8 | UInt64(text[offset + SecretIndex.beginning - 1])) & mask
                    guard wanted.contains(key) else { continue }
                    let rest = UnsafeBufferPointer(rebasing: text[offset...])
                    for start in starts where SecretIndex.key(bytes, at: start) == key {
                        let part = UnsafeBufferPointer(rebasing: bytes[start...])
                        let size = SecretIndex.commonSize(rest, part, from: SecretIndex.beginning)
                        guard size == rest.count || isCut && size == part.count, start + size > found?.end ?? 0 else {
                            continue
                        }
                        found = (spelling, start + size)
                    }
                }
            }
        }
        return found
    }

    /// The offsets at which the rest of a value may begin in a text without its start: there, and behind what the cut has
    /// left of an escape, which may be escaped itself, as `5Cu003d` of `%5Cu003d`.
    private static func starts(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        func digits(at offset: Int) -> Int { bytes[offset...].prefix { Hex.value(of: $0) != nil }.count }
        let most = bytes.count - SecretIndex.beginning
        var starts = Array(0...min(most, min(digits(at: 0), 6)))
        // A letter behind its `\`, or what it was decoded to together with a `\` that is one itself.
        if starts.count == 1, "\"\\/bfnrt\u{8}\u{c}\n\r\t".utf8.contains(bytes[0]) { starts.append(1) }
        for start in starts {
            if bytes[start] == UInt8(ascii: "u"), digits(at: start + 1) >= 4 { starts.append(start + 5) }
        }
        for start in starts where start + 6 <= bytes.count {
            // The second half of a surrogate pair.
            let isPair =
                bytes[start] == UInt8(ascii: "\\") && bytes[start + 1] == UInt8(ascii: "u")
                && "dD".utf8.contains(bytes[start + 2]) && digits(at: start + 2) >= 4
            if isPair { starts.append(start + 6) }
        }
        return starts.filter { $0 <= most }
    }

    // MARK: - What is shown

    /// Whether a value is shown where it is written there: as a name, or as one of the text's or the scenario's own words.
    private func isShown(_ range: Range<Int>) -> Bool {
        text.withUnsafeBufferPointer { text in
            isProse
                && (Self.isWord(of: text, range)
                    || index.scenario?.statesQuotation(in: text, around: range) ?? false)
                || Self.isName(in: text, range)
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
}
