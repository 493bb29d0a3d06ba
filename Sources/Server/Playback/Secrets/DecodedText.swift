import TextCoding

/// A text as a program reads it that decodes its escapes, and where they are written.
struct DecodedText {
    /// A notation of escapes.
    enum Notation: CaseIterable {
        /// `%3D` (RFC 3986, section 2.1).
        case percent
        /// `\u003d` (RFC 8259, section 7).
        case json

        fileprivate var mark: UInt8 { self == .percent ? UInt8(ascii: "%") : UInt8(ascii: "\\") }
    }

    /// Where an escape is before it is decoded, and what it becomes: nothing if a cut has left only its beginning.
    private struct Escape {
        let written: Range<Int>
        let decoded: Range<Int>
    }

    private(set) var bytes: [UInt8]
    /// The escapes of each decoding, in order.
    private var decodings: [[Escape]] = []

    /// A text as it is written.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The text with the escapes of a notation decoded; nil if it has none. The beginning of one where the text is cut is
    /// left out.
    func decoded(_ notation: Notation, _ cuts: SecretIndex.Cuts) -> DecodedText? {
        var decoded: [UInt8] = []
        var escapes: [Escape] = []
        bytes.withUnsafeBufferPointer { bytes in
            let escaped = EscapedBytes(bytes: bytes, cuts: cuts)
            var (kept, offset) = (0, 0)
            while let mark = Self.firstIndex(of: notation.mark, in: bytes, from: offset) {
                offset = mark + 1
                guard let (meaning, size) = escaped.escape(notation, at: mark) else { continue }
                decoded += bytes[kept..<mark]
                let start = decoded.count
                switch meaning {
                case .byte(let byte): decoded.append(byte)
                case .scalar(let scalar): decoded += String(scalar).utf8
                case .cut: break
                }
                offset = mark + size
                kept = offset
                escapes.append(Escape(written: mark..<offset, decoded: start..<decoded.count))
            }
            if !escapes.isEmpty { decoded += bytes[kept...] }
        }
        guard !escapes.isEmpty else { return nil }
        var text = DecodedText(decoded)
        text.decodings = decodings + [escapes]
        return text
    }

    /// The offset of the first such byte. Most texts have none, so eight bytes are compared at a time.
    private static func firstIndex(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let raw = UnsafeRawBufferPointer(bytes)
        var offset = start
        while offset + 8 <= raw.count {
            let difference = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ ones &* UInt64(byte)
            // Whether one of its bytes is 0.
            if (difference &- ones) & ~difference & 0x8080_8080_8080_8080 != 0 { break }
            offset += 8
        }
        return bytes[offset...].firstIndex(of: byte)
    }

    /// The text with the digits of numbers in hexadecimal that have letters of both cases in lower case; nil if there are
    /// none.
    func withLowercaseHex() -> DecodedText? {
        let least = RedactedValues.shortest
        var text = self
        var (isChanged, offset) = (false, least - 1)
        while offset < bytes.count {
            guard Hex.value(of: bytes[offset]) != nil else {
                offset += least
                continue
            }
            let start = bytes[..<offset].lastIndex { Hex.value(of: $0) == nil }.map { $0 + 1 } ?? 0
            let number = bytes[start...].prefix { Hex.value(of: $0) != nil }
            if number.count >= least, number.contains(where: { $0 >= 0x61 }),
                number.contains(where: { 0x41...0x46 ~= $0 })
            {
                isChanged = true
                for index in number.indices where bytes[index] >= 0x41 { text.bytes[index] |= 0x20 }
            }
            offset = number.endIndex + least
        }
        return isChanged ? text : nil
    }

    /// The text with spaces where forms write `+`; nil if there are none.
    func withSpaces() -> DecodedText? {
        guard bytes.contains(UInt8(ascii: "+")) else { return nil }
        var text = self
        for index in bytes.indices where bytes[index] == UInt8(ascii: "+") { text.bytes[index] = 0x20 }
        return text
    }

    // MARK: - Offsets

    /// Where a part of the text is written, with all of the escapes that it has a byte of.
    func written(_ range: Range<Int>) -> Range<Int> {
        decodings.reversed().reduce(range) { range, escapes in
            let start = Self.written(range.lowerBound, isEnd: false, escapes)
            return start..<max(start, Self.written(range.upperBound, isEnd: true, escapes))
        }
    }

    private static func written(_ offset: Int, isEnd: Bool, _ escapes: [Escape]) -> Int {
        var (first, end) = (0, escapes.count)
        while first < end {
            let middle = (first + end) / 2
            let decoded = escapes[middle].decoded
            // What a cut has left of an escape belongs to the text before it.
            let isBefore = decoded.lowerBound < offset || decoded.lowerBound == offset && (!isEnd || decoded.isEmpty)
            if isBefore { first = middle + 1 } else { end = middle }
        }
        guard first > 0 else { return offset }
        let escape = escapes[first - 1]
        guard offset < escape.decoded.upperBound else {
            return escape.written.upperBound + offset - escape.decoded.upperBound
        }
        return isEnd ? escape.written.upperBound : escape.written.lowerBound
    }
}

/// Bytes that may have escapes.
private struct EscapedBytes {
    enum Meaning {
        case byte(UInt8)
        case scalar(Unicode.Scalar)
        /// The beginning of an escape, behind which the text is cut.
        case cut
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let cuts: SecretIndex.Cuts

    /// The escape at an offset, where its first byte is, and its size; nil if there is none.
    func escape(_ notation: DecodedText.Notation, at start: Int) -> (Meaning, size: Int)? {
        notation == .percent ? percent(at: start) : json(at: start)
    }

    private func percent(at start: Int) -> (Meaning, size: Int)? {
        let (value, count) = digits(2, at: start + 1)
        return count == 2 ? (.byte(UInt8(value)), 3) : cut(start, behind: start + 1 + count)
    }

    private func json(at start: Int) -> (Meaning, size: Int)? {
        guard let letter = byte(at: start + 1) else { return cut(start, behind: start + 1) }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (.byte(letter), 2)
        case UInt8(ascii: "b"): return (.byte(0x08), 2)
        case UInt8(ascii: "t"): return (.byte(0x09), 2)
        case UInt8(ascii: "n"): return (.byte(0x0A), 2)
        case UInt8(ascii: "f"): return (.byte(0x0C), 2)
        case UInt8(ascii: "r"): return (.byte(0x0D), 2)
        case UInt8(ascii: "u"): return unit(at: start)
        default: return cut(start, behind: start + 1)
        }
    }

    /// `\u` with four digits, or a surrogate pair of two. Half a pair is not an escape.
    private func unit(at start: Int) -> (Meaning, size: Int)? {
        let (high, count) = digits(4, at: start + 2)
        guard count == 4 else { return cut(start, behind: start + 2 + count) }
        if let scalar = Unicode.Scalar(high) { return (.scalar(scalar), 6) }
        guard high < 0xDC00 else { return nil }
        for (offset, expected) in zip((start + 6)..., "\\u".utf8) where byte(at: offset) != expected {
            return cut(start, behind: offset)
        }
        let (low, lowCount) = digits(4, at: start + 8)
        guard lowCount == 4 else { return cut(start, behind: start + 8 + lowCount) }
        guard 0xDC00..<0xE000 ~= low, let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low - 0xDC00) else {
            return nil
        }
        return (.scalar(scalar), 12)
    }

    private func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// The value of at most so many digits at an offset, and how many there are.
    private func digits(_ most: Int, at offset: Int) -> (value: UInt32, count: Int) {
        var (value, count) = (UInt32(0), 0)
        while count < most, let digit = byte(at: offset + count).flatMap({ Hex.value(of: $0) }) {
            value = value << 4 | UInt32(digit)
            count += 1
        }
        return (value, count)
    }

    /// The beginning of an escape if the text is cut behind it.
    private func cut(_ start: Int, behind end: Int) -> (Meaning, size: Int)? {
        let isCut =
            end < bytes.count
            ? cuts.contains(.ellipses) && bytes[end...].starts(with: "…".utf8) : cuts.contains(.end)
        return isCut ? (.cut, end - start) : nil
    }
}
