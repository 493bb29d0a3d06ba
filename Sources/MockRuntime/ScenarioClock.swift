import ExactJSON
import HTTPMessage
import Playback
public import Scenarios

/// The clock of a server's run: delays, `interval` and `now` use it. A client under test can be given it as
/// `any Clock<Duration>`, so that both wait by the same time.
///
/// Under `clock: instant` a wait is over at once and the clock skips it. Under `clock: virtual` only `advance(by:)`
/// moves it, so delays of an hour cost no time and happen in a stated order:
///
/// ```swift
/// let server = try MockServer(Scenario(yaml: "mockserver: 1\nclock: virtual\nstubs: [{ request: GET /a }]"))
/// let clock = server.clock
/// let waiting = Task { try await clock.sleep(for: .seconds(3_600)) }
/// try await clock.waitForSleepers(1)
/// try await clock.advance(by: .seconds(3_600))
/// try await waiting.value
/// ```
public struct ScenarioClock: Clock {
    /// An instant of the clock, as a calendar time.
    public struct Instant: InstantProtocol, CustomStringConvertible {
        /// Nanoseconds since 1970.
        public let nanoseconds: Int64

        package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

        /// The instant `duration` later, at most the last one that can be represented.
        public func advanced(by duration: Duration) -> Instant {
            Instant(nanoseconds: (HTTPMessage.Instant(nanoseconds: nanoseconds) + duration).nanoseconds)
        }

        /// The time from this instant to another.
        public func duration(to other: Instant) -> Duration {
            HTTPMessage.Instant(nanoseconds: other.nanoseconds) - HTTPMessage.Instant(nanoseconds: nanoseconds)
        }

        /// Whether `a` is before `b`.
        public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

        /// `2026-11-22T10:00:00.000Z`
        public var description: String {
            let written = WallClockTime(nanoseconds: nanoseconds).written(as: .iso)
            return if case .string(let text) = written { text } else { "" }
        }
    }

    private let current: @Sendable () -> ServerClock
    private let settle: @Sendable () async -> Void

    /// The clock of a server whose runs change. `settle` returns once the server has counted what clients have already
    /// received.
    package init(
        settle: @escaping @Sendable () async -> Void = {}, _ current: @escaping @Sendable () -> ServerClock
    ) {
        self.settle = settle
        self.current = current
    }

    /// How the clock moves, according to the scenario.
    public var kind: ClockKind { current().kind }

    /// The instant at which the clock stands.
    public var now: Instant { Instant(nanoseconds: current().wallTime.nanoseconds) }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until the clock reaches the deadline; `tolerance` is ignored.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or if the run of a virtual clock ends.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let clock = current()
        let offset =
            HTTPMessage.Instant(nanoseconds: deadline.nanoseconds)
            - HTTPMessage.Instant(nanoseconds: clock.start.nanoseconds)
        try await clock.sleep(until: HTTPMessage.Instant(nanoseconds: 0) + offset)
    }

    /// Moves a virtual clock. Responses and sleeping tasks that fall due continue in the order of their times; returns
    /// when those responses are written. A response that a client has received before counts as complete at the time
    /// before the move.
    ///
    /// - Throws: `ClockError` under another clock.
    public func advance(by duration: Duration) async throws(ClockError) {
        guard let time = current().virtualTime else { throw .notVirtual(kind) }
        await settle()
        await time.advance(by: duration)
    }

    /// Waits until this many delayed responses and sleeping tasks wait for a virtual clock, so that a test does not move
    /// it too early.
    ///
    /// - Throws: `ClockError` under another clock, `CancellationError` if the task is cancelled.
    public func waitForSleepers(_ count: Int) async throws {
        guard let time = current().virtualTime else { throw ClockError.notVirtual(kind) }
        try await time.waitForSleepers(count)
    }

    /// The number of delayed responses and sleeping tasks that wait for a virtual clock; 0 for another.
    public var sleepers: Int { current().virtualTime?.sleepers ?? 0 }
}

/// Why a clock can't be moved.
public enum ClockError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Only a virtual clock can be moved, and the scenario has this one.
    case notVirtual(ClockKind)

    public var description: String {
        switch self {
        case .notVirtual(let kind):
            "the scenario's clock is \(kind.rawValue), and only a virtual one can be moved: write clock: virtual"
        }
    }
}
