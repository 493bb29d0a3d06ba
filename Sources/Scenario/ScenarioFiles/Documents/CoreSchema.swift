import Scenarios
import ExactJSON

extension Node.Scalar {
    /// The value of a scalar in the core schema of YAML 1.2 (section 10.3).
    enum Value: Hashable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string
        /// A number that JSON can't write, or that most readers take for text; with a message that says what to do.
        case refused(String)
    }

    var value: Value {
        if isText || !mayMeanMore { return .string }
        if let first = text.utf8.first, first >= 0x2B, first <= 0x39 { return numeric }
        if isNull { return .null }
        switch text {
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return .string
        }
    }

    /// Whether the value is text.
    var isString: Bool { isText || !mayMeanMore || value == .string }

    /// Whether the scalar is empty or a plain word for null.
    var isNull: Bool {
        guard !isText, text.utf8.count <= 4 else { return false }
        return switch text {
        case "", "~", "null", "Null", "NULL": true
        default: false
        }
    }

    /// Whether the text can be a word or a number of the schema, by its length and its first two bytes. Most texts can't.
    private var mayMeanMore: Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard let first = bytes.first else { return true }
            if first == UInt8(ascii: "~") || first >= 0x2B && first <= 0x39 { return true }
            guard bytes.count == 4 || bytes.count == 5 else { return false }
            return switch (first | 0x20, bytes[1] | 0x20) {
            case (UInt8(ascii: "n"), UInt8(ascii: "u")), (UInt8(ascii: "t"), UInt8(ascii: "r")),
                (UInt8(ascii: "f"), UInt8(ascii: "a")):
                true
            default: false
            }
        }
    }

    /// The value of a scalar that is not a word of the schema. Parsed by hand, since few scalars are numbers.
    private var numeric: Value {
        let first = text.utf8.first
        if let number = JSONNumber(lexeme: text) { return .number(number) }
        let utf8 = Array(text.utf8)
        let hasSign = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        let magnitude = utf8.dropFirst(hasSign ? 1 : 0)
        if [".inf", ".Inf", ".INF"].contains(where: { magnitude.elementsEqual($0.utf8) }) {
            return .refused("JSON has no infinity; quote it if text is meant: \"\(text)\"")
        }
        if !hasSign, [".nan", ".NaN", ".NAN"].contains(text) {
            return .refused("JSON has no \"not a number\"; quote it if text is meant: \"\(text)\"")
        }
        if !hasSign, isBased(magnitude) {
            return .refused("JSON writes numbers in decimal only; quote it if text is meant: \"\(text)\"")
        }
        guard let lexeme = jsonLexeme(of: magnitude, isNegative: first == UInt8(ascii: "-")) else { return .string }
        guard let number = JSONNumber(lexeme: lexeme) else {
            return .refused("a number has no leading zeros in JSON; quote it if text is meant: \"\(text)\"")
        }
        return .number(number)
    }

    /// Whether this is `0o17` or `0x1F`.
    private func isBased(_ magnitude: ArraySlice<UInt8>) -> Bool {
        let digits = magnitude.dropFirst(2)
        guard !digits.isEmpty else { return false }
        if magnitude.starts(with: "0o".utf8) { return digits.allSatisfy { $0 >= 0x30 && $0 <= 0x37 } }
        return magnitude.starts(with: "0x".utf8)
            && digits.allSatisfy { isDigit($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x66 }
    }

    /// The number `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?` in JSON's notation, leading zeros kept: JSON
    /// has no `+`, `.5` or `1.`. Nil for anything else.
    private func jsonLexeme(of magnitude: ArraySlice<UInt8>, isNegative: Bool) -> String? {
        let whole = magnitude.prefix(while: isDigit)
        var rest = magnitude[whole.endIndex...]
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            rest = rest[fraction.endIndex...]
            if fraction.isEmpty && rest.first == UInt8(ascii: ".") { return nil }
        }
        if whole.isEmpty && fraction.isEmpty { return nil }
        if let mark = rest.first {
            guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
            var digits = rest.dropFirst()
            if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
            if digits.isEmpty || !digits.allSatisfy(isDigit) { return nil }
        }
        var lexeme: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        lexeme += whole.isEmpty ? [0x30] : Array(whole)
        if !fraction.isEmpty { lexeme += [UInt8(ascii: ".")] + fraction }
        return String(decoding: lexeme + rest, as: UTF8.self)
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
