import Testing

@testable import MockServerKit

@Suite("What a server speaks", .timeLimit(.minutes(60)))
struct ProtocolsTests {
    private static let responses = "linger: 0ms\nstubs: [{ request: GET /a, response: { text: hello } }]"

    private func server(_ protocols: [ApplicationProtocol], tls: Bool = false) throws -> MockServer {
        var options = MockServer.Options.patient
        options.protocols = protocols
        options.tls = tls ? .init() : nil
        return try MockServer(playing: Self.responses, options: options)
    }

    /// The first line of a verdict, without its position.
    private func complaint(_ verdict: Verdict) -> String {
        String(verdict.text().prefix { $0 != "\n" }.drop { $0 != " " }.dropFirst())
    }

    @Test("ALPN chooses the best of what both speak, in the server's order")
    func order() throws {
        for (protocols, version) in [
            ([.http2, .http1], "2"), ([.http1, .http2], "1.1"), ([.http1], "1.1"), ([.http2], "2"),
        ] as [([ApplicationProtocol], String)] {
            let server = try server(protocols, tls: true)
            let tool = try Tool("curl -sS --http2 --cacert $ca -w ' %{http_version}' $url/a", server)
            #expect(tool.output == "hello \(version)")
            #expect(try finish(server).passed)
        }
    }

    @Test("a client that offers nothing of it by ALPN is refused by an alert, which curl and openssl show")
    func noOverlap() throws {
        let server = try server([.http2], tls: true)
        let curl = try Tool("curl -sS --http1.1 --cacert $ca $url/a", server)
        #expect(curl.status == 35)
        #expect(curl.output.contains("alert no application protocol"), "\(curl.output)")
        let tool = try Tool("openssl s_client -alpn spdy/3 -connect ${url#https://} </dev/null", server)
        #expect(tool.output.contains("SSL alert number 120"), "\(tool.output)")
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == [.badRequest, .badRequest])
        #expect(
            verdict.text().contains(
                "a TLS handshake failed: The client offered no protocol in common: it offered http/1.1, and this server "
                    + "speaks h2."))
    }

    @Test("HTTP/2 in the clear is refused where it is not spoken, and the client sees that it is")
    func noHTTP2() throws {
        let server = try server([.http1])
        let tool = try Tool("nghttp -v $url/a", server)
        #expect(tool.output.contains("peer does not support HTTP/2 properly"), "\(tool.output)")
        #expect(
            complaint(server.verdict)
                == "error: a client speaks a protocol that this server does not: The client speaks HTTP/2, and this server "
                + "only HTTP/1.1 (protocols: http/1.1).")
        #expect(try Tool("curl -sS --http2 -w ' %{http_version}' $url/a", server).output == "hello 1.1")
        server.stopNow()
    }

    @Test(
        "HTTP/1.1 is refused where it is not spoken, in the clear and where ALPN is not asked",
        arguments: [false, true])
    func noHTTP1(tls: Bool) throws {
        let server = try server([.http2], tls: tls)
        let tool = try Tool("curl -sS --cacert $ca --no-alpn -w ' %{http_code}' $url/a", server)
        #expect(tool.output.contains("this server only HTTP/2 (protocols: h2)"), "\(tool.output)")
        #expect(tool.output.hasSuffix(" 505"))
        #expect(
            complaint(server.verdict)
                == "error: a client speaks a protocol that this server does not: The client speaks HTTP/1.1, and this "
                + "server only HTTP/2 (protocols: h2): in the clear the client must begin with HTTP/2, over TLS offer h2 by "
                + "ALPN.")
        let option = tls ? "--http2" : "--http2-prior-knowledge"
        #expect(try Tool("curl -sS --cacert $ca \(option) $url/a", server).output == "hello")
        server.stopNow()
    }

    @Test("a client that stalls in the preface of HTTP/2 is told so in HTTP/2, where nothing else is spoken")
    func stalledPreface() throws {
        var options = MockServer.Options.patient
        options.protocols = [.http2]
        options.timeouts = Timeouts(head: .milliseconds(30))
        let server = try MockServer(playing: Self.responses, options: options)
        let client = try RawClient(server)
        try client.send("PRI * HT")
        #expect(try client.end() == .fin)
        let words = RawFrame.frames(in: client.pending).map(\.words)
        #expect(words.first?.hasPrefix("SETTINGS ") == true)
        #expect(words.last == "GOAWAY 0 PROTOCOL_ERROR")
        #expect(words.count { $0.hasPrefix("GOAWAY") } == 1)
        #expect(
            complaint(server.verdict)
                == "error: a request is not HTTP: The client's preface was not whole 0.03 seconds after its first byte (RFC "
                + "9113, section 3.4).")
        server.stopNow()
    }

    @Test("a client that leaves in the preface of HTTP/2 is told of")
    func leftInPreface() throws {
        let server = try server([.http2])
        let client = try RawClient(server)
        try client.send("PRI")
        client.finishSending()
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        #expect(
            server.unfinishedRequests.map(\.text) == [
                "The client closed the connection in the preface of HTTP/2, after 3 bytes (RFC 9113, section 3.4)."
            ])
        #expect(try finish(server).passed)
    }

    @Test("CONNECT is answered over HTTP/2 without the stream's end")
    func connect() throws {
        let server = try MockServer(playing: "linger: 0ms\nsteps: [{ request: { method: CONNECT }, response: 403 }]")
        let client = try RawClient(server)
        // :method and :authority as literals without indexing.
        let block = [0x02, 7] + Array("CONNECT".utf8) + [0x01, 3] + Array("h:1".utf8)
        try client.send(RawFrame.start + [0, 0, UInt8(block.count), 1, 4, 0, 0, 0, 1] + block)
        var words: [String] = []
        while !words.contains("RST_STREAM 1 NO_ERROR") {
            try #require(try client.receive())
            words = RawFrame.frames(in: client.pending).map(\.words)
        }
        #expect(words.contains("HEADERS 1 end"))
        #expect(try finish(server).passed)
    }

    @Test("what was refused is not read on")
    func refusedOnce() throws {
        let server = try server([.http2])
        let client = try RawClient(server)
        let response = try client.ask(get("/a"))
        #expect(response.status == 505)
        #expect(response["Connection"] == "close")
        try? client.send(get("/a"))
        client.finishSending()
        _ = try client.end()
        #expect(try finish(server).failures.count == 1)
    }

    @Test("none at all is no server")
    func none() {
        #expect(throws: ServerStartError.noProtocol) { try server([]) }
        #expect(
            ServerStartError.noProtocol.description
                == "There is no protocol to speak: options.protocols must have .http2, .http1 or both.")
    }

    @Test("a client that speaks TLS to a port without is told what to change")
    func tlsToPlain() throws {
        let server = try server([.http2, .http1])
        let tool = try Tool("curl -sS https://${url#http://}/a", server)
        #expect(tool.status == 35)
        #expect(tool.output.contains("wrong version number"), "\(tool.output)")
        #expect(
            complaint(server.verdict)
                == "error: a TLS handshake failed: The client speaks TLS, and this port does not: its URL must begin with "
                + "http://, or the server be started with --tls or, in Swift, with options.tls.")
        server.stopNow()
    }

    @Test("a client that speaks HTTP to a port with TLS is told in HTTP")
    func plainToTLS() throws {
        let server = try server([.http2, .http1], tls: true)
        let tool = try Tool("curl -sS -w ' %{http_code}' http://${url#https://}/a", server)
        let reason =
            "a TLS handshake failed: The client sent `GET /a HTTP/1.1` without TLS, and this port speaks only TLS: its URL "
            + "must begin with https://."
        #expect(tool.output.contains(reason), "\(tool.output)")
        #expect(tool.output.hasSuffix(" 400"))
        #expect(complaint(server.verdict) == "error: \(reason)")
        server.stopNow()
    }
}
