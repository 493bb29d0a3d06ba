import MockServerKit
import Testing

@Suite("The delivery of a response over HTTP/1.1", .timeLimit(.minutes(60)))
struct DeliveryTests {
    /// A response, and the bytes that a client receives, without the Date line and with `\r\n` as a line break.
    struct Row: Sendable, CustomTestStringConvertible {
        let keys: String
        let wire: String
        var request = "GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        var testDescription: String { "\(keys) \(request.prefix(4))" }

        init(_ keys: String, _ lines: [String], method: String = "GET", version: String = "1.1") {
            self.keys = keys
            wire = lines.joined(separator: "\r\n")
            request = "\(method) /x HTTP/\(version)\r\nHost: h\r\nConnection: close\r\n\r\n"
        }
    }

    private static let plain = "Content-Type: text/plain; charset=utf-8"
    private static let ok = "HTTP/1.1 200 OK"
    private static let chunked = "Transfer-Encoding: chunked"
    private static let close = "Connection: close"

    static let rows = [
        Row("text: hello, framing: chunked", [ok, plain, chunked, close, "", "5", "hello", "0", "", ""]),
        Row("text: hello, framing: close", [ok, plain, close, "", "hello"]),
        Row("text: hello, framing: close", [ok, plain, close, "", "hello"], version: "1.0"),
        Row("text: hello, content_length: 999", [ok, plain, "Content-Length: 999", close, "", "hello"]),
        Row("text: hello, content_length: 2", [ok, plain, "Content-Length: 2", close, "", "hello"]),
        Row(
            "text: hello, trailers: {A: 1, B: ['2', '{{count}}']}",
            [ok, plain, chunked, close, "", "5", "hello", "0", "A: 1", "B: 2", "B: 1", "", ""]),
        Row("text: hello, trailers: {A: 1}", [ok, plain, chunked, close, "", ""], method: "HEAD"),
        Row("status: 204, trailers: {A: 1}", ["HTTP/1.1 204 No Content", close, "", ""]),
        Row(
            "chunks: [{text: one}, {json: {a: '{{count}}'}}, {base64: IQ==, delay: 1ms}]",
            [
                ok, "Content-Type: application/octet-stream", chunked, close, "", "3", "one", "7", "{\"a\":1}", "1",
                "!",
                "0", "", "",
            ]),
        Row(
            "chunks: [{text: one}, {text: two}], framing: content_length",
            [ok, plain, "Content-Length: 6", close, "", "onetwo"]),
        Row("chunks: [{text: one}, {text: two}], framing: close", [ok, plain, close, "", "onetwo"], version: "1.0"),
        Row(
            "text: hello world, framing: chunked, dribble: {chunk: 4B, every: 1ms}",
            [ok, plain, chunked, close, "", "B", "hello world", "0", "", ""]),
        Row(
            "events: [{event: e, id: 7, retry: 2s, data: \"one\\ntwo\"}, {comment: c}, {json: {a: [1]}}]",
            [
                ok, "Content-Type: text/event-stream", "Cache-Control: no-cache", chunked, close, "", "30",
                "event: e\nid: 7\nretry: 2000\ndata: one\ndata: two\n\n", "5", ": c\n\n", "11", "data: {\"a\":[1]}\n\n",
                "0", "", "",
            ]),
        Row(
            "informational: [{status: 103, headers: {Link: '</a>'}}, {status: 199}], text: hello",
            [
                "HTTP/1.1 103 Early Hints", "Link: </a>", "", "HTTP/1.1 199 ", "", ok, plain, "Content-Length: 5",
                close,
                "", "hello",
            ]),
        Row("raw: \"HTTP/1.1 200 Mine\\r\\nA:b\\r\\n\\r\\nhello\"", ["HTTP/1.1 200 Mine", "A:b", "", "hello"]),
        Row("raw: {base64: AAEC}", ["\u{0}\u{1}\u{2}"]),
        Row("raw: 'n={{count}}'", ["n=1"]),
        Row(
            "base64: AAEC",
            [ok, "Content-Type: application/octet-stream", "Content-Length: 3", close, "", "\u{0}\u{1}\u{2}"]),
    ]

    private func withoutDate(_ bytes: [UInt8]) -> String {
        text(bytes).components(before: "\r\n").filter { !$0.hasPrefix("Date: ") }.joined(separator: "\r\n")
    }

    @Test("is on the wire as stated", arguments: rows)
    func wire(_ row: Row) throws {
        let server = try MockServer(
            playing: "linger: 10s\nsteps: [{request: {path: /x}, response: {\(row.keys)}}]")
        let client = try RawClient(server)
        try client.send(row.request)
        #expect(try client.end() == .fin)
        #expect(withoutDate(client.pending) == row.wire)
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
    }

    @Test("leaves the connection usable after chunks, trailers, and raw bytes that keep it alive")
    func persistence() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {request: GET /a, response: {text: a, trailers: {T: 1}}}
                  - {request: GET /b, response: {raw: "HTTP/1.1 200 OK\\r\\nContent-Length: 1\\r\\n\\r\\nb", connection: keep_alive}}
                  - {request: GET /c, response: {text: c}}
                """)
        let client = try RawClient(server)
        try client.send(get("/a") + get("/b") + get("/c", "Connection: close"))
        #expect(try client.end() == .fin)
        #expect(
            withoutDate(client.pending).hasSuffix(
                "\r\n\r\n1\r\na\r\n0\r\nT: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nbHTTP/1.1 200 OK\r\n"
                    + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 1\r\nConnection: close\r\n\r\nc"))
        #expect(try finish(server).passed)
    }

    @Test("sends each chunk as soon as it is whole, and each slice of a dribbled body at its time")
    func slices() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {request: GET /c, response: {chunks: [{text: one}, {text: two, delay: 40ms}]}}
                  - {request: GET /d, response: {text: hello, dribble: {chunk: 2B, every: 30ms}}}
                """)
        let client = try RawClient(server)
        try client.send(get("/c"))
        while !text(client.pending).contains("one") { try #require(try client.receive()) }
        #expect(text(client.pending).hasSuffix("\r\n\r\n3\r\none\r\n"))
        while !text(client.pending).hasSuffix("0\r\n\r\n") { try #require(try client.receive()) }
        let begin = ContinuousClock.now
        let before = client.pending.count
        try client.send(get("/d"))
        var sizes: [Int] = []
        while !text(client.pending).hasSuffix("hello") {
            try #require(try client.receive())
            let body = text(client.pending.dropFirst(before)).components(before: "\r\n\r\n")
            if body.count > 1, sizes.last != body[1].utf8.count { sizes.append(body[1].utf8.count) }
        }
        #expect(sizes.last == 5 && sizes.contains(2), "\(sizes)")
        #expect(ContinuousClock.now - begin >= .milliseconds(60))
        #expect(try finish(server).passed)
    }

    @Test("that stays open counts as sent with its last event, until the client leaves or the server stops")
    func keepOpen() throws {
        let stops = [true, false]
        for stopsServer in stops {
            let server = try MockServer(
                playing: "linger: 10s\nsteps: [{request: GET /x, response: {events: [{data: one}], then: keep_open}}]")
            let client = try RawClient(server)
            try client.send(get("/x"))
            while !text(client.pending).hasSuffix("data: one\n\n\r\n") { try #require(try client.receive()) }
            if !stopsServer {
                client.finishSending()
                #expect(try client.end() == .fin)
            }
            let verdict = try finish(server)
            #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
            #expect(verdict.requests == 1)
            #expect(text(client.pending).hasSuffix("\r\n\r\nB\r\ndata: one\n\n\r\n"))
        }
    }

    @Test(
        "that HTTP/1.0 can't carry is unsendable, and says so",
        arguments: [
            ("text: a, framing: chunked", "a chunked body cannot be sent over HTTP/1.0"),
            ("chunks: [{text: a}]", "a chunked body cannot be sent over HTTP/1.0"),
            ("text: a, trailers: {A: 1}", "trailers cannot be sent over HTTP/1.0"),
            ("text: a, informational: [{status: 103}]", "interim responses cannot be sent over HTTP/1.0"),
            ("text: a, fault: malformed_chunk", "a chunked body cannot be sent over HTTP/1.0"),
        ])
    func unsendable(keys: String, reason: String) throws {
        let server = try MockServer(playing: "linger: 10s\nsteps: [{request: GET /x, response: {\(keys)}}]")
        let client = try RawClient(server)
        try client.send("GET /x HTTP/1.0\r\nHost: h\r\n\r\n")
        #expect(try client.end() == .fin)
        #expect(text(client.pending).hasPrefix("HTTP/1.1 500 "))
        #expect(text(client.pending).contains(reason))
        let failures = try finish(server).failures
        #expect(failures.map(\.kind) == [.unsendable])
        #expect(failures.first?.text().contains(reason) ?? false)
    }
}

extension String {
    /// The parts between occurrences of `separator`.
    fileprivate func components(before separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
