import RegularExpressions

/// A set of Unicode scalars as sorted ranges that neither overlap nor touch.
struct ScalarSet: Equatable {
    /// Every code point, surrogates included: no text contains them.
    static let all = ScalarSet([0...0x10FFFF])
    static let digits = ScalarSet([0x30...0x39])
    /// `\w` without flags that change it.
    static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// `\s`: WhiteSpace and LineTerminator of ECMA-262.
    static let space = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    static let lineTerminators = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    static let ascii = ScalarSet([0...0x7F])
    private static let surrogates: ClosedRange<UInt32> = 0xD800...0xDFFF

    private(set) var ranges: [ClosedRange<UInt32>] = []

    init() {}

    init(_ ranges: [ClosedRange<UInt32>]) {
        for range in ranges { insert(range) }
    }

    var isEmpty: Bool { ranges.isEmpty }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        var merged = range
        var result: [ClosedRange<UInt32>] = []
        for other in ranges {
            if other.upperBound &+ 1 < merged.lowerBound {
                result.append(other)
            } else if merged.upperBound &+ 1 < other.lowerBound {
                result.append(merged)
                merged = other
            } else {
                merged = min(other.lowerBound, merged.lowerBound)...max(other.upperBound, merged.upperBound)
            }
        }
        ranges = result + [merged]
    }

    mutating func formUnion(_ other: ScalarSet) {
        for range in other.ranges { insert(range) }
    }

    /// All other code points.
    var inverted: ScalarSet {
        var result = ScalarSet()
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.ranges.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.ranges.append(next...0x10FFFF) }
        return result
    }

    /// The set as the content of PCRE2's square brackets. Ranges may span surrogates there, but not end on one.
    var source: String {
        var source = ""
        for range in ranges {
            for part in Self.withoutSurrogates(range) {
                source += RegularExpression.escape(codePoint: part.lowerBound)
                if part.count > 1 { source += "-" + RegularExpression.escape(codePoint: part.upperBound) }
            }
        }
        return source
    }

    private static func withoutSurrogates(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        var lower = range.lowerBound
        var upper = range.upperBound
        if surrogates.contains(lower) { lower = surrogates.upperBound + 1 }
        if surrogates.contains(upper) { upper = surrogates.lowerBound - 1 }
        return lower <= upper ? [lower...upper] : []
    }
}
