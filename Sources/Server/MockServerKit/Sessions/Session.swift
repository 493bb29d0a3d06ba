import Locking
import MockRuntime
import Playback
import Reports

/// One of many scenarios that a server plays at once, each to the requests that name it: a run of its own, with its
/// script, variables, clock, journal and verdict.
final class Session: Sendable {
    private struct State {
        /// The number of connections that carried a request.
        var connections = 0
        /// When an admin last asked about it, or got the response.
        var lastAsked = ContinuousClock.now
        /// The number of an admin's questions that wait for their response.
        var asking = 0
        /// How long nothing had happened to it when it ended by itself; nil if it did not.
        var expiry: Duration?
    }

    let id: SessionID
    /// The base URL for clients that name the session by the path; nil on a Unix-domain socket.
    let url: String?
    let currentRun: CurrentRun
    private let state = Locked(State())

    init(_ id: SessionID, url: String?, _ currentRun: CurrentRun) {
        self.id = id
        self.url = url
        self.currentRun = currentRun
    }

    /// What the paths of requests to it may begin with.
    var pathPrefix: String { SessionRoute.prefix(of: id) }

    /// The number of one more connection.
    func nextConnection() -> Int {
        state.withLock { state in
            state.connections += 1
            return state.connections
        }
    }

    /// An admin asks about it, so that it does not expire.
    func touch() { state.withLock { $0.lastAsked = .now } }

    /// An admin's question waits, or its response is there.
    func asks(_ change: Int) {
        state.withLock { state in
            state.asking += change
            state.lastAsked = .now
        }
    }

    /// How long nothing has happened to it; zero while a response is unsent, or an admin waits for one.
    var idleTime: Duration {
        let run = currentRun.run
        let activity = run.activity
        guard activity.unanswered == 0 else { return .zero }
        let (lastAsked, asking) = state.withLock { ($0.lastAsked, $0.asking) }
        guard asking == 0 else { return .zero }
        return min(run.clock.realNow() - activity.last, ContinuousClock.now - lastAsked)
    }

    /// Notes that it ends because nothing has happened to it for that long.
    func expire(after timeout: Duration) { state.withLock { $0.expiry = timeout } }

    /// Its runs in their current state.
    func report(address: String) -> RunReport {
        var report = currentRun.report(address: address, session: id.description)
        if let expiry = state.withLock({ $0.expiry }) { report.expire(after: expiry) }
        return report
    }

    /// The verdict on all its runs.
    var verdict: Verdict {
        var verdict = currentRun.verdict
        verdict.expiry = state.withLock { $0.expiry }.map(TimeText.stated)
        return verdict
    }
}
