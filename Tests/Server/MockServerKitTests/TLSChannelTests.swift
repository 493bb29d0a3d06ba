import Dispatch
import Foundation
import Testing

@testable import MockServerKit

@Suite("A server with TLS", .timeLimit(.minutes(60)))
struct TLSChannelTests {
    private static let responses = "linger: 0ms\nstubs: [{ request: GET /a, response: { text: hello } }]"

    private func server(_ timeouts: Timeouts = Timeouts()) throws -> MockServer {
        var options = MockServer.Options.patient
        options.tls = .init()
        options.timeouts = timeouts
        return try MockServer(playing: Self.responses, options: options)
    }

    @Test("has an https URL and an authority; one without has neither")
    func url() throws {
        let server = try server()
        #expect(server.url.scheme == "https")
        #expect(server.certificateAuthority?.pem?.hasPrefix("-----BEGIN CERTIFICATE-----\n") ?? false)
        server.stopNow()
        let plain = try MockServer(playing: Self.responses)
        #expect(plain.url.scheme == "http")
        #expect(plain.certificateAuthority == nil)
        plain.stopNow()
    }

    @Test("speaks what ALPN asks for, and HTTP/1.1 where it is not asked")
    func protocols() throws {
        let server = try server()
        for (option, version) in [("--http2", "2"), ("--http1.1", "1.1"), ("--no-alpn", "1.1")] {
            let tool = try Tool("curl -sS --cacert $ca \(option) -w ' %{http_version}' $url/a", server)
            #expect(tool.output == "hello \(version)")
        }
        #expect(try finish(server).passed)
    }

    @Test("serves a client that offers HTTP/1.0 alone")
    func http10() throws {
        let server = try server()
        let tool = try Tool("curl -sS --cacert $ca --http1.0 $url/a", server)
        #expect(tool.output == "hello")
        let request = try #require(server.journal.last).request
        #expect(request.version == .http10)
        #expect(request.tls?.applicationProtocol == "http/1.0")
        #expect(try finish(server).passed)
    }

    @Test("has its URL in the scenario's words")
    func words() throws {
        var options = MockServer.Options.patient
        options.tls = .init()
        let server = try MockServer(
            playing: "stubs: [{ request: GET /a, response: { text: '{{server.url}}' } }]", options: options)
        #expect(try Tool("curl -sS --cacert $ca $url/a", server).output == server.url.absoluteString)
        server.stopNow()
    }

    @Test("says of a client that does not trust it what it must be given")
    func untrusted() throws {
        // curl leaves when it has sent its alert, which the server has not read yet.
        let told = DispatchSemaphore(value: 0)
        var options = MockServer.Options.patient
        options.tls = .init()
        options.onRequest = { _ in told.signal() }
        let server = try MockServer(playing: Self.responses, options: options)
        let tool = try Tool("curl -sS $url/a", server)
        #expect(tool.status == 60)
        #expect(told.wait(timeout: .now() + .seconds(600)) == .success)
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == [.badRequest])
        #expect(verdict.text().contains("does not trust the certificate's authority"), "\(verdict.text())")
    }

    @Test("says of a client without TLS that its URL is wrong")
    func plain() throws {
        let server = try server()
        let client = try RawClient(server)
        try client.send(get("/a"))
        #expect(try client.end() == .fin)
        #expect(server.verdict.text().contains("its URL must begin with https://"), "\(server.verdict.text())")
        server.stopNow()
    }

    @Test("ends with close_notify when the server stops")
    func stopping() async throws {
        let asked = DispatchSemaphore(value: 0)
        var options = MockServer.Options.patient
        options.tls = .init()
        options.onRequest = { _ in asked.signal() }
        let server = try MockServer(
            playing: "stubs: [{ request: GET /a, response: { text: hello, delay: 3600s } }]", options: options)
        // Without close_notify this would be an SSLEOFError.
        let script = """
            python3 -c 'import socket, ssl, sys
            host, port = sys.argv[1].rsplit(":", 1)
            context = ssl.create_default_context(cafile=sys.argv[2])
            context.options &= ~getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0)
            raw = socket.create_connection((host, int(port)), timeout=3600)
            tls = context.wrap_socket(raw, server_hostname=host, suppress_ragged_eofs=False)
            tls.sendall(b"GET /a HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n")
            print(tls.recv(100))' $address $ca
            """
        let tool = Tool.beside(script, server)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                asked.wait()
                continuation.resume()
            }
        }
        await server.stop()
        #expect(try await tool.value.output == "b''\n")
    }

    @Test("finds no fault with one that connects and leaves")
    func leaves() throws {
        let server = try server()
        let client = try RawClient(server)
        client.finishSending()
        #expect(try client.end() == .fin)
        #expect(server.unfinishedRequests.map(\.text) == ["The client connected and left without a byte."])
        #expect(try finish(server).passed)
    }

    @Test("waits for a hello no longer than for a head")
    func stalls() throws {
        let server = try server(Timeouts(head: .milliseconds(30)))
        let client = try RawClient(server)
        try client.send([0x16, 3, 1])
        #expect(try client.end() == .fin)
        server.stopNow()
    }

    @Test("closes connections that wait when it stops")
    func stops() async throws {
        let server = try server()
        let client = try RawClient(server)
        await server.stop()
        // By RST if it was not accepted yet; otherwise the suite's time limit would be exceeded.
        _ = try client.end()
    }
}
