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

/// A server's clock: the time base of `delay` and `now`, and of everything that the server records.
///
/// Instant zero is the creation of the clock.
package struct ServerClock: Sendable {
    /// The machine's monotonic time at instant zero, in nanoseconds.
    private let origin: Int64
    /// The calendar time at instant zero.
    package let start: WallClockTime

    /// A clock that runs like the machine's.
    package init() {
        origin = Self.nanoseconds(CLOCK_MONOTONIC)
        start = WallClockTime(nanoseconds: Self.nanoseconds(CLOCK_REALTIME))
    }

    package func now() -> Instant {
        Instant(nanoseconds: Self.nanoseconds(CLOCK_MONOTONIC) - origin)
    }

    /// The current calendar time.
    package var wallTime: WallClockTime { start + now() }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
