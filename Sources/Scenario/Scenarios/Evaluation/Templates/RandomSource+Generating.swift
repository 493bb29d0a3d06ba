extension RandomSource {
    /// The numbers of one expression: equal for an equal seed, rule, count and position, independent of earlier draws.
    ///
    /// The four are folded one after another through SplitMix64's finalizer, a bijection of 64 bits with full
    /// avalanche. So neighbouring counts, lines or columns give unrelated numbers.
    package func generator(at position: Position) -> SeededRandomNumberGenerator {
        var state = SeededRandomNumberGenerator.mix(seed)
        let parts = [rule, count, position.line, position.column]
        for part in parts {
            state = SeededRandomNumberGenerator.mix(
                state ^ UInt64(bitPattern: Int64(part)) &* 0xD6E8_FEB8_6659_FD93 &+ 0x9E37_79B9_7F4A_7C15)
        }
        return SeededRandomNumberGenerator(state: state)
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014). Implemented here because the standard library may change how it draws from
/// a range, and an old seed must give the same values forever.
package struct SeededRandomNumberGenerator: Sendable {
    private var state: UInt64

    init(state: UInt64) {
        self.state = state
    }

    static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number from 0 to `last`, each equally likely.
    mutating func upTo(_ last: UInt64) -> UInt64 {
        guard last < .max else { return next() }
        let count = last + 1
        // Lemire, "Fast random integer generation in an interval": values below the remainder would be more likely.
        let threshold = (0 &- count) % count
        while true {
            let product = next().multipliedFullWidth(by: count)
            if product.low >= threshold { return product.high }
        }
    }

    /// A number of the range, each equally likely.
    package mutating func integer(in range: ClosedRange<Int>) -> Int {
        let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
        return range.lowerBound &+ Int(truncatingIfNeeded: upTo(width))
    }

    /// ASCII letters and digits.
    package mutating func text(length: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var bytes: [UInt8] = []
        for _ in 0..<max(0, length) { bytes.append(alphabet[Int(upTo(UInt64(alphabet.count - 1)))]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A UUID of version 4 (RFC 9562, section 5.4), in lower case.
    package mutating func uuid() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { bytes.append(UInt8(ascii: "-")) }
            let half = index < 16 ? high : low
            bytes.append(digits[Int(half >> UInt64(60 - index % 16 * 4) & 15)])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
