/// An intentional TLS fault to test a client with. The raw value is its name in configuration.
package enum InjectedTLSFault: String, Hashable, Sendable, CaseIterable {
    /// The client's hello is answered by the fatal alert `handshake_failure`.
    case handshakeRefused = "handshake_refused"
    /// The client's hello is never answered; the server must close the connection eventually.
    case handshakeStalled = "handshake_stalled"
    /// The certificate expired yesterday.
    case expiredCertificate = "expired_certificate"
    /// The certificate is for `wrong-host.invalid`.
    case wrongHost = "wrong_host"
    /// The certificate has the right names but is self-signed.
    case selfSigned = "self_signed"
    /// The connection ends without `close_notify`, as if it was cut off.
    case noCloseNotify = "no_close_notify"

    /// Whether the fault is in the certificate, so that a careful client ends the handshake.
    package var isOfCertificate: Bool { certificateFault != nil }

    /// The fault of the certificate. A context with the user's own certificate then uses the process-wide authority.
    var certificateFault: CertificateFault? {
        switch self {
        case .expiredCertificate: .expired
        case .wrongHost: .wrongHost
        case .selfSigned: .selfSigned
        case .handshakeRefused, .handshakeStalled, .noCloseNotify: nil
        }
    }
}
