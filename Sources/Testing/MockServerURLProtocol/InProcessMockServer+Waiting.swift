import Dispatch
import Locking
public import MockRuntime
public import Playback

extension InProcessMockServer {
    /// The verdict at the end of the run: waits, at most `timeout`, until no response is unsent and nothing has arrived
    /// for the scenario's `linger`. It also waits for closures that make a response; after a minute their
    /// absence is a failure. Then the closures of a scenario that was written in Swift judge the requests that have come, in
    /// this task, each request once.
    public func verify(timeout: Duration = .seconds(5)) async -> Verdict {
        await withCheckedContinuation { continuation in
            settle(timeout) { continuation.resume() }
        }
        await transport.decisionsMade()
        return judgedVerdict
    }

    /// The verdict at the end of the run, like the other `verify`, but blocks the thread.
    @available(*, noasync, message: "await verify() instead")
    public func verify(timeout: Duration = .seconds(5)) -> Verdict {
        let settled = DispatchSemaphore(value: 0)
        settle(timeout) { settled.signal() }
        settled.wait()
        transport.awaitDecisions()
        return judgedVerdict
    }

    /// Waits until the step took `count` requests.
    ///
    /// - Throws: `WaitError` if the scenario has no such step, or after `timeout`.
    public func waitFor(step id: String, count: Int = 1, timeout: Duration = .seconds(5)) async throws {
        try await run.waitFor(step: id, count: count, timeout: timeout)
    }

    /// Every request that the scenario decides, in order of arrival, from the first one on. Ends when the server stops
    /// or the task is cancelled.
    ///
    /// Each loop sees each request once. The journal keeps what the slowest loop has not read, also beyond its limit.
    public var exchanges: Exchanges {
        Exchanges { [run] in ExchangeReader(run, keepsUnread: true) }
    }

    /// The next request that this call has not returned before, in order of arrival, as soon as it is decided. If
    /// several tasks call it, each request goes to one of them.
    ///
    /// - Parameter timeout: how long to wait for a request, in real time.
    /// - Throws: `WaitError.noRequest` after the timeout or when the server stops, `WaitError.requestsDropped` if the
    ///   journal has dropped requests that were not taken, or `CancellationError`.
    public func takeRequest(timeout: Duration = .seconds(5)) async throws -> JournalEntry {
        let reader = takenRequests.withLock { reader in
            let shared = reader ?? ExchangeReader(run, keepsUnread: false)
            reader = shared
            return shared
        }
        return try await reader.take(timeout: timeout) { run.verdict }
    }

    /// Stops once the run can be judged, and returns the verdict. A complete run ends at once; an incomplete one waits
    /// for the scenario's `linger`, because requests may be on their way. Closures that make a response are waited for.
    /// A cancelled task waits, too.
    public func finish() async -> Verdict {
        if !run.activity.isComplete {
            await withCheckedContinuation { continuation in
                run.wait(for: .complete, timeout: scenario.linger) { _ in continuation.resume() }
            }
        }
        await transport.decisionsMade()
        // What is decided until the end of every request counts, too.
        await stop()
        return judgedVerdict
    }

    /// Stops once the run can be judged, like the other `finish`, but blocks the thread.
    @available(*, noasync, message: "await finish() instead")
    public func finish() -> Verdict {
        if !run.activity.isComplete {
            let done = DispatchSemaphore(value: 0)
            run.wait(for: .complete, timeout: scenario.linger) { _ in done.signal() }
            done.wait()
        }
        transport.awaitDecisions()
        stop()
        return judgedVerdict
    }

    private func settle(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        let transport = transport
        run.settle(timeout: timeout, isStopping: { transport.isStopped }, done)
    }
}
