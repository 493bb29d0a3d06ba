import Dispatch
import MockRuntime
public import Playback

extension InProcessMockServer {
    /// The verdict at the end of the run: waits, at most `timeout`, until no response is unsent and nothing has arrived
    /// for the scenario's `linger`.
    public func verify(timeout: Duration = .seconds(5)) async -> Verdict {
        await withCheckedContinuation { continuation in
            settle(timeout) { continuation.resume() }
        }
        return verdict
    }

    /// The verdict at the end of the run, like the other `verify`, but blocks the thread.
    @available(*, noasync, message: "await verify() instead")
    public func verify(timeout: Duration = .seconds(5)) -> Verdict {
        let settled = DispatchSemaphore(value: 0)
        settle(timeout) { settled.signal() }
        settled.wait()
        return verdict
    }

    /// Waits until the step took `count` requests.
    ///
    /// - Throws: `WaitError` if the scenario has no such step, or after `timeout`.
    public func waitFor(step id: String, count: Int = 1, timeout: Duration = .seconds(5)) async throws {
        try await run.waitFor(step: id, count: count, timeout: timeout)
    }

    /// Stops once the run can be judged, and returns the verdict. A complete run ends at once; an incomplete one waits
    /// for the scenario's `linger`, because requests may be on their way. Blocks the thread meanwhile.
    @available(*, noasync)
    public func finish() -> Verdict {
        if !run.activity.isComplete {
            let done = DispatchSemaphore(value: 0)
            run.wait(for: .complete, timeout: scenario.linger) { _ in done.signal() }
            done.wait()
        }
        let verdict = verdict
        end()
        return verdict
    }

    private func settle(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        let transport = transport
        run.settle(timeout: timeout, isStopping: { transport.isStopped }, done)
    }
}
