#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPMessage
import Locking
import Sockets
import TextCoding

/// A server that plays one scenario on its own port.
///
/// Start one for each test: it takes a free port, and starting and stopping it takes well under a millisecond.
///
/// ```swift
/// let server = try MockServer(Scenario(contentsOf: "Scenarios/token-refresh.yaml"))
/// // let the client under test call server.url, then:
/// let verdict = await server.verify()
/// await server.stop()
/// print(verdict.text())
/// ```
///
/// One that is released although nobody asked for its verdict, or that has failed by requests or stubs which came after
/// that, fails the test that releases it, if that links `MockServerTesting` or `MockServerXCTest`. Where no test runs on
/// that thread, it says so on standard error.
public final class MockServer: Sendable {
    /// The configuration of a server besides its scenario.
    public struct Options: Sendable {
        /// The address to listen on: an IPv4 or IPv6 literal, or `localhost`, which is 127.0.0.1. `0.0.0.0` means every
        /// IPv4 address of the machine, `::` every IPv6 and IPv4 address.
        public var host = "127.0.0.1"
        /// The port to listen on; 0 for a free one.
        public var port: UInt16 = 0
        /// The name or address by which clients elsewhere reach the server, such as that of its container: the host of
        /// `{{server.url}}`, and of the URLs that the admin API states. If nil, the address that it listens on.
        public var advertisedHost: String?
        /// The path of a Unix-domain socket to listen on, instead of host and port: at most 107 bytes (103 on Darwin).
        /// A socket file that nobody listens on is replaced, and the file is removed when the server stops. A fault
        /// `reset` looks like `close` there, because such sockets have no reset.
        public var unixSocketPath: String?
        /// The seed of the random values. If nil, the scenario's seed, or else a fresh one for each run.
        public var seed: UInt64?
        /// The largest request body that is read, in bytes; the response to a larger one is 413.
        public var maxBody = 16 * 1024 * 1024
        /// The most bytes of requests, and of responses if it records them, in the journal. Of a body that exceeds
        /// three quarters of the limit, the first bytes are kept.
        public var journalLimit = 4 * 1024 * 1024
        /// Whether the journal also keeps responses, as for a HAR report: the head, and the first MiB of the body.
        public var recordsResponses = false
        /// The supported protocols, best first. With TLS the client chooses by ALPN, in cleartext by its first bytes.
        public var protocols: [ApplicationProtocol] = [.http2, .http1]
        /// Whether a gateway that ends TLS stands before the server: then a request in the clear may name an `https`
        /// resource, in the absolute form of its target (RFC 9112, section 3.2.2) or in `:scheme` (RFC 9113, section
        /// 8.3.1). Otherwise the response to it is 421 (RFC 9110, section 7.4). No header is read for it.
        public var trustsForwarded = false
        /// Enables TLS, without cleartext; nil for cleartext only.
        public var tls: TLSOptions?
        /// Enables the admin API; nil for none.
        public var admin: AdminOptions?
        /// Enables sessions, which share the server without meeting; nil for none.
        public var sessions: SessionOptions?
        /// Called after each decision about a request, also about one that is not HTTP, on a server's thread: it must not
        /// block. Of the request it is told only what `JournalEntry.request` states.
        public var onRequest: (@Sendable (JournalEntry) -> Void)?
        /// Called if a response is not sent completely, because its client left or its body could not be read. On a
        /// server's thread: it must not block.
        public var onInterruption: (@Sendable (JournalEntry) -> Void)?
        /// Called instead of `onRequest`, with what the log of the command shows.
        package var onReport: (@Sendable (RequestReport) -> Void)?
        /// Called instead of `onInterruption`.
        package var onInterruptionReport: (@Sendable (RequestReport) -> Void)?
        /// Called if a client closed its connection without a byte or within a request. On a server's thread: it must
        /// not block.
        public var onUnfinished: (@Sendable (UnfinishedRequest) -> Void)?
        /// Called with a sentence for people the first time that connections wait which can't be accepted, because the process
        /// has no descriptors left. On a server's thread: it must not block.
        package var onUnaccepted: (@Sendable (String) -> Void)?
        /// Whether the server says so when it is released and nobody has asked for its verdict.
        package var warnsIfUnverified = true
        var timeouts = Timeouts()

        /// A free port of 127.0.0.1, cleartext, without an admin API.
        public init() {}
    }

    /// The address that the server listens on.
    public let endpoint: ServerEndpoint
    /// The URL for clients, such as `http://127.0.0.1:40123`; with a loopback address if the server listens on all,
    /// `0.0.0.0` or `::`.
    ///
    /// For a Unix-domain socket it is `http+unix://` and the percent-encoded path, which some HTTP clients accept.
    /// `URLSession` can't use it: it does not support Unix-domain sockets.
    public var url: URL {
        // A text of an address or of percent-encoded bytes is a valid URL.
        URL(string: urlText ?? unixURLText) ?? URL(fileURLWithPath: "/")
    }
    /// The URL as text, without creating a `URL`; nil for a Unix-domain socket.
    package let urlText: String?
    /// The authority that a client must trust; for certificates made on demand, the same for all servers of a process.
    /// nil without TLS, and for an own certificate whose file does not contain its authority.
    ///
    /// ```swift
    /// let trusted = server.certificateAuthority?.pem
    /// ```
    public let certificateAuthority: PEM?
    /// The URL of the admin API, such as `http://127.0.0.1:40124`; nil if it is not enabled.
    public var adminURL: URL? { adminURLText.flatMap { URL(string: $0) } }
    package let adminURLText: String?
    let currentRun: CurrentRun
    let sessions: SessionTable?
    /// What `takeRequest` reads from; nil until it is called.
    let takenRequests = Locked<ExchangeReader?>(nil)
    let warnsIfUnverified: Bool
    private let listener: Listener
    let admin: AdminServer?
    /// The stubs that tests write inline; nil until the first one.
    private let inlineStubs = Locked<(any UnloadedScenario)?>(nil)

    /// Starts a server: when this returns, a client can connect.
    ///
    /// - Throws: `ServerStartError` if the address is not available, if the TLS options can't be used, or if a scenario
    ///   that was written in Swift has errors.
    public init(_ scenario: Scenario, options: Options = Options()) throws(ServerStartError) {
        if let error = scenario.loadError { throw ServerStartError(reason: .invalidScenario, text: "\(error)") }
        guard !options.protocols.isEmpty else { throw .noProtocol }
        let scheme = options.tls == nil ? "http" : "https"
        var opened: (run: CurrentRun, sessions: SessionTable?)?
        let metrics = options.admin == nil ? nil : ServerMetrics()
        do {
            let address = try ServerAddress(options)
            let secure = try options.tls.map {
                try TLSSettings(
                    $0, protocols: options.protocols,
                    names: [address.host, options.advertisedHost].compactMap(\.self),
                    wildcardDomains: options.sessions?.hosts ?? [])
            }
            certificateAuthority = secure?.authorityPEM.map { .text($0) }
            let unaccepted = UnacceptedConnections()
            listener = try Listener(on: address, unaccepted: unaccepted) { address in
                var runOptions = ScenarioRun.Options()
                runOptions.seed = options.seed
                runOptions.serverURL = address.url(scheme, host: options.advertisedHost) ?? ""
                runOptions.journalLimit = options.journalLimit
                runOptions.recordsResponses = options.recordsResponses
                runOptions.onRequest = options.onReport ?? RequestReport.listener(telling: options.onRequest)
                runOptions.onInterruption =
                    options.onInterruptionReport ?? RequestReport.listener(telling: options.onInterruption)
                runOptions.onUnfinished = options.onUnfinished
                runOptions.metrics = metrics
                let longestRequest = options.timeouts.longestRequest
                let sessions = options.sessions.map {
                    SessionTable(
                        $0, runOptions, longestRequest: longestRequest, address: ServerEndpoint(address).description)
                }
                let currentRun = CurrentRun(
                    scenario, runOptions, longestRequest: longestRequest, unclaimed: sessions?.unclaimed)
                opened = (currentRun, sessions)
                let (isTold, onUnaccepted) = (Locked(false), options.onUnaccepted)
                unaccepted.observe { reason in
                    currentRun.leavesUnaccepted(reason)
                    guard let reason, !isTold.withLock({ $0 }) else { return }
                    isTold.withLock { $0 = true }
                    onUnaccepted?(reason)
                }
                let settings = ConnectionSettings(
                    maxBody: options.maxBody, protocols: options.protocols, timeouts: options.timeouts,
                    trustsForwarded: options.trustsForwarded, sessions: sessions, metrics: metrics)
                guard let secure else { return { ProtocolNegotiator.handler(for: nil, on: $0, currentRun, settings) } }
                return { TLSChannel.handler(of: $0, secure, currentRun, settings: settings) }
            }
        } catch let error as SocketError {
            throw ServerStartError(error)
        } catch let error as ServerStartError {
            throw error
        } catch {
            throw ServerStartError(reason: .refused, text: "\(error)")
        }
        guard let (currentRun, sessions) = opened else {
            throw ServerStartError(reason: .refused, text: "\(listener.address) has no run")
        }
        self.currentRun = currentRun
        self.sessions = sessions
        let connections = listener.connections
        let source = metrics.map { MetricsSource($0, connections, sessions) }
        warnsIfUnverified = options.warnsIfUnverified
        if !options.warnsIfUnverified { currentRun.verdictReminder.silence() }
        do throws(ServerStartError) {
            admin = try AdminServer(options, currentRun, sessions, source)
        } catch {
            // Nobody knows its address yet.
            listener.stop {}
            throw error
        }
        adminURLText = admin?.address.url("http")
        urlText = listener.address.url(scheme)
        endpoint = ServerEndpoint(listener.address)
    }

    /// Starts a server without a scenario of its own, for sessions: a request that names none gets a 421.
    ///
    /// - Throws: `ServerStartError` if the address is not available, or if the TLS options can't be used.
    public convenience init(sessions: SessionOptions, options: Options) throws(ServerStartError) {
        var options = options
        options.sessions = sessions
        options.sessions?.isRequired = true
        let source = SourceFile(path: "sessions")
        try self.init(Scenario(name: "sessions", source: source), options: options)
    }

    deinit {
        currentRun.end()
        // A server without a scenario of its own has only the verdicts of its sessions.
        if let sessions, sessions.options.isRequired, sessions.isVerified { currentRun.tellsVerdict() }
        currentRun.verdictReminder.released(
            verdictAsJudged, hasMore: currentRun.hasMoreThanTold || sessions?.hasMoreThanTold ?? false, of: "server",
            remedy: """
                Call await server.verify() and look at its failures, or start the server by startMockServer \
                (MockServerXCTest), or by the trait .mockServer or withMockServer (MockServerTesting), which record them.
                """)
    }

    private var unixURLText: String {
        guard case .unix(let path) = endpoint else { return "" }
        return "http+unix://" + Percent.encode(path.utf8)
    }

    /// The run of the next request.
    var run: ScenarioRun { currentRun.run }

    /// How long a request that has begun is waited for, at most.
    package var longestRequest: Duration { currentRun.longestRequest }

    /// The scenario that is played.
    public var scenario: Scenario { run.scenario }

    /// The clock of the run, which delays, `interval` and `now` use. A client under test can be given it too.
    public var clock: ScenarioClock { currentRun.clock }

    /// The requests so far, in order of arrival, redacted; without those that are not HTTP, which are failures of the verdict.
    public var journal: [JournalEntry] { run.journal }

    /// The last 1,000 connections that their clients closed without a byte or within a request, in order. They are not
    /// failures, but useful if a client misses a response.
    public var unfinishedRequests: [UnfinishedRequest] { run.unfinishedRequests }

    /// The verdict at this instant: failures so far, and every step, hold and end check that is not met yet. Failures of
    /// earlier runs that the admin API ended come first; a run without requests has no failures. Those of sessions,
    /// ended or not, come last. All requests count, but only the steps and the seed of the server's own run.
    ///
    /// It calls no closure of a scenario that was written in Swift: `verify()`, `finish()` and `report()` do. While closures
    /// have requests to judge, the verdict has a failure that says so.
    public var verdict: Verdict {
        // What comes while the verdict is made may not be in it.
        let events = (currentRun.events, sessions?.events ?? [])
        let verdict = verdictAsJudged
        if verdict.unjudged == nil {
            currentRun.verdictReminder.tells(events.0)
            sessions?.tellsVerdict(events.1)
        }
        return verdict
    }

    /// The verdict once the closures of all scenarios have judged the requests, on this thread, each request once.
    var judgedVerdict: Verdict { .judged(by: judge) { verdictAsJudged } }

    /// Has the closures of all scenarios judge the requests, for someone who asks for the verdict.
    func judge() {
        currentRun.judge()
        sessions?.judge()
        currentRun.tellsVerdict()
    }

    private var verdictAsJudged: Verdict {
        guard let sessions else { return currentRun.verdict.statingUnjudged }
        let (reports, omitted) = sessions.reports
        return currentRun.failing(currentRun.verdict, with: sessions).including(
            reports.flatMap(\.namedVerdicts), failed: reports.reduce(omitted.failed) { $0 + $1.omittedRuns.failed }
        ).statingUnjudged
    }

    /// Whether the run has had a request.
    package var hasRequests: Bool { run.extent.requests > 0 }

    /// Whether every step is complete and no response is unsent.
    package var isComplete: Bool { run.activity.isComplete }

    /// Waits, unless every step is complete, until the event loops have counted the responses that clients may have read
    /// by now. Blocks the thread.
    package func awaitCompletion() {
        if !isComplete { EventLoop.awaitTurns() }
    }

    /// Begins a run of another scenario. The run before counts if it had requests.
    package func play(_ scenario: Scenario) { currentRun.play(scenario) }

    /// The stubs that tests write inline, which `make` makes for the first of them.
    package func stubs<Stubs: UnloadedScenario>(made make: () -> Stubs) -> Stubs {
        inlineStubs.withLock { stubs in
            if let stubs = stubs as? Stubs { return stubs }
            let made = make()
            stubs = made
            return made
        }
    }

    /// Begins a run of what is written so far before the server is used again.
    package func playLater(_ scenario: any UnloadedScenario) { currentRun.playLater(scenario) }

    /// Begins a run of another scenario, or of the same with other texts. The run before ends before its time: its
    /// failures count, but what it had not reached is not a failure.
    ///
    /// - Returns: the verdict on that run.
    package func reload(_ scenario: Scenario) -> Verdict {
        currentRun.play(compiled: CompiledScenario(scenario), cutsShort: true).verdict
    }

    /// What `verify` still waits for, as a text for people.
    package var waitingText: String {
        let waiting = sessions?.unsettled.filter { !$0.currentRun.run.activity.isComplete } ?? []
        let own = sessions?.options.isRequired == true ? [] : [run.waitingText]
        let others = waiting.prefix(Self.namedSessions).map { "session \($0.id): \($0.currentRun.run.waitingText)" }
        let more = waiting.count - others.count
        return (own + others + (more > 0 ? ["and \(EnglishText.count(more, "more session"))"] : []))
            .joined(separator: "\n")
    }

    /// The most sessions that `waitingText` names.
    private static let namedSessions = 8

    /// Fails the run for a stub that it can't play.
    package func fail(_ text: String, at position: Position) { currentRun.fail(text, at: position) }

    /// Waits until each event loop has finished its current work, so that the run knows of every response that the
    /// system has accepted: a client may read one before the event loop counts it. Blocks the thread.
    package func awaitWrites() {
        awaitDecisions()
        EventLoop.awaitTurns()
    }

    /// Stops listening and closes every connection; waiting responses are dropped, and the verdict lists them. What clients
    /// have sent by now is read before. Returns when all descriptors are closed.
    public func stop() async {
        await EventLoop.turnsEnded()
        await CallbackBridge.wait { ofEach({ $0.awaitDeliveries(nil, $1) }, $0) }
        currentRun.stop()
        sessions?.stop()
        await admin?.stop()
        await listener.stop()
        stopped()
        await decisionsMade()
        currentRun.end()
        sessions?.end()
    }

    private func stopped() {
        currentRun.stopped()
        for session in sessions?.unsettled ?? [] { session.currentRun.stopped() }
    }

    /// Stops like the other `stop`, but blocks the thread for a fraction of a millisecond.
    ///
    /// - Throws: `ServerStopError` on one of the server's own threads, and in a closure that makes a response: they would
    ///   wait for themselves.
    @available(*, noasync, message: "await stop() instead")
    public func stop() throws(ServerStopError) {
        try ServerStopError.checkThread()
        EventLoop.awaitTurns()
        CallbackBridge.block { ofEach({ $0.awaitDeliveries(nil, $1) }, $0) }
        currentRun.stop()
        sessions?.stop()
        do {
            try admin?.stopAndWait()
            try listener.stopAndWait()
        } catch {
            throw ServerStopError(text: error.description)
        }
        stopped()
        awaitDecisions()
        currentRun.end()
        sessions?.end()
    }
}

extension ServerAddress {
    fileprivate init(_ options: MockServer.Options) throws(SocketError) {
        if let path = options.unixSocketPath {
            self = .unix(try UnixSocketPath(path))
        } else {
            try self.init(host: options.host, port: options.port)
        }
    }

    /// The URL for clients on this machine, or for those that reach it by `host`; nil for a Unix-domain socket.
    func url(_ scheme: String, host: String? = nil) -> String? {
        guard case .internet(let address) = self else { return nil }
        let authority = host.map { InternetAddress.authority(host: $0, port: Int(address.port)) }
        return "\(scheme)://\(authority ?? "\(address.destination)")"
    }
}

/// Why a server could not start: a sentence with the address and a remedy.
public struct ServerStartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the problem.
    public enum Reason: Hashable, Sendable {
        /// The host is neither an IP literal nor `localhost`, or the path is not valid for a Unix-domain socket.
        case notAnAddress
        /// The system refuses the address.
        case refused
        /// The list of protocols is empty.
        case noProtocol
        /// The scenario, which was written in Swift, has errors.
        case invalidScenario
        /// The file at this path, with certificates or a key, can't be read.
        case unreadableFile(String)
        /// The admin API can't listen on its address.
        case adminRefused
        /// The admin API would listen on more than loopback, but has no token.
        case tokenMissing
        /// Certificates, keys or authorities can't be used for TLS, or don't match.
        case unusableCertificates
    }

    /// The kind of the problem.
    public let reason: Reason
    let text: String

    public var description: String { text }
}

extension ServerStartError {
    init(_ error: SocketError) {
        reason =
            switch error {
            case .notAnAddress, .notAPath: .notAnAddress
            case .system, .waitOnEventLoop: .refused
            }
        text = error.description
    }

    static let noProtocol = ServerStartError(
        reason: .noProtocol, text: "There is no protocol to speak: options.protocols must have .http2, .http1 or both.")
}

/// Why a server can't be stopped from the current thread.
public struct ServerStopError: Error, Hashable, Sendable, CustomStringConvertible {
    let text: String

    /// - Throws: an error on a thread of an event loop, and in a closure that makes a response: a stop waits for both, so
    ///   it would wait for itself.
    static func checkThread() throws(ServerStopError) {
        guard EventLoop.current == nil else { throw ServerStopError(text: SocketError.waitOnEventLoop.description) }
        guard !ResponderScope.isActive else {
            throw ServerStopError(
                text: "A server can't be stopped in respond { }, whose response it would wait for; stop it in the test."
            )
        }
    }

    public var description: String { text }
}
