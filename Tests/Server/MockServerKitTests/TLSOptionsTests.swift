import Dispatch
import Foundation
import Testing

@testable import MockServerKit
@testable import TLS

@Suite("How TLS is set up", .timeLimit(.minutes(60)))
struct TLSOptionsTests {
    private static let responses = "linger: 0ms\nstubs: [{ request: GET /a, response: { text: hello } }]"

    private func server(
        protocols: [ApplicationProtocol] = [.http2, .http1], _ set: (inout MockServer.TLSOptions) -> Void
    ) throws -> MockServer {
        var options = MockServer.Options.patient
        options.protocols = protocols
        var tls = MockServer.TLSOptions()
        set(&tls)
        options.tls = tls
        return try MockServer(playing: Self.responses, options: options)
    }

    private func startError(_ set: (inout MockServer.TLSOptions) -> Void) -> ServerStartError? {
        do {
            try server(set).stopNow()
            return nil
        } catch {
            return error as? ServerStartError
        }
    }

    // MARK: - The server's certificate

    @Test(
        "one made on demand leads to the authority, for a name and both kinds of address, over TLS 1.2 and 1.3",
        arguments: ["-tls1_2", "-tls1_3"],
        [
            ("127.0.0.1", "-servername localhost -verify_hostname localhost"),
            ("127.0.0.1", "-servername api.example.test -verify_hostname api.example.test"),
            ("127.0.0.1", "-noservername -verify_ip 127.0.0.1"), ("::1", "-noservername -verify_ip ::1"),
        ])
    func chain(version: String, peer: (host: String, check: String)) throws {
        var options = MockServer.Options.patient
        options.host = peer.host
        options.tls = .init()
        let server = try MockServer(playing: Self.responses, options: options)
        let tool = try Tool(
            "openssl s_client \(version) \(peer.check) -verify_return_error -CAfile $ca -connect ${url#https://} </dev/null",
            server)
        #expect(tool.status == 0, "\(tool.output)")
        #expect(tool.output.contains("Verify return code: 0 (ok)"), "\(tool.output)")
        server.stopNow()
    }

    @Test(
        "one made on demand bears the address that a client comes to, where the server listens on all of them",
        arguments: ["0.0.0.0", "::"])
    func everyAddress(_ host: String) throws {
        var options = MockServer.Options.patient
        options.host = host
        options.tls = .init()
        let server = try MockServer(playing: Self.responses, options: options)
        #expect(try Tool("curl -sS --cacert $ca https://127.0.0.2:${url##*:}/a", server).output == "hello")
        #expect(try finish(server).passed)
    }

    @Test("a lasting authority signs for two servers one after the other")
    func lasting() throws {
        let authority = try MockServer.PersistentCertificateAuthority()
        let again = try MockServer.PersistentCertificateAuthority(
            certificate: .text(authority.pem), key: .text(authority.keyPEM()))
        for authority in [authority, again] {
            let server = try server { $0.certificates = .signed(by: authority) }
            #expect(server.certificateAuthority?.pem == authority.pem)
            #expect(try Tool("curl -sS --cacert $ca $url/a", server).output == "hello")
            server.stopNow()
        }
        #expect(again.fingerprint == authority.fingerprint && again.subject == authority.subject)
        #expect(again.lastDay == authority.lastDay)
    }

    @Test("one's own is shown, and what a client must trust is known where it is in the file")
    func own() throws {
        let authority = try CertificateAuthority()
        let identity = try authority.serverIdentity(names: ["127.0.0.1"])
        let (certificate, key) = (try identity.certificatePEM(), try identity.keyPEM())
        let alone = try server { $0.certificates = .own(certificate: .text(certificate), key: .text(key)) }
        #expect(alone.certificateAuthority == nil)
        let tool = try Tool(
            #"printf %s "$trusted" >"$ca"; curl -sS --cacert $ca $url/a"#, alone, variables: ["trusted": authority.pem])
        #expect(tool.output == "hello")
        alone.stopNow()
        let whole = try server {
            $0.certificates = .own(certificate: .text(certificate + authority.pem), key: .text(key))
        }
        #expect(whole.certificateAuthority?.pem == authority.pem)
        #expect(try Tool("curl -sS --cacert $ca $url/a", whole).output == "hello")
        whole.stopNow()
    }

    @Test("what can't be read or used is named")
    func refused() throws {
        let missing = startError { $0.certificates = .own(certificate: .file("/no/such.pem"), key: .text("")) }
        #expect(missing?.reason == .unreadableFile("/no/such.pem"))
        #expect(missing?.description == "/no/such.pem: there is no such file")
        let folder = startError { $0.clientCertificates = .required(.file("/")) }
        #expect(folder?.description == "/: it can't be read as a file")
        let empty = startError { $0.clientCertificates = .requested(.text("")) }
        #expect(empty?.reason == .unusableCertificates)
        #expect(empty?.description.hasPrefix("the PEM text holds no certificate: ") ?? false)
        let identity = try CertificateAuthority.processWide().serverIdentity(names: ["localhost"])
        let (certificate, key) = (try identity.certificatePEM(), try identity.keyPEM())
        let fault = startError {
            $0.certificates = .own(certificate: .text(certificate), key: .text(key))
            $0.fault = .init(.wrongHost)
        }
        #expect(fault?.reason == .unusableCertificates)
        #expect(
            fault?.description
                == "The fault wrong_host needs a certificate that is made here: leave your own out, or give one that has the "
                + "fault itself.")
    }

    @Test("a lasting authority's files that are missing or no authority's are named")
    func noAuthority() throws {
        func error(_ make: () throws -> MockServer.PersistentCertificateAuthority) -> MockServer.AuthorityError? {
            do { _ = try make() } catch { return error as? MockServer.AuthorityError }
            return nil
        }
        let missing = error { try .init(folder: "/no/such") }
        #expect(missing?.reason == .unreadable)
        #expect(missing?.description == "/no/such/ca.pem: there is no such file")
        let identity = try CertificateAuthority.processWide().serverIdentity(names: ["localhost"])
        let leaf = error {
            try .init(certificate: .text(identity.certificatePEM()), key: .text(identity.keyPEM()))
        }
        #expect(leaf?.reason == .unusable)
        #expect(leaf?.description == "The certificate in the PEM text is not an authority's: it may not sign others.")
    }

    @Test("the oldest version taken can be 1.3")
    func minimum() throws {
        let server = try server { $0.minimumVersion = .tls13 }
        #expect(try Tool("curl -sS --cacert $ca --tls-max 1.2 $url/a", server).status == 35)
        #expect(try Tool("curl -sS --cacert $ca $url/a", server).output == "hello")
        #expect(
            server.verdict.text().contains(
                "error: a TLS handshake failed: The client offered no version newer than TLSv1.2, and TLSv1.3 is the oldest "
                    + "taken here."))
        server.stopNow()
    }

    // MARK: - Clients' certificates

    /// The files of curl's client certificate, as variables of a script that begins with `shows`.
    private func ada(_ authority: CertificateAuthority) throws -> [String: String] {
        let identity = try authority.clientIdentity(commonName: "ada")
        return ["pem": try identity.certificatePEM() + identity.keyPEM()]
    }

    private let shows = #"mine=$(mktemp); trap 'rm "$mine"' EXIT; printf %s "$pem" >"$mine"; "#

    @Test("a scenario tells clients apart by their certificates")
    func scenario() throws {
        let clients = try CertificateAuthority()
        var options = MockServer.Options.patient
        options.tls = .init()
        options.tls?.clientCertificates = .requested(.text(clients.pem))
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps:
                  - request: { path: /a, tls: { client_certificate: { subject: { starts_with: "CN=ada," } } } }
                    response: { text: ada }
                stubs:
                  - request: { path: /a, tls: { client_certificate: { subject: { absent: true } } } }
                    response: { text: nobody }
                """, options: options)
        let curl = "curl -sS --cacert $ca $url/a"
        #expect(try Tool(curl, server).output == "nobody")
        #expect(try Tool(shows + curl + " --cert $mine", server, variables: ada(clients)).output == "ada")
        let verdict = try finish(server)
        #expect(verdict.passed, "\(verdict.text())")
    }

    @Test("a client may show one that is asked for, and the journal has its subject", arguments: ["1.2", "1.3"])
    func requested(version: String) throws {
        let clients = try CertificateAuthority()
        let server = try server { $0.clientCertificates = .requested(.text(clients.pem)) }
        let curl = "curl -sS --tls-max \(version) --cacert $ca $url/a"
        #expect(try Tool(curl, server).output == "hello")
        #expect(try Tool(shows + curl + " --cert $mine", server, variables: ada(clients)).output == "hello")
        let subjects = server.journal.map { $0.request.tls?.clientSubject }
        #expect(subjects == [nil, "CN=ada,O=mockserver"])
        #expect(try finish(server).passed)
    }

    @Test("one that is required must be shown, and lead to an authority that is given")
    func required() throws {
        let clients = try CertificateAuthority()
        let told = DispatchSemaphore(value: 0)
        var options = MockServer.Options.patient
        options.tls = .init()
        options.tls?.clientCertificates = .required(.text(clients.pem))
        options.onRequest = { _ in told.signal() }
        let server = try MockServer(playing: Self.responses, options: options)
        let curl = "curl -sS --cacert $ca $url/a"
        #expect(try Tool(curl, server).status == 56)
        #expect(told.wait(timeout: .now() + .seconds(600)) == .success)
        #expect(try Tool(shows + curl + " --cert $mine", server, variables: ada(CertificateAuthority())).status == 56)
        #expect(told.wait(timeout: .now() + .seconds(600)) == .success)
        #expect(try Tool(shows + curl + " --cert $mine", server, variables: ada(clients)).output == "hello")
        let text = try finish(server).text()
        #expect(text.contains("a TLS handshake failed: The client sent no certificate, and this server requires one."))
        #expect(text.contains("a TLS handshake failed: The client's certificate was refused: "), "\(text)")
    }

    // MARK: - Faults

    /// A client that gives up as curl does and then waits for the server to end the connection, so that the server has
    /// read the reason. It prints OpenSSL's reason, or the response's first line.
    private let client = #"""
        python3 -c '
        import socket, ssl, sys, urllib.parse
        url = urllib.parse.urlsplit(sys.argv[1])
        context = ssl.create_default_context(cafile=sys.argv[2])
        context.options &= ~getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0)
        raw = socket.create_connection((url.hostname, url.port), timeout=60)
        secure = context.wrap_socket(
            raw, server_hostname=url.hostname, do_handshake_on_connect=False, suppress_ragged_eofs=False)
        try:
            secure.do_handshake()
            secure.sendall(b"GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            text = b""
            while (piece := secure.recv(1000)): text += piece
            print(text.split(b"\r\n")[0].decode())
        except ssl.SSLCertVerificationError as error: print(error.verify_message)
        except ssl.SSLError as error: print(error.reason)
        while socket.socket.recv(secure, 1000): pass
        ' "$url" "$ca"
        """#

    @Test(
        "each is found out by a real client, and is no failure of the run",
        arguments: [
            (
                .handshakeRefused, "SSLV3_ALERT_HANDSHAKE_FAILURE\n",
                "The handshake was refused on purpose (alert handshake_failure)."
            ),
            (
                .expiredCertificate, "certificate has expired\n",
                "The client rejected the certificate, which has the fault expired_certificate (alert certificate_expired)."
            ),
            (
                .wrongHost, "IP address mismatch, certificate is not valid for '127.0.0.1'.\n",
                "The client rejected the certificate, which has the fault wrong_host (alert bad_certificate)."
            ),
            (
                .selfSigned, "self-signed certificate\n",
                "The client rejected the certificate, which has the fault self_signed (alert unknown_ca)."
            ),
        ] as [(MockServer.TLSFault.Kind, String, String)])
    func faults(kind: MockServer.TLSFault.Kind, said: String, told: String) throws {
        let server = try server { $0.fault = .init(kind) }
        #expect(try Tool(client, server).output == said)
        #expect(server.unfinishedRequests.map(\.text) == [told])
        #expect(try finish(server).passed)
    }

    @Test("an end without close_notify is one to a client that looks, and without the fault it comes")
    func noCloseNotify() throws {
        let cut = try server { $0.fault = .init(.noCloseNotify) }
        #expect(try Tool(client, cut).output == "UNEXPECTED_EOF_WHILE_READING\n")
        #expect(try finish(cut).passed)
        let whole = try server { _ in }
        #expect(try Tool(client, whole).output == "HTTP/1.1 200 OK\n")
        #expect(try finish(whole).passed)
    }

    @Test("a stalled handshake has a client give up")
    func stalled() throws {
        let server = try server { $0.fault = .init(.handshakeStalled) }
        #expect(try Tool("curl -sS --max-time 0.2 --cacert $ca $url/a", server).status == 28)
        #expect(try finish(server).passed)
    }

    @Test("a stalled handshake ends with the time for one, which is told")
    func stalledForGood() throws {
        var options = MockServer.Options.patient
        options.tls = .init()
        options.tls?.fault = .init(.handshakeStalled)
        options.timeouts = Timeouts(head: .milliseconds(30))
        let server = try MockServer(playing: Self.responses, options: options)
        #expect(try Tool("curl -sS --cacert $ca $url/a", server).status == 35)
        #expect(
            server.unfinishedRequests.map(\.text) == [
                "The TLS handshake was not over 0.03 seconds after its first byte."
            ])
        #expect(try finish(server).passed)
    }

    @Test("the first connections alone can have one, so that a client's second try succeeds")
    func firstConnections() throws {
        let server = try server { $0.fault = .init(.handshakeRefused, connections: 2) }
        #expect((1...2).allSatisfy { _ in (try? Tool("curl -sS --cacert $ca $url/a", server).status) == 35 })
        #expect(try Tool("curl -sS --cacert $ca $url/a", server).output == "hello")
        #expect(try finish(server).passed)
    }

    @Test("configuration's names of them are those of TLS itself")
    func names() {
        #expect(MockServer.TLSFault.Kind.allCases.map(\.rawValue) == InjectedTLSFault.allCases.map(\.rawValue))
        #expect(MockServer.TLSFault.Kind.allCases.allSatisfy { $0.mechanism.rawValue == $0.rawValue })
    }
}
