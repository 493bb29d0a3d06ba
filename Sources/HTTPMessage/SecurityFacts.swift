/// What the TLS handshake of a connection settled.
public struct SecurityFacts: Hashable, Sendable {
    /// The version, such as `TLSv1.3`.
    public var version: String
    /// The name that the client asked for by SNI; nil when it asked for none, as clients of an IP address do.
    public var serverName: String?
    /// The protocol that ALPN chose; nil when the client offered none.
    public var applicationProtocol: String?
    /// The subject of the client's certificate as RFC 2253 writes it, such as `CN=alice,O=Example`; nil when it sent none.
    public var clientSubject: String?

    public init(
        version: String, serverName: String? = nil, applicationProtocol: String? = nil, clientSubject: String? = nil
    ) {
        self.version = version
        self.serverName = serverName
        self.applicationProtocol = applicationProtocol
        self.clientSubject = clientSubject
    }
}
