import HTTPMessage
import Libc

extension DelayTime {
    /// The longest time that a distribution without an upper bound makes: one day.
    private static let longest: Double = 86_400_000_000_000

    /// The time for one response; equal sources give equal times.
    package func drawn(from source: RandomSource) -> Duration {
        switch self {
        case .fixed(let time):
            return time
        case .uniform(let range, let position):
            var generator = source.generator(at: position)
            let (lower, upper) = (Int(range.lowerBound.wholeNanoseconds), Int(range.upperBound.wholeNanoseconds))
            return .nanoseconds(generator.integer(in: lower...max(lower, upper)))
        case .lognormal(let median, let sigma, let position):
            var generator = source.generator(at: position)
            let factor = exp(sigma * generator.normal())
            let time = Double(median.wholeNanoseconds) * factor
            return .nanoseconds(Int64(min(max(time, 0), max(Self.longest, Double(median.wholeNanoseconds)))))
        }
    }
}

extension SeededRandomNumberGenerator {
    /// A number with the standard normal distribution (Box and Muller, 1958).
    fileprivate mutating func normal() -> Double {
        // From 53 bits: above 0 and at most 1, so that the logarithm is finite.
        let a = Double((next() >> 11) + 1) * 0x1p-53
        let b = Double(next() >> 11) * 0x1p-53
        return (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
    }
}
