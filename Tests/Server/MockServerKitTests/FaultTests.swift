import MockServerKit
import Testing

@Suite("A fault of a response over HTTP/1.1", .timeLimit(.minutes(60)))
struct FaultTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let keys: String
        let method: String
        /// The bytes after the head; nil if no byte of a response comes.
        let body: String?
        let end: ConnectionEnd
        var testDescription: String { "\(method) \(keys)" }

        init(_ keys: String, _ body: String?, _ end: ConnectionEnd, method: String = "GET") {
            self.keys = keys
            self.method = method
            self.body = body
            self.end = end
        }
    }

    static let rows = [
        Row("text: hello, fault: reset", nil, .rst),
        Row("text: hello, fault: {kind: reset, at: response_body}", "", .rst),
        Row("text: hello, fault: {kind: reset, at: response_body, after_bytes: 3}", "hel", .rst),
        Row("text: hello, fault: {kind: reset, at: response_end}", "hello", .rst),
        Row("text: hello, fault: close", nil, .fin),
        Row("text: hello, fault: empty", nil, .fin),
        Row("text: hello, fault: {kind: close, at: response_body, after_bytes: 3}", "hel", .fin),
        Row("text: hello, fault: {kind: close, at: response_end}", "hello", .fin),
        Row("text: hello, fault: truncate", "he", .fin),
        Row("text: hello, fault: {kind: truncate, after_bytes: 4}", "hell", .fin),
        Row("text: hello, framing: chunked, fault: truncate", "5\r\nhe", .fin),
        Row(
            "text: hello, trailers: {A: 1}, fault: {kind: close, at: response_end}", "5\r\nhello\r\n0\r\nA: 1\r\n\r\n",
            .fin),
        Row(
            "chunks: [{text: one}, {text: two}], fault: {kind: reset, at: response_body, after_bytes: 4}",
            "3\r\none\r\n3\r\nt", .rst),
        Row("text: hello, fault: {kind: malformed_chunk, after_bytes: 2}", "2\r\nhe\r\nnot-a-size\r\n", .fin),
        Row("text: hello, fault: truncate", "", .fin, method: "HEAD"),
        Row("text: hello, fault: {kind: reset, at: response_body, after_bytes: 3}", "", .rst, method: "HEAD"),
        Row("status: 204, fault: {kind: reset, at: response_body}", "", .rst),
    ]

    @Test("lets exactly the bytes before it pass, and ends the connection so", arguments: rows)
    func ends(_ row: Row) throws {
        let server = try MockServer(
            playing: "linger: 10s\nsteps: [{request: {path: /x}, response: {\(row.keys)}}]")
        let client = try RawClient(server)
        try client.send("\(row.method) /x HTTP/1.1\r\nHost: h\r\n\r\n" + get("/y"))
        #expect(try client.end() == row.end)
        let parts = text(client.pending).split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        #expect(parts.count == (row.body == nil ? 1 : 2))
        #expect(parts.last.map(String.init) == row.body ?? "")
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        #expect(verdict.requests == 1)
    }

    @Test("lets the bytes before a reset pass even if the client reads them late")
    func lateReader() throws {
        let size = 200_000
        let server = try MockServer(
            playing: """
                linger: 10s
                vars: {text: "\(String(repeating: "x", count: 1_000))"}
                steps:
                  - request: GET /x
                    response:
                      text: "\(String(repeating: "{{text}}", count: 200))"
                      fault: {kind: reset, at: response_end}
                """)
        let client = try RawClient(server, receiveBuffer: 4_096)
        try client.send(get("/x"))
        #expect(try client.end() == .rst)
        #expect(client.pending.count { $0 == UInt8(ascii: "x") } >= size)
        #expect(try finish(server).passed)
    }

    @Test(
        "sends 64 bytes that are not HTTP",
        arguments: ["garbage", "{kind: garbage, at: response_body, after_bytes: 2}"])
    func garbage(fault: String) throws {
        let server = try MockServer(
            playing: "linger: 10s\nseed: 3\nsteps: [{request: GET /x, response: {text: hello, fault: \(fault)}}]")
        let client = try RawClient(server)
        try client.send(get("/x"))
        #expect(try client.end() == .fin)
        let garbage = client.pending.suffix(64)
        let head = text(client.pending.dropLast(64))
        #expect(fault == "garbage" ? head.isEmpty : head.hasSuffix("\r\n\r\nhe"))
        #expect(garbage.count == 64 && garbage.allSatisfy { $0 >= 0x80 || $0 == 4 })
        #expect(try finish(server).passed)
    }

    @Test(
        "that stalls sends nothing more, and nobody waits for it",
        arguments: [
            ("text: hello, fault: {kind: stall, at: response_start}", ""),
            ("text: hello, fault: {kind: stall, after_bytes: 3}", "hel"),
            ("text: hello, fault: {kind: stall, at: response_end}", "hello"),
        ])
    func stall(keys: String, body: String) throws {
        let server = try MockServer(
            playing: "linger: 10s\nsteps: [{request: GET /x, response: {\(keys)}}, {request: GET /y}]")
        let client = try RawClient(server)
        try client.send(get("/x"))
        if !body.isEmpty {
            while !text(client.pending).hasSuffix("\r\n\r\n" + body) { try #require(try client.receive()) }
        }
        // The response after it, on another connection, shows that the run goes on.
        #expect(try RawClient(server).ask(get("/y")).status == 200)
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        // The stop closes it.
        _ = try client.end()
        #expect(text(client.pending).hasSuffix(body))
        #expect(body.isEmpty == client.pending.isEmpty)
    }

    @Test("that stalls ends when the client leaves")
    func leaving() throws {
        let server = try MockServer(
            playing: "linger: 10s\nsteps: [{request: GET /x, response: {text: hello, fault: stall}}]")
        let client = try RawClient(server)
        try client.send(get("/x"))
        while !text(client.pending).hasSuffix("\r\n\r\n") { try #require(try client.receive()) }
        client.finishSending()
        #expect(try client.end() == .fin)
        #expect(server.journal.first?.timeline.left == nil)
        #expect(try finish(server).passed)
    }

    @Test("is recorded as far as it was sent")
    func recorded() throws {
        var options = MockServer.Options.patient
        options.recordsResponses = true
        let server = try MockServer(
            playing: """
                linger: 10s
                steps:
                  - {request: GET /a, response: {text: hello, fault: truncate}}
                  - {request: GET /b, response: {informational: [{status: 103}], text: hello, trailers: {A: 1}}}
                """, options: options)
        let client = try RawClient(server)
        try client.send(get("/a"))
        _ = try client.end()
        let other = try RawClient(server)
        try other.send(get("/b", "Connection: close"))
        _ = try other.end()
        let responses = server.journal.compactMap(\.response)
        #expect(responses.map { text($0.body) } == ["he", "hello"])
        #expect(responses.map(\.isComplete) == [false, true])
        #expect(responses.map { $0.trailers.count } == [0, 1])
        #expect(responses.last?.informational.map(\.status) == [103])
        #expect(try finish(server).passed)
    }
}
