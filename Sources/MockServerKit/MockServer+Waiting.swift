import Dispatch
import Scenarios
import Sockets

extension MockServer {
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
        guard run.count(ofStep: id) != nil else {
            throw WaitError.noSuchStep(id, known: scenario.steps.map(\.rule.id))
        }
        let came = await withCheckedContinuation { continuation in
            run.wait(for: .step(id, count: count), timeout: timeout) { continuation.resume(returning: $0) }
        }
        guard came else {
            throw WaitError.timedOut(
                step: id, count: run.count(ofStep: id) ?? 0, expected: count, after: timeout, verdict: run.verdict)
        }
    }

    /// Waits until every step is complete, no response is unsent and nothing has arrived for the scenario's `linger`.
    /// Has no timeout: for a program that ends then.
    public func waitUntilComplete() async {
        repeat {
            await withCheckedContinuation { continuation in
                _ = run.notify(when: .complete) { continuation.resume() }
            }
            await withCheckedContinuation { continuation in
                settle(.seconds(3600)) { continuation.resume() }
            }
        } while !run.activity.isComplete
    }

    /// Stops once the run can be judged, and returns the verdict. A complete run ends at once; an incomplete one waits
    /// for the scenario's `linger`, because requests may be on their way.
    ///
    /// - Throws: `ServerStopError` on one of the server's own threads.
    @available(*, noasync)
    public func finish() throws(ServerStopError) -> Verdict {
        guard EventLoop.current == nil else { throw .onEventLoop }
        if !run.activity.isComplete {
            let done = DispatchSemaphore(value: 0)
            run.wait(for: .complete, timeout: scenario.linger) { _ in done.signal() }
            done.wait()
        }
        currentRun.awaitDecisions()
        let verdict = verdict
        try stop()
        return verdict
    }

    private func settle(_ timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        run.settle(timeout: timeout, isStopping: { [currentRun] in currentRun.isStopping }, done)
    }
}

/// Why waiting for a step failed.
public enum WaitError: Error, Sendable, CustomStringConvertible {
    /// The scenario has no step with that id; `known` are the existing ids.
    case noSuchStep(String, known: [String])
    /// The step took fewer requests than expected in that time; the verdict is the one at that instant.
    case timedOut(step: String, count: Int, expected: Int, after: Duration, verdict: Verdict)

    public var description: String {
        switch self {
        case .noSuchStep(let id, let known):
            let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
            return "the scenario has no step \"\(id)\"; it has \(names.isEmpty ? "none" : names)"
        case .timedOut(let step, let count, let expected, let timeout, let verdict):
            return
                "\(RuleNoun.step.text(step)) took \(count) of \(expected) requests within \(timeout)\n\n\(verdict.text())"
        }
    }
}
