/// What a handshake settled.
package struct NegotiatedTLSParameters: Hashable, Sendable {
    package var version: TLSVersion
    /// As OpenSSL names it, such as `TLS_AES_256_GCM_SHA384`.
    package var cipher: String
    /// The name that the client asked for by SNI.
    package var serverName: String?
    /// The protocol that ALPN chose; nil when the client offered none.
    package var applicationProtocol: String?
    /// The subject of the client's certificate as RFC 2253 writes it, such as `CN=alice,O=Example`; nil when it sent none.
    package var clientSubject: String?

    package init(
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
