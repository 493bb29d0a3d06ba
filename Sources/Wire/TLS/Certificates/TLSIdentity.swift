/// A server's certificate, the intermediate ones up to its authority, and its private key.
package struct TLSIdentity: Sendable {
    let certificate: Certificate
    let chain: [Certificate]
    let key: PrivateKey
    /// Its name in errors.
    let name: String

    init(certificate: Certificate, chain: [Certificate] = [], key: PrivateKey, name: String) {
        self.certificate = certificate
        self.chain = chain
        self.key = key
        self.name = name
    }

    /// The user's own certificate and key.
    ///
    /// The server's certificate comes first in `certificate`, then any that lead to its authority; both may be the same
    /// file. An expired certificate is accepted, because a test may want one.
    ///
    /// - Throws: that a file lacks something, or that the two don't belong together.
    package init(certificate: PEMFile, key: PEMFile) throws(CertificateError) {
        let certificates = try certificate.certificates()
        let privateKey = try key.privateKey()
        guard let position = certificates.firstIndex(where: { $0.matches(privateKey) }) else {
            throw .keyMismatch(certificate: certificate.name, key: key.name)
        }
        guard position == 0 else { throw .keyOfLaterCertificate(file: certificate.name, position: position + 1) }
        self.init(
            certificate: certificates[0], chain: Array(certificates.dropFirst()), key: privateKey,
            name: certificate.name)
    }

    /// The certificates in PEM, the server's first.
    package func certificatePEM() throws(CertificateError) -> String {
        var text = try certificate.pem()
        for further in chain { text += try further.pem() }
        return text
    }

    /// The first self-signed certificate, in PEM, which a client must trust. Nil if the certificates lead to an
    /// authority that is not among them.
    package func rootPEM() throws(CertificateError) -> String? {
        try ([certificate] + chain).first(where: \.isSelfSigned)?.pem()
    }

    /// The private key in PEM (PKCS #8), not encrypted.
    package func keyPEM() throws(CertificateError) -> String {
        try key.pem()
    }
}
