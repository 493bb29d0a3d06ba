import TLS

extension MockServer {
    /// How a server speaks TLS.
    ///
    /// ```swift
    /// var options = MockServer.Options()
    /// options.tls = .init()
    /// options.tls?.clientCertificates = .required(.file("clients-ca.pem"))
    /// options.tls?.fault = .init(.handshakeRefused, connections: 1)
    /// ```
    public struct TLSOptions: Sendable {
        /// Where the server's certificate comes from.
        public enum Certificates: Sendable {
            /// Made on demand, for the name that a client asks for by SNI or for `localhost`, `127.0.0.1`, `::1` and the
            /// address that the client comes to; signed by an authority of this process's own.
            case madeOnDemand
            /// The same, signed by an authority that lasts.
            case signed(by: PersistentCertificateAuthority)
            /// One's own, whatever name is asked for: the server's certificate first, then those that lead to its
            /// authority. An expired one is taken, because a test may want just that.
            case own(certificate: PEM, key: PEM)
        }

        /// Whether clients are asked for a certificate, and whose are believed.
        public enum ClientCertificates: Hashable, Sendable {
            /// No client is asked for one.
            case notAsked
            /// A client may send none, but one it sends must lead to an authority that is given here.
            case requested(PEM)
            /// A client without one that leads to an authority that is given here is refused.
            case required(PEM)
        }

        /// A version of TLS, by the name that `--tls-minimum` takes.
        public enum Version: String, Hashable, Sendable, CaseIterable {
            /// TLS 1.2 (RFC 5246).
            case tls12 = "1.2"
            /// TLS 1.3 (RFC 8446).
            case tls13 = "1.3"
        }

        /// Where the server's certificate comes from.
        public var certificates = Certificates.madeOnDemand
        /// Whether clients are asked for a certificate.
        public var clientCertificates = ClientCertificates.notAsked
        /// The oldest version taken.
        public var minimumVersion = Version.tls12
        /// What is to go wrong, so that a client's handling of it is tested; nil for nothing.
        public var fault: TLSFault?

        /// Certificates made on demand, TLS 1.2 or later, no client certificates, no fault.
        public init() {}
    }

    /// A fault of TLS, on purpose: what a client makes of it is not a failure of the run.
    public struct TLSFault: Hashable, Sendable {
        /// What goes wrong, by the name that `--tls-fault` takes.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The client's hello is answered by the fatal alert `handshake_failure`.
            case handshakeRefused = "handshake_refused"
            /// The client's hello is never answered; after 10 seconds the connection is closed.
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
            public var isOfCertificate: Bool { mechanism.isOfCertificate }
        }

        /// What goes wrong.
        public var kind: Kind
        /// How many of the server's connections have it, from the first on; nil for all.
        public var connections: Int?

        /// A fault of the first `connections` connections; of all where that is nil.
        public init(_ kind: Kind, connections: Int? = nil) {
            self.kind = kind
            self.connections = connections
        }
    }
}

extension MockServer.TLSFault {
    /// What goes wrong on the connection of that number, which is counted from 1.
    func mechanism(onConnection number: Int) -> InjectedTLSFault? {
        if let connections, number > connections { return nil }
        return kind.mechanism
    }
}

extension MockServer.TLSFault.Kind {
    var mechanism: InjectedTLSFault {
        switch self {
        case .handshakeRefused: .handshakeRefused
        case .handshakeStalled: .handshakeStalled
        case .expiredCertificate: .expiredCertificate
        case .wrongHost: .wrongHost
        case .selfSigned: .selfSigned
        case .noCloseNotify: .noCloseNotify
        }
    }
}

extension MockServer.TLSOptions.Version {
    var mechanism: TLSVersion {
        switch self {
        case .tls12: .tls12
        case .tls13: .tls13
        }
    }
}
