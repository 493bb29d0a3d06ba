/// A fault of TLS that a client should be tested for. The raw value is how configuration names it.
package enum InjectedTLSFault: String, Hashable, Sendable, CaseIterable {
    /// The client's hello is answered by the fatal alert `handshake_failure`.
    case handshakeRefused = "handshake_refused"
    /// The client's hello is never answered; it is for the server to close the connection in the end.
    case handshakeStalled = "handshake_stalled"
    /// The certificate expired yesterday.
    case expiredCertificate = "expired_certificate"
    /// The certificate is for `wrong-host.invalid`.
    case wrongHost = "wrong_host"
    /// The certificate bears the right names and is signed by itself.
    case selfSigned = "self_signed"
    /// The connection ends without `close_notify`, as if cut off.
    case noCloseNotify = "no_close_notify"

    /// Whether it lies in the certificate, so that a careful client ends the handshake.
    package var isOfCertificate: Bool { flaw != nil }

    /// What is wrong with the certificate. A context with one's own certificate shows the process-wide authority's then.
    var flaw: CertificateFault? {
        switch self {
        case .expiredCertificate: .expired
        case .wrongHost: .wrongHost
        case .selfSigned: .selfSigned
        case .handshakeRefused, .handshakeStalled, .noCloseNotify: nil
        }
    }
}
