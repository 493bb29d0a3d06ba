import MockRuntime
import Scenarios
import Sockets

extension MockServer {
    /// The verdict at the end of the run: waits, at most `timeout`, until no response is unsent and nothing has arrived
    /// for the scenario's `linger`; and the same for each session.
    ///
    /// Then the closures of a scenario that was written in Swift judge the requests that have come, in this task, each
    /// request once.
    public func verify(timeout: Duration = .seconds(5)) async -> Verdict {
        await CallbackBridge.wait { settle(timeout, $0) }
        return judgedVerdict
    }

    /// The verdict at the end of the run, like the other `verify`, but blocks the thread, on which closures judge. On one of the server's own threads
    /// it fails instead, because it would wait for itself.
    @available(*, noasync, message: "await verify() instead")
    public func verify(timeout: Duration = .seconds(5)) -> Verdict {
        currentRun.blockUntilSettled { settle(timeout, $0) }
        return judgedVerdict
    }

    /// Waits until the step took `count` requests.
    ///
    /// - Returns: the requests that it took, as far as the journal still has them.
    /// - Throws: `WaitError` if the scenario has no such step, or after `timeout`; `CancellationError`.
    @discardableResult
    public func waitFor(
        step id: String, count: Int = 1, timeout: Duration = .seconds(5)
    ) async throws -> [JournalEntry] {
        try await run.requests(ofStep: id, count: count, timeout: timeout)
    }

    /// Whether a request has begun that is not whole, of the server's own run, of a session, or nobody knows yet whose.
    package var isReceiving: Bool {
        guard let sessions else { return currentRun.isReceiving }
        return !sessions.unclaimed.isEmpty
            || ([currentRun] + sessions.unsettled.map(\.currentRun)).contains(where: \.isReceiving)
    }

    /// Waits until every step is complete, no response is unsent and nothing has arrived for the scenario's `linger`, for
    /// at most `timeout`, or until the task is cancelled. What is missing then, the verdict says.
    public func waitUntilComplete(timeout: Duration = .seconds(300)) async {
        let end = ContinuousClock.now + timeout
        var left: Duration { ContinuousClock.now.duration(to: end) }
        repeat {
            guard case .met = await run.wait(for: .complete, timeout: left) else { return }
            let rest = left
            await CallbackBridge.wait { currentRun.settle(rest, $0) }
        } while !run.activity.isComplete && left > .zero
    }

    /// Waits like `waitUntilComplete`, but without a timeout: for a program that ends then.
    package func runToCompletion() async {
        repeat {
            await CallbackBridge.wait { _ = run.notify(when: .complete, $0) }
            await CallbackBridge.wait { currentRun.settle(.seconds(3600), $0) }
        } while !run.activity.isComplete
    }

    /// Stops once the run and the sessions can be judged, and returns the verdict. A complete run ends at once; an
    /// incomplete one waits for the scenario's `linger`, because requests may be on their way. A request that has begun
    /// is waited for until the timeout of its head or body, 40 seconds at most; it fails the run if it is not whole then.
    /// A cancelled task waits, too.
    public func finish() async -> Verdict {
        await CallbackBridge.wait { ofEach({ $0.awaitCompletion($1) }, $0) }
        await decisionsMade()
        // What is decided until the event loops have stopped counts, too.
        await stop()
        return judgedVerdict
    }

    /// Stops once the run and the sessions can be judged, like the other `finish`, but blocks the thread.
    ///
    /// - Throws: `ServerStopError` on one of the server's own threads, and in a closure that makes a response.
    @available(*, noasync, message: "await finish() instead")
    public func finish() throws(ServerStopError) -> Verdict {
        try ServerStopError.checkThread()
        if sessions != nil || isReceiving || !run.activity.isComplete {
            CallbackBridge.block { ofEach({ $0.awaitCompletion($1) }, $0) }
        }
        awaitDecisions()
        try stop()
        return judgedVerdict
    }

    /// Waits until every request that has arrived is decided, for a minute at most: the server's own run or a session whose
    /// closure has not returned by then fails. Blocks the thread.
    func awaitDecisions() {
        let end = ContinuousClock.now + DecisionsInProgress.longestWait
        currentRun.awaitDecisions(until: end)
        sessions?.awaitDecisions(until: end)
    }

    /// Waits like `awaitDecisions`, without blocking.
    func decisionsMade() async {
        let end = ContinuousClock.now + DecisionsInProgress.longestWait
        await currentRun.decisionsMade(until: end)
        await sessions?.decisionsMade(until: end)
    }

    private func settle(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        ofEach({ $0.settle(timeout, $1) }, done)
    }

    /// Calls `done` once `wait` has called back for the server's own run and for that of each session, also of one
    /// that has ended and whose last responses are still being sent.
    func ofEach(
        _ wait: (CurrentRun, @escaping @Sendable () -> Void) -> Void, _ done: @escaping @Sendable () -> Void
    ) {
        guard let sessions else { return wait(currentRun, done) }
        ([currentRun] + sessions.unsettled.map(\.currentRun)).awaitAll(done, wait)
    }
}
