import TextCoding

extension JSONParser {
    /// Reads a string from its opening to its closing quote (RFC 8259, section 7).
    mutating func readString() throws(JSONError) -> String {
        let start = offset
        offset += 1
        var runStart = offset
        /// The text before the current run, once there was an escape.
        var unescaped: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                let run = UnsafeBufferPointer(rebasing: bytes[runStart..<offset])
                offset += 1
                if unescaped.isEmpty { return String(decoding: run, as: UTF8.self) }
                unescaped.append(contentsOf: run)
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"):
                unescaped.append(contentsOf: bytes[runStart..<offset])
                try readEscape(into: &unescaped)
                runStart = offset
            case 0..<0x20:
                throw error(.controlCharacter(byte))
            case 0x80...:
                let length = UTF8Text.sequenceLength(bytes, at: offset)
                if length == 0 { throw error(.invalidUTF8) }
                offset += length
            default:
                offset += 1
            }
        }
        throw error(.unterminatedString, at: start)
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
        let start = offset
        offset += 1
        guard let byte = peek else { throw error(.unexpectedEnd(expected: "an escape")) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let unit = try readHexadecimal(escapeAt: start)
            var scalar = UInt32(unit)
            if unit & 0xF800 == 0xD800 {
                guard unit < 0xDC00, peek == UInt8(ascii: "\\"), offset + 1 < bytes.count,
                    bytes[offset + 1] == UInt8(ascii: "u")
                else { throw error(.loneSurrogate(escapeText(start, 6)), at: start) }
                let second = offset
                offset += 2
                let low = try readHexadecimal(escapeAt: second)
                guard low & 0xFC00 == 0xDC00 else { throw error(.loneSurrogate(escapeText(start, 6)), at: start) }
                scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
            }
            guard let scalar = UnicodeScalar(scalar) else { throw error(.malformedUnicodeEscape, at: start) }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            offset = start
            if byte < 0x20 || byte > 0x7E { throw error(.unknownEscape("\\")) }
            throw error(.unknownEscape(escapeText(start, 2)))
        }
    }

    private func escapeText(_ start: Int, _ length: Int) -> String {
        String(decoding: bytes[start..<min(start + length, bytes.count)], as: UTF8.self)
    }

    private mutating func readHexadecimal(escapeAt start: Int) throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap(Hex.value) else { throw error(.malformedUnicodeEscape, at: start) }
            value = value << 4 | UInt16(digit)
            offset += 1
        }
        return value
    }

    /// Reads a number (RFC 8259, section 6).
    mutating func readNumber() throws(JSONError) -> JSONNumber {
        let start = offset
        if peek == UInt8(ascii: "-") { offset += 1 }
        if peek == UInt8(ascii: "0") {
            offset += 1
            if let byte = peek, byte >= 0x30 && byte <= 0x39 { throw error(.leadingZero, at: start) }
        } else {
            try readDigits(or: "a digit after its sign")
        }
        if peek == UInt8(ascii: ".") {
            offset += 1
            try readDigits(or: "a digit after its point")
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            offset += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
            try readDigits(or: "a digit in its exponent")
        }
        return JSONNumber(checkedLexeme: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func readDigits(or missing: String) throws(JSONError) {
        let start = offset
        while let byte = peek, byte >= 0x30 && byte <= 0x39 { offset += 1 }
        if offset == start { throw error(.malformedNumber(missing)) }
    }
}
