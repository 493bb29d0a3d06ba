/// Why a TLS connection failed. `description` is a sentence for the user.
package enum TLSError: Error, Hashable, Sendable {
    /// The progress of a handshake when the client left.
    package enum HandshakePhase: Hashable, Sendable {
        case nothingReceived
        case helloIncomplete
        case serverResponded
    }

    /// The client's first bytes are text; `beginning` is an excerpt of the received part of their first line.
    case plainText(beginning: String)
    /// The client's bytes are not TLS.
    case notTLS(reason: String)
    /// The client offers only versions that are too old. `newest` is the newest of them, such as `TLSv1.1`; nil if it
    /// has no name.
    case versionTooOld(newest: String?, minimum: TLSVersion)
    /// Client and server share no cipher suite.
    case noCommonCipher
    /// ALPN: client and server share no protocol.
    case noCommonProtocol(offered: [String], ours: [String])
    /// The client ended the connection with an alert.
    case clientAlert(TLSAlert)
    /// The client must present a certificate, but did not.
    case clientCertificateMissing
    /// The client's certificate does not lead to a trusted authority, or can't be used.
    case clientCertificateRefused(reason: String)
    /// The client closed the connection during the handshake.
    case leftInHandshake(HandshakePhase)
    /// The handshake is longer than any valid one.
    case handshakeTooLong(limit: Int)
    /// The injected fault.
    case refusedOnPurpose
    /// No certificate could be made or used.
    case noCertificate(CertificateError)
    /// The client broke a rule of TLS, in OpenSSL's words.
    case violation(reason: String)
    /// There is no memory for a session.
    case unavailable(reason: String)
}

extension TLSError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .plainText(let beginning):
            "The client sent \(beginning) without TLS, and this port speaks only TLS: "
                + "its URL must begin with https://."
        case .notTLS(let reason):
            "The client's first bytes are not TLS (\(reason)): this port speaks only TLS."
        case .versionTooOld(let newest?, let minimum):
            "The client offered no version newer than \(newest), and \(minimum.rawValue) is the oldest taken here."
        case .versionTooOld(nil, let minimum):
            "The client offered only versions of TLS before \(minimum.rawValue), which is the oldest taken here."
        case .noCommonCipher:
            "The client offered no cipher suite in common: TLS 1.2 needs ECDHE with AES-GCM or ChaCha20-Poly1305, "
                + "and a signature that fits the certificate's key."
        case .noCommonProtocol(let offered, let ours):
            "The client offered no protocol in common: it offered \(Self.list(offered)), "
                + "and this server speaks \(Self.list(ours))."
        case .clientAlert(let alert):
            alert.isAboutCertificate
                ? "The client rejected our certificate (alert \(alert.name))\(Self.advice(alert))"
                : "The client ended the connection (alert \(alert.name))."
        case .clientCertificateMissing:
            "The client sent no certificate, and this server requires one."
        case .clientCertificateRefused(let reason):
            "The client's certificate was refused: \(reason)."
        case .leftInHandshake(let progress):
            Self.text(progress)
        case .handshakeTooLong(let limit):
            "The client's handshake is longer than \(limit) bytes."
        case .refusedOnPurpose:
            "The handshake was refused on purpose (alert handshake_failure)."
        case .noCertificate(let error):
            "There is no certificate to show: \(error.description)"
        case .violation(let reason):
            "The client broke the TLS protocol: \(reason)."
        case .unavailable(let reason):
            "No TLS session could be made: \(reason)."
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    private static func advice(_ alert: TLSAlert) -> String {
        switch alert.name {
        case "unknown_ca":
            ": it does not trust the certificate's authority; \(remedy)."
        case "certificate_expired":
            ": it finds the certificate expired; compare the two clocks."
        case "unsupported_certificate":
            ": it can't use its kind of key or its purpose."
        default:
            ": it does not trust the certificate's authority or finds the name wrong; \(remedy), "
                + "and use a name that the certificate bears."
        }
    }

    /// Advice on how to make a client trust the certificate.
    private static let remedy =
        "have it trust the PEM in MOCKSERVER_CA_FILE, in the file of --write-ca or, in Swift, in server.certificateAuthority"

    private static func text(_ progress: HandshakePhase) -> String {
        switch progress {
        case .nothingReceived:
            "The client connected and left without a byte."
        case .helloIncomplete:
            "The client left before its hello was complete or answered."
        case .serverResponded:
            "The client left in the handshake, after our certificate was sent and without saying why: "
                + "often it does not trust the certificate's authority; \(remedy)."
        }
    }
}
