/// The version of HTTP a message came in.
public enum HTTPVersion: String, Hashable, Sendable {
    case http10 = "http/1.0"
    case http11 = "http/1.1"
    case h2 = "h2"
}

/// Which connection a request came on, and where on it.
public struct ConnectionInfo: Hashable, Sendable {
    /// The connection's number in its server, from 1 in order of acceptance.
    public var index: Int
    /// The request's number on its connection, from 1.
    public var exchange: Int
    /// The HTTP/2 stream; nil on HTTP/1.
    public var stream: Int?
    /// What its TLS handshake settled; nil in the clear.
    public var tls: TLSInfo?

    public init(index: Int, exchange: Int, stream: Int? = nil, tls: TLSInfo? = nil) {
        self.index = index
        self.exchange = exchange
        self.stream = stream
        self.tls = tls
    }
}

/// A request that has arrived whole.
public struct Request: Hashable, Sendable {
    public let head: RequestHead
    /// The content, after transfer codings are undone.
    public let body: [UInt8]
    /// The fields behind a chunked body or in an HTTP/2 trailer section.
    public let trailers: Fields
    public let connection: ConnectionInfo

    public init(head: RequestHead, body: [UInt8] = [], trailers: Fields = Fields(), connection: ConnectionInfo) {
        self.head = head
        self.body = body
        self.trailers = trailers
        self.connection = connection
    }
}
