import Testing

@testable import TLS

@Suite("A certificate authority")
struct CertificateAuthorityTests {
    private func reload(_ authority: CertificateAuthority, now: Int64 = UnixTime.now) throws -> CertificateAuthority {
        try CertificateAuthority(
            certificate: PEMFile(name: "ca.pem", text: authority.pem),
            key: PEMFile(name: "ca.key", text: authority.keyPEM()), now: now)
    }

    @Test("there is one of the process, and others have other names")
    func processWide() throws {
        let first = try CertificateAuthority.processWide()
        let second = try CertificateAuthority.processWide()
        #expect(first === second)
        let other = try CertificateAuthority()
        #expect(other.pem != first.pem)
        #expect(other.subject != first.subject)
        #expect(other.subject.hasPrefix("CN=mockserver test CA "))
        #expect(other.fingerprint.utf8.count == 95)
    }

    @Test("one that lasts signs on after it was written and read")
    func lasting() throws {
        let authority = try CertificateAuthority(days: 3650)
        let read = try reload(authority)
        #expect(read.pem == authority.pem)
        #expect(read.fingerprint == authority.fingerprint)
        #expect(read.expiry == authority.expiry)
        var pair = try TLSPair(
            TLSContext(.init(certificates: .madeBy(read))), .init(trusted: authority.pem, expectedName: "127.0.0.1"))
        pair.run()
        #expect(pair.client.isOpen, "\(pair.client.failure)")
    }

    @Test("one that has expired is refused, and one on its last second is not")
    func expired() throws {
        let authority = try CertificateAuthority(days: 1, now: 1_700_000_000)
        #expect(authority.expiry == 1_700_086_400)
        _ = try reload(authority, now: 1_700_086_400)
        #expect(throws: CertificateError.expired(file: "ca.pem", day: "2023-11-15")) {
            try reload(authority, now: 1_700_086_401)
        }
    }

    @Test("files that are no authority's are refused")
    func wrongFiles() throws {
        let authority = try CertificateAuthority.processWide()
        let server = try authority.serverIdentity(names: ["localhost"])
        let serverFile = PEMFile(name: "ca.pem", text: try server.certificatePEM())
        let serverKey = PEMFile(name: "ca.key", text: try server.keyPEM())
        #expect(throws: CertificateError.notAnAuthority(file: "ca.pem")) {
            try CertificateAuthority(certificate: serverFile, key: serverKey)
        }
        let file = PEMFile(name: "ca.pem", text: authority.pem)
        #expect(throws: CertificateError.keyMismatch(certificate: "ca.pem", key: "ca.key")) {
            try CertificateAuthority(certificate: file, key: serverKey)
        }
        let twice = PEMFile(name: "ca.pem", text: authority.pem + authority.pem)
        #expect(throws: CertificateError.severalCertificates(file: "ca.pem", count: 2)) {
            try CertificateAuthority(certificate: twice, key: PEMFile(name: "ca.key", text: authority.keyPEM()))
        }
        #expect(throws: CertificateError.invalidName("*.test")) { try authority.serverIdentity(names: ["*.test"]) }
    }

    @Test("a server's certificate is made once for its names, and anew before it expires")
    func cached() throws {
        let authority = try CertificateAuthority(days: 3650)
        let names = [CertificateName.host("a.test")]
        let now = UnixTime.now
        let first = try authority.leaf(names, now: now)
        #expect(try authority.leaf(names, now: now).certificate === first.certificate)
        #expect(try authority.leaf(names, certificateFault: .expired, now: now).certificate !== first.certificate)
        #expect(try authority.leaf([.host("b.test")], now: now).certificate !== first.certificate)
        #expect(first.certificate.lastSecond == now + 397 * UnixTime.day)
        let later = now + 396 * UnixTime.day
        #expect(try authority.leaf(names, now: later - 1).certificate === first.certificate)
        let renewed = try authority.leaf(names, now: later)
        #expect(renewed.certificate !== first.certificate)
        #expect(try authority.leaf(names, now: later).certificate === renewed.certificate)
    }

    @Test("no server's certificate outlives the authority")
    func withinAuthority() throws {
        let authority = try CertificateAuthority(days: 10)
        let leaf = try authority.serverIdentity(names: ["a.test"])
        #expect(leaf.certificate.lastSecond == authority.expiry)
    }

    @Test("the certificates kept have a bound, and the oldest go first")
    func bounded() throws {
        let identity = try CertificateAuthority.processWide().serverIdentity(names: ["a.test"])
        var cache = IssuedCertificateCache()
        func key(_ number: Int) -> IssuedCertificateCache.Key { .init(names: [.host("h\(number)")]) }
        for number in 0..<IssuedCertificateCache.limit + 10 {
            cache.keep(.init(identity: identity, renewal: 100), for: key(number))
            cache.keep(.init(identity: identity, renewal: 100), for: key(number))
        }
        #expect(cache.count == IssuedCertificateCache.limit)
        #expect(cache.identity(key(9), at: 0) == nil)
        #expect(cache.identity(key(10), at: 0) != nil)
        #expect(cache.identity(key(10), at: 100) == nil)
    }

    @Test("the openssl command verifies the chain for a DNS name, IPv4 and IPv6")
    func command() throws {
        let authority = try CertificateAuthority.processWide()
        let context = try makeContext()
        let command = try OpenSSLCommand()
        try command.write(authority.pem, to: "ca.pem")
        try command.write(CertificateAuthority().pem, to: "other.pem")
        let local = try context.identity(serverName: nil, localAddress: nil, certificateFault: nil)
        try command.write(local.certificatePEM(), to: "local.pem")
        let named = try context.identity(serverName: "api.example.test", localAddress: nil, certificateFault: nil)
        try command.write(named.certificatePEM(), to: "named.pem")
        try command.write(authority.clientIdentity(commonName: "alice").certificatePEM(), to: "client.pem")
        let strictly = "verify -x509_strict -purpose"
        for (arguments, isGood) in [
            ("sslserver -CAfile ca.pem -verify_hostname localhost local.pem", true),
            ("sslserver -CAfile ca.pem -verify_ip 127.0.0.1 local.pem", true),
            ("sslserver -CAfile ca.pem -verify_ip ::1 local.pem", true),
            ("sslserver -CAfile ca.pem -verify_hostname api.example.test named.pem", true),
            ("sslclient -CAfile ca.pem client.pem", true),
            ("sslserver -CAfile ca.pem -verify_ip 127.0.0.2 local.pem", false),
            ("sslserver -CAfile ca.pem -verify_hostname localhost named.pem", false),
            ("sslclient -CAfile ca.pem local.pem", false),
            ("sslserver -CAfile other.pem local.pem", false),
        ] {
            let (status, output) = try command.run("\(strictly) \(arguments)")
            #expect((status == 0) == isGood, "\(arguments): \(output)")
        }
        let (status, text) = try command.run("x509 -in local.pem -noout -text -nameopt RFC2253")
        #expect(status == 0)
        for part in [
            "Version: 3", "id-ecPublicKey", "NIST CURVE: P-256", "CA:FALSE", "TLS Web Server Authentication",
            "X509v3 Subject Key Identifier", "X509v3 Authority Key Identifier", "Subject: CN=localhost,O=mockserver",
            "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
        ] {
            #expect(text.contains(part), "\(part) is not in \(text)")
        }
    }
}
