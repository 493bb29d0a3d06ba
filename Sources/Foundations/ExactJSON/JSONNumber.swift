/// A JSON number of any size and precision: it keeps its spelling and is compared by its exact value.
///
/// `1.10`, `1.1` and `11e-1` are equal, as are `0` and `-0`. Neither comparing nor hashing ever expands an exponent, so
/// `1e999999999999` costs no more than `1`.
package struct JSONNumber: Sendable {
    /// The number as it was written, in the grammar of RFC 8259, section 6.
    package let lexeme: String

    /// The number written as `lexeme`; nil if that is not a JSON number.
    package init?(lexeme: String) {
        var text = lexeme
        guard text.withUTF8({ Self.isNumber($0) }) else { return nil }
        self.lexeme = lexeme
    }

    /// An integer.
    package init(_ value: some BinaryInteger) {
        lexeme = String(value)
    }

    /// The shortest number that reads as this double; nil for infinity and NaN, which JSON lacks.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        lexeme = value.description
    }

    /// A number whose lexeme the parser has already checked.
    init(checkedLexeme: String) {
        lexeme = checkedLexeme
    }

    /// Whether the value, not the spelling, is an integer: `1.0` and `1e3` are.
    package var isInteger: Bool {
        let isPlain = lexeme.utf8.allSatisfy { $0 <= 0x39 && $0 != UInt8(ascii: ".") }
        return isPlain || Decimal(lexeme).isInteger
    }

    /// Whether this is an integer multiple of `divisor`, exactly: `0.3` is one of `0.1`. Zero is the only multiple of
    /// zero. The work does not depend on the size of exponents.
    package func isMultiple(of divisor: JSONNumber) -> Bool {
        if let number = Int(lexeme), let divisor = Int(divisor.lexeme) { return number.isMultiple(of: divisor) }
        return Decimal(lexeme).isMultiple(of: Decimal(divisor.lexeme))
    }

    /// The value if it is an integer that fits in `Int`, regardless of its spelling.
    package var asInt: Int? { Int(lexeme) ?? Decimal(lexeme).asInt }

    /// The nearest double; infinite beyond its range.
    package var asDouble: Double { Double(lexeme) ?? .nan }

    private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        func take(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }
        func takeDigits() -> Bool {
            let start = index
            while index < text.count, text[index] >= 0x30, text[index] <= 0x39 { index += 1 }
            return index > start
        }
        _ = take(UInt8(ascii: "-"))
        guard take(UInt8(ascii: "0")) || takeDigits() else { return false }
        if take(UInt8(ascii: ".")), !takeDigits() { return false }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            guard takeDigits() else { return false }
        }
        return index == text.count
    }
}

extension JSONNumber: Comparable, Hashable {
    /// Whether both have the same exact value.
    package static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        if a.lexeme.isExactly(b.lexeme) { return true }
        if let a = Int(a.lexeme), let b = Int(b.lexeme) { return a == b }
        return Decimal(a.lexeme) == Decimal(b.lexeme)
    }

    /// Whether the exact value of `a` is below that of `b`.
    package static func < (a: JSONNumber, b: JSONNumber) -> Bool {
        if let a = Int(a.lexeme), let b = Int(b.lexeme) { return a < b }
        return Decimal(a.lexeme) < Decimal(b.lexeme)
    }

    /// Hashes the exact value.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(Decimal(lexeme))
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    /// An integer.
    package init(integerLiteral value: Int) { self.init(value) }
}

extension JSONNumber: CustomStringConvertible {
    /// The spelling.
    package var description: String { lexeme }
}
