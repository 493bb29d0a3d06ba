/// What a `TLSContext` is made of.
package struct TLSConfiguration: Sendable {
    /// Where the server's certificates come from.
    package enum Certificates: Sendable {
        /// Made on demand for the name that the client asks for; `names` are further names and addresses for clients
        /// that ask for none, beside `localhost`, `127.0.0.1` and `::1`.
        case madeBy(CertificateAuthority, names: [String] = [])
        /// One's own, whatever name is asked for.
        case own(TLSIdentity)
    }

    /// Whether clients are asked for a certificate, and whose are believed.
    package enum ClientCertificates: Sendable {
        case notAsked
        /// Asked for; a client may send none, but one it sends must lead to an authority of this file.
        case requested(PEMFile)
        /// A client without one that leads to an authority of this file is refused.
        case required(PEMFile)
    }

    package var certificates: Certificates
    /// What ALPN may choose, best first. A client that offers only others is refused; one that offers none is taken. Empty:
    /// the client's offer is not looked at.
    package var protocols: [String]
    package var minimumVersion: TLSVersion
    package var clientCertificates: ClientCertificates

    package init(
        certificates: Certificates, protocols: [String] = ["h2", "http/1.1"], minimumVersion: TLSVersion = .tls12,
        clientCertificates: ClientCertificates = .notAsked
    ) {
        self.certificates = certificates
        self.protocols = protocols
        self.minimumVersion = minimumVersion
        self.clientCertificates = clientCertificates
    }
}
