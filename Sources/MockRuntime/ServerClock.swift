#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
package import HTTPMessage
import Playback
package import Scenarios

/// A server's clock: what `delay` and `now` run on, and what everything it records is timed by.
///
/// Instant zero is when the clock was made.
package struct ServerClock: Sendable {
    /// The machine's monotonic time at instant zero, in nanoseconds.
    private let origin: Int64
    /// The calendar's time at instant zero.
    package let start: WallClockTime

    /// A clock that runs as the machine's does.
    package init() {
        origin = Self.nanoseconds(CLOCK_MONOTONIC)
        start = WallClockTime(nanoseconds: Self.nanoseconds(CLOCK_REALTIME))
    }

    package func now() -> Instant {
        Instant(nanoseconds: Self.nanoseconds(CLOCK_MONOTONIC) - origin)
    }

    /// The calendar's time now.
    package var wallTime: WallClockTime { start + now() }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
