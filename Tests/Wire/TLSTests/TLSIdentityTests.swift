import COpenSSL
import Testing

@testable import TLS

@Suite("One's own certificate and key")
struct TLSIdentityTests {
    private let made: TLSIdentity
    private let certificate: String
    private let key: String

    init() throws {
        made = try CertificateAuthority.processWide().serverIdentity(names: ["own.test"])
        certificate = try made.certificatePEM()
        key = try made.keyPEM()
    }

    private func load(_ certificate: String, _ key: String) throws(CertificateError) -> TLSIdentity {
        try TLSIdentity(
            certificate: PEMFile(name: "server.pem", text: certificate), key: PEMFile(name: "server.key", text: key))
    }

    @Test("serves a handshake, whatever name is asked for", arguments: [nil, "own.test", "other.test"] as [String?])
    func serves(_ serverName: String?) throws {
        let context = try TLSContext(.init(certificates: .own(load(certificate, key))))
        let trusted = try CertificateAuthority.processWide().pem
        var pair = try TLSPair(context, .init(trusted: trusted, serverName: serverName, expectedName: "own.test"))
        pair.run()
        #expect(pair.client.isOpen, "\(pair.client.failure)")
        #expect(try pair.facts.serverName == serverName)
    }

    @Test("may be one file, with text between and the key in any PEM form")
    func oneFile() throws {
        let out = try MemoryBIO()
        #expect(PEM_write_bio_PrivateKey_traditional(out.bio, made.key.key, nil, nil, 0, nil, nil) == 1)
        #expect(out.text.hasPrefix("-----BEGIN EC PRIVATE KEY-----"))
        let parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
        for keyText in [key, out.text, parameters + out.text] {
            let both = "subject=own.test\n" + keyText + "a note\n" + certificate
            _ = try TLSContext(.init(certificates: .own(load(both, both))))
        }
    }

    @Test("knows what a client must trust where that is in the file")
    func root() throws {
        let authority = try CertificateAuthority.processWide().pem
        #expect(try load(certificate, key).rootPEM() == nil)
        #expect(try load(certificate + authority, key).rootPEM() == authority)
        let selfSigned = try CertificateAuthority.processWide().leaf([.host("own.test")], certificateFault: .selfSigned)
        #expect(try selfSigned.rootPEM() == selfSigned.certificatePEM())
    }

    @Test("sends the certificates that lead to the authority")
    func chain() throws {
        let authority = try CertificateAuthority.processWide()
        let context = try TLSContext(.init(certificates: .own(load(certificate + authority.pem, key))))
        var pair = try TLSPair(context)
        pair.run()
        #expect(OPENSSL_sk_num(SSL_get_peer_cert_chain(pair.client.ssl)) == 2)
    }

    @Test("has no certificate", arguments: ["", "nonsense", "\u{0}\u{1}"])
    func noCertificate(_ text: String) {
        #expect(throws: CertificateError.noCertificate(file: "server.pem")) { try load(text, key) }
    }

    @Test("has no key", arguments: [nil, "", "nonsense"] as [String?])
    func noKey(_ text: String?) {
        #expect(throws: CertificateError.noKey(file: "server.key")) { try load(certificate, text ?? certificate) }
    }

    @Test("has a certificate or a key that can't be read")
    func unreadable() throws {
        func broken(_ pem: String) -> String {
            var lines = pem.split(separator: "\n", omittingEmptySubsequences: false)
            lines.remove(at: 2)
            return lines.joined(separator: "\n")
        }
        do {
            _ = try load(broken(certificate), key)
            Issue.record("a broken certificate was read")
        } catch {
            guard case .unreadable("server.pem", "certificate", _) = error else { throw error }
        }
        do {
            _ = try load(certificate + "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n", key)
            Issue.record("a broken second certificate was read")
        } catch {
            guard case .unreadable("server.pem", "certificate", _) = error else { throw error }
        }
        do {
            _ = try load(certificate, broken(key))
            Issue.record("a broken key was read")
        } catch {
            guard case .unreadable("server.key", "private key", _) = error else { throw error }
        }
    }

    @Test("has an encrypted key, in either form")
    func encrypted() throws {
        let password = Array("secret".utf8)
        let new = try MemoryBIO()
        #expect(
            PEM_write_bio_PKCS8PrivateKey(
                new.bio, made.key.key, EVP_aes_256_cbc(), "secret", Int32(password.count), nil, nil) == 1)
        let old = try MemoryBIO()
        #expect(
            PEM_write_bio_PrivateKey_traditional(
                old.bio, made.key.key, EVP_aes_256_cbc(), password, Int32(password.count), nil, nil) == 1)
        for text in [new.text, old.text] {
            #expect(throws: CertificateError.keyEncrypted(file: "server.key")) { try load(certificate, text) }
        }
    }

    @Test("has a key that belongs to another certificate")
    func mismatch() throws {
        let other = try PrivateKey.make().pem()
        #expect(throws: CertificateError.keyMismatch(certificate: "server.pem", key: "server.key")) {
            try load(certificate, other)
        }
        let authority = try CertificateAuthority.processWide()
        #expect(throws: CertificateError.keyOfLaterCertificate(file: "server.pem", position: 2)) {
            try load(authority.pem + certificate, key)
        }
    }

    @Test("has a key that is too short for anybody")
    func tooShort() throws {
        let maker = try #require(EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil))
        defer { EVP_PKEY_CTX_free(maker) }
        var made: OpaquePointer?
        #expect(EVP_PKEY_keygen_init(maker) == 1)
        #expect(EVP_PKEY_CTX_set_rsa_keygen_bits(maker, 512) == 1)
        #expect(EVP_PKEY_generate(maker, &made) == 1)
        let rsa = PrivateKey(owning: try #require(made))
        let request = CertificateRequest(
            purpose: .server, commonName: "short", validity: UnixTime.now...UnixTime.now + UnixTime.day)
        let identity = try load(request.signed(for: rsa, by: nil).pem(), rsa.pem())
        #expect(throws: CertificateError.unusable(file: "server.pem", reason: "ee key too small")) {
            try TLSContext(.init(certificates: .own(identity)))
        }
    }

    @Test("is a file beyond all measure")
    func tooLarge() {
        #expect(throws: CertificateError.tooLarge(file: "server.pem", limit: 1 << 20)) {
            try load(String(repeating: "a", count: 1 << 20 + 1), key)
        }
    }
}
