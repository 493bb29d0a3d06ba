import Dispatch
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import MockRuntime
public import Playback
public import Reports
public import Scenarios
import Sockets

/// The session as the server knows it.
private typealias PlayedSession = Session

extension MockServer {
    /// A scenario that is ready for any number of sessions: what is derived from it is made once.
    public struct PreparedScenario: Sendable {
        let compiled: CompiledScenario
        /// The scenario as it was given, to be looked at.
        public var scenario: Scenario { compiled.scenario }

        /// Takes as long as the scenario is large: about a millisecond for a thousand steps.
        ///
        /// - Throws: `SessionError.invalidScenario` if the scenario was written in Swift and has errors.
        public init(_ scenario: Scenario) throws(SessionError) {
            if let error = scenario.loadError { throw .invalidScenario("\(error)") }
            compiled = CompiledScenario(scenario)
        }
    }

    /// Why a session can't be begun.
    public enum SessionError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The server's options have no `sessions`.
        case notEnabled
        /// There are as many sessions as the options permit.
        case full(limit: Int)
        /// The server is stopped, or is just stopping.
        case stopped
        /// The scenario, which was written in Swift, has these errors.
        case invalidScenario(String)

        public var description: String {
            switch self {
            case .notEnabled: "This server has no sessions: set options.sessions = .init() before it starts."
            case .full(let limit):
                "There are \(limit) sessions already: end those that are over, or raise options.sessions.limit."
            case .stopped: "The server is stopped, so it begins no session."
            case .invalidScenario(let text): text
            }
        }
    }

    /// Begins a session of a scenario, beside the server's own run and other sessions.
    ///
    /// - Parameters:
    ///   - scenario: what is played.
    ///   - seed: the seed of the random values. If nil, that of the server's options, else the scenario's, or a fresh
    ///     one.
    /// - Throws: `SessionError` if the options have no `sessions`, at their limit, on a stopped server, or if a scenario
    ///   that was written in Swift has errors.
    public func beginSession(_ scenario: Scenario, seed: UInt64? = nil) throws(SessionError) -> Session {
        try beginSession(PreparedScenario(scenario), seed: seed)
    }

    /// Begins a session like the other `beginSession`, of a scenario that many sessions share. Takes a few microseconds,
    /// however large the scenario is.
    public func beginSession(_ scenario: PreparedScenario, seed: UInt64? = nil) throws(SessionError) -> Session {
        guard let sessions else { throw .notEnabled }
        do throws(SessionTable.Full) {
            let session = try sessions.begin(scenario.compiled, seed: seed)
            if !warnsIfUnverified { session.currentRun.verdictReminder.silence() }
            return Session(session, of: sessions, url: (urlText ?? url.absoluteString) + session.pathPrefix)
        } catch {
            if currentRun.isStopping { throw .stopped }
            throw .full(limit: error.limit)
        }
    }

    /// A scenario that a server plays to those requests which name it: it has a script, variables, a clock, a journal
    /// and a verdict of its own, and numbers connections for itself.
    ///
    /// Begin one for each test that shares a server:
    ///
    /// ```swift
    /// var options = MockServer.Options()
    /// options.sessions = .init()
    /// let scenario = try Scenario(contentsOf: "Scenarios/token-refresh.yaml")
    /// let server = try MockServer(scenario, options: options)
    /// let session = try server.beginSession(scenario)
    /// // let the client under test call session.url, then:
    /// let verdict = await session.finish()
    /// print(verdict.text())
    /// ```
    ///
    /// A session that is not finished counts all the same: the server's `verdict`, `verify()`, `finish()` and `report()`
    /// have the failures of all sessions, ended or not. Without a request or a question it ends after
    /// `SessionOptions.timeout`.
    public final class Session: Sendable {
        /// The header that names a session in requests, beside the path and the host.
        public static let header = SessionRoute.header

        /// The base URL for clients: the server's, with a path that names the session. It is taken off the paths of
        /// requests before anything is matched.
        public let url: URL
        private let session: PlayedSession
        private let table: SessionTable

        fileprivate init(_ session: PlayedSession, of table: SessionTable, url: String) {
            // A server's URL with letters and digits behind it is a valid URL.
            self.url = URL(string: url) ?? URL(fileURLWithPath: "/")
            self.session = session
            self.table = table
        }

        deinit {
            session.currentRun.verdictReminder.released(
                session.currentRun.verdict.statingUnjudged, hasMore: session.currentRun.hasMoreThanTold, of: "session",
                remedy:
                    "Call await session.finish() and look at the failures, or ask its server for the verdict before.")
        }

        private var currentRun: CurrentRun { session.currentRun }

        /// The id, 26 letters and digits: the value of the header `Mockserver-Session`, and the first label of the host
        /// `<id>.localhost`, which name the session, too.
        public var id: String { session.id.description }

        /// The scenario that is played.
        public var scenario: Scenario { currentRun.run.scenario }

        /// The clock of the session, which delays, `interval` and `now` use. A client under test can be given it too.
        public var clock: ScenarioClock { currentRun.clock }

        /// The requests so far, in order of arrival, redacted.
        public var journal: [JournalEntry] {
            touch()
            return currentRun.run.journal
        }

        /// The last 1,000 connections that their clients closed within a request of this session, in order.
        public var unfinishedRequests: [UnfinishedRequest] { currentRun.run.unfinishedRequests }

        /// Every request of the session, as the server's `exchanges` has its own. Ends with the session.
        public var exchanges: Exchanges {
            touch()
            return Exchanges { [currentRun] in currentRun.makeReader(keepsUnread: true) }
        }

        /// The verdict at this instant: failures so far, and every step, hold and end check that is not met yet. It calls no
        /// closure, as the server's `verdict`.
        public var verdict: Verdict {
            touch()
            let events = currentRun.events
            let verdict = session.verdict
            if verdict.unjudged == nil { currentRun.verdictReminder.tells(events) }
            return verdict.statingUnjudged
        }

        /// The verdict once closures have judged the requests that have come, on this thread.
        private var judgedVerdict: Verdict { .judged(by: judge) { session.verdict }.statingUnjudged }

        /// Has closures judge the requests, for someone who asks for the verdict.
        private func judge() {
            currentRun.judge()
            currentRun.tellsVerdict()
        }

        /// The session's runs in their current state, for one of the formats of `ReportFormat`.
        public func report() -> RunReport {
            touch()
            judge()
            return session.report(address: session.url ?? "").statingUnjudged
        }

        /// The verdict at the end of the session: waits, at most `timeout`, until no response is unsent and nothing has
        /// arrived for the scenario's `linger`. Then closures judge the requests, as for the server's `verify()`.
        public func verify(timeout: Duration = .seconds(5)) async -> Verdict {
            touch()
            await CallbackBridge.wait { currentRun.settle(timeout, $0) }
            return judgedVerdict
        }

        /// The verdict at the end of the session, like the other `verify`, but blocks the thread. On one of the server's own
        /// threads it fails instead, because it would wait for itself.
        @available(*, noasync, message: "await verify() instead")
        public func verify(timeout: Duration = .seconds(5)) -> Verdict {
            touch()
            currentRun.blockUntilSettled { currentRun.settle(timeout, $0) }
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
            touch()
            return try await currentRun.run.requests(ofStep: id, count: count, timeout: timeout)
        }

        /// Ends the session once it can be judged, and returns the verdict. A complete session ends at once; an
        /// incomplete one waits for the scenario's `linger`, because requests may be on their way. A request that has
        /// begun is waited for as by the server's `finish()`. A cancelled task waits, too.
        ///
        /// From then on a request that names the session gets a 410. The verdict still counts for the server. Finishing it
        /// again returns the verdict again.
        public func finish() async -> Verdict {
            await CallbackBridge.wait { currentRun.awaitCompletion($0) }
            await currentRun.decisionsMade()
            // What its clients have sent by now is still the session's.
            await EventLoop.turnsEnded()
            let ending = table.close(session)
            await EventLoop.turnsEnded()
            await currentRun.decisionsMade()
            currentRun.end()
            await CallbackBridge.wait { currentRun.awaitDeliveries(nil, $0) }
            return verdict(on: ending)
        }

        /// Ends the session like the other `finish`, but blocks the thread.
        ///
        /// - Throws: `ServerStopError` on one of the server's own threads, and in a closure that makes a response.
        @available(*, noasync, message: "await finish() instead")
        public func finish() throws(ServerStopError) -> Verdict {
            try ServerStopError.checkThread()
            CallbackBridge.block { currentRun.awaitCompletion($0) }
            currentRun.awaitDecisions()
            EventLoop.awaitTurns()
            let ending = table.close(session)
            EventLoop.awaitTurns()
            currentRun.awaitDecisions()
            currentRun.end()
            CallbackBridge.block { currentRun.awaitDeliveries(nil, $0) }
            return verdict(on: ending)
        }

        /// Ends the session like `finish`.
        @available(*, deprecated, renamed: "finish()")
        @discardableResult
        public func end() async -> Verdict { await finish() }

        /// Ends the session like `finish`, but blocks the thread.
        @available(*, deprecated, renamed: "finish()")
        @available(*, noasync, message: "await finish() instead")
        @discardableResult
        public func end() throws(ServerStopError) -> Verdict { try finish() }

        /// - Parameter ending: nil if the session has ended before, or is ending elsewhere.
        private func verdict(on ending: SessionTable.EndingSession?) -> Verdict {
            judge()
            return (ending.map { table.end($0).verdictOnAllRuns } ?? session.verdict).statingUnjudged
        }

        /// A question keeps the session from expiring.
        private func touch() { session.touch() }
    }
}
