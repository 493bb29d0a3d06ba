import COpenSSL

/// The immutable state that all TLS connections of a server share.
///
/// OpenSSL lets any number of threads make sessions of one `SSL_CTX` that is no longer configured, so
/// `nonisolated(unsafe)` is sound. Sessions are not resumed: there are neither tickets nor a cache, so every connection
/// has a full handshake and asks for the client's certificate again, and servers are independent of each other.
package final class TLSContext: Sendable {
    nonisolated(unsafe) let context: OpaquePointer
    let protocols: [[UInt8]]
    let minimumVersion: TLSVersion
    private let certificates: TLSConfiguration.Certificates
    private let localNames: [CertificateName]
    /// Names with a dot, whose subdomains share a certificate.
    private let wildcardDomains: Set<String>

    /// The most bytes of certificates that a client may send.
    private static let clientChainLimit = 64 * 1024
    /// For TLS 1.2, only the suites that HTTP/2 allows (RFC 9113 §9.2.2); TLS 1.3's own list needs no change.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

    /// - Throws: an error in the certificates, the clients' authorities or a protocol's name.
    package init(_ configuration: TLSConfiguration) throws(CertificateError) {
        try OpenSSL.start()
        var protocols: [[UInt8]] = []
        for name in configuration.protocols {
            guard (1...255).contains(name.utf8.count) else { throw .invalidProtocol(name) }
            protocols.append(Array(name.utf8))
        }
        var localNames: [CertificateName] = []
        if case .madeBy(_, let names) = configuration.certificates {
            for text in CertificateAuthority.localNames + names {
                guard let name = CertificateName(text) else { throw .invalidName(text) }
                if !localNames.contains(name) { localNames.append(name) }
            }
        }
        OpenSSL.forgetErrors()
        let context = try OpenSSL.made(SSL_CTX_new(TLS_server_method()), "SSL_CTX_new")
        do throws(CertificateError) {
            try Self.harden(context, minimum: configuration.minimumVersion)
            try Self.install(configuration.clientCertificates, in: context)
            if case .own(let identity) = configuration.certificates {
                try Self.tryOut(identity, in: context)
            }
        } catch {
            SSL_CTX_free(context)
            throw error
        }
        copenssl_SSL_CTX_set_tlsext_servername_callback(context, nameArrived)
        SSL_CTX_set_cert_cb(context, certificateWanted, nil)
        if !protocols.isEmpty { SSL_CTX_set_alpn_select_cb(context, protocolsOffered, nil) }
        self.context = context
        self.protocols = protocols
        minimumVersion = configuration.minimumVersion
        self.certificates = configuration.certificates
        self.localNames = localNames
        wildcardDomains = Set(configuration.wildcardDomains.map { $0.lowercased() }.filter { $0.contains(".") })
    }

    deinit {
        SSL_CTX_free(context)
    }

    /// The certificate for a client that requests `serverName`, or requests no name and connected to `localAddress`.
    ///
    /// A name that can't be in a certificate gets the local one, which the client will reject.
    func identity(
        serverName: String?, localAddress: String?, certificateFault: CertificateFault?
    ) throws(CertificateError) -> TLSIdentity {
        let authority: CertificateAuthority
        switch certificates {
        case .own(let identity) where certificateFault == nil: return identity
        // Another authority can't be made to sign a bad certificate, but ours can.
        case .own: authority = try CertificateAuthority.processWide()
        case .madeBy(let ours, _): authority = ours
        }
        return try authority.leaf(
            names(serverName: serverName, localAddress: localAddress), certificateFault: certificateFault)
    }

    private func names(serverName: String?, localAddress: String?) -> [CertificateName] {
        if let serverName, let name = CertificateName(serverName) {
            if localNames.contains(name) { return localNames }
            if case .host(let host) = name, let dot = host.firstIndex(of: ".") {
                let domain = host[dot...].dropFirst()
                if wildcardDomains.contains(String(domain)) { return [.host("*.\(domain)"), .host(String(domain))] }
            }
            return [name]
        }
        if let localAddress, let address = CertificateName(localAddress), !localNames.contains(address) {
            return localNames + [address]
        }
        return localNames.isEmpty ? CertificateAuthority.localNames.compactMap(CertificateName.init) : localNames
    }

    private static func harden(_ context: OpaquePointer, minimum: TLSVersion) throws(CertificateError) {
        // The system's openssl.cnf may have set any of these differently.
        try OpenSSL.check(
            copenssl_SSL_CTX_set_min_proto_version(context, minimum.number), "SSL_CTX_set_min_proto_version")
        try OpenSSL.check(copenssl_SSL_CTX_set_max_proto_version(context, 0), "SSL_CTX_set_max_proto_version")
        try OpenSSL.check(SSL_CTX_set_cipher_list(context, ciphers), "SSL_CTX_set_cipher_list")
        SSL_CTX_set_options(
            context,
            copenssl_SSL_OP_NO_TICKET | copenssl_SSL_OP_NO_RENEGOTIATION | copenssl_SSL_OP_NO_COMPRESSION
                | copenssl_SSL_OP_CIPHER_SERVER_PREFERENCE)
        copenssl_SSL_CTX_set_session_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
        try OpenSSL.check(SSL_CTX_set_num_tickets(context, 0), "SSL_CTX_set_num_tickets")
        // Then an idle connection holds no record buffers, which are 33 KiB.
        copenssl_SSL_CTX_set_mode(context, Int(SSL_MODE_RELEASE_BUFFERS) | Int(SSL_MODE_NO_AUTO_CHAIN))
        copenssl_SSL_CTX_set_max_cert_list(context, clientChainLimit)
    }

    private static func install(
        _ clients: TLSConfiguration.ClientCertificates, in context: OpaquePointer
    ) throws(CertificateError) {
        let (file, mode): (PEMFile, Int32)
        switch clients {
        case .notAsked: return
        case .requested(let authorities): (file, mode) = (authorities, SSL_VERIFY_PEER)
        case .required(let authorities):
            (file, mode) = (authorities, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT)
        }
        for authority in try file.certificates() {
            OpenSSL.forgetErrors()
            try OpenSSL.check(
                X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.x509), "X509_STORE_add_cert")
            try OpenSSL.check(SSL_CTX_add_client_CA(context, authority.x509), "SSL_CTX_add_client_CA")
        }
        SSL_CTX_set_verify(context, mode, nil)
    }

    /// Has OpenSSL check the certificate now (its key may be too short), not at the first connection.
    private static func tryOut(_ identity: TLSIdentity, in context: OpaquePointer) throws(CertificateError) {
        OpenSSL.forgetErrors()
        guard let chain = CertificateStack(identity.chain),
            SSL_CTX_use_cert_and_key(context, identity.certificate.x509, identity.key.key, chain.stack, 1) == 1
        else { throw .unusable(file: identity.name, reason: OpenSSL.firstError()) }
    }
}
