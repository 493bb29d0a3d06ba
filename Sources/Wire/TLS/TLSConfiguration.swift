/// The settings of a `TLSContext`.
package struct TLSConfiguration: Sendable {
    /// The source of the server's certificates.
    package enum Certificates: Sendable {
        /// Made on demand for the name that the client requests. Clients that request none get a certificate for
        /// `names`, `localhost`, `127.0.0.1` and `::1`.
        case madeBy(CertificateAuthority, names: [String] = [])
        /// The user's own, for any requested name.
        case own(TLSIdentity)
    }

    /// Whether clients are asked for a certificate, and which authorities are trusted.
    package enum ClientCertificates: Sendable {
        case notAsked
        /// Asked for. A client may send none, but one it sends must lead to an authority of this file.
        case requested(PEMFile)
        /// A client without a certificate that leads to an authority of this file is refused.
        case required(PEMFile)
    }

    package var certificates: Certificates
    /// Host names all of whose subdomains share one certificate, if certificates are made on demand. Of a name without
    /// a dot, such as `localhost`, each has its own: clients accept no wildcard there.
    package var wildcardDomains: [String]
    /// The protocols that ALPN may select, best first. A client that offers only others is refused; one that offers
    /// none is accepted. If empty, the client's offer is ignored.
    package var protocols: [String]
    package var minimumVersion: TLSVersion
    package var clientCertificates: ClientCertificates

    package init(
        certificates: Certificates, wildcardDomains: [String] = [], protocols: [String] = ["h2", "http/1.1"],
        minimumVersion: TLSVersion = .tls12, clientCertificates: ClientCertificates = .notAsked
    ) {
        self.certificates = certificates
        self.wildcardDomains = wildcardDomains
        self.protocols = protocols
        self.minimumVersion = minimumVersion
        self.clientCertificates = clientCertificates
    }
}
