import MockServerKit
import Testing

@Suite("An answer", .timeLimit(.minutes(60)))
struct ResponseTests {
    @Test("keeps its head and its body back as long as the scenario says")
    func delays() throws {
        let server = try MockServer(
            playing: "steps: [{ request: GET /x, response: { text: late, delay: { headers: 60ms, body: 60ms } } }]")
        let client = try RawClient(server)
        let begin = ContinuousClock.now
        try client.send(get("/x"))
        try client.receive()
        #expect(ContinuousClock.now - begin >= .milliseconds(60))
        #expect(text(client.pending).hasSuffix("\r\n\r\n"), "the head comes alone")
        let response = try client.response()
        #expect(ContinuousClock.now - begin >= .milliseconds(120))
        #expect(response.text == "late")
        #expect(try finish(server).passed)
    }

    @Test(
        "may be none: a reset, or an end", arguments: [("reset", ConnectionEnd.rst), ("empty", .fin), ("close", .fin)])
    func none(fault: String, end: ConnectionEnd) throws {
        let server = try MockServer(playing: "steps: [{ request: GET /x, response: { text: never, fault: \(fault) } }]")
        let client = try RawClient(server)
        try client.send(get("/x") + get("/y"))
        #expect(try client.end() == end)
        #expect(client.pending.isEmpty)
        // The request after it could not be answered, so it was not taken.
        let verdict = try finish(server)
        #expect(verdict.passed)
        #expect(verdict.requests == 1)
    }

    @Test("may be late to be none")
    func lateNone() throws {
        let server = try MockServer(playing: "steps: [{ request: GET /x, response: { delay: 30ms, fault: empty } }]")
        let client = try RawClient(server)
        let begin = ContinuousClock.now
        try client.send(get("/x"))
        #expect(try client.end() == .fin)
        #expect(ContinuousClock.now - begin >= .milliseconds(30))
        #expect(try finish(server).passed)
    }

    @Test("may be the last, though it did not say so", arguments: [("reset", ConnectionEnd.rst), ("close", .fin)])
    func end(fault: String, end: ConnectionEnd) throws {
        let server = try MockServer(
            playing: """
                steps:
                  - request: GET /x
                    response: { text: whole, delay: { body: 5ms }, fault: { kind: \(fault), at: response_end } }
                """)
        let client = try RawClient(server)
        try client.send(get("/x"))
        #expect(try client.end() == end)
        let response = text(client.pending)
        // A reset may overtake bytes that were sent before it.
        if end == .fin {
            #expect(response.hasSuffix("\r\n\r\nwhole"))
            #expect(response.contains("Content-Length: 5\r\n"))
            #expect(!response.contains("Connection:"))
        }
        #expect(try finish(server).passed)
    }

    @Test("that nobody scripted is the failure's text")
    func failure() throws {
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{ request: GET /x }]")
        let client = try RawClient(server)
        let response = try client.ask(get("/y"))
        #expect(response.status == 501)
        #expect(response["Mockserver-Failure"] == "unmatched")
        #expect(response.text == server.verdict.failures.map { $0.text() + "\n" }.joined())
        #expect(try client.ask(get("/x")).status == 200)
        server.stopNow()
    }

    @Test(
        "whose headers are wrong on purpose is sent as it stands, and its end is the connection's",
        arguments: [
            ("Transfer-Encoding", "chunked"), ("Content-Length", "999"), ("Content-Length", "five"),
            ("Connection", "close"),
        ])
    func onPurpose(name: String, value: String) throws {
        let server = try MockServer(
            playing: "steps: [{ request: GET /x, response: { text: hello, headers: { \(name): { text: \(value) } } } }]"
        )
        let client = try RawClient(server)
        try client.send(get("/x"))
        #expect(try client.end() == .fin)
        let response = text(client.pending)
        #expect(response.hasSuffix("\r\n\r\nhello"))
        #expect(response.contains("\r\n\(name): \(value)\r\n"))
        let lengths = response.lowercased().count(of: "\r\ncontent-length:")
        #expect(lengths == (name == "Transfer-Encoding" ? 0 : 1))
        #expect(try finish(server).passed)
    }

    @Test(
        "has no body where a template makes a status without one, and the next response follows",
        arguments: [204, 205, 304])
    func noContent(status: Int) throws {
        let server = try MockServer(
            playing: "stubs: [{ request: GET /x, response: { status: '{{request.query.s}}', text: body } }]")
        let client = try RawClient(server)
        try client.send(get("/x?s=\(status)") + get("/x?s=200"))
        let empty = try client.response()
        #expect(empty.status == status)
        #expect(empty.body.isEmpty)
        #expect(empty["Content-Length"] == (status == 205 ? "0" : nil))
        let whole = try client.response()
        #expect(whole.status == 200)
        #expect(whole.text == "body")
        #expect(try finish(server).passed)
    }
}

extension String {
    /// The number of occurrences of `part`.
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
