import MockServerKit
import Testing

@Suite("A request that its client does not finish", .timeLimit(.minutes(60)))
struct UnfinishedTests {
    struct Cut: Sendable, CustomTestStringConvertible {
        let sent: String
        let request: String?
        let text: String
        var testDescription: String { sent.debugDescription }
    }

    static let cuts = [
        Cut(sent: "", request: nil, text: "The client closed the connection without a byte."),
        Cut(sent: "GET /a HT", request: nil, text: "The client closed the connection in the head"),
        Cut(
            sent: "GET /a HTTP/1.1\r\nHost: h\r\n", request: "GET /a",
            text: "The client closed the connection in the head"),
        Cut(
            sent: "PUT /b HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc", request: "PUT /b",
            text: "The client closed the connection in the body"),
    ]

    @Test("is told of by the journal, and is no failure", arguments: cuts)
    func journalled(cut: Cut) async throws {
        let server = try MockServer(playing: "stubs: [{request: GET /c}]")
        let client = try RawClient(server)
        try client.send(cut.sent)
        client.finishSending()
        #expect(try client.end() == .fin)
        let found = try #require(server.unfinishedRequests.first)
        #expect(server.unfinishedRequests.count == 1)
        #expect(found.connection == ConnectionInfo(index: 1, exchange: 1))
        #expect(found.method.flatMap { method in found.target.map { "\(method) \($0)" } } == cut.request)
        #expect(found.text.hasPrefix(cut.text), "\(found.text)")
        #expect(server.journal.isEmpty)
        #expect(server.verdict.passed)
        await server.stop()
    }

    @Test("is told of where the server stops before it is whole", arguments: cuts.dropFirst())
    func stopped(cut: Cut) async throws {
        let server = try MockServer(playing: "stubs: [{request: GET /c}]")
        let client = try RawClient(server)
        // The bytes after a request are read together with it.
        try client.send(get("/c") + cut.sent)
        #expect(try client.response().status == 200)
        await server.stop()
        let found = try #require(server.unfinishedRequests.first)
        #expect(server.unfinishedRequests.count == 1)
        #expect(found.connection == ConnectionInfo(index: 1, exchange: 2))
        let text = cut.text.replacing("The client closed the connection", with: "The server stopped")
        #expect(found.text.hasPrefix(text), "\(found.text)")
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
    }

    @Test("is none where the client is done with its connection")
    func none() async throws {
        let server = try MockServer(playing: "stubs: [{request: GET /c}]")
        let client = try RawClient(server)
        try client.send(get("/c"))
        #expect(try client.response().status == 200)
        client.finishSending()
        #expect(try client.end() == .fin)
        #expect(server.unfinishedRequests.isEmpty)
        await server.stop()
    }

    @Test("is none on a connection that has only been opened, over either protocol", arguments: [Wire.tls1, .tls2])
    func opened(wire: Wire) async throws {
        let server = try MockServer(
            CaseFolder.scenario("steps: [{id: asked, request: GET /a, response: 200}]"), options: wire.options)
        let client = Tool.beside("exec python3 -c '\(Self.opener)' $address $ca \(wire.rawValue)", server)
        try await server.waitFor(step: "asked", timeout: .seconds(600))
        let verdict = await server.finish()
        #expect(verdict.passed, "\(verdict.text())")
        #expect(server.unfinishedRequests.isEmpty)
        #expect(try await client.value.status == 0)
    }

    /// Opens a connection by a TLS handshake, asks for `/a` on another one, and reads the first one to its end.
    private static let opener = """
        import http.client, socket, ssl, sys
        address, ca, wire = sys.argv[1:]
        host, port = address.rsplit(":", 1)
        context = ssl.create_default_context(cafile=ca)
        context.set_alpn_protocols(["h2" if wire == "tls2" else "http/1.1"])
        opened = context.wrap_socket(socket.create_connection((host, int(port)), 600), server_hostname=host)
        other = http.client.HTTPSConnection(host, int(port), context=ssl.create_default_context(cafile=ca))
        other.request("GET", "/a")
        other.getresponse().read()
        other.close()
        try:
            while opened.recv(65536): pass
        except (ssl.SSLEOFError, ConnectionResetError):
            pass
        """
}
