import Locking
package import Playback

/// Reads the decided requests of a server one after the other, over all its runs. Any number of tasks may read: each
/// request goes to one of them.
package final class ExchangeReader: Sendable {
    private struct State {
        /// The runs that are not read to their ends, in order; never empty.
        var runs: [ScenarioRun]
        /// The number of the last request that was read of the first of them.
        var lastRead = 0
    }

    /// What the next request is.
    enum Next: Sendable {
        case request(ScenarioRun.UnreadRequest)
        /// None has come; wait for this condition of this run.
        case notYet(ScenarioRun, ScenarioRun.WaitCondition)
        /// The server has stopped.
        case end
    }

    private let keepsUnread: Bool
    private let state: Locked<State>

    package init(_ run: ScenarioRun, keepsUnread: Bool) {
        self.keepsUnread = keepsUnread
        state = Locked(State(runs: [run]))
        if keepsUnread { run.keep(after: 0, forReader: ObjectIdentifier(self)) }
    }

    deinit {
        guard keepsUnread else { return }
        for run in state.withLock({ $0.runs }) { run.keep(after: nil, forReader: ObjectIdentifier(self)) }
    }

    /// Another run replaces the last one.
    package func add(_ run: ScenarioRun) {
        if keepsUnread { run.keep(after: 0, forReader: ObjectIdentifier(self)) }
        state.withLock { $0.runs.append(run) }
    }

    /// Reads the next request if it has come.
    func next() -> Next {
        state.withLock { state in
            while true {
                let run = state.runs[0]
                switch run.next(after: state.lastRead) {
                case .request(let request):
                    state.lastRead = request.number
                    if keepsUnread { run.keep(after: request.number, forReader: ObjectIdentifier(self)) }
                    return .request(request)
                case .notYet: return .notYet(run, .request(after: state.lastRead))
                case .end where state.runs.count == 1: return .end
                case .end:
                    state.runs.removeFirst()
                    state.lastRead = 0
                }
            }
        }
    }

    /// Takes the next request: waits for it for at most `timeout`, in real time.
    ///
    /// - Parameter verdict: the verdict at the instant of an error.
    /// - Throws: `WaitError` or `CancellationError`.
    package func take(timeout: Duration, verdict: () -> Verdict) async throws -> JournalEntry {
        let end = ContinuousClock.now + timeout
        while true {
            switch next() {
            case .request(let request): return try Self.entry(of: request)
            case .end:
                throw WaitError.noRequest(after: timeout, serverStopped: true, verdict: verdict().statingUnjudged)
            case .notYet(let run, let condition):
                switch await run.wait(for: condition, timeout: ContinuousClock.now.duration(to: end)) {
                case .met: continue
                case .timedOut:
                    // It may have come until this task went on.
                    if case .request(let request) = next() { return try Self.entry(of: request) }
                    throw WaitError.noRequest(after: timeout, serverStopped: false, verdict: verdict().statingUnjudged)
                case .cancelled: throw CancellationError()
                }
            }
        }
    }

    private static func entry(of request: ScenarioRun.UnreadRequest) throws(WaitError) -> JournalEntry {
        guard !request.followsDropped else { throw .requestsDropped(before: request.entry) }
        return request.entry
    }
}
