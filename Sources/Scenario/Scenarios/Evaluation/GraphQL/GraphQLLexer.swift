import TextCoding

/// Splits a GraphQL document into tokens (GraphQL specification, section 2.1), one at a time. White space, line ends,
/// commas, comments and byte order marks are ignored.
struct GraphQLLexer {
    private let source: [UInt8]
    private var index = 0

    init(_ source: [UInt8]) {
        self.source = source
    }

    /// The next token; nil at the end.
    mutating func next() throws(GraphQLError) -> GraphQLToken? {
        skipIgnored()
        guard index < source.count else { return nil }
        let start = index
        switch source[index] {
        case UInt8(ascii: "."):
            guard starts(with: "...") else { throw error("a dot stands alone; write three for a spread") }
            return punctuator(3)
        case UInt8(ascii: "\""):
            let value = try starts(with: "\"\"\"") ? blockString() : string()
            return GraphQLToken(kind: .string, value: value, range: start..<index)
        case 0x30...0x39, UInt8(ascii: "-"): return try number()
        case let byte where Self.isNameStart(byte):
            while let byte = peek, Self.isNameStart(byte) || Self.isDigit(byte) { index += 1 }
            return GraphQLToken(kind: .name, value: Array(source[start..<index]), range: start..<index)
        case let byte where "!$&():=@[]{|}".utf8.contains(byte): return punctuator(1)
        default: throw error("\(Self.shown(source[index...])) can't stand here; leave it out")
        }
    }

    // MARK: - Ignored tokens

    private mutating func skipIgnored() {
        while let byte = peek {
            switch byte {
            case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","): index += 1
            case UInt8(ascii: "#"):
                while let byte = peek, byte != 0x0A, byte != 0x0D { index += 1 }
            case 0xEF where source[index...].starts(with: [0xEF, 0xBB, 0xBF]): index += 3
            default: return
            }
        }
    }

    // MARK: - Numbers

    /// Section 2.9.1 and 2.9.2. A number's characters are compared, so 1.0 and 1.00 differ.
    private mutating func number() throws(GraphQLError) -> GraphQLToken {
        let start = index
        var kind = GraphQLToken.Kind.int
        take("-")
        if peek == UInt8(ascii: "0") {
            index += 1
            if let byte = peek, Self.isDigit(byte) { throw error("a number can't begin with 0; leave the 0 out") }
        } else {
            try digits()
        }
        if take(".") {
            kind = .float
            try digits()
        }
        if take("e") || take("E") {
            kind = .float
            if !take("+") { take("-") }
            try digits()
        }
        if let byte = peek, byte == UInt8(ascii: ".") || Self.isNameStart(byte) {
            throw error(
                "a number ends here, and \(Self.shown(source[index...])) can't follow it; write a space before it")
        }
        return GraphQLToken(kind: kind, value: Array(source[start..<index]), range: start..<index)
    }

    private mutating func digits() throws(GraphQLError) {
        guard let byte = peek, Self.isDigit(byte) else { throw error("a digit is wanted here; write one") }
        while let byte = peek, Self.isDigit(byte) { index += 1 }
    }

    // MARK: - Strings

    private mutating func string() throws(GraphQLError) -> [UInt8] {
        let start = index
        index += 1
        var value: [UInt8] = []
        while let byte = peek, byte != 0x0A, byte != 0x0D {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return value
            case UInt8(ascii: "\\"): value += try escaped()
            default:
                value.append(byte)
                index += 1
            }
        }
        throw GraphQLError(reason: "a string does not end on its line", offset: start)
    }

    /// The value of an escape sequence, of a surrogate pair both (section 2.9.4).
    private mutating func escaped() throws(GraphQLError) -> [UInt8] {
        let start = index
        index += 1
        guard let byte = peek else { throw GraphQLError(reason: "a string does not end on its line", offset: start) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): break
        default: throw GraphQLError(reason: "this is not an escape sequence", offset: start)
        }
        let invalid = GraphQLError(reason: "this escape sequence names no character", offset: start)
        guard var code = hexadecimal() else { throw invalid }
        if code & 0xFC00 == 0xD800, take("\\"), take("u"), let low = hexadecimal(), low & 0xFC00 == 0xDC00 {
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw invalid }
        return Array(String(Character(scalar)).utf8)
    }

    /// `00E9`, or `{1F600}` with any number of digits up to eight.
    private mutating func hexadecimal() -> UInt32? {
        let isBraced = take("{")
        var code: UInt32 = 0
        var count = 0
        while count < (isBraced ? 8 : 4), let byte = peek, let digit = Hex.value(of: byte) {
            code = code << 4 | UInt32(digit)
            (index, count) = (index + 1, count + 1)
        }
        if isBraced { return count > 0 && take("}") ? code : nil }
        return count == 4 ? code : nil
    }

    private mutating func blockString() throws(GraphQLError) -> [UInt8] {
        let start = index
        index += 3
        var raw: [UInt8] = []
        while index < source.count {
            if starts(with: "\"\"\"") {
                index += 3
                return GraphQLBlockString.value(of: raw)
            }
            if starts(with: "\\\"\"\"") {
                raw += Array("\"\"\"".utf8)
                index += 4
            } else {
                raw.append(source[index])
                index += 1
            }
        }
        throw GraphQLError(reason: "a block string does not end", offset: start)
    }

    // MARK: - Characters

    private var peek: UInt8? { index < source.count ? source[index] : nil }

    private func starts(with text: String) -> Bool { source[index...].starts(with: text.utf8) }

    @discardableResult
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == character.value else { return false }
        index += 1
        return true
    }

    private mutating func punctuator(_ count: Int) -> GraphQLToken {
        let range = index..<index + count
        index += count
        return GraphQLToken(kind: .punctuator, value: Array(source[range]), range: range)
    }

    private func error(_ reason: String) -> GraphQLError { GraphQLError(reason: reason, offset: index) }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// The first character in quotes, or its bytes.
    private static func shown(_ rest: ArraySlice<UInt8>) -> String {
        let length = UTF8Text.length(announcedBy: rest.first ?? 0)
        guard let character = UTF8Text.decode(rest.prefix(length)) else {
            return "the byte \(Hex.upperPair(rest.first ?? 0))"
        }
        return Excerpt.quoted(character)
    }
}
