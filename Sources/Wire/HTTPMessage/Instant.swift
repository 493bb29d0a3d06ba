/// A point on a clock that only moves forward, in nanoseconds since that clock's own origin.
///
/// Instants of different clocks must not be compared. Each server has one clock and records everything with it.
public struct Instant: Comparable, Hashable, Sendable {
    /// Nanoseconds since the clock's origin.
    public var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The instant `duration` later, at most the last one that can be represented.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time between `earlier` and `later`.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds).partialValue)
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to the range of 64 bits (292 years).
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowed) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflow || overflowed { return seconds < 0 ? .min : .max }
        return sum
    }
}
