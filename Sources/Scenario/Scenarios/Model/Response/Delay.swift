/// The delays of a response: before its head, and again before its body.
package struct Delay: Hashable, Sendable {
    package var headers: DelayTime
    package var body: DelayTime

    package init(headers: DelayTime = .zero, body: DelayTime = .zero) {
        self.headers = headers
        self.body = body
    }

    /// Whether one of the times is random.
    package var isRandom: Bool { headers.isRandom || body.isRandom }
}

/// How long something waits: always for the same time, or for a random one.
///
/// The position of a random time determines its value, together with the seed, the rule and its count.
package enum DelayTime: Hashable, Sendable {
    case fixed(Duration)
    /// Each time from the lower to the upper bound is equally likely.
    case uniform(ClosedRange<Duration>, Position)
    /// The logarithm of the time has a normal distribution with the standard deviation `sigma`.
    case lognormal(median: Duration, sigma: Double, Position)

    package static let zero = DelayTime.fixed(.zero)

    /// Whether each draw may differ.
    package var isRandom: Bool { if case .fixed = self { false } else { true } }
}
