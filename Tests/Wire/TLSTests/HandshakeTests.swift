import COpenSSL
import Testing

@testable import TLS

@Suite("A handshake")
struct HandshakeTests {
    @Test("both versions of TLS open, and the facts say which", arguments: [TLSVersion.tls12, .tls13])
    func versions(_ version: TLSVersion) throws {
        let authority = try CertificateAuthority.processWide()
        var pair = try TLSPair(
            makeContext(),
            .init(
                trusted: authority.pem, serverName: "api.example.test", expectedName: "api.example.test",
                protocols: ["h2", "http/1.1"], newest: version.number, oldest: version.number))
        pair.run()
        let facts = try pair.facts
        #expect(facts.version == version)
        #expect(facts.serverName == "api.example.test")
        #expect(facts.applicationProtocol == "h2")
        #expect(facts.clientSubject == nil)
        let expected = version == .tls13 ? "TLS_AES_256_GCM_SHA384" : "ECDHE-ECDSA-AES256-GCM-SHA384"
        #expect(facts.cipher == expected)
        #expect(pair.client.isOpen)
        #expect(pair.session.state == .open(facts))
    }

    @Test("the subdomains of a domain share one certificate, but not those below them, or of one label")
    func wildcards() throws {
        let context = try makeContext(wildcardDomains: ["Mock.test", "local"])
        func identity(_ name: String) throws -> TLSIdentity {
            try context.identity(serverName: name, localAddress: nil, certificateFault: nil)
        }
        let first = try identity("a.mock.test")
        #expect(try identity("B.MOCK.TEST").certificate === first.certificate)
        for name in ["mock.test", "a.b.mock.test", "a.other.test", "amock.test"] {
            #expect(try identity(name).certificate !== first.certificate, "\(name)")
        }
        #expect(try identity("a.local").certificate !== identity("b.local").certificate)
        for (name, isBorne) in [("a.mock.test", true), ("b.mock.test", true), ("mock.test", true), ("c.local", true)] {
            var pair = try TLSPair(
                context,
                .init(trusted: try CertificateAuthority.processWide().pem, serverName: name, expectedName: name))
            pair.run()
            #expect(pair.client.isOpen == isBorne, "\(name)")
        }
    }

    @Test("a byte at a time opens too", arguments: [TLSVersion.tls12, .tls13])
    func byteByByte(_ version: TLSVersion) throws {
        var pair = try TLSPair(makeContext(), .init(newest: version.number))
        pair.pieceSize = 1
        pair.run()
        _ = try pair.facts
        pair.client.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        pair.run()
        #expect(String(decoding: pair.received, as: UTF8.self) == "GET / HTTP/1.1\r\n\r\n")
    }

    struct Name: Sendable {
        var expected: String
        var serverName: String?
        var localAddress: String?
        var isBorne = true
    }

    @Test(
        "the certificate bears the name that the client expects, and no other",
        arguments: [
            Name(expected: "localhost", serverName: "localhost"),
            Name(expected: "127.0.0.1"),
            Name(expected: "::1"),
            Name(expected: "0:0:0:0:0:0:0:1"),
            Name(expected: "localhost"),
            Name(expected: "127.0.0.1", serverName: "localhost"),
            Name(expected: "api.example.test", serverName: "api.example.test"),
            Name(expected: "api.example.test", serverName: "API.Example.TEST"),
            Name(expected: "my_service", serverName: "my_service"),
            Name(expected: "192.168.7.9", serverName: "192.168.7.9"),
            Name(expected: "192.168.7.9", localAddress: "192.168.7.9"),
            Name(expected: "extra.test"),
            Name(expected: "10.0.0.7"),
            Name(expected: "192.168.7.9", isBorne: false),
            Name(expected: "api.example.test", isBorne: false),
            Name(expected: "api.example.test", serverName: "localhost", isBorne: false),
            Name(expected: "other.example.test", serverName: "api.example.test", isBorne: false),
            Name(expected: "127.0.0.1", serverName: "api.example.test", isBorne: false),
            Name(expected: "*.example.test", serverName: "*.example.test", isBorne: false),
        ])
    func names(_ name: Name) throws {
        let authority = try CertificateAuthority.processWide()
        var pair = try TLSPair(
            makeContext(names: ["extra.test", "10.0.0.7"]), localAddress: name.localAddress,
            .init(trusted: authority.pem, serverName: name.serverName, expectedName: name.expected))
        pair.run()
        #expect(pair.client.isOpen == name.isBorne, "\(pair.client.failure)")
        #expect(pair.session.serverName == name.serverName)
        guard !name.isBorne else { return }
        #expect(pair.client.failure == (name.expected.contains("1") ? "IP address mismatch" : "hostname mismatch"))
        #expect(try pair.failure == .clientAlert(TLSAlert(code: 42)))
    }

    @Test("a client that does not trust the authority says unknown_ca, and the failure what to do")
    func untrusted() throws {
        var pair = try TLSPair(makeContext(), .init(trusted: CertificateAuthority().pem))
        pair.run()
        #expect(pair.client.failure == "unable to get local issuer certificate")
        #expect(try pair.failure == .clientAlert(TLSAlert(code: 48)))
        #expect(
            try pair.failure.description
                == "The client rejected our certificate (alert unknown_ca): it does not trust the certificate's authority; "
                + "have it trust the PEM in MOCKSERVER_CA_FILE, in the file of --write-ca or, in Swift, in "
                + "server.certificateAuthority."
        )
    }

    @Test("a client of TLS 1.1 is refused by an alert")
    func tooOld() throws {
        var pair = try TLSPair(
            makeContext(), .init(newest: TLS1_1_VERSION, oldest: TLS1_1_VERSION, ciphers: "ALL:@SECLEVEL=0"))
        pair.run()
        #expect(try pair.failure == .versionTooOld(newest: "TLSv1.1", minimum: .tls12))
        #expect(pair.client.failure == "tlsv1 alert protocol version")
    }

    @Test("the oldest version can be 1.3")
    func onlyNewest() throws {
        var pair = try TLSPair(makeContext(minimumVersion: .tls13), .init(newest: TLS1_2_VERSION))
        pair.run()
        #expect(try pair.failure == .versionTooOld(newest: "TLSv1.2", minimum: .tls13))
        #expect(
            try pair.failure.description
                == "The client offered no version newer than TLSv1.2, and TLSv1.3 is the oldest taken here.")
    }

    @Test(
        "cipher suites that HTTP/2 forbids are refused", arguments: ["ECDHE-ECDSA-AES128-SHA256", "AES128-GCM-SHA256"])
    func ciphers(_ name: String) throws {
        var pair = try TLSPair(makeContext(), .init(newest: TLS1_2_VERSION, ciphers: name))
        pair.run()
        #expect(try pair.failure == .noCommonCipher)
        #expect(pair.client.failure == "sslv3 alert handshake failure")
    }

    @Test("no session can be resumed", arguments: [TLSVersion.tls12, .tls13])
    func noResumption(_ version: TLSVersion) throws {
        var pair = try TLSPair(makeContext(), .init(newest: version.number))
        pair.run()
        _ = try pair.facts
        let session = try #require(SSL_get_session(pair.client.ssl))
        #expect(SSL_SESSION_has_ticket(session) == 0)
        // TLS 1.2 can also resume by a session identifier of the server.
        var length: UInt32 = 0
        SSL_SESSION_get_id(session, &length)
        #expect(version == .tls13 || length == 0)
    }

    @Test("renegotiation is refused, and the connection goes on")
    func noRenegotiation() throws {
        var pair = try TLSPair(makeContext(), .init(newest: TLS1_2_VERSION))
        pair.run()
        _ = try pair.facts
        #expect(SSL_renegotiate(pair.client.ssl) == 1)
        SSL_do_handshake(pair.client.ssl)
        pair.session.receive(pair.client.takeOutput())
        guard case .open = pair.session.state else {
            Issue.record("\(pair.session.state)")
            return
        }
        #expect(pair.session.hasOutput)
    }

    @Test("a key update is answered")
    func keyUpdate() throws {
        var pair = try TLSPair(makeContext())
        pair.run()
        _ = try pair.facts
        #expect(SSL_key_update(pair.client.ssl, SSL_KEY_UPDATE_REQUESTED) == 1)
        pair.client.write([1, 2, 3])
        pair.run()
        pair.session.write([4, 5, 6])
        pair.run()
        #expect(pair.received == [1, 2, 3])
        #expect(pair.client.received == [4, 5, 6])
    }

    @Test("a client that leaves is told by how far it came")
    func leaving() throws {
        let context = try makeContext()
        let silent = try TLSSession(context)
        silent.receiveEnd()
        #expect(silent.state == .failed(.leftInHandshake(.nothingReceived)))

        let hello = try Client(.init())
        hello.advance()
        let bytes = hello.takeOutput()
        let partial = try TLSSession(context)
        partial.receive(Array(bytes.dropLast()))
        partial.receiveEnd()
        #expect(partial.state == .failed(.leftInHandshake(.helloIncomplete)))

        let answered = try TLSSession(context)
        answered.receive(bytes)
        #expect(answered.hasOutput)
        answered.receiveEnd()
        #expect(answered.state == .failed(.leftInHandshake(.serverResponded)))
    }

    @Test("a handshake that never ends is cut off")
    func bounded() throws {
        let session = try TLSSession(makeContext())
        // A hello that claims 128 KiB less one, followed by endless records of its first byte.
        let header: [UInt8] = [22, 3, 1, 0, 5, 1, 1, 0xFF, 0xFF, 3]
        session.receive(header)
        var count = 0
        while session.state == .handshaking, count < 100_000 {
            session.receive([22, 3, 1, 0, 1, 3])
            count += 1
        }
        guard case .failed = session.state else {
            Issue.record("\(session.state)")
            return
        }
        #expect(count * 6 <= TLSSession.handshakeLimit)
    }
}
