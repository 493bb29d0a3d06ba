public import HTTPMessage
import Libc
import Locking
import Playback
public import Scenarios

/// A run's clock: the time base of delays and `now`, and of everything that the run records.
///
/// Instant zero is the creation of the clock. Timeouts for a client that sends nothing do not use it.
@usableFromInline
package final class ServerClock: Sendable {
    /// What a response that may not continue before an instant does.
    package enum Wait: Sendable {
        /// It continues: the instant has come.
        case over
        /// It waits this many nanoseconds of real time.
        case real(nanoseconds: Int64)
        /// It waits until the clock is moved, or the waiter is released.
        case virtual(VirtualWaiter)
    }

    package let kind: ClockKind
    /// The machine's monotonic time at instant zero, in nanoseconds.
    private let origin: Int64
    /// The calendar time at instant zero.
    package let start: WallClockTime
    /// The waits that an instant clock has skipped so far, in nanoseconds; nil for another clock.
    private let skippedNanoseconds: Locked<Int64>?
    /// The time of a virtual clock; nil for another.
    package let virtualTime: VirtualTime?

    package init(_ kind: ClockKind = .real) {
        self.kind = kind
        skippedNanoseconds = kind == .instant ? Locked(0) : nil
        virtualTime = kind == .virtual ? VirtualTime() : nil
        origin = Self.nanoseconds(CLOCK_MONOTONIC)
        start = WallClockTime(nanoseconds: Self.nanoseconds(CLOCK_REALTIME))
    }

    @usableFromInline package func now() -> Instant {
        if let virtualTime { return virtualTime.now }
        return kind == .real ? realNow() : realNow() + skipped
    }

    /// The calendar time at `instant`.
    @usableFromInline package func wallTime(at instant: Instant) -> WallClockTime { start + instant }

    /// The real time since instant zero.
    package func realNow() -> Instant {
        Instant(nanoseconds: Self.nanoseconds(CLOCK_MONOTONIC) - origin)
    }

    /// The time in which a hold gives up: without skipped waits, but moved like a virtual clock.
    package func holdNow() -> Instant { virtualTime?.now ?? realNow() }

    /// The waits that were skipped so far.
    package var skipped: Duration { .nanoseconds(skippedNanoseconds?.withLock { $0 } ?? 0) }

    /// The current calendar time.
    package var wallTime: WallClockTime { start + now() }

    /// What a response does that may not continue before `instant`. Under a virtual clock, `resume` is called once that
    /// has come.
    package func wait(
        until instant: Instant, _ resume: @autoclosure () -> VirtualTime.Resumption
    ) -> Wait {
        if let virtualTime {
            return virtualTime.wait(until: instant, isSleeper: true, resume()).map { .virtual($0) } ?? .over
        }
        if kind == .instant {
            skip(to: instant)
            return .over
        }
        return Self.real(instant - now())
    }

    /// What a held response does whose hold gives up at `instant` of `holdNow`.
    package func waitForHold(
        until instant: Instant, _ resume: @autoclosure () -> VirtualTime.Resumption
    ) -> Wait {
        if let virtualTime {
            return virtualTime.wait(until: instant, isSleeper: false, resume()).map { .virtual($0) } ?? .over
        }
        return Self.real(instant - realNow())
    }

    private static func real(_ left: Duration) -> Wait {
        left > .zero ? .real(nanoseconds: left.wholeNanoseconds) : .over
    }

    /// Has the task wait until the clock reaches `instant`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or if a virtual clock's run ends.
    package func sleep(until instant: Instant) async throws {
        try Task.checkCancellation()
        if let virtualTime { return try await virtualTime.sleep(until: instant) }
        if kind == .real { return try await Task.sleep(for: max(instant - now(), .zero)) }
        skip(to: instant)
        await Task.yield()
    }

    /// The run is over, so nothing moves a virtual clock any more: tasks that wait for it are cancelled.
    package func finish() { virtualTime?.finish() }

    /// Whether nothing moves it any more.
    var isFinished: Bool { virtualTime?.isEnded ?? false }

    /// Moves an instant clock to `instant`, unless it is past that.
    func skip(to instant: Instant) {
        skippedNanoseconds?.withLock { skipped in
            let now = Self.nanoseconds(CLOCK_MONOTONIC) - origin
            skipped = max(skipped, instant.nanoseconds - now)
        }
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
