/// An intentional fault of a server's certificate.
enum CertificateFault: Hashable, Sendable {
    case expired
    case wrongHost
    case selfSigned
}
