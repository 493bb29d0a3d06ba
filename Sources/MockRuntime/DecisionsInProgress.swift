import Dispatch
import HTTPMessage
import Locking
import Scenarios

/// The decisions about requests that are made outside the sessions and event loops that the requests came by. A closure
/// that makes a response may take long, and may never return.
package final class DecisionsInProgress: Sendable {
    private let group = DispatchGroup()
    /// How long they are waited for; no more once that was too short.
    private let timeout: Locked<Duration>

    /// How long they are waited for unless stated otherwise, in real time.
    package static let longestWait = Duration.seconds(60)

    /// - Parameter timeout: how long they are waited for, in real time.
    package init(timeout: Duration = longestWait) { self.timeout = Locked(timeout) }

    package func begin() { group.enter() }

    package func end() { group.leave() }

    /// Waits until all that have begun have ended, without blocking. After the timeout `run` fails.
    ///
    /// - Parameter end: when the wait ends if that is before the timeout: several may be waited for one after the other.
    package func ended(orFail run: ScenarioRun, until end: ContinuousClock.Instant? = nil) async {
        if await !ended(within: limit(until: end)) { giveUp(run) }
    }

    /// Waits until all that have begun have ended, without blocking, and returns false after `timeout`.
    package func ended(within timeout: Duration) async -> Bool {
        guard !isEmpty else { return true }
        let first = FirstOutcome()
        group.notify(queue: .global()) { first.settle(.met) }
        first.settle(.timedOut, after: timeout)
        if case .met = await first.outcome() { return true }
        return false
    }

    /// Waits like `ended`, but blocks the thread.
    package func awaitEnd(orFail run: ScenarioRun, until end: ContinuousClock.Instant? = nil) {
        let nanoseconds = Int(clamping: max(0, limit(until: end).wholeNanoseconds))
        if group.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut { giveUp(run) }
    }

    private var isEmpty: Bool { group.wait(timeout: .now()) == .success }

    private func limit(until end: ContinuousClock.Instant?) -> Duration {
        let limit = timeout.withLock { $0 }
        return end.map { min(limit, ContinuousClock.now.duration(to: $0)) } ?? limit
    }

    private func giveUp(_ run: ScenarioRun) {
        let limit = timeout.withLock { timeout in
            defer { timeout = .zero }
            return timeout
        }
        guard limit > .zero else { return }
        run.fail(
            "a closure that makes a response has not returned within \(limit), so the verdict is without it: let it "
                + "return, and wait in the test itself", at: run.scenario.position)
    }
}
