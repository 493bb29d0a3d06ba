/// The exact value of a number's lexeme in a normal form: ± 0.d₁d₂…dₙ × 10^scale, with d₁ and dₙ not zero.
struct Decimal: Hashable {
    /// False for zero, so that `-0` is `0`.
    private let isNegative: Bool
    /// The digits' values without leading and trailing zeros; empty for zero.
    let digits: [UInt8]
    let scale: Exponent

    /// The value of `lexeme`, which must be a JSON number.
    init(_ lexeme: String) {
        var digits: [UInt8] = []
        var beforePoint = 0
        var seenPoint = false
        var exponent: Substring.UTF8View = ""[...].utf8
        let text = lexeme.utf8
        for index in text.indices {
            switch text[index] {
            case 0x30...0x39:
                digits.append(text[index] - 0x30)
                if !seenPoint { beforePoint += 1 }
                continue
            case UInt8(ascii: "."):
                seenPoint = true
                continue
            case UInt8(ascii: "-"):
                continue
            default:
                exponent = text[text.index(after: index)...]
            }
            break
        }
        let leading = digits.prefix { $0 == 0 }.count
        digits.removeFirst(leading)
        while digits.last == 0 { digits.removeLast() }
        self.digits = digits
        isNegative = !digits.isEmpty && text.first == UInt8(ascii: "-")
        scale = digits.isEmpty ? .zero : Exponent(lexeme: exponent, plus: beforePoint - leading)
    }

    var isInteger: Bool { digits.isEmpty || scale >= Exponent(digits.count) }

    /// The value if it is an integer that fits in `Int`.
    var asInt: Int? {
        guard isInteger else { return nil }
        guard scale <= Exponent(19), let places = scale.asInt else { return nil }
        var value = 0
        for index in 0..<places {
            let digit = index < digits.count ? Int(digits[index]) : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowed) = product.addingReportingOverflow(isNegative ? -digit : digit)
            if overflow || overflowed { return nil }
            value = sum
        }
        return value
    }
}

extension Decimal: Comparable {
    static func < (a: Decimal, b: Decimal) -> Bool {
        if a.sign != b.sign { return a.sign < b.sign }
        return a.isNegative ? b.isSmallerInMagnitude(than: a) : a.isSmallerInMagnitude(than: b)
    }

    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

    private func isSmallerInMagnitude(than other: Decimal) -> Bool {
        scale == other.scale ? digits.lexicographicallyPrecedes(other.digits) : scale < other.scale
    }
}
