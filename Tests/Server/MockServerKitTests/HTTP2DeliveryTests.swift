import MockServerKit
import Testing

@Suite("The delivery of a response over HTTP/2", .timeLimit(.minutes(60)))
struct HTTP2DeliveryTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let keys: String
        let frames: [String]
        /// Whether the server ends the connection.
        var ends = false
        var testDescription: String { keys }

        init(_ keys: String, _ frames: [String], ends: Bool = false) {
            self.keys = keys
            self.frames = frames
            self.ends = ends
        }
    }

    static let rows = [
        Row("text: hello, framing: chunked", ["HEADERS 1", "DATA 1 hello end"]),
        Row("text: hello, content_length: 9", ["HEADERS 1", "DATA 1 hello end"]),
        Row(
            "chunks: [{text: one}, {text: two}, {text: three, delay: 5ms}]",
            ["HEADERS 1", "DATA 1 one", "DATA 1 two", "DATA 1 three end"]),
        Row("text: hello, trailers: {A: 1}", ["HEADERS 1", "DATA 1 hello", "HEADERS 1 end"]),
        Row("informational: [{status: 103}], text: hello", ["HEADERS 1", "HEADERS 1", "DATA 1 hello end"]),
        Row(
            "text: hello, dribble: {chunk: 2B, every: 5ms}",
            ["HEADERS 1", "DATA 1 he", "DATA 1 ll", "DATA 1 o end"]),
        Row(
            "events: [{data: a}, {data: b}], then: keep_open",
            ["HEADERS 1", "DATA 1 data: a\n\n", "DATA 1 data: b\n\n"]),
        Row("text: hello, fault: reset", ["RST_STREAM 1 INTERNAL_ERROR"]),
        Row(
            "text: hello, fault: {kind: reset, at: response_body, after_bytes: 3}",
            ["HEADERS 1", "DATA 1 hel", "RST_STREAM 1 INTERNAL_ERROR"]),
        Row(
            "text: hello, fault: {kind: reset, at: response_end}",
            ["HEADERS 1", "DATA 1 hello", "RST_STREAM 1 INTERNAL_ERROR"]),
        Row("text: hello, fault: truncate", ["HEADERS 1", "DATA 1 he", "RST_STREAM 1 INTERNAL_ERROR"]),
        Row("text: hello, fault: {kind: stall, at: response_start}", []),
        Row("text: hello, fault: {kind: stall, after_bytes: 3}", ["HEADERS 1", "DATA 1 hel"]),
        Row("text: hello, fault: {kind: stall, at: response_end}", ["HEADERS 1", "DATA 1 hello"]),
        Row(
            "text: hello, fault: {kind: close, at: response_body, after_bytes: 3}", ["HEADERS 1", "DATA 1 hel"],
            ends: true),
        Row("text: hello, fault: {kind: close, at: response_end}", ["HEADERS 1", "DATA 1 hello end"], ends: true),
        Row("text: hello, fault: empty", [], ends: true),
    ]

    private func frames(_ bytes: [UInt8]) -> [String] {
        RawFrame.frames(in: bytes).map(\.words).filter { !$0.hasPrefix("WINDOW_UPDATE") && $0 != "SETTINGS ack" }
            .dropFirst().map { $0 }
    }

    @Test("is these frames", arguments: rows)
    func plays(_ row: Row) throws {
        let server = try MockServer(playing: "linger: 10s\nsteps: [{request: GET /a, response: {\(row.keys)}}]")
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.get("/a", on: 1))
        if !row.ends {
            while frames(client.pending).count < row.frames.count { try #require(try client.receive()) }
        }
        if row.ends { #expect(try client.end() == .fin) }
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        if !row.ends { _ = try client.end() }
        #expect(frames(client.pending).filter { !$0.hasPrefix("GOAWAY") || row.ends } == row.frames)
    }

    @Test("with a stalled stream lets other streams go on")
    func otherStreams() throws {
        let server = try MockServer(
            playing: """
                linger: 10s
                order: any
                steps:
                  - {request: GET /s, response: {text: hello, fault: stall}}
                  - {request: GET /a, response: {text: other}}
                """)
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.get("/s", on: 1) + RawFrame.get("/a", on: 3))
        while !frames(client.pending).contains("DATA 3 other end") { try #require(try client.receive()) }
        client.finishSending()
        #expect(try client.end() == .fin)
        #expect(!frames(client.pending).contains { $0.hasPrefix("DATA 1") || $0.hasPrefix("RST_STREAM 1") })
        #expect(try finish(server).passed)
    }

    @Test("ends the connection after bytes that are no frame")
    func garbage() throws {
        let server = try MockServer(
            playing:
                "linger: 10s\nsteps: [{request: GET /a, response: {text: hello, fault: {kind: garbage, at: response_body, after_bytes: 3}}}]"
        )
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.get("/a", on: 1))
        #expect(try client.end() == .fin)
        #expect(frames(Array(client.pending.dropLast(64))) == ["HEADERS 1", "DATA 1 hel"])
        #expect(client.pending.suffix(64).starts(with: [0xFF, 0xFF, 0xFF, 4]))
        #expect(try finish(server).passed)
    }

    @Test(
        "that HTTP/2 can't carry is unsendable, and says so",
        arguments: [
            ("raw: hello", "raw cannot be sent over HTTP/2, which has frames"),
            ("text: a, fault: malformed_chunk", "malformed_chunk cannot be sent over HTTP/2, which has no chunks"),
        ])
    func unsendable(keys: String, reason: String) throws {
        let server = try MockServer(playing: "linger: 10s\nsteps: [{request: GET /a, response: {\(keys)}}]")
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.get("/a", on: 1))
        while !frames(client.pending).contains(where: { $0.hasSuffix(" end") }) { try #require(try client.receive()) }
        #expect(frames(client.pending).contains { $0.contains(reason) })
        #expect(try finish(server).failures.map(\.kind) == [.unsendable])
    }
}
