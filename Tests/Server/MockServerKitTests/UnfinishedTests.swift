import Locking
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

    /// A request whose target has a value that only its own head says is secret.
    struct Revealing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let begun: [UInt8]
    }

    static let revealingRequests = [
        Revealing(
            testDescription: "in its body",
            begun: Array(
                "POST /x/s3cr3tWert1 HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer s3cr3tWert1\r\nContent-Length: 9\r\n\r\nab"
                    .utf8)),
        Revealing(
            testDescription: "in its head",
            begun: Array("GET /x/s3cr3tWert1 HTTP/1.1\r\nCookie: a=b; sid=s3cr3tWert1\r\nHo".utf8)),
        Revealing(
            testDescription: "in its body over HTTP/2",
            begun: RawFrame.start
                + RawFrame.section(
                    [
                        (":method", "POST"), (":scheme", "http"), (":path", "/x/s3cr3tWert1"), (":authority", "h"),
                        ("authorization", "Bearer s3cr3tWert1"),
                    ], on: 1, flags: 4) + RawFrame.data("ab", on: 1)),
    ]

    @Test("shows no value that its own head has where it is redacted", arguments: revealingRequests)
    func revealing(_ request: Revealing) async throws {
        let told = Locked<[UnfinishedRequest]>([])
        var options = MockServer.Options.patient
        options.onUnfinished = { request in told.withLock { $0.append(request) } }
        let server = try MockServer(playing: "stubs: [{request: GET /c}]", options: options)
        let client = try RawClient(server)
        try client.send(request.begun)
        client.finishSending()
        while try client.receive() {}
        for shown in [server.unfinishedRequests, told.withLock { $0 }] {
            #expect(shown.map(\.target) == ["/x/(redacted, 11 bytes)"])
        }
        for format in ReportFormat.allCases {
            let report = text(server.report().bytes(as: format))
            #expect(!report.contains("s3cr3t"), "\(format): \(report)")
        }
        await server.stop()
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
