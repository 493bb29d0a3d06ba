import HTTPMessage
import TLS

/// The settings that all TLS connections of a server share.
struct TLSSettings: Sendable {
    let context: TLSContext
    let fault: MockServer.TLSFault?
    /// The authority that a client must trust, in PEM; nil if it is not known.
    let authorityPEM: String?

    /// - Parameters:
    ///   - names: further names for certificates made on demand, such as the address that the server listens on.
    ///   - protocols: the protocols that ALPN may choose, best first.
    ///   - wildcardDomains: names all of whose subdomains share such a certificate.
    init(
        _ options: MockServer.TLSOptions, protocols: [ApplicationProtocol], names: [String], wildcardDomains: [String]
    ) throws(ServerStartError) {
        do {
            let certificates: TLSConfiguration.Certificates
            switch options.certificates {
            case .madeOnDemand:
                let authority = try CertificateAuthority.processWide()
                (certificates, authorityPEM) = (.madeBy(authority, names: names), authority.pem)
            case .signed(let lasting):
                (certificates, authorityPEM) = (.madeBy(lasting.authority, names: names), lasting.pem)
            case .own(let certificate, let key):
                if let fault = options.fault, fault.kind.isOfCertificate {
                    throw ServerStartError.faultOfOwnCertificate(fault.kind)
                }
                let identity = try TLSIdentity(certificate: certificate.read(), key: key.read())
                (certificates, authorityPEM) = (.own(identity), try identity.rootPEM())
            }
            let clients: TLSConfiguration.ClientCertificates =
                switch options.clientCertificates {
                case .notAsked: .notAsked
                case .requested(let authorities): .requested(try authorities.read())
                case .required(let authorities): .required(try authorities.read())
                }
            context = try TLSContext(
                TLSConfiguration(
                    certificates: certificates, wildcardDomains: wildcardDomains,
                    protocols: protocols.flatMap(\.namesInALPN),
                    minimumVersion: options.minimumVersion.mechanism, clientCertificates: clients))
            fault = options.fault
        } catch let error as ServerStartError {
            throw error
        } catch let error as UnreadableFile {
            throw ServerStartError(reason: .unreadableFile(error.path), text: "\(error.path): \(error.reason)")
        } catch {
            throw ServerStartError(reason: .unusableCertificates, text: "\(error)")
        }
    }
}

extension ApplicationProtocol {
    /// What a client offers to speak it, best first (RFC 7301, section 6). A client of HTTP/1.0 offers that alone.
    fileprivate var namesInALPN: [String] {
        switch self {
        case .http1: [rawValue, "http/1.0"]
        case .http2: [rawValue]
        }
    }
}

extension ServerStartError {
    fileprivate static func faultOfOwnCertificate(_ kind: MockServer.TLSFault.Kind) -> ServerStartError {
        ServerStartError(
            reason: .unusableCertificates,
            text:
                "The fault \(kind.rawValue) needs a certificate that is made here: leave your own out, or give one that "
                + "has the fault itself.")
    }
}
