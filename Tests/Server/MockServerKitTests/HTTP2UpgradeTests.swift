import Testing

@testable import MockServerKit
@testable import Sockets

@Suite("Upgrade: h2c", .timeLimit(.minutes(60)))
struct HTTP2UpgradeTests {
    private static let responses = """
        linger: 0ms
        stubs: [{ request: GET /a, response: { text: hello } }]
        """
    private static let asks = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
    private static let switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c"
    private static let preface = HTTP2ConnectionTests.preface + [0, 0, 0, 4, 0, 0, 0, 0, 0]

    private func server(_ timeouts: Timeouts = Timeouts()) throws -> MockServer {
        var options = MockServer.Options.patient
        options.timeouts = timeouts
        return try MockServer(playing: Self.responses, options: options)
    }

    @Test("nghttp comes by it and asks on")
    func nghttp() throws {
        let server = try server()
        let tool = try Tool("nghttp -t 20 -u $url/a $url/a?again", server)
        #expect(tool.output == "hellohello", "\(tool)")
        #expect(server.journal.map(\.request.connectionIndex) == [1, 1])
        #expect(server.journal.map(\.request.exchangeIndex) == [1, 2])
        #expect(server.journal.first?.request.streamID == 1)
        #expect(server.journal.map(\.request.version) == [.h2, .h2])
        #expect(try finish(server).passed)
    }

    @Test("the response waits for the client's preface, but not the decision of the request that came before it")
    func preface() async throws {
        let server = try server()
        let client = try RawClient(server)
        try client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.response().status == 200)
        try client.send("GET /a HTTP/1.1\r\nHost: h\r\n\(Self.asks)\r\n")
        #expect(try client.response().head.hasPrefix(Self.switching))
        // SETTINGS come at once.
        while client.pending.count < 9 { try #require(try client.receive()) }
        #expect(client.pending[3] == 4)
        while server.journal.count < 2 { await Task.yield() }
        #expect(server.journal.map(\.request.exchangeIndex) == [1, 2])
        #expect(server.journal.map(\.request.streamID) == [nil, 1])
        try client.send(Self.preface)
        while client.pending.suffix(5) != Array("hello".utf8)[...] { try #require(try client.receive()) }
        #expect(Self.isAnsweredAfterPreface(client.pending))
        server.stopNow()
    }

    /// Whether the response is behind the acknowledgement of the client's SETTINGS.
    private static func isAnsweredAfterPreface(_ bytes: [UInt8]) -> Bool {
        RawFrame.frames(in: bytes).map(\.words).prefix { !$0.hasPrefix("HEADERS") }.contains("SETTINGS ack")
    }

    /// What becomes of a client that asked for the upgrade and has not sent its preface.
    enum End: CaseIterable, Sendable {
        case reset, close, finishSending, stay, resetUnread

        func end(_ client: RawClient) throws {
            if self != .resetUnread { #expect(try client.response().status == 101) }
            switch self {
            case .reset, .resetUnread: client.reset()
            case .close: client.close()
            case .finishSending: client.finishSending()
            case .stay: break
            }
        }
    }

    @Test(
        "a request is counted whatever becomes of its client before the preface",
        .enabled(if: Poller.noticesEndWhilePaused), arguments: End.allCases)
    func counted(end: End) async throws {
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{ request: /no, never: true }]", options: .patient)
        let client = try RawClient(server)
        try client.send("GET /no HTTP/1.1\r\nHost: h\r\n\(Self.asks)\r\n")
        try end.end(client)
        await server.stop()
        #expect(server.verdict.failures.map(\.kind) == [.never])
        #expect(server.journal.map(\.request.streamID) == [1])
        client.close()
    }

    @Test("a client that leaves before its preface has left its response", arguments: [End.reset, .resetUnread])
    func cancelled(end: End) async throws {
        let server = try MockServer(
            playing: "linger: 0ms\nsteps: [{ request: /a, client: cancels, response: { text: hi, delay: 1h } }]",
            options: .patient)
        let client = try RawClient(server)
        try client.send("GET /a HTTP/1.1\r\nHost: h\r\n\(Self.asks)\r\n")
        try end.end(client)
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed, "\(verdict.failures.map(\.title))")
        #expect(verdict.requests == 1)
        await server.stop()
    }

    @Test("a request that no session gets is refused once the preface has come")
    func refused() throws {
        var options = MockServer.Options.patient
        options.admin = MockServer.AdminOptions()
        options.sessions = .patient
        let server = try MockServer(playing: Self.responses, options: options)
        let client = try RawClient(server)
        try client.send("GET /s/none/a HTTP/1.1\r\nHost: h\r\n\(Self.asks)\r\n")
        #expect(try client.response().status == 101)
        try client.send(Self.preface)
        while !RawFrame.frames(in: client.pending).contains(where: { $0.type == 0 }) {
            try #require(try client.receive())
        }
        #expect(Self.isAnsweredAfterPreface(client.pending))
        server.stopNow()
    }

    @Test("a client whose preface never comes is answered all the same")
    func noPreface() throws {
        try Patience.find { try noPreface(within: $0) }
    }

    /// Whether the request comes in time.
    private func noPreface(within patience: Duration) throws -> Bool {
        let server = try server(Timeouts(head: patience, idle: patience))
        defer { server.stopNow() }
        let client = try RawClient(server)
        let request = "GET /a HTTP/1.1\r\nHost: h\r\n\(Self.asks)\r\n"
        guard let response = try? client.ask(request) else { return false }
        #expect(response.status == 101)
        #expect(try client.end() == .fin)
        #expect(server.journal.map(\.request.streamID) == [1])
        #expect(server.verdict.passed)
        return true
    }

    @Test("the preface may come with the request")
    func together() throws {
        let server = try server()
        let client = try RawClient(server)
        try client.send(Array("GET /a HTTP/1.1\r\nHost: h\r\n\(Self.asks)\r\n".utf8) + Self.preface)
        #expect(try client.response().status == 101)
        while client.pending.suffix(5) != Array("hello".utf8)[...] { try #require(try client.receive()) }
        server.stopNow()
    }

    @Test(
        "what does not ask by the rules is answered over HTTP/1.1",
        arguments: [
            "GET /a HTTP/1.0\r\nHost: h\r\n\(asks)\r\n",
            "GET /a HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: h\r\n\(asks)HTTP2-Settings: AAMAAABk\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: h\r\nConnection: HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: h\r\n\(asks.replacing("AAMAAABk", with: "AAMAAAB"))\r\n",
            "GET /a HTTP/1.1\r\nHost: h\r\n\(asks.replacing("AAMAAABk", with: "AAMA"))\r\n",
            "GET /a HTTP/1.1\r\nHost: h\r\n\(asks.replacing("h2c", with: "h2"))\r\n",
            "GET /a HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        ])
    func notAsked(request: String) throws {
        let server = try server()
        let client = try RawClient(server)
        try client.send(request)
        let response = try client.response()
        #expect(response.status == 200)
        #expect(response.body == Array("hello".utf8))
        server.stopNow()
    }

    @Test("there is none inside TLS, whose client has ALPN")
    func secure() throws {
        var options = MockServer.Options.patient
        options.tls = .init()
        let server = try MockServer(playing: Self.responses, options: options)
        let tool = try Tool(
            "curl -sS --cacert $ca --http1.1 -w ' %{http_version}' -H 'Connection: Upgrade, HTTP2-Settings' "
                + "-H 'Upgrade: h2c' -H 'HTTP2-Settings: AAMAAABk' $url/a", server)
        #expect(tool.output == "hello 1.1", "\(tool)")
        server.stopNow()
    }
}
