import Testing

@testable import MockServerKit

@Suite("A connection of HTTP/2", .timeLimit(.minutes(60)))
struct HTTP2ConnectionTests {
    private static let responses = """
        linger: 0ms
        stubs:
          - { request: GET /fast, response: { text: fast } }
          - { request: GET /slow, response: { text: slow, delay: 300ms } }
          - { request: GET /slower, response: { text: slower, delay: { body: 1500ms } } }
          - { request: GET /reset, response: { fault: reset } }
          - { request: GET /never, response: { delay: 3600s } }
        """
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    /// GET /fast of http://h on stream 1: indexed fields, and literals without indexing (RFC 7541).
    private static let request: [UInt8] =
        [0, 0, 12, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x04, 5] + Array("/fast".utf8) + [0x01, 1] + Array("h".utf8)

    private func server(_ timeouts: Timeouts = Timeouts()) throws -> MockServer {
        var options = MockServer.Options.patient
        options.timeouts = timeouts
        return try MockServer(playing: Self.responses, options: options)
    }

    @Test("counts its requests, one after the other, and names them by their streams")
    func counts() throws {
        let server = try server()
        let client = try RawClient(server)
        try client.send(Self.preface + Self.settings)
        for stream in [1, 3, 5] as [UInt8] {
            var request = Self.request
            request[8] = stream
            try client.send(request)
            while frames(client.pending).count(where: { $0 == 0 }) < (Int(stream) + 1) / 2 { try client.receive() }
        }
        #expect(server.journal.map(\.request.connectionIndex) == [1, 1, 1])
        #expect(server.journal.map(\.request.exchangeIndex) == [1, 2, 3])
        #expect(server.journal.map(\.request.streamID) == [1, 3, 5])
        #expect(server.journal.map(\.request.version) == [.h2, .h2, .h2])
        #expect(try finish(server).passed)
    }

    /// The types of the received frames.
    private func frames(_ bytes: [UInt8]) -> [UInt8] {
        var types: [UInt8] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let start = rest.startIndex
            types.append(rest[start + 3])
            let length = Int(rest[start]) << 16 | Int(rest[start + 1]) << 8 | Int(rest[start + 2])
            rest = rest.dropFirst(9 + length)
        }
        return types
    }

    @Test("plays answers side by side: one that waits holds no other")
    func interleaved() throws {
        let server = try server()
        let tool = try Tool("nghttp -t 20 $url/slower $url/slow $url/fast", server)
        #expect(tool.output == "fastslowslower")
        #expect(server.journal.map(\.request.connectionIndex) == [1, 1, 1])
        #expect(Set(server.journal.map(\.request.streamID)).count == 3)
        #expect(Set(server.journal.map(\.request.exchangeIndex)) == [1, 2, 3])
        #expect(try finish(server).passed)
    }

    @Test(
        "describes a request that it refuses without its credentials, in whatever field they stand again",
        arguments: [("expect", "200-s3cr3tWert1"), (":scheme", "s3cr3tWert1")])
    func credentials(_ name: String, _ value: String) throws {
        func field(_ name: String, _ value: String) -> [UInt8] {
            [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
        }
        let fields = [
            (":method", "GET"), (":path", "/fast"), (":authority", "h"), (":scheme", "http"),
            ("authorization", "Bearer s3cr3tWert1"), ("expect", "100-continue"),
        ]
        let block = fields.flatMap { field($0.0, $0.0 == name ? value : $0.1) }
        let server = try server()
        let client = try RawClient(server)
        try client.send(Self.preface + Self.settings + [0, 0, UInt8(block.count), 1, 5, 0, 0, 0, 1] + block)
        while !frames(client.pending).contains(0) { try client.receive() }
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == [.badRequest])
        for text in [String(decoding: client.pending, as: UTF8.self), verdict.text()] {
            #expect(text.contains("(redacted, 11 bytes)") && !text.contains("s3cr3t"), "\(text)")
        }
    }

    @Test("goes on when one of its streams is reset")
    func reset() throws {
        let server = try server()
        let tool = try Tool("nghttp -t 20 $url/slow $url/reset $url/fast", server)
        #expect(tool.output.contains("fast") && tool.output.contains("slow"), "\(tool)")
        #expect(server.journal.map(\.request.connectionIndex) == [1, 1, 1])
        #expect(try finish(server).passed)
    }

    @Test("carries many requests at once", arguments: [nil, MockServer.TLSOptions()])
    func many(tls: MockServer.TLSOptions?) throws {
        var options = MockServer.Options.patient
        options.tls = tls
        let server = try MockServer(playing: Self.responses, options: options)
        let tool = try Tool("h2load -n 600 -c 3 -m 16 $url/fast", server)
        #expect(tool.output.contains("600 done, 600 succeeded, 0 failed"), "\(tool)")
        #expect(server.journal.count == 600)
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.requests == 600 && verdict.droppedResponses.isEmpty)
    }

    /// A client that has asked for `count` streams before it can know how many it may open, the last for `/no`, once that is
    /// answered.
    private func hastyClient(_ server: MockServer, _ count: Int) throws -> RawClient {
        let client = try RawClient(server)
        let requests = (0..<count).flatMap { RawFrame.get($0 == count - 1 ? "/no" : "/never", on: 2 * $0 + 1) }
        try client.send(RawFrame.start + requests)
        while !RawFrame.frames(in: client.pending).contains(where: { $0.stream == 2 * count - 1 }) {
            try #require(try client.receive())
        }
        return client
    }

    @Test("takes all that its client asks for before it can know the limit of streams", arguments: [129, 512])
    func hasty(count: Int) throws {
        let server = try MockServer(playing: "\(Self.responses)\n  - { request: GET /no, never: true }")
        let client = try hastyClient(server, count)
        let settings = try #require(RawFrame.frames(in: client.pending).first)
        #expect(settings.words.hasPrefix("SETTINGS max_concurrent_streams=128 "))
        server.stopNow()
        #expect(server.verdict.requests == count)
        #expect(server.verdict.failures.map(\.kind) == [.never])
    }

    @Test("that has no room for what its client asks for at once refuses it, which fails the run")
    func tooHasty() throws {
        let server = try MockServer(playing: "\(Self.responses)\n  - { request: GET /no, never: true }")
        let client = try hastyClient(server, 513)
        #expect(RawFrame.frames(in: client.pending).last?.words == "RST_STREAM 1025 REFUSED_STREAM")
        server.stopNow()
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
        #expect(server.verdict.text().contains("opened more than 512 streams at once"), "\(server.verdict.text())")
    }

    @Test("is told from HTTP/1.1 by its first bytes, in whatever pieces they come")
    func pieces() throws {
        let server = try server()
        let client = try RawClient(server)
        for byte in Self.preface + Self.settings + Self.request { try client.send([byte]) }
        while !frames(client.pending).contains(0) { try client.receive() }
        // SETTINGS, WINDOW_UPDATE, SETTINGS's acknowledgement, HEADERS, DATA.
        #expect(Set(frames(client.pending)) == [4, 8, 1, 0])
        #expect(client.pending.suffix(4) == Array("fast".utf8)[...])
        #expect(server.journal.map(\.request.target) == ["/fast"])
        server.stopNow()
    }

    @Test(
        "is none where a request only begins like one",
        arguments: ["POST /fast HTTP/1.1\r\nHost: h\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n"])
    func others(request: String) throws {
        let server = try server()
        let client = try RawClient(server)
        for byte in request.utf8.dropLast() { try? client.send([byte]) }
        try? client.send("\n")
        #expect(try client.response().head.hasPrefix("HTTP/1.1 "))
        server.stopNow()
    }

    @Test("whose preface never comes to its end is answered 408")
    func halfPreface() throws {
        let server = try server(Timeouts(head: .milliseconds(30)))
        let client = try RawClient(server)
        #expect(try client.ask("PRI * HT").status == 408)
        #expect(try client.end() == .fin)
        server.stopNow()
    }

    @Test("that does nothing is ended by GOAWAY, without a failure")
    func idle() throws {
        try Patience.find { try idle(after: $0) }
    }

    /// Whether the preface comes in time.
    private func idle(after patience: Duration) throws -> Bool {
        let server = try server(Timeouts(idle: patience))
        defer { server.stopNow() }
        let client = try RawClient(server)
        guard (try? client.send(Self.preface + Self.settings)) != nil, let end = try? client.end(),
            !client.pending.isEmpty
        else { return false }
        #expect(end == .fin)
        #expect(frames(client.pending).last == 7)
        #expect(server.verdict.passed)
        return true
    }

    @Test("is told by GOAWAY that the server stops")
    func stopping() throws {
        let server = try server()
        let client = try RawClient(server)
        try client.send(Self.preface + Self.settings + Self.request)
        while !frames(client.pending).contains(0) { try client.receive() }
        let seen = client.pending.count
        server.stopNow()
        #expect(try client.end() == .fin)
        // GOAWAY: the last stream is 1, the code NO_ERROR.
        #expect(Array(client.pending[seen...]) == [0, 0, 8, 7, 0, 0, 0, 0, 0] + [0, 0, 0, 1] + [0, 0, 0, 0])
    }

    @Test("that is used is not idle, however soon its requests are answered")
    func busy() throws {
        try Patience.find { try busy(within: $0) }
    }

    /// Whether all requests are answered that a client sends for twice the time after which a connection is idle.
    private func busy(within patience: Duration) throws -> Bool {
        let server = try server(Timeouts(idle: patience))
        defer { server.stopNow() }
        let client = try RawClient(server)
        try client.send(Self.preface + Self.settings)
        let begin = ContinuousClock.now
        var stream = 1
        while ContinuousClock.now - begin < patience * 2, stream < 30_000 {
            var request = Self.request
            request.replaceSubrange(7...8, with: [UInt8(stream >> 8), UInt8(stream & 0xFF)])
            try client.send(request)
            let seen = client.pending.count
            while client.pending.count < seen + 13 || client.pending.suffix(4) != Array("fast".utf8)[...] {
                guard try client.receive() else { return false }
            }
            stream += 2
        }
        #expect(server.verdict.passed)
        return true
    }

    @Test("whose client breaks its rules is ended by GOAWAY, and the run fails")
    func broken() throws {
        let server = try server()
        let client = try RawClient(server)
        // DATA on stream 0 (RFC 9113, section 6.1).
        try client.send(Self.preface + Self.settings + [0, 0, 1, 0, 0, 0, 0, 0, 0, 1])
        #expect(try client.end() == .fin)
        #expect(frames(client.pending).last == 7)
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
        server.stopNow()
    }

    @Test("whose client leaves lets go of what waits")
    func leaves() async throws {
        let server = try server()
        let client = try RawClient(server)
        var request = Self.request
        request.replaceSubrange(13..<18, with: Array("/slow".utf8))
        try client.send(Self.preface + Self.settings + request)
        while server.journal.isEmpty { await Task.yield() }
        client.reset()
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed && verdict.requests == 1 && verdict.droppedResponses.isEmpty)
        await server.stop()
    }

    @Test("answers a body that is too long before it is whole, and goes on")
    func tooLong() throws {
        var options = MockServer.Options.patient
        options.maxBody = 3
        let server = try MockServer(playing: Self.responses, options: options)
        let client = try RawClient(server)
        var request = Self.request
        request[4] = 4
        try client.send(Self.preface + Self.settings + request + [0, 0, 4, 0, 0, 0, 0, 0, 1] + Array("long".utf8))
        // RST_STREAM, behind HEADERS and DATA.
        while !frames(client.pending).contains(3) { try #require(try client.receive()) }
        #expect(frames(client.pending).filter { [0, 1, 3].contains($0) } == [1, 0, 3])
        #expect(text(client.pending).contains("3 bytes"))
        #expect(client.pending.suffix(4) == [0, 0, 0, 0])
        request = Self.request
        request[8] = 3
        try client.send(request)
        while client.pending.suffix(4) != Array("fast".utf8)[...] { try #require(try client.receive()) }
        let failure = try #require(server.verdict.failures.first)
        #expect(failure.kind == .badRequest)
        #expect(server.verdict.text().contains("connection 1 stream 1"), "\(server.verdict.text())")
        server.stopNow()
    }

    @Test("whose client leaves in a request's body is told of, and is no failure")
    func unfinished() throws {
        let server = try server()
        let client = try RawClient(server)
        var request = Self.request
        // Without END_STREAM.
        request[4] = 4
        try client.send(Self.preface + Self.settings + request)
        client.finishSending()
        #expect(try client.end() == .fin)
        #expect(server.unfinishedRequests.map(\.target) == ["/fast"])
        #expect(server.unfinishedRequests.map(\.connection.stream) == [1])
        #expect(try finish(server).passed)
    }

    @Test("a request's trailers are in the journal")
    func trailers() throws {
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{request: POST /a, response: {text: fine}}]")
        let tool = try Tool("nghttp -d /etc/passwd --trailer 'x-sum: 7' $url/a", server)
        #expect(tool.output == "fine")
        let request = try #require(server.journal.first?.request)
        #expect(request.trailerFields.first(named: "x-sum").map { text($0) } == "7")
        #expect(!request.fields.contains(named: "x-sum"))
        #expect(try finish(server).passed)
    }

    @Test("HEAD is answered by the head of GET alone")
    func head() throws {
        let server = try MockServer(
            playing: "linger: 0ms\nstubs: [{request: {method: [GET, HEAD], path: /a}, response: {text: hello}}]")
        let client = try RawClient(server)
        var request = RawFrame.get("/a", on: 1)
        // :method as a literal with an indexed name.
        request.replaceSubrange(9...9, with: [0x02, 4] + Array("HEAD".utf8))
        request[2] += 5
        try client.send(RawFrame.start + request)
        while RawFrame.frames(in: client.pending).last?.words != "HEADERS 1 end" { try #require(try client.receive()) }
        let tool = try Tool("curl -sS --http2-prior-knowledge -I $url/a", server)
        #expect(tool.output.contains("HTTP/2 200") && tool.output.contains("content-length: 5"), "\(tool)")
        #expect(server.journal.map { "\($0.request.method)" } == ["HEAD", "HEAD"])
        client.close()
        #expect(try finish(server).passed)
    }

    @Test("Expect: 100-continue is answered before the body comes")
    func expects() throws {
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{request: POST /a, response: {text: fine}}]")
        let tool = try Tool("nghttp -v --expect-continue -d /etc/passwd $url/a", server)
        let lines = tool.output.split(separator: "\n")
        func lineIndex(_ words: String) -> Int? { lines.firstIndex { $0.contains(words) } }
        let order = try ["expect: 100-continue", ":status: 100", "send DATA frame", ":status: 200"].map {
            try #require(lineIndex($0), "\($0) in \(tool.output)")
        }
        #expect(order == order.sorted(), "\(tool.output)")
        #expect(try finish(server).passed)
    }

    @Test("is dropped by a stop, and the verdict names what waits")
    func stop() async throws {
        let server = try server()
        let client = try RawClient(server)
        var request = Self.request
        request.replaceSubrange(11..<18, with: [0x04, 6] + Array("/never".utf8))
        request[2] = 13
        try client.send(Self.preface + Self.settings + request)
        while server.journal.isEmpty { await Task.yield() }
        await server.stop()
        #expect(server.verdict.droppedResponses.count == 1)
    }
}
