import Dispatch
import HTTPMessage
import Locking
import MockRuntime
import Playback
import Reports
import Sockets

/// The sessions of a server. Requests find theirs by the path, a header or the host.
///
/// A session is open, ending or ended. It changes from one to the next under the table's lock, so whoever reads the
/// table finds each session in one of them. While it is ending, its report is made outside the lock; whoever asks for
/// verdicts meanwhile waits for that.
final class SessionTable: Sendable {
    /// A request that named a session which is not there.
    struct UnknownSession: Sendable {
        let id: String
        var requests: Int
        /// The last one.
        var request: TimelineEntry
    }

    /// The requests that no run got.
    struct RefusedRequests: Sendable {
        /// Those that named no session.
        var unnamed = 0
        /// Those that named one which is not there, or several.
        var misnamed = 0
        /// Those of the first that no client under test has to have sent: health checks and the like.
        var strays = 0
        /// The first one.
        var first: TimelineEntry?

        var count: Int { unnamed + misnamed }
    }

    private struct State {
        /// Those that are open.
        var sessions: [SessionID: Session] = [:]
        /// Those that are ending or have ended.
        var ended: EndedSessions
        /// The number of those that are ending.
        var ending = 0
        /// The unknown sessions that were named last, at most `unknownLimit`.
        var unknown: [UnknownSession] = []
        var refused = RefusedRequests()
        /// How often a session was asked for in vain, and why the last time.
        var refusedSessions: (count: Int, reason: String)?
        /// The number of sessions that ended because nothing happened to them.
        var expired = 0
        /// Whether sessions have expired whose verdicts nobody was told.
        var areExpiredUnasked = false
        /// The number of sessions that were begun, and those that ended by their results then.
        var begun = 0
        var results = RunReport.OmittedRuns()
        /// Whether a look for idle sessions is due.
        var isWatching = false
        var isStopped = false
    }

    /// Why no session can be made.
    struct Full: Error {
        let limit: Int
    }

    private static let unknownLimit = 100
    /// The most characters of an unknown session's id.
    private static let longestID = 128

    let options: MockServer.SessionOptions
    /// The server's URL for clients; nil for a Unix-domain socket.
    let serverURL: String?
    private let runOptions: ScenarioRun.Options
    private let longestRequest: Duration
    /// The requests that have begun, as long as it is not known whose they are.
    let unclaimed = UnclaimedRequests()
    /// The names whose subdomains are sessions, in lower case, each with a leading dot.
    let hosts: [[UInt8]]
    private let onEnd: (@Sendable (RunReport) -> Void)?
    private let state: Locked<State>
    /// The longest time that the lock was held so far, in CPU time; nil if it is not measured.
    var longestHold: Duration? { state.longestHold }

    init(
        _ options: MockServer.SessionOptions, _ runOptions: ScenarioRun.Options, longestRequest: Duration,
        address: String
    ) {
        self.options = options
        self.longestRequest = longestRequest
        self.runOptions = runOptions
        serverURL = runOptions.serverURL.isEmpty ? nil : runOptions.serverURL
        onEnd = options.onEnd
        hosts = (["localhost"] + options.hosts).map { Array(".\($0.lowercased())".utf8) }
        state = Locked(
            State(ended: EndedSessions(address: address)), measuresHolds: runOptions.measuresHolds)
    }

    // MARK: - Sessions

    /// Begins a session.
    ///
    /// - Parameter source: what the scenario was loaded from; nil if no stubs will be added to it.
    /// - Throws: `Full` at the limit of sessions.
    func begin(
        _ scenario: CompiledScenario, source: ScenarioSource? = nil, seed: UInt64? = nil
    ) throws(Full) -> Session {
        let id = SessionID()
        var options = runOptions
        let url = serverURL.map { $0 + SessionRoute.prefix(of: id) }
        options.serverURL = url ?? ""
        options.seed = seed ?? options.seed
        options.session = id.description
        options.pathPrefix = PathPrefix(SessionRoute.prefix(of: id))
        let currentRun = CurrentRun(
            scenario, source: source, options, longestRequest: longestRequest, unclaimed: unclaimed)
        let session = Session(id, url: url, currentRun)
        let (isFull, watches) = state.withLock { state -> (Bool, Bool) in
            guard state.sessions.count + state.ending < self.options.limit, !state.isStopped else {
                return (true, false)
            }
            state.sessions[id] = session
            state.begun += 1
            defer { state.isWatching = true }
            return (false, !state.isWatching)
        }
        guard !isFull else { throw Full(limit: self.options.limit) }
        if watches { watchIdle() }
        return session
    }

    /// The session with that id; an admin's question keeps it from expiring.
    func session(_ id: SessionID) -> Session? {
        let session = state.withLock { $0.sessions[id] }
        session?.touch()
        return session
    }

    /// The base URLs for clients that name a session by the host. Names under `localhost` lead to this machine in
    /// browsers and wherever they are resolved (RFC 6761, section 6.3).
    func hostURLs(of session: Session) -> [String] {
        guard let serverURL, let scheme = serverURL.firstRange(of: "://"), let colon = serverURL.lastIndex(of: ":")
        else { return [] }
        return (["localhost"] + options.hosts).map {
            "\(serverURL[..<scheme.upperBound])\(session.id).\($0)\(serverURL[colon...])"
        }
    }

    /// All sessions that are open or ending, in the order of their ids.
    var all: [Session] {
        Self.ordered(state.withLock { Array($0.sessions.values) + $0.ended.endingSessions })
    }

    private static func ordered(_ sessions: [Session]) -> [Session] {
        sessions.map { (id: $0.id.description, session: $0) }.sorted { $0.id < $1.id }.map(\.session)
    }

    /// All sessions, also those that are ending, or that have ended and may still change, in any order.
    var unsettled: [Session] {
        state.withLock { Array($0.sessions.values) + $0.ended.openSessions }
    }

    /// The numbers of ended sessions by their results, how many of them had expired, and the unknown sessions that
    /// requests named.
    var past: (ended: RunReport.OmittedRuns, expired: Int, unknown: [UnknownSession]) {
        let (ended, expired, unknown) = state.withLock { ($0.ended, $0.expired, $0.unknown) }
        return (ended.counts, expired, unknown)
    }

    /// The requests that no run got, and the number of sessions that were begun.
    var refused: (requests: RefusedRequests, begun: Int) { state.withLock { ($0.refused, $0.begun) } }

    /// How often a session was asked for in vain, and why the last time; nil if one was begun, or none was asked for.
    var refusedSessions: (count: Int, reason: String)? {
        state.withLock { $0.begun == 0 ? $0.refusedSessions : nil }
    }

    /// Notes that an admin got no session.
    func refuses(_ reason: String) {
        let reason = String(Printable.line(reason).prefix(1_024))
        state.withLock { $0.refusedSessions = (($0.refusedSessions?.count ?? 0) + 1, reason) }
    }

    /// The numbers of sessions: those that are open or ending, that were begun, that ended by their results then, and
    /// that ended because nothing happened to them.
    typealias Counts = (open: Int, begun: Int, ended: RunReport.OmittedRuns, expired: Int)

    /// The numbers of sessions at this instant.
    var counts: Counts {
        state.withLock { ($0.sessions.count + $0.ending, $0.begun, $0.results, $0.expired) }
    }

    /// A session that is ending, until it is passed to `end`. Once the event loops have had a turn, it gets no further
    /// request.
    struct EndingSession: Sendable {
        fileprivate let session: Session
        fileprivate let failed: EndedSessions.FailedReport
        fileprivate let expires: Bool
    }

    /// Ends a session, which gets no further requests. Its verdict counts.
    ///
    /// - Parameter expires: whether it ends because nothing happened to it.
    /// - Returns: its report; nil if it has ended already, or is ending.
    @discardableResult
    func end(_ session: Session, expires: Bool = false) -> RunReport? {
        guard let ending = close(session, expires: expires) else { return nil }
        EventLoop.awaitTurns()
        return end(ending)
    }

    /// Begins to end a session like `end`, but leaves its report to a call of `end`, for which everybody waits who asks for
    /// the verdicts.
    func close(_ session: Session, expires: Bool = false) -> EndingSession? {
        let currentRun = session.currentRun
        let isTold = onEnd != nil || (currentRun.verdictReminder.hasTold && !currentRun.hasMoreThanTold)
        let failed = state.withLock { state -> EndedSessions.FailedReport? in
            guard state.sessions.removeValue(forKey: session.id) != nil else { return nil }
            state.ending += 1
            if expires { session.expire(after: options.timeout) }
            // Set at once: somebody who asks from now on is told of this session, too.
            if expires, !isTold { state.areExpiredUnasked = true }
            return state.ended.add(session)
        }
        return failed.map { EndingSession(session: session, failed: $0, expires: expires) }
    }

    /// Reports what a session has come to that gets no further requests.
    ///
    /// - Parameter prepare: called with the report before `onEnd` of the options.
    func end(_ ending: EndingSession, _ prepare: (RunReport) -> Void = { _ in }) -> RunReport {
        let session = ending.session
        session.currentRun.end()
        session.currentRun.stopped()
        let report = session.report(address: session.url ?? "")
        let told = report.statingUnjudged
        // Before the session is counted as ended: the metrics never show it ended without its failures.
        runOptions.metrics?.failed(report.verdict.kindsAtEnd)
        state.withLock { state in
            state.ending -= 1
            state.results.count(passed: told.passed)
            if ending.expires { state.expired += 1 }
            ending.failed.fulfill(report.passed ? nil : report.withoutUnjudged)
        }
        prepare(told)
        onEnd?(told)
        closeEnded()
        return report
    }

    /// The reports of all sessions, of those that have ended first, and of those that were only counted. Waits for
    /// sessions that are ending, except on an event loop.
    var reports: (kept: [RunReport], omitted: RunReport.OmittedRuns) {
        closeEnded()
        // Reports are made outside the lock, which every request needs.
        let (ended, open) = state.withLock { ($0.ended, Array($0.sessions.values)) }
        return (ended.all + Self.ordered(open).map { $0.report(address: $0.url ?? "") }, ended.omitted)
    }

    /// Keeps only the reports of the sessions that can't change any more.
    private func closeEnded() {
        for unused in state.withLock({ $0.ended.takeUnused() }) {
            let last = unused.lastReport()
            // Released here, outside the lock.
            _ = state.withLock { $0.ended.close(last) }
        }
    }

    /// Has the closures of all scenarios judge the requests, on this thread, for someone who asks for the verdicts.
    func judge() {
        for session in unsettled { session.currentRun.judge() }
        tellsVerdict(events)
    }

    /// The sessions that are not settled, and how many events each has had.
    var events: [(session: Session, count: Int)] { unsettled.map { ($0, $0.currentRun.events) } }

    /// Someone is told the verdict of every session, on at least these events.
    func tellsVerdict(_ events: [(session: Session, count: Int)]) {
        state.withLock { $0.areExpiredUnasked = false }
        for (session, count) in events { session.currentRun.verdictReminder.tells(count) }
    }

    /// Whether requests have come to an open session since someone was told its verdict, or one has expired unasked.
    var hasMoreThanTold: Bool {
        let (sessions, areExpiredUnasked) = state.withLock { (Array($0.sessions.values), $0.areExpiredUnasked) }
        return areExpiredUnasked || sessions.contains(where: \.currentRun.hasMoreThanTold)
    }

    /// Whether someone has asked for the verdict of every session, and one was begun unless nobody wanted any.
    var isVerified: Bool {
        state.withLock { state in
            !state.areExpiredUnasked && state.sessions.values.allSatisfy(\.currentRun.verdictReminder.hasTold)
                && (state.begun > 0 || state.refused.count == state.refused.strays)
        }
    }

    /// Ends everything that waits in sessions.
    func stop() {
        state.withLock { $0.isStopped = true }
        for session in unsettled { session.currentRun.stop() }
    }

    /// Waits until every request of a session that has arrived is decided. Blocks the thread.
    func awaitDecisions(until end: ContinuousClock.Instant) {
        for session in unsettled { session.currentRun.awaitDecisions(until: end) }
    }

    /// Waits like `awaitDecisions`, without blocking.
    func decisionsMade(until end: ContinuousClock.Instant) async {
        for session in unsettled { await session.currentRun.decisionsMade(until: end) }
    }

    /// What readers of requests read ends.
    func end() {
        for session in unsettled { session.currentRun.end() }
    }

    // MARK: - Expiry

    private func watchIdle() {
        // Often enough for a tenth of the timeout.
        let nanoseconds = min(max(options.timeout.wholeNanoseconds / 10, 1_000_000), 10_000_000_000)
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { [weak self] in
            self?.expireIdle()
        }
    }

    private func expireIdle() {
        let idle = state.withLock { $0.sessions.values.filter { $0.idleTime >= options.timeout } }
        // A request that has come by now is still the session's.
        if !idle.isEmpty { EventLoop.awaitTurns() }
        for session in idle where session.idleTime >= options.timeout { end(session, expires: true) }
        let goesOn = state.withLock { state in
            state.isWatching = !state.sessions.isEmpty && !state.isStopped
            return state.isWatching
        }
        if goesOn { watchIdle() }
    }

    // MARK: - Requests

    /// Whether a request of which nothing is known may be a session's, or nobody's.
    var mayTakeRequests: Bool { options.isRequired || state.withLock { !$0.sessions.isEmpty } }

    /// The session that a request names, without keeping it from expiring.
    func current(_ id: SessionID) -> Session? { state.withLock { $0.sessions[id] } }

    /// Whether a request is one that a load balancer, a container's supervisor or a browser sends by itself.
    static func isStray(method: ArraySlice<UInt8>, path: ArraySlice<UInt8>) -> Bool {
        guard ["GET", "HEAD"].contains(where: { method.elementsEqual($0.utf8) }) else { return false }
        let segments = path.split(separator: UInt8(ascii: "/"))
        func isAmong(_ words: [String], _ segment: ArraySlice<UInt8>) -> Bool {
            words.contains { segment.elementsEqual($0.utf8) }
        }
        if let only = segments.first, segments.count == 1, isAmong(browserFiles, only) { return true }
        // The last segment alone would not do: `/orders/status` is a client's.
        return segments.allSatisfy { isAmong(healthWords, $0) }
    }

    /// The files that a browser asks for by itself.
    private static let browserFiles = ["favicon.ico", "robots.txt"]

    /// The segments of the paths of health checks, such as `/healthz` and `/actuator/health/liveness`. The path `/` is
    /// one, too.
    private static let healthWords = [
        "actuator", "health", "healthz", "healthcheck", "live", "livez", "liveness", "ready", "readyz", "readiness",
        "ping", "status",
    ]

    /// Whether each request that no run gets is told at once.
    var tellsUnknown: Bool { options.onUnknown != nil }

    /// Notes a request that no run gets.
    ///
    /// - Parameters:
    ///   - id: what it names, redacted; empty if nothing.
    ///   - request: the request, redacted.
    ///   - isStray: whether no client under test has to have sent it, if it names nothing.
    func note(unknown id: String, _ request: TimelineEntry, isStray: Bool) {
        let line = Printable.line(id)
        let id = line.count > Self.longestID ? line.prefix(Self.longestID) + "…" : line
        state.withLock { state in
            if id.isEmpty { state.refused.unnamed += 1 } else { state.refused.misnamed += 1 }
            if isStray, id.isEmpty { state.refused.strays += 1 }
            if state.refused.first == nil { state.refused.first = request }
            var entry = UnknownSession(id: id, requests: 0, request: request)
            if let index = state.unknown.firstIndex(where: { $0.id == id }) { entry = state.unknown.remove(at: index) }
            entry.requests += 1
            entry.request = request
            state.unknown.append(entry)
            if state.unknown.count > Self.unknownLimit { state.unknown.removeFirst() }
        }
        options.onUnknown?(id, request.requestText)
    }
}
