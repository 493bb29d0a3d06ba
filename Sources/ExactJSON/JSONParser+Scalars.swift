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
                let length = utf8Length(at: offset)
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
            let digit: UInt16
            switch peek {
            case .some(let byte) where byte >= 0x30 && byte <= 0x39: digit = UInt16(byte - 0x30)
            case .some(let byte) where (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66:
                digit = UInt16((byte | 0x20) - 0x57)
            default: throw error(.malformedUnicodeEscape, at: start)
            }
            value = value << 4 | digit
            offset += 1
        }
        return value
    }

    /// The number of bytes of the scalar at `offset`; 0 if they are not UTF-8 (RFC 3629, section 4).
    private func utf8Length(at offset: Int) -> Int {
        func isTail(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            offset + distance < bytes.count && range.contains(bytes[offset + distance])
        }
        switch bytes[offset] {
        case 0xC2...0xDF: return isTail(1) ? 2 : 0
        case 0xE0: return isTail(1, 0xA0...0xBF) && isTail(2) ? 3 : 0
        case 0xED: return isTail(1, 0x80...0x9F) && isTail(2) ? 3 : 0
        case 0xE1...0xEF: return isTail(1) && isTail(2) ? 3 : 0
        case 0xF0: return isTail(1, 0x90...0xBF) && isTail(2) && isTail(3) ? 4 : 0
        case 0xF1...0xF3: return isTail(1) && isTail(2) && isTail(3) ? 4 : 0
        case 0xF4: return isTail(1, 0x80...0x8F) && isTail(2) && isTail(3) ? 4 : 0
        default: return 0
        }
    }

    /// Reads a number (RFC 8259, section 6).
    mutating func readNumber() throws(JSONError) -> JSONNumber {
        let start = offset
        if peek == UInt8(ascii: "-") { offset += 1 }
        if peek == UInt8(ascii: "0") {
            offset += 1
            if let byte = peek, byte >= 0x30 && byte <= 0x39 { throw error(.leadingZero, at: start) }
        } else {
            try readDigits(or: "a digit behind its sign")
        }
        if peek == UInt8(ascii: ".") {
            offset += 1
            try readDigits(or: "a digit behind its point")
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
