import MockRuntime
import Scenarios

extension CurrentRun {
    /// Calls `done` once nothing has arrived and no response was unsent for the scenario's `linger`, after `timeout`, or
    /// when the server stops.
    func settle(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        run.settle(timeout: timeout, isStopping: { self.isStopping }, done)
    }

    /// Calls `done` once the run can be judged: at once if it is complete, else when it is or after the scenario's
    /// `linger`.
    func awaitCompletion(_ done: @escaping @Sendable () -> Void) {
        let run = run
        guard !run.activity.isComplete else { return done() }
        run.wait(for: .complete, timeout: run.scenario.linger) { _ in done() }
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
