import ExactJSON
import TextCoding

extension JSONPathParser {
    /// The largest magnitude of an integer (RFC 9535, section 2.1).
    private static var integerLimit: Int { 1 << 53 - 1 }

    /// Parses an `int` within the range that I-JSON calls exact.
    mutating func parseInteger() throws(JSONPathError) -> Int {
        let start = index
        if peek() == "+" { throw error(.plusSign) }
        try readInteger()
        let lexeme = text(start..<index)
        if lexeme == "-0" { throw error(.negativeZero, at: start) }
        if let next = peek(), next == "." || next == "e" || next == "E" {
            while let next = peek(), isNamePart(next) || next == "." { index += 1 }
            throw error(.notInteger(text(start..<index)), at: start)
        }
        guard let value = Int(lexeme), value.magnitude <= Self.integerLimit else {
            throw error(.outOfRange(lexeme), at: start)
        }
        return value
    }

    /// Moves past `-`, if it is there, and digits without a leading zero.
    private mutating func readInteger() throws(JSONPathError) {
        let start = index
        _ = take("-")
        let digits = index
        while let next = peek(), isDigit(next) { index += 1 }
        if index == digits { throw error(.missingDigit) }
        if index - digits > 1, scalars[digits] == "0" { throw error(.leadingZero(text(start..<index)), at: start) }
    }

    /// Parses a number of a filter (RFC 9535, section 2.3.5.1).
    mutating func parseNumber() throws(JSONPathError) -> JSON {
        let start = index
        try readInteger()
        if take(".") { try readDigits(or: "a digit after its point") }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try readDigits(or: "a digit in its exponent")
        }
        guard let number = JSONNumber(lexeme: text(start..<index)) else {
            throw error(.malformedNumber(expected: "a digit"), at: start)
        }
        return .number(number)
    }

    private mutating func readDigits(or expected: String) throws(JSONPathError) {
        let start = index
        while let next = peek(), isDigit(next) { index += 1 }
        if index == start { throw error(.malformedNumber(expected: expected)) }
    }

    /// Parses a string in either kind of quotes (RFC 9535, section 2.3.1.1).
    mutating func parseString() throws(JSONPathError) -> String {
        let start = index
        let quote = scalars[index]
        index += 1
        var content = String.UnicodeScalarView()
        while let next = peek() {
            if next == quote {
                index += 1
                return String(content)
            }
            if next == "\\" {
                content.append(try parseEscape(quote))
            } else {
                if next.value < 0x20 { throw error(.controlCharacter(escape(for: next))) }
                content.append(next)
                index += 1
            }
        }
        throw error(.unclosedQuote, at: start)
    }

    private func escape(for control: Unicode.Scalar) -> String {
        switch control {
        case "\u{8}": "\\b"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\u{C}": "\\f"
        case "\r": "\\r"
        default: "\\u" + Hex.codePoint(control).lowercased()
        }
    }

    private mutating func parseEscape(_ quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let next = peek() else { throw error(.unknownEscape("\\"), at: start) }
        index += 1
        switch next {
        case quote, "\\", "/": return next
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return try parseUnicodeEscape(at: start)
        case "'", "\"": throw error(.unneededEscape(String(Character(next))), at: start)
        default: throw error(.unknownEscape(next.isPrintable ? "\\\(next)" : "\\"), at: start)
        }
    }

    private mutating func parseUnicodeEscape(at start: Int) throws(JSONPathError) -> Unicode.Scalar {
        let high = try parseHexadecimal(escapeAt: start)
        if let scalar = Unicode.Scalar(high) { return scalar }
        let lone = error(.loneSurrogate(text(start..<index)), at: start)
        guard high < 0xDC00, peek() == "\\", peek(1) == "u" else { throw lone }
        let second = index
        index += 2
        let low = try parseHexadecimal(escapeAt: second)
        guard low & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF)) else {
            throw lone
        }
        return scalar
    }

    private mutating func parseHexadecimal(escapeAt start: Int) throws(JSONPathError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek().flatMap({ UInt8(exactly: $0.value) }).flatMap(Hex.value) else {
                throw error(.malformedUnicodeEscape, at: start)
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
