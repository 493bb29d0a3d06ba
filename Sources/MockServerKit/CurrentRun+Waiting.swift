import Dispatch
import MockRuntime
import Scenarios
import Sockets

extension CurrentRun {
    /// Calls `done` once nothing has arrived and no response was unsent for the scenario's `linger`, after `timeout`, or
    /// when the server stops.
    func settle(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        let end = ContinuousClock.now + timeout
        run.settle(timeout: timeout, isStopping: { self.isStopping }) {
            self.awaitDeliveries(max(.zero, ContinuousClock.now.duration(to: end)), done)
        }
    }

    /// Calls `done` once the run can end: at once if it is complete, else when it is or after the scenario's `linger`.
    func awaitCompletion(_ done: @escaping @Sendable () -> Void) {
        let run = run
        guard !run.activity.isComplete else { return done() }
        run.wait(for: .complete, timeout: run.scenario.linger) { _ in done() }
    }

    /// Calls `done` once no response of the run or of earlier ones is unsent, or after `timeout`.
    func awaitResponses(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for run in openRuns {
            group.enter()
            run.wait(for: .answered, timeout: max(.zero, timeout)) { _ in group.leave() }
        }
        group.notify(queue: .global(), execute: done)
    }

    /// Calls `done` once every response of the run and of earlier ones that is sent is delivered, as far as their
    /// scenarios judge that, or after `timeout`, which is at most a second. Then those that are not count as that.
    func awaitDeliveries(_ timeout: Duration? = nil, _ done: @escaping @Sendable () -> Void) {
        let runs = openRuns.filter(\.watchesDelivery)
        guard !runs.isEmpty else { return done() }
        // A client may have read a response before the event loop counts it as sent.
        EventLoop.afterTurns {
            let group = DispatchGroup()
            for run in runs {
                group.enter()
                run.awaitDeliveries(timeout) { group.leave() }
            }
            group.notify(queue: .global(), execute: done)
        }
    }
}

extension ScenarioRun {
    /// Waits until the step took `count` requests.
    ///
    /// - Returns: the requests that it took, as far as the journal still has them.
    /// - Throws: like `waitFor`.
    func requests(ofStep id: String, count: Int, timeout: Duration) async throws -> [JournalEntry] {
        try await waitFor(step: id, count: count, timeout: timeout)
        return journal.filter { $0.step == id }
    }
}
