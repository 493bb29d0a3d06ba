import HTTPMessage
import HTTP2
import HTTPWire
import MockRuntime

/// The settings that all connections of a server share.
struct ConnectionSettings: Sendable {
    let limits: HTTP1Limits
    private let http2: HTTP2Settings
    /// Whether a gateway that ends TLS stands before the server, so that `https` targets may come in the clear.
    private let trustsForwarded: Bool
    let protocols: [ApplicationProtocol]
    let timeouts: Timeouts
    /// The timeouts in nanoseconds, as each request needs them.
    let timeoutLimits: ClientTimeouts.Limits
    let date: DateHeaderCache
    /// The sessions that requests may name; nil if there can't be any.
    let sessions: SessionTable?
    /// Counts requests and responses; nil if nobody asks for the numbers.
    let metrics: ServerMetrics?

    init(
        maxBody: Int, protocols: [ApplicationProtocol], timeouts: Timeouts, trustsForwarded: Bool = false,
        sessions: SessionTable? = nil, metrics: ServerMetrics? = nil
    ) {
        self.trustsForwarded = trustsForwarded
        self.sessions = sessions
        self.metrics = metrics
        limits = HTTP1Limits(body: maxBody)
        var http2 = HTTP2Limits(body: maxBody)
        // Room for one body, for the windows of 128 new streams (32 MiB) and for the other bodies. Some clients, such as
        // Node's, reset streams when a response comes while more than 10 MB wait to be sent for others, so ten bodies of
        // 10 MB must find room at once.
        http2.bodies = maxBody + 112 * 1024 * 1024
        self.http2 = HTTP2Settings(limits: http2)
        self.protocols = protocols
        self.timeouts = timeouts
        timeoutLimits = ClientTimeouts.Limits(timeouts)
        date = DateHeaderCache()
    }

    /// Whether a request on `stream` may name an `https` resource (RFC 9110, section 7.4). One for an `http` resource
    /// may come over TLS, too: no rule forbids it, and clients that use TLS for such resources do so (RFC 8164).
    func acceptsHTTPS(on stream: some ByteStream) -> Bool { trustsForwarded || stream.security != nil }

    /// The settings of an HTTP/2 connection on `stream`.
    func http2(on stream: some ByteStream) -> HTTP2Settings {
        var settings = http2
        settings.acceptsHTTPS = acceptsHTTPS(on: stream)
        return settings
    }
}

/// The timeouts of a server for its peers, on the machine's clock.
struct Timeouts: Hashable, Sendable {
    /// From the first byte of a request, or of a TLS handshake, to the end of its head.
    var head = Duration.seconds(10)
    /// Between two pieces of a body.
    var body = Duration.seconds(30)
    /// Between requests.
    var idle = Duration.seconds(75)

    /// How long a request that has begun is waited for, at most: a client has so long for its head and a piece of its body.
    var longestRequest: Duration { head + body }

    /// How long a client may take for what it is waited for.
    func limit(of phase: ClientTimeouts.Phase) -> Duration {
        switch phase {
        case .preface, .head, .section: head
        case .body: body
        case .request: idle
        }
    }
}
