import MockRuntime
import Scenarios
import Sockets

extension CurrentRun {
    /// Calls `done` once nothing has arrived and no response was unsent for the scenario's `linger`, after `timeout`, or
    /// when the server stops.
    func settle(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        let end = ContinuousClock.now + timeout
        wait(until: end) { run, timeout, settled in
            run.settle(timeout: timeout, isStopping: { self.isStopping }, settled)
        } done: {
            self.awaitDeliveries(max(.zero, ContinuousClock.now.duration(to: end)), done)
        }
    }

    /// Waits like `settle`, but blocks the thread. On an event loop, which would wait for itself, the run fails at once
    /// instead.
    ///
    /// - Parameter wait: begins the wait, and has its argument called in the end.
    func blockUntilSettled(_ wait: (@escaping @Sendable () -> Void) -> Void) {
        guard EventLoop.current == nil else {
            return run.fail(
                "verify() was called on one of the server's own threads, as onRequest is, which it would wait for; so this "
                    + "verdict is that of the moment: call verify() in the test",
                at: run.scenario.position)
        }
        CallbackBridge.block(wait)
    }

    /// Calls `done` once no response is unsent, or after `timeout`.
    func awaitAnswers(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        let answers = { @Sendable (run: ScenarioRun, timeout: Duration, answered: @escaping @Sendable () -> Void) in
            run.wait(for: .answered, timeout: timeout) { _ in answered() }
        }
        wait(until: .now + timeout, answers, done: done)
    }

    /// Calls `done` once the run can end: at once if it is complete, else when it is or after the scenario's `linger`. A
    /// request that has begun by then is waited for, as long as its client may take for it, and completes the run or not.
    func awaitCompletion(_ done: @escaping @Sendable () -> Void) {
        let completion = { @Sendable (run: ScenarioRun, timeout: Duration, judged: @escaping @Sendable () -> Void) in
            let end = ContinuousClock.now + timeout
            let linger = min(run.scenario.linger, timeout)
            run.wait(for: .complete, timeout: linger) { _ in
                guard run.isReceiving else { return judged() }
                run.wait(for: .received, timeout: ContinuousClock.now.duration(to: end)) { _ in
                    run.wait(for: .complete, timeout: linger) { _ in judged() }
                }
            }
        }
        wait(until: .now + run.scenario.linger + longestRequest, completion, done: done)
    }

    /// Calls `done` once `wait` has called back for the current run and it is known of each request that had begun by then
    /// whose it is, at the latest at `end`. Waits again for a run that replaces that one meanwhile, and if such a request
    /// was the run's.
    private func wait(
        until end: ContinuousClock.Instant,
        _ wait: @escaping @Sendable (ScenarioRun, _ timeout: Duration, @escaping @Sendable () -> Void) -> Void,
        done: @escaping @Sendable () -> Void
    ) {
        let run = run
        wait(run, ContinuousClock.now.duration(to: end)) {
            let last = run.activity.last
            self.awaitClaims(until: end) {
                let isOver = self.isStopping || ContinuousClock.now >= end
                let isSettled = self.run === run && !run.isReceiving && run.activity.last == last
                if isOver || isSettled { return done() }
                self.wait(until: end, wait, done: done)
            }
        }
    }

    /// Calls `done` once it is known of each request that has begun by now whose it is, or at `end`.
    func awaitClaims(until end: ContinuousClock.Instant, _ done: @escaping @Sendable () -> Void) {
        guard let unclaimed else { return done() }
        unclaimed.wait(timeout: ContinuousClock.now.duration(to: end), done)
    }

    /// Calls `done` once no response of the run or of earlier ones is unsent, or after `timeout`.
    func awaitResponses(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        openRuns.awaitAll(done) { run, isOver in
            run.wait(for: .answered, timeout: max(.zero, timeout)) { _ in isOver() }
        }
    }

    /// Calls `done` once the last requests of a run that was replaced are decided, and the responses that it has sent are
    /// delivered, those too that its end releases.
    func awaitEnd(of ending: EndingRun, _ done: @escaping @Sendable () -> Void) {
        EventLoop.afterTurns {
            ending.run.decisions.notifyEnd(orFail: ending.run) {
                ending.run.end()
                // What that releases is written then.
                EventLoop.afterTurns { ending.run.awaitDeliveries(nil, done) }
            }
        }
    }

    /// Calls `done` once every response of the run and of earlier ones that is sent is delivered, as far as their
    /// scenarios judge that, or after `timeout`, which is at most a second. Then those that are not count as that.
    func awaitDeliveries(_ timeout: Duration? = nil, _ done: @escaping @Sendable () -> Void) {
        let runs = openRuns.filter(\.watchesDelivery)
        guard !runs.isEmpty else { return done() }
        // A client may have read a response before the event loop counts it as sent.
        EventLoop.afterTurns {
            runs.awaitAll(done) { run, isOver in run.awaitDeliveries(timeout, isOver) }
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
