/// A power of ten of any size. Exponents of ordinary numbers are small; very large ones are kept as digits, so that
/// comparison stays exact and nothing overflows.
enum Exponent: Hashable {
    /// Below `Exponent.bound` in magnitude.
    case small(Int)
    /// From `Exponent.bound` up: the digits' values, the highest first and not zero.
    case huge(isNegative: Bool, digits: [UInt8])

    static let zero = Exponent.small(0)
    private static let smallDigits = 17
    private static let bound = 100_000_000_000_000_000

    init(_ value: Int) {
        if value.magnitude < Self.bound {
            self = .small(value)
        } else {
            self = .huge(isNegative: value < 0, digits: Self.digits(of: value.magnitude))
        }
    }

    /// The value of an exponent's text (`5`, `+05`, `-3`, or empty for none) plus `offset`, which is limited by the
    /// number of digits in memory.
    init(lexeme: Substring.UTF8View, plus offset: Int) {
        let isNegative = lexeme.first == UInt8(ascii: "-")
        let digits = lexeme.drop { $0 < 0x31 || $0 > 0x39 }.map { $0 - 0x30 }
        if digits.count <= Self.smallDigits {
            let magnitude = digits.reduce(0) { $0 * 10 + Int($1) }
            self.init((isNegative ? -magnitude : magnitude) + offset)
            return
        }
        let grows = (offset < 0) == isNegative
        let sum = Self.combine(digits, Self.digits(of: offset.magnitude), adding: grows)
        if sum.count <= Self.smallDigits {
            let magnitude = sum.reduce(0) { $0 * 10 + Int($1) }
            self = .small(isNegative ? -magnitude : magnitude)
        } else {
            self = .huge(isNegative: isNegative, digits: sum)
        }
    }

    /// The value; nil for a huge one.
    var asInt: Int? {
        guard case .small(let value) = self else { return nil }
        return value
    }

    /// How far this is above `other`. Beyond 17 digits only the sign is exact, and the result is a number of 18 digits.
    func distance(from other: Exponent) -> Int {
        if case .small(let a) = self, case .small(let b) = other { return a - b }
        if self == other { return 0 }
        let isAbove = other < self
        let digits: [UInt8]
        if isNegative == other.isNegative {
            // Both have the same sign, so the one farther from zero is the minuend.
            let (a, b) = isAbove == isNegative ? (other, self) : (self, other)
            digits = Self.combine(a.magnitudeDigits, b.magnitudeDigits, adding: false)
        } else {
            let (a, b) = (magnitudeDigits, other.magnitudeDigits)
            digits = a.count < b.count ? Self.combine(b, a, adding: true) : Self.combine(a, b, adding: true)
        }
        let magnitude = digits.count > Self.smallDigits ? Self.bound : digits.reduce(0) { $0 * 10 + Int($1) }
        return isAbove ? magnitude : -magnitude
    }

    private var isNegative: Bool {
        switch self {
        case .small(let value): value < 0
        case .huge(let isNegative, _): isNegative
        }
    }

    private var magnitudeDigits: [UInt8] {
        switch self {
        case .small(let value): Self.digits(of: value.magnitude)
        case .huge(_, let digits): digits
        }
    }

    private static func digits(of magnitude: UInt) -> [UInt8] {
        magnitude == 0 ? [] : String(magnitude).utf8.map { $0 - 0x30 }
    }

    /// `a + b`, or `a - b` for `a` greater than `b`.
    private static func combine(_ a: [UInt8], _ b: [UInt8], adding: Bool) -> [UInt8] {
        var result = a
        var carry = 0
        for step in 0..<a.count where step < b.count || carry != 0 {
            let index = a.count - 1 - step
            let other = (step < b.count ? Int(b[b.count - 1 - step]) : 0) + carry
            let digit = adding ? Int(a[index]) + other : Int(a[index]) - other
            carry = digit > 9 || digit < 0 ? 1 : 0
            result[index] = UInt8(digit > 9 ? digit - 10 : digit < 0 ? digit + 10 : digit)
        }
        if carry != 0 { result.insert(1, at: 0) }
        return Array(result.drop { $0 == 0 })
    }
}

extension Exponent: Comparable {
    static func < (a: Exponent, b: Exponent) -> Bool {
        switch (a, b) {
        case (.small(let a), .small(let b)): a < b
        case (.small, .huge(let isNegative, _)): !isNegative
        case (.huge(let isNegative, _), .small): isNegative
        case (.huge(false, let a), .huge(false, let b)): isBelow(a, b)
        case (.huge(true, let a), .huge(true, let b)): isBelow(b, a)
        case (.huge(let isNegative, _), .huge): isNegative
        }
    }

    private static func isBelow(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
    }
}
