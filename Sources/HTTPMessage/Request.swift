/// The version of HTTP a message came in.
public enum HTTPVersion: String, Hashable, Sendable {
    case http10 = "http/1.0"
    case http11 = "http/1.1"
    case h2 = "h2"
}

/// The head of a request as it stood on the wire.
public struct RequestHead: Hashable, Sendable {
    /// The method, any token (RFC 9110, section 9.1).
    public var method: ArraySlice<UInt8>
    /// The request target as it stood (RFC 9112, section 3.2), or `:path` (RFC 9113, section 8.3.1).
    public var target: ArraySlice<UInt8>
    /// The authority asked for: that of an absolute target or of `CONNECT`, `:authority`, or else `Host`.
    public var authority: ArraySlice<UInt8>
    /// The raw path of the target, still percent-encoded: `*` for the asterisk form, empty for the authority form, `/`
    /// for an absolute target that has none.
    public var path: ArraySlice<UInt8>
    /// What stands behind the first `?` of the target; nil without one.
    public var query: ArraySlice<UInt8>?
    public var version: HTTPVersion
    public var fields: Fields
    /// The head byte for byte from the request line to the empty line; nil where the protocol has no such text.
    public var raw: [UInt8]?

    public init(
        method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, authority: ArraySlice<UInt8>, path: ArraySlice<UInt8>,
        query: ArraySlice<UInt8>?, version: HTTPVersion, fields: Fields, raw: [UInt8]?
    ) {
        self.method = method
        self.target = target
        self.authority = authority
        self.path = path
        self.query = query
        self.version = version
        self.fields = fields
        self.raw = raw
    }
}

/// Which connection a request came on, and where on it.
public struct ConnectionFacts: Hashable, Sendable {
    /// The connection's number in its server, from 1 in order of acceptance.
    public var index: Int
    /// The request's number on its connection, from 1.
    public var exchange: Int
    /// The HTTP/2 stream; nil on HTTP/1.
    public var stream: Int?
    /// What its TLS handshake settled; nil in the clear.
    public var tls: SecurityFacts?

    public init(index: Int, exchange: Int, stream: Int? = nil, tls: SecurityFacts? = nil) {
        self.index = index
        self.exchange = exchange
        self.stream = stream
        self.tls = tls
    }
}

/// A request that has arrived whole.
public struct Request: Hashable, Sendable {
    public var head: RequestHead
    /// The content, after transfer codings are undone.
    public var body: [UInt8]
    /// The fields behind a chunked body or in an HTTP/2 trailer section.
    public var trailers: Fields
    public var connection: ConnectionFacts

    public init(head: RequestHead, body: [UInt8] = [], trailers: Fields = Fields(), connection: ConnectionFacts) {
        self.head = head
        self.body = body
        self.trailers = trailers
        self.connection = connection
    }
}
