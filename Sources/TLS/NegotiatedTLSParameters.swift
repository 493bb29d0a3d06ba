/// What a handshake settled.
public struct NegotiatedTLSParameters: Hashable, Sendable {
    public var version: TLSVersion
    /// As OpenSSL names it, such as `TLS_AES_256_GCM_SHA384`.
    public var cipher: String
    /// The name that the client asked for by SNI.
    public var serverName: String?
    /// The protocol that ALPN chose; nil when the client offered none.
    public var applicationProtocol: String?
    /// The subject of the client's certificate as RFC 2253 writes it, such as `CN=alice,O=Example`; nil when it sent none.
    public var clientSubject: String?

    public init(
        version: TLSVersion, cipher: String, serverName: String? = nil, applicationProtocol: String? = nil,
        clientSubject: String? = nil
    ) {
        self.version = version
        self.cipher = cipher
        self.serverName = serverName
        self.applicationProtocol = applicationProtocol
        self.clientSubject = clientSubject
    }
}
