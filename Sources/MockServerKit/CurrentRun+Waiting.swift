import Dispatch
import MockRuntime
import Scenarios
import Sockets

extension CurrentRun {
    /// Calls `done` once nothing has arrived and no response was unsent for the scenario's `linger`, after `timeout`, or
    /// when the server stops.
    func settle(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        run.settle(timeout: timeout, isStopping: { self.isStopping }) { self.awaitDeliveries(timeout, done) }
    }

    /// Calls `done` once the run can be judged: at once if it is complete, else when it is or after the scenario's
    /// `linger`.
    func awaitCompletion(_ done: @escaping @Sendable () -> Void) {
        let run = run
        let judge = { @Sendable in self.awaitDeliveries(nil, done) }
        guard !run.activity.isComplete else { return judge() }
        run.wait(for: .complete, timeout: run.scenario.linger) { _ in judge() }
    }

    /// Calls `done` once every response of the run and of earlier ones that is sent is delivered, as far as their
    /// scenarios judge that, or after `timeout`, which is at most a second.
    func awaitDeliveries(_ timeout: Duration?, _ done: @escaping @Sendable () -> Void) {
        let runs = openRuns.filter(\.scenario.watchesDelivery)
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
