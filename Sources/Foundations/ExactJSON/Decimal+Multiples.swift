extension Decimal {
    /// Whether dividing by `divisor` leaves no remainder. Zero is the only multiple of zero.
    ///
    /// No power of ten is written out: the work is limited by the digits of both numbers, not by their exponents.
    func isMultiple(of divisor: Decimal) -> Bool {
        if digits.isEmpty { return true }
        if divisor.digits.isEmpty { return false }
        // This is A × 10^p and the divisor B × 10^q, where 10 divides neither A nor B.
        let exponent = scale.distance(from: divisor.scale) - digits.count + divisor.digits.count
        guard exponent >= 0 else { return false }
        // Powers of ten remove the factors 2 and 5 of B. B has fewer than 4 of them for each digit.
        let zeros = min(exponent, 4 * divisor.digits.count)
        return Self.isDivisible(digits, followedBy: zeros, by: divisor.digits)
    }

    private static func isDivisible(_ digits: [UInt8], followedBy zeros: Int, by divisor: [UInt8]) -> Bool {
        guard divisor.count <= 18 else { return isDivisible(digits, followedBy: zeros, byLong: divisor) }
        let divisor = divisor.reduce(0 as UInt64) { $0 * 10 + UInt64($1) }
        var remainder = digits.reduce(0 as UInt64) { ($0 * 10 + UInt64($1)) % divisor }
        for _ in 0..<zeros { remainder = remainder * 10 % divisor }
        return remainder == 0
    }

    private static func isDivisible(_ digits: [UInt8], followedBy zeros: Int, byLong divisor: [UInt8]) -> Bool {
        var remainder = LongRemainder(divisor: divisor)
        for digit in digits { remainder.append(digit) }
        for _ in 0..<zeros { remainder.append(0) }
        return remainder.isZero
    }
}

/// The remainder of a number whose digits arrive one by one, for a divisor beyond the machine's integers.
private struct LongRemainder {
    private static let base: UInt32 = 1_000_000_000
    /// Digits of base 10⁹, the lowest first; both have the same count.
    private let divisor: [UInt32]
    private var value: [UInt32]

    init(divisor digits: [UInt8]) {
        var limbs: [UInt32] = []
        var end = digits.count
        while end > 0 {
            let start = max(0, end - 9)
            limbs.append(digits[start..<end].reduce(0) { $0 * 10 + UInt32($1) })
            end = start
        }
        // The highest limb has room for one more decimal digit.
        limbs.append(0)
        divisor = limbs
        value = Array(repeating: 0, count: limbs.count)
    }

    var isZero: Bool { value.allSatisfy { $0 == 0 } }

    mutating func append(_ digit: UInt8) {
        var carry = UInt64(digit)
        for index in value.indices {
            let product = UInt64(value[index]) * 10 + carry
            value[index] = UInt32(product % UInt64(Self.base))
            carry = product / UInt64(Self.base)
        }
        while !isBelowDivisor { subtractDivisor() }
    }

    private var isBelowDivisor: Bool {
        for index in value.indices.reversed() where value[index] != divisor[index] {
            return value[index] < divisor[index]
        }
        return false
    }

    private mutating func subtractDivisor() {
        var borrow: UInt32 = 0
        for index in value.indices {
            let subtrahend = divisor[index] + borrow
            borrow = value[index] < subtrahend ? 1 : 0
            value[index] = borrow == 1 ? value[index] + Self.base - subtrahend : value[index] - subtrahend
        }
    }
}
