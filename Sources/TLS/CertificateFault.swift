/// What is wrong, on purpose, with a server's certificate.
enum CertificateFault: Hashable, Sendable {
    case expired
    case wrongHost
    case selfSigned
}
