/// The connection of a request, and the request's index on it.
public struct ConnectionInfo: Hashable, Sendable {
    /// The connection's number in its server, from 1 in order of acceptance.
    public var index: Int
    /// The request's number on its connection, from 1.
    public var exchange: Int
    /// The HTTP/2 stream; nil on HTTP/1.
    public var stream: Int?
    /// The result of its TLS handshake; nil for cleartext.
    public var tls: TLSInfo?

    package init(index: Int, exchange: Int, stream: Int? = nil, tls: TLSInfo? = nil) {
        self.index = index
        self.exchange = exchange
        self.stream = stream
        self.tls = tls
    }
}
