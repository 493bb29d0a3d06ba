import Testing

@testable import MockServerKit

/// Requests that are decided at their heads, over HTTP/2.
@Suite("A stream whose request is decided at its head", .timeLimit(.minutes(60)))
struct HTTP2EarlyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let keys: String
        let frames: [String]
        /// The bytes of the body that the journal says have come.
        let came: Int
        /// Whether the server ends the connection.
        var ends = false
        var testDescription: String { keys }
    }

    static let rows = [
        Row(keys: "early: true, response: {text: no}", frames: ["HEADERS 1", "DATA 1 no end"], came: 0),
        Row(keys: "early: true, response: 401", frames: ["HEADERS 1 end"], came: 0),
        Row(
            keys: "response: {text: no, fault: {kind: reset, at: request_start}}",
            frames: ["RST_STREAM 1 INTERNAL_ERROR"], came: 0),
        Row(
            keys: "response: {text: no, fault: {kind: reset, at: request_body, after_bytes: 5}}",
            frames: ["RST_STREAM 1 INTERNAL_ERROR"], came: 5),
        Row(
            keys: "response: {text: no, fault: {kind: reset, at: request_body, after_bytes: 50}}",
            frames: ["RST_STREAM 1 INTERNAL_ERROR"], came: 8),
        Row(keys: "response: {text: no, fault: {kind: close, at: request_start}}", frames: [], came: 0, ends: true),
        Row(
            keys: "response: {text: no, fault: {kind: close, at: request_body, after_bytes: 5}}", frames: [], came: 5,
            ends: true),
        Row(keys: "response: {text: no, fault: {kind: stall, at: request_body, after_bytes: 5}}", frames: [], came: 5),
    ]

    private func frames(_ bytes: [UInt8]) -> [String] {
        RawFrame.frames(in: bytes).map(\.words).filter {
            !$0.hasPrefix("WINDOW_UPDATE") && !$0.hasPrefix("SETTINGS") && !$0.hasPrefix("GOAWAY")
        }
    }

    @Test("is these frames, and the journal says how much of the body came", arguments: rows)
    func plays(_ row: Row) async throws {
        let server = try MockServer(playing: "linger: 10s\nsteps: [{request: POST /a, \(row.keys)}]")
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.post("/a", on: 1))
        if row.came > 0 {
            try await server.waitFor(step: "step 1", timeout: .seconds(600))
            #expect(frames(client.pending).isEmpty)
            try client.send(RawFrame.data("0123", on: 1))
            try client.send(RawFrame.data("4567", on: 1, ends: true))
        }
        if row.ends {
            #expect(try client.end() == .fin)
        } else {
            while frames(client.pending).count < row.frames.count { try #require(try client.receive()) }
        }
        while row.frames.isEmpty, !row.ends, server.journal.first?.request.bodySize != row.came { await Task.yield() }
        #expect(server.journal.first?.request.bodySize == row.came)
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        if !row.ends { _ = try client.end() }
        #expect(frames(client.pending) == row.frames)
    }

    @Test("gets its response before its body, which is read to its end, and is not reset")
    func readsOn() async throws {
        let server = try MockServer(
            playing: "steps: [{request: POST /a, early: true, response: {text: no}}, {request: GET /b}]")
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.post("/a", on: 1))
        while frames(client.pending).count < 2 { try #require(try client.receive()) }
        // The response counts as sent, whatever comes of the body.
        #expect((await server.verify(timeout: .milliseconds(10))).droppedResponses.isEmpty)
        try client.send(RawFrame.data("0123", on: 1) + RawFrame.data("4567", on: 1, ends: true))
        try client.send(RawFrame.get("/b", on: 3))
        while !frames(client.pending).contains("HEADERS 3 end") { try #require(try client.receive()) }
        #expect(frames(client.pending) == ["HEADERS 1", "DATA 1 no end", "HEADERS 3 end"])
        #expect(server.journal.map(\.request.bodySize) == [8, 0])
        #expect(try finish(server).passed)
    }

    @Test("whose body is longer than it says fails the run")
    func wrongLength() throws {
        let server = try MockServer(
            playing:
                "steps: [{request: POST /a, early: true, hold: {until: {step: b}}}, {id: b, after: [], request: GET /b}]"
        )
        let client = try RawClient(server)
        try client.send(
            RawFrame.start + RawFrame.post("/a", on: 1, length: 2) + RawFrame.data("0123", on: 1, ends: true))
        while !frames(client.pending).contains("RST_STREAM 1 PROTOCOL_ERROR") { try #require(try client.receive()) }
        try client.send(RawFrame.get("/b", on: 3))
        while !frames(client.pending).contains("HEADERS 3 end") { try #require(try client.receive()) }
        #expect(try finish(server).failures.map(\.kind) == [.badRequest])
    }

    /// What a client sends after it has had the whole response to a POST that states 3 bytes, of which it has sent 2.
    enum Rest: String, CaseIterable {
        case end, paddedEnd, trailers, reset
        case more, moreAtEnd, paddedMore, paddedMoreAtEnd, pseudoHeader

        var isMalformed: Bool {
            switch self {
            case .end, .paddedEnd, .trailers, .reset: false
            case .more, .moreAtEnd, .paddedMore, .paddedMoreAtEnd, .pseudoHeader: true
            }
        }

        var bytes: [UInt8] {
            switch self {
            case .end: RawFrame.data("", on: 1, ends: true)
            // Five bytes of padding, of which their length is the first (RFC 9113, section 6.1).
            case .paddedEnd: [0, 0, 6, 0, 9, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0]
            case .paddedMore: [0, 0, 8, 0, 8, 0, 0, 0, 1, 5, 52, 53, 0, 0, 0, 0, 0]
            case .paddedMoreAtEnd: [0, 0, 8, 0, 9, 0, 0, 0, 1, 5, 52, 53, 0, 0, 0, 0, 0]
            // `x: y`, without indexing (RFC 7541, section 6.2.2).
            case .trailers: [0, 0, 5, 1, 5, 0, 0, 0, 1, 0, 1, UInt8(ascii: "x"), 1, UInt8(ascii: "y")]
            case .reset: [0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8]
            case .more: RawFrame.data("45", on: 1)
            case .moreAtEnd: RawFrame.data("45", on: 1, ends: true)
            case .pseudoHeader: RawFrame.get("/c", on: 1)
            }
        }
    }

    @Test(
        "that the client gives up after its response does not fail the run, and one that becomes malformed does",
        arguments: Rest.allCases)
    func goesOn(_ rest: Rest) throws {
        let server = try MockServer(
            playing: "steps: [{request: POST /a, early: true, response: {text: no}}, {request: GET /b}]")
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.post("/a", on: 1, length: 3) + RawFrame.data("01", on: 1))
        while frames(client.pending).count < 2 { try #require(try client.receive()) }
        try client.send(rest.bytes + RawFrame.get("/b", on: 3))
        while !frames(client.pending).contains("HEADERS 3 end") { try #require(try client.receive()) }
        #expect(frames(client.pending).contains("RST_STREAM 1 PROTOCOL_ERROR") == (rest != .reset))
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == (rest.isMalformed ? [.badRequest] : []), "\(verdict.text())")
        #expect(verdict.droppedResponses.isEmpty)
        if rest.isMalformed {
            #expect(verdict.failures.first?.requests.map(\.requestText) == ["POST /a"], "\(verdict.text())")
        }
    }

    @Test(
        "may have a body larger than the limit, as over HTTP/1.1, which any other request may not",
        arguments: [("early: true, ", [FailureKind]()), ("", [.badRequest, .unmet])], [false, true])
    func largeBody(_ row: (key: String, failures: [FailureKind]), comesWithHead: Bool) throws {
        var options = MockServer.Options.patient
        options.maxBody = 4
        let server = try MockServer(playing: "steps: [{request: POST /a, \(row.key)response: 413}]", options: options)
        let client = try RawClient(server)
        let body = comesWithHead ? RawFrame.data("01234567", on: 1, ends: true) : []
        try client.send(RawFrame.start + RawFrame.post("/a", on: 1, length: 8) + body)
        while !frames(client.pending).contains(where: { $0.hasPrefix("HEADERS 1") }) {
            try #require(try client.receive())
        }
        #expect(try finish(server).failures.map(\.kind) == row.failures)
    }

    @Test("with a fault within its body, of which no more comes, is reset when the client's time is over")
    func slowBody() throws {
        var options = MockServer.Options.patient
        options.timeouts.body = .milliseconds(50)
        let server = try MockServer(
            playing: "steps: [{request: POST /a, response: {fault: {kind: reset, at: request_body, after_bytes: 9}}}]",
            options: options)
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.post("/a", on: 1) + RawFrame.data("01", on: 1))
        while frames(client.pending) != ["RST_STREAM 1 INTERNAL_ERROR"] { try #require(try client.receive()) }
        #expect(server.journal.map(\.request.bodySize) == [2])
        #expect(try finish(server).passed)
    }

    @Test("together with its whole body is decided once, and other streams go on")
    func whole() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {request: POST /a, early: true, response: {text: no}}
                  - {request: GET /b, response: {text: other}}
                """)
        let client = try RawClient(server)
        try client.send(
            RawFrame.start + RawFrame.post("/a", on: 1) + RawFrame.data("0123", on: 1, ends: true)
                + RawFrame.get("/b", on: 3))
        while !frames(client.pending).contains("DATA 3 other end") { try #require(try client.receive()) }
        let first = frames(client.pending).filter { !$0.contains(" 3") }
        #expect(first == ["HEADERS 1", "DATA 1 no end"])
        #expect(server.journal.map(\.request.bodySize) == [4, 0])
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.requests == 2, "\(verdict.text())")
    }
}
