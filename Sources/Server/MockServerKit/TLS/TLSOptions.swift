import TLS

extension MockServer {
    /// The TLS options of a server.
    ///
    /// ```swift
    /// var options = MockServer.Options()
    /// options.tls = .init()
    /// options.tls?.clientCertificates = .required(.file("clients-ca.pem"))
    /// options.tls?.fault = .init(.handshakeRefused, connections: 1)
    /// ```
    public struct TLSOptions: Sendable {
        /// The source of the server's certificate.
        public enum Certificates: Sendable {
            /// Made on demand, for the name that a client requests by SNI or for `localhost`, `127.0.0.1`, `::1` and
            /// the address that the client connects to; signed by an authority of this process.
            case madeOnDemand
            /// Made on demand, but signed by a persistent authority.
            case signed(by: PersistentCertificateAuthority)
            /// An own certificate, regardless of the requested name: the server's certificate first, then those that
            /// lead to its authority. An expired one is accepted, because a test may need it.
            case own(certificate: PEM, key: PEM)
        }

        /// Whether clients must send a certificate, and which authorities are trusted.
        public enum ClientCertificates: Hashable, Sendable {
            /// No client certificate is requested.
            case notAsked
            /// A client may send none, but a certificate must lead to one of these authorities.
            case requested(PEM)
            /// A client must send a certificate that leads to one of these authorities.
            case required(PEM)
        }

        /// A version of TLS, with its name for `--tls-minimum`.
        public enum Version: String, Hashable, Sendable, CaseIterable {
            /// TLS 1.2 (RFC 5246).
            case tls12 = "1.2"
            /// TLS 1.3 (RFC 8446).
            case tls13 = "1.3"
        }

        /// The source of the server's certificate.
        public var certificates = Certificates.madeOnDemand
        /// Whether client certificates are requested.
        public var clientCertificates = ClientCertificates.notAsked
        /// The oldest accepted version.
        public var minimumVersion = Version.tls12
        /// A fault that tests how a client handles it; nil for none.
        public var fault: TLSFault?

        /// Certificates made on demand, TLS 1.2 or later, no client certificates, no fault.
        public init() {}
    }

    /// An intentional fault of TLS. The client's reaction to it is not a failure of the run.
    public struct TLSFault: Hashable, Sendable {
        /// The kind of fault, with its name for `--tls-fault`.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The response to the client's hello is the fatal alert `handshake_failure`.
            case handshakeRefused = "handshake_refused"
            /// The client's hello gets no response; after 10 seconds the connection is closed.
            case handshakeStalled = "handshake_stalled"
            /// The certificate expired yesterday.
            case expiredCertificate = "expired_certificate"
            /// The certificate is for `wrong-host.invalid`.
            case wrongHost = "wrong_host"
            /// The certificate has the right names but is self-signed.
            case selfSigned = "self_signed"
            /// The connection ends without `close_notify`, as if cut off.
            case noCloseNotify = "no_close_notify"

            /// Whether the fault is in the certificate, so that a careful client ends the handshake.
            public var isOfCertificate: Bool { mechanism.isOfCertificate }
        }

        /// The kind of the fault.
        public var kind: Kind
        /// The number of the server's connections with the fault, from the first on; nil for all.
        public var connections: Int?

        /// A fault of the first `connections` connections; of all if that is nil.
        public init(_ kind: Kind, connections: Int? = nil) {
            self.kind = kind
            self.connections = connections
        }
    }
}

extension MockServer.TLSFault {
    /// The fault on the connection with that number, counted from 1.
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
