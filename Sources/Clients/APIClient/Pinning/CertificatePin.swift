public import Foundation

/// A certificate or public key that a host's chain must contain.
///
/// A pinned key outlasts the renewal of its certificate. Bytes are compared, not their hashes, so no cryptography is
/// needed. `openssl` writes both:
///
/// ```sh
/// openssl x509 -in api.pem -outform DER -out api.der
/// openssl x509 -in api.pem -pubkey -noout | openssl pkey -pubin -outform DER -out api-key.der
/// ```
public enum CertificatePin: Sendable, Hashable {
    /// A whole certificate, in DER.
    case certificate(Data)
    /// A `SubjectPublicKeyInfo` (RFC 5280, section 4.1.2.7), in DER.
    case publicKey(Data)

    /// The public key of a certificate in DER, which an app may have among its resources.
    ///
    /// - Throws: ``DERError`` if it is not a certificate.
    public static func publicKey(ofCertificate der: Data) throws(DERError) -> CertificatePin {
        .publicKey(try X509Certificate(der: der).publicKey)
    }

    func matches(_ certificate: X509Certificate) -> Bool {
        switch self {
        case .certificate(let der): der == certificate.der
        case .publicKey(let key): key == certificate.publicKey
        }
    }
}
