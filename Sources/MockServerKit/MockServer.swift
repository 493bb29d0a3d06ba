#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPMessage
import Sockets
import TextCoding

/// A server that plays one scenario on a port of its own.
///
/// Start one for each test: it takes a port that nobody else has, and starting and stopping it takes well under a
/// millisecond.
///
/// ```swift
/// let server = try MockServer(Scenario(contentsOf: "Scenarios/token-refresh.yaml"))
/// // let the client under test call server.url, then:
/// let verdict = await server.verify()
/// await server.stop()
/// print(verdict.text())
/// ```
public final class MockServer: Sendable {
    /// How a server is set up besides its scenario.
    public struct Options: Sendable {
        /// The address to listen on: an IPv4 or IPv6 literal, or `localhost`, which is 127.0.0.1. `0.0.0.0` means every IPv4
        /// address of the machine, `::` every address of IPv6 and IPv4.
        public var host = "127.0.0.1"
        /// The port to listen on; 0 for one that is free.
        public var port: UInt16 = 0
        /// The path of a Unix-domain socket to listen on, in place of host and port: at most 107 bytes (103 on Darwin).
        /// One that nobody listens on any more is replaced, and it is removed at the stop. A fault `reset` looks there
        /// like `close`: such sockets have no reset.
        public var unixSocketPath: String?
        /// What random values are drawn from in place of the scenario's seed; nil for that, or else a fresh one a run.
        public var seed: UInt64?
        /// The longest request body that is read, in bytes; a longer one is answered 413.
        public var maxBody = 16 * 1024 * 1024
        /// How many bytes of requests the journal keeps, and of responses where it records them. Of a body that does
        /// not fit into three quarters of it the first bytes are kept.
        public var journalLimit = 4 * 1024 * 1024
        /// Whether the journal keeps what was answered, too, which a report as HAR shows: the head, and of the body the
        /// first MiB.
        public var recordsResponses = false
        /// What is spoken, best first: over TLS the client's choice by ALPN, in the clear what it begins with.
        public var protocols: [ApplicationProtocol] = [.http2, .http1]
        /// Has the server speak TLS alone; nil for none.
        public var tls: TLSOptions?
        /// Has the server take questions and orders while it runs; nil for none.
        public var admin: AdminOptions?
        /// Called after each request was decided, on a server's thread: it must not block.
        public var onRequest: (@Sendable (RequestReport) -> Void)?
        /// Called where a response is not sent to its end, since its client left or its body could not be read. On a
        /// server's thread: it must not block.
        public var onInterruption: (@Sendable (RequestReport) -> Void)?
        /// Called where a client closed its connection without a byte, or cut it in a request. On a server's thread: it must
        /// not block.
        public var onUnfinished: (@Sendable (UnfinishedRequest) -> Void)?
        var timeouts = Timeouts()

        /// A free port of 127.0.0.1, in the clear, without an admin API.
        public init() {}
    }

    /// An authority whose certificates a client must trust.
    public struct TrustAnchor: Hashable, Sendable {
        /// Its certificate in PEM.
        public let pem: String
    }

    /// Where it listens.
    public let endpoint: Endpoint
    /// Where clients find it, such as `http://127.0.0.1:40123`: at the loopback address where it listens on all, `0.0.0.0` or
    /// `::`.
    ///
    /// On a Unix-domain socket it is `http+unix://` and the path, percent-encoded, as some HTTP clients take it. `URLSession`
    /// can't use that: it has no Unix-domain sockets.
    public var url: URL {
        // A text made of an address or of percent-encoded bytes is a URL.
        URL(string: urlText ?? unixURLText) ?? URL(fileURLWithPath: "/")
    }
    /// The same as text, without the making of a `URL`; nil on a Unix-domain socket.
    package let urlText: String?
    /// What a client must trust; where certificates are made on demand, the same for all servers of a process. nil
    /// without TLS, and with a certificate of one's own whose authority is not in its file.
    public let certificateAuthority: TrustAnchor?
    /// Where the admin API is, such as `http://127.0.0.1:40124`; nil where it was not asked for.
    public var adminURL: URL? { adminURLText.flatMap { URL(string: $0) } }
    package let adminURLText: String?
    let currentRun: CurrentRun
    private let listener: Listener
    private let admin: AdminServer?

    /// Starts a server: when this returns, a client can connect.
    ///
    /// - Throws: `ServerStartError` when the address can't be had, or what TLS needs.
    public init(_ scenario: Scenario, options: Options = Options()) throws(ServerStartError) {
        guard !options.protocols.isEmpty else { throw .noProtocol }
        let settings = ConnectionSettings(
            maxBody: options.maxBody, protocols: options.protocols, timeouts: options.timeouts)
        let scheme = options.tls == nil ? "http" : "https"
        var opened: CurrentRun?
        do {
            let address = try ServerAddress(options)
            let secure = try options.tls.map {
                try TLSSettings($0, protocols: options.protocols, names: address.host.map { [$0] } ?? [])
            }
            certificateAuthority = secure?.authorityPEM.map(TrustAnchor.init)
            listener = try Listener(on: address) { address in
                var runOptions = ScenarioRun.Options()
                runOptions.seed = options.seed
                runOptions.serverURL = address.url(scheme) ?? ""
                runOptions.journalLimit = options.journalLimit
                runOptions.recordsResponses = options.recordsResponses
                runOptions.onRequest = options.onRequest
                runOptions.onInterruption = options.onInterruption
                runOptions.onUnfinished = options.onUnfinished
                let currentRun = CurrentRun(scenario, runOptions)
                opened = currentRun
                guard let secure else { return { ProtocolNegotiator.handler(for: nil, on: $0, currentRun, settings) } }
                return { TLSChannel.handler(of: $0, secure, currentRun, settings) }
            }
        } catch let error as SocketError {
            throw ServerStartError(error)
        } catch let error as ServerStartError {
            throw error
        } catch {
            throw ServerStartError(reason: .refused, text: "\(error)")
        }
        guard let currentRun = opened else {
            throw ServerStartError(reason: .refused, text: "\(listener.address) has no run")
        }
        self.currentRun = currentRun
        do throws(ServerStartError) {
            admin = try AdminServer(options, currentRun)
        } catch {
            // Nobody has its address yet.
            listener.stop {}
            throw error
        }
        adminURLText = admin?.address.url("http")
        urlText = listener.address.url(scheme)
        endpoint = Endpoint(listener.address)
    }

    private var unixURLText: String {
        guard case .unix(let path) = endpoint else { return "" }
        return "http+unix://" + Percent.encode(path.utf8)
    }

    /// The run that the next request belongs to.
    var run: ScenarioRun { currentRun.run }

    /// The scenario it plays.
    public var scenario: Scenario { run.scenario }

    /// The requests so far, in order of arrival, with what the scenario redacts masked.
    public var journal: [JournalEntry] { run.journal }

    /// Connections that their clients closed without a byte or cut in a request, the last 1,000 in order: no failures,
    /// but worth a look where a client misses a response.
    public var unfinishedRequests: [UnfinishedRequest] { run.unfinishedRequests }

    /// What the run has come to at this moment: failures so far, and every step and end check that is not met yet. Failures
    /// of the runs before it that the admin API ended come first; only one that no request came to has none.
    public var verdict: Verdict { currentRun.verdict }

    /// Waits until each event loop has done what it is at, so that the run knows of every response that the system has taken
    /// by now: its client may have read it, and act on it, before the event loop counts it as written. Blocks the thread.
    package func awaitWrites() {
        currentRun.awaitDecisions()
        EventLoop.awaitTurns()
    }

    /// Stops listening and closes every connection; responses that wait are dropped, and the verdict names them.
    /// Returns when all descriptors are closed.
    public func stop() async {
        currentRun.stop()
        await admin?.stop()
        await listener.stop()
        await currentRun.decisionsMade()
    }

    /// The same, blocking the thread for the fraction of a millisecond that it takes.
    ///
    /// - Throws: `ServerStopError` on a thread of the server's own, which would wait for itself.
    @available(*, noasync, message: "await stop() instead")
    public func stop() throws(ServerStopError) {
        guard EventLoop.current == nil else { throw .onEventLoop }
        currentRun.stop()
        do {
            try admin?.stopAndWait()
            try listener.stopAndWait()
        } catch {
            throw ServerStopError(text: error.description)
        }
        currentRun.awaitDecisions()
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

    /// Where clients on this machine find it; nil for a Unix-domain socket, which no URL names.
    func url(_ scheme: String) -> String? {
        if case .internet(let address) = self { "\(scheme)://\(address.destination)" } else { nil }
    }
}

/// Why a server could not start: a sentence with the address and what to do.
public struct ServerStartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whose doing it is.
    public enum Reason: Hashable, Sendable {
        /// The host is neither an IP literal nor `localhost`, or the path none of a Unix-domain socket.
        case notAnAddress
        /// The system does not give the address out.
        case refused
        /// There is no protocol to speak.
        case noProtocol
        /// The file at this path, of certificates or a key, can't be read.
        case unreadableFile(String)
        /// The admin API can't be had at this address.
        case adminRefused
        /// The admin API is to listen on more than loopback, and has no token.
        case tokenMissing
        /// Certificates, keys or authorities are not what TLS needs, or don't go together.
        case unusableCertificates
    }

    /// Whose doing it is.
    public let reason: Reason
    let text: String

    init(reason: Reason, text: String) {
        self.reason = reason
        self.text = text
    }

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

    public var description: String { text }
}

/// Why a server could not be stopped from where that was tried.
public struct ServerStopError: Error, Hashable, Sendable, CustomStringConvertible {
    let text: String

    static let onEventLoop = ServerStopError(text: SocketError.waitOnEventLoop.description)

    public var description: String { text }
}
