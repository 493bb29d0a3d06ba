public import Foundation
import Locking
import MockRuntime
public import Playback
public import Reports
public import Scenarios
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Plays one scenario for the requests of `URLSession`, without a socket: the same script, verdict and journal as those
/// of `MockServer`.
///
/// Give its session to the client under test, or make sessions of your own from its configuration. Requests to any host
/// come to the scenario, so the client keeps the URLs that it has. Each server has sessions of its own: tests that run
/// in parallel never meet.
///
/// ```swift
/// let server = try InProcessMockServer(Scenario(contentsOf: "Scenarios/token-refresh.yaml"))
/// let client = Client(session: server.session, baseURL: server.url)
/// // let the client under test send its requests, then:
/// let verdict = await server.verify()
/// print(verdict.text())
/// ```
///
/// Keep it as long as its sessions: once it is stopped or released, their requests fail, at least until 4,096 other
/// servers have been made. One that is released although nobody asked for its verdict, or that has failed by requests which
/// came after that, fails its test, if that links `MockServerTesting` or `MockServerXCTest`; else it says so on standard
/// error.
public final class InProcessMockServer: Sendable {
    /// What becomes of a request to a host that the scenario is not about.
    public enum OtherRequests: Hashable, Sendable {
        /// It fails with a `URLError` that says why.
        case fail
        /// It is loaded as it would be without this server.
        case pass
    }

    /// The configuration of a server besides its scenario.
    public struct Options: Sendable {
        /// The hosts whose requests the scenario is about, without ports; nil for all.
        public var hosts: [String]?
        /// What becomes of requests to other hosts.
        public var otherRequests = OtherRequests.fail
        /// Whether a body is handed over in pieces as it comes, for sessions with a delegate. On Linux `data(for:)` and
        /// completion handlers would then get only the last piece. Elsewhere bodies always come in pieces.
        public var streams = false
        /// The seed of the random values. If nil, the scenario's seed, or else a fresh one.
        public var seed: UInt64?
        /// The largest request body that is read, in bytes; the response to a larger one is 413.
        public var maxBody = 16 * 1024 * 1024
        /// The most bytes of requests, and of responses if it records them, in the journal.
        public var journalLimit = 4 * 1024 * 1024
        /// Whether the journal also keeps responses, as for a HAR report.
        public var recordsResponses = false
        /// Called after each decision about a request, on the session's queue or on that of a closure which made the
        /// response: it must not block. Of the request it is told only what `JournalEntry.request` states.
        public var onRequest: (@Sendable (JournalEntry) -> Void)?
        /// Called if a response is not handed over completely, because its client left or its body could not be read.
        /// On the session's queue: it must not block.
        public var onInterruption: (@Sendable (JournalEntry) -> Void)?
        /// Takes the warning that nobody has asked for the verdict; nil for standard error.
        var onUnverified: (@Sendable (String) -> Void)?

        /// All hosts, and bodies in one piece.
        public init() {}

        /// Whether a body is handed over in pieces, as it comes. Off Darwin only a session with a delegate gets each.
        var handsOverPieces: Bool {
            #if canImport(FoundationNetworking)
            streams
            #else
            true
            #endif
        }
    }

    /// The base URL for a client that has none of its own, `http://mockserver.local` or the first of the hosts; it is
    /// the value of `{{server.url}}`.
    public let url: URL
    let transport: InProcessTransport
    private let slot: SlotTable.Taken
    private let verdictReminder: VerdictReminder
    /// What `takeRequest` reads from; nil until it is called.
    let takenRequests = Locked<ExchangeReader?>(nil)
    private let madeSession = Locked<URLSession?>(nil)

    /// Starts to play a scenario.
    ///
    /// - Throws: `SocketNeeded` if the scenario states something about connections, TLS or frames; `ScenarioError` with
    ///   all errors of a scenario that was written in Swift.
    public init(_ scenario: Scenario, options: Options = Options()) throws {
        if let error = scenario.loadError { throw error }
        if let needed = SocketNeeded(scenario, streams: options.handsOverPieces) { throw needed }
        let host = options.hosts?.first ?? "mockserver.local"
        // A host that is not valid is found when a request to it is made.
        url = URL(string: "http://\(host)") ?? URL(fileURLWithPath: "/")
        var runOptions = ScenarioRun.Options()
        runOptions.seed = options.seed
        runOptions.serverURL = "http://\(host)"
        runOptions.journalLimit = options.journalLimit
        runOptions.recordsResponses = options.recordsResponses
        runOptions.onRequest = RequestReport.listener(telling: options.onRequest)
        runOptions.onInterruption = RequestReport.listener(telling: options.onInterruption)
        let streams = options.handsOverPieces
        runOptions.refusal = { SocketNeeds($0, streams: streams).keys.first.map { ($0.text, $0.position) } }
        transport = InProcessTransport(ScenarioRun(scenario, runOptions), options)
        verdictReminder = VerdictReminder(options.onUnverified)
        slot = ProtocolSlots.take(for: transport)
        transport.configuration.protocolClasses = [slot.protocolClass]
    }

    deinit {
        end()
        warnIfUnverified()
    }

    /// A session whose requests the scenario gets. It has no delegate, and the settings that `configuration` has when
    /// this is first read.
    public var session: URLSession {
        madeSession.withLock { session in
            if let session { return session }
            let made = URLSession(configuration: transport.configuration)
            session = made
            return made
        }
    }

    /// What sessions with a delegate, or with settings of their own, are made from.
    ///
    /// It is the same object each time. Change it before you make a session: on Linux its additional headers, its
    /// timeout and its cookies are read from here, not from a copy.
    public var configuration: URLSessionConfiguration { transport.configuration }

    var run: ScenarioRun { transport.run }

    /// The scenario that is played.
    public var scenario: Scenario { run.scenario }

    /// The clock of the run, which delays, `interval` and `now` use. A client under test can be given it too.
    public var clock: ScenarioClock {
        let run = run
        return ScenarioClock(requests: { run.extent.requests }) { run.clock }
    }

    /// The requests so far, in order of arrival, redacted.
    public var journal: [JournalEntry] { run.journal }

    /// The last 1,000 requests that their clients cancelled before they were whole. They are not failures.
    public var unfinishedRequests: [UnfinishedRequest] { run.unfinishedRequests }

    /// The verdict at this instant: failures so far, and every step, hold and end check that is not met yet.
    ///
    /// It calls no closure of a scenario that was written in Swift: `verify()`, `finish()` and `report()` do. While closures
    /// have requests to judge, the verdict has a failure that says so.
    public var verdict: Verdict {
        let requests = run.extent.requests
        let verdict = run.verdict
        if verdict.unjudged == nil { verdictReminder.tells(requests) }
        return verdict.statingUnjudged
    }

    /// The verdict once the closures have judged the requests that have come, on this thread, each request once.
    var judgedVerdict: Verdict { .judged(by: judge) { run.verdict }.statingUnjudged }

    /// Has the closures judge the requests, for someone who asks for the verdict.
    private func judge() {
        run.judge()
        verdictReminder.tells(run.extent.requests)
    }

    /// The run in its current state, for one of the formats of `ReportFormat`. Closures judge the requests, as for
    /// `verify()`.
    public func report() -> RunReport {
        judge()
        return RunReport(run, address: url.absoluteString).statingUnjudged
    }

    /// Ends every request; waiting responses are dropped, and the verdict lists them. Later requests fail. Returns once
    /// closures that make a response have returned: their errors are failures of the run.
    public func stop() async {
        transport.stop()
        await transport.decisionsMade()
        end()
    }

    /// Stops like the other `stop`, but blocks the thread.
    @available(*, noasync, message: "await stop() instead")
    public func stop() {
        transport.stop()
        transport.awaitDecisions()
        end()
    }

    /// Warns if nobody has asked for the verdict, as at the end of the process.
    func warnIfUnverified() {
        let server = transport.wasKept ? "configuration.mockServer?" : "server"
        verdictReminder.released(
            run.verdict.statingUnjudged, hasMore: !verdictReminder.hasTold(run.extent.requests),
            remedy: "Call await \(server).verify() and look at its failures before its end.")
    }

    func end() {
        transport.stop()
        transport.run.judgeDeliveries()
        transport.run.end()
        madeSession.withLock { $0 }?.finishTasksAndInvalidate()
        ProtocolSlots.release(slot, of: transport)
    }
}
