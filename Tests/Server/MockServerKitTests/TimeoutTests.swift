import Testing

@testable import MockServerKit

@Suite("A client that dawdles", .timeLimit(.minutes(60)))
struct TimeoutTests {
    private func server(_ timeouts: Timeouts, _ lines: String = "stubs: [{ request: { path: /x } }]") throws
        -> MockServer
    {
        var options = MockServer.Options.patient
        options.timeouts = timeouts
        return try MockServer(playing: lines, options: options)
    }

    @Test("over a head is answered 408", arguments: ["G", "GET /x HTTP/1.1\r\n", "GET /x HTTP/1.1\r\nHost: h\r\n"])
    func head(start: String) throws {
        let server = try server(Timeouts(head: .milliseconds(30)))
        let client = try RawClient(server)
        let response = try client.ask(start)
        #expect(response.status == 408)
        #expect(response["Mockserver-Failure"] == "bad_request")
        #expect(response.text.contains("30 ms"), "\(response.text)")
        #expect(try client.end() == .fin)
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
        server.stopNow()
    }

    @Test("over a head behind an answered request is answered 408, too")
    func laterHead() throws {
        let server = try server(Timeouts(head: .milliseconds(30)))
        let client = try RawClient(server)
        try client.send(get("/x") + "GET /x")
        #expect(try client.response().status == 200)
        #expect(try client.response().status == 408)
        #expect(try client.end() == .fin)
        server.stopNow()
    }

    @Test("over a body is answered 408")
    func body() throws {
        let server = try server(Timeouts(body: .milliseconds(30)))
        let client = try RawClient(server)
        let response = try client.ask("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc")
        #expect(response.status == 408)
        #expect(response.text.contains("POST /x"))
        #expect(try client.end() == .fin)
        server.stopNow()
    }

    @Test("over its first request is left, without a word and without a failure")
    func idle() throws {
        let server = try server(Timeouts(idle: .milliseconds(30)))
        let client = try RawClient(server)
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        #expect(server.verdict.passed)
        server.stopNow()
    }

    @Test("between two requests is left; the time runs from the answer")
    func idleAgain() throws {
        try Patience.find { try idleAgain(after: $0) }
    }

    /// Whether the first request comes in time.
    private func idleAgain(after idle: Duration) throws -> Bool {
        let server = try server(
            Timeouts(idle: idle), "stubs: [{ request: GET /x, response: { delay: \(idle.milliseconds * 2)ms } }]")
        defer { server.stopNow() }
        let client = try RawClient(server)
        let begin = ContinuousClock.now
        guard (try? client.ask(get("/x")))?.status == 200 else { return false }
        #expect(try client.end() == .fin)
        #expect(ContinuousClock.now - begin >= idle * 3)
        #expect(server.verdict.passed)
        return true
    }
}
