/// The results of a TLS handshake.
package struct NegotiatedTLSParameters: Hashable, Sendable {
    package var version: TLSVersion
    /// OpenSSL's name, such as `TLS_AES_256_GCM_SHA384`.
    package var cipher: String
    /// The name that the client requested by SNI.
    package var serverName: String?
    /// The protocol that ALPN selected; nil if the client offered none.
    package var applicationProtocol: String?
    /// The subject of the client's certificate in the form of RFC 2253, like `CN=alice,O=Example`; nil without one.
    package var clientSubject: String?
}
