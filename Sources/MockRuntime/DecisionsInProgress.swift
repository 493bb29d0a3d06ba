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

    /// - Parameter timeout: how long they are waited for, in real time.
    package init(timeout: Duration = .seconds(60)) { self.timeout = Locked(timeout) }

    package func begin() { group.enter() }

    package func end() { group.leave() }

    /// Waits until all that have begun have ended, without blocking. After the timeout `run` fails.
    package func ended(orFail run: ScenarioRun) async {
        guard !isEmpty else { return }
        let first = FirstOutcome()
        group.notify(queue: .global()) { first.settle(.met) }
        let limit = timeout.withLock { $0 }
        first.settle(.timedOut, after: limit)
        if case .timedOut = await first.outcome() { giveUp(run, after: limit) }
    }

    /// Waits like `ended`, but blocks the thread.
    package func awaitEnd(orFail run: ScenarioRun) {
        let limit = timeout.withLock { $0 }
        let nanoseconds = Int(clamping: max(0, limit.wholeNanoseconds))
        if group.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut { giveUp(run, after: limit) }
    }

    private var isEmpty: Bool { group.wait(timeout: .now()) == .success }

    private func giveUp(_ run: ScenarioRun, after limit: Duration) {
        let isFirst = timeout.withLock { timeout in
            defer { timeout = .zero }
            return timeout > .zero
        }
        guard isFirst else { return }
        run.fail(
            "a closure that makes a response has not returned within \(limit), so the verdict is without it: let it "
                + "return, and wait in the test itself", at: run.scenario.position)
    }
}
