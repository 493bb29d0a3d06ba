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
    private let settle: @Sendable (Duration) async -> Bool
    private let requests: @Sendable () -> Int

    /// The clock of a server whose runs change.
    ///
    /// - Parameters:
    ///   - settle: returns true once the server has counted what clients have already received, false if that takes longer
    ///     than the duration.
    ///   - requests: the number of requests that have come, for the text of an error.
    package init(
        settle: @escaping @Sendable (Duration) async -> Bool = { _ in true }, requests: @escaping @Sendable () -> Int,
        _ current: @escaping @Sendable () -> ServerClock
    ) {
        self.settle = settle
        self.requests = requests
        self.current = current
    }

    /// How the clock moves, according to the scenario.
    public var kind: ClockKind { current().kind }

    /// The instant at which the clock stands.
    public var now: Instant { Instant(nanoseconds: current().wallTime.nanoseconds) }

    /// The clock counts nanoseconds.
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
    /// - Parameters:
    ///   - duration: how far; a negative one moves it nowhere.
    ///   - timeout: how long to wait for those responses, and for closures that are making others, in real time. After that
    ///     the move goes on unobserved.
    /// - Throws: `ClockError` under another clock, or after the timeout.
    public func advance(by duration: Duration, timeout: Duration = .seconds(30)) async throws(ClockError) {
        guard let time = current().virtualTime else { throw .notVirtual(kind) }
        let end = ContinuousClock.now + timeout
        // In this task: another one would stand behind all tasks that are ready.
        let isSettled = await settle(timeout)
        let outcome = await time.advance(by: duration, timeout: max(.zero, ContinuousClock.now.duration(to: end)))
        if isSettled, case .met = outcome { return }
        throw .notWritten(after: timeout, now: now)
    }

    /// Waits until this many delayed responses and sleeping tasks wait for a virtual clock, so that a test does not move
    /// it too early.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - timeout: how long to wait for them, in real time: 5 seconds unless given.
    /// - Throws: `ClockError.tooFewSleepers` after the timeout, which says how many waited and how many requests had come;
    ///   `ClockError.notVirtual` under another clock; `CancellationError` if the task is cancelled.
    public func waitForSleepers(_ count: Int, timeout: Duration = .seconds(5)) async throws {
        guard let time = current().virtualTime else { throw ClockError.notVirtual(kind) }
        let outcome = await time.waitForSleepers(count, timeout: timeout)
        try Task.checkCancellation()
        guard case .timedOut = outcome else { return }
        let sleepers = time.sleepers
        // The last one may have come until this task went on.
        guard sleepers < count else { return }
        throw ClockError.tooFewSleepers(sleepers, expected: count, requests: requests(), after: timeout)
    }

    /// The number of delayed responses and sleeping tasks that wait for a virtual clock; 0 for another.
    public var sleepers: Int { current().virtualTime?.sleepers ?? 0 }
}

/// Why a clock can't be moved, or what did not happen while a test waited for it.
public enum ClockError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Only a virtual clock can be moved, and the scenario has this one.
    case notVirtual(ClockKind)
    /// Fewer responses and tasks than expected waited for the clock within that time; `requests` had come by then.
    case tooFewSleepers(Int, expected: Int, requests: Int, after: Duration)
    /// The responses that fell due were not written within that time; `now` is where the clock stood then.
    case notWritten(after: Duration, now: ScenarioClock.Instant)

    public var description: String {
        switch self {
        case .notVirtual(let kind):
            "the scenario's clock is \(kind.rawValue), and only a virtual one can be moved: write clock: virtual"
        case .tooFewSleepers(let count, let expected, let requests, let timeout):
            "\(count) of \(EnglishText.count(expected, "sleeper")) waited for the virtual clock within \(timeout), and "
                + "\(EnglishText.count(requests, "request")) had come; a sleeper is a response in its delay, or a task in "
                + "sleep(for:) of this clock: give the client under test server.clock, let it begin before this call in "
                + "a task of its own, or raise timeout:"
        case .notWritten(let timeout, let now):
            "the responses that fall due are not written after \(timeout), and the virtual clock stands at \(now): a "
                + "closure that makes a response has not returned; let it return without waiting for the test, or raise "
                + "timeout:"
        }
    }
}
