import MockServerKit
import Testing

/// An exchange after which nothing may wait, although the server has nothing to send when it is over.
struct Ending: Sendable, CustomTestStringConvertible {
    let name: String
    let response: String
    var request = get("/x")
    /// The status; nil if the connection ends without a response.
    var status: Int? = 200
    var runs = 100

    var testDescription: String { name }

    static let all = [
        Ending(name: "a short answer", response: "{text: hello}", runs: 300),
        Ending(name: "no body", response: "204", status: 204),
        Ending(name: "a body whose delay comes to nothing", response: "{delay: {body: 1ms}}"),
        Ending(name: "a long body", response: "{text: '\(String(repeating: "x", count: 300_000))'}", runs: 10),
        Ending(name: "a HEAD", response: "{text: hello}", request: "HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n"),
        Ending(name: "a client that closes", response: "{text: hello}", request: get("/x", "Connection: close")),
        Ending(name: "HTTP/1.0", response: "{text: hello}", request: "GET /x HTTP/1.0\r\n\r\n"),
        Ending(name: "connection: close", response: "{text: hello, connection: close}"),
        Ending(name: "fault: empty", response: "{fault: empty}", status: nil),
        Ending(name: "fault: reset", response: "{fault: reset}", status: nil),
        Ending(name: "a close behind the answer", response: "{text: hello, fault: {kind: close, at: response_end}}"),
    ]
}

@Suite("The end of a run", .timeLimit(.minutes(60)))
struct FinishTests {
    @Test("a complete run waits for no time-out to finish", arguments: Ending.all)
    func finishes(ending: Ending) throws {
        // A single wait would exceed the suite's time limit.
        let scenario = try Scenario(
            yaml: "mockserver: 1\nlinger: 3600s\nsteps: [{request: {path: /x}, response: \(ending.response)}]")
        for _ in 0..<ending.runs {
            let server = try MockServer(scenario)
            let client = try RawClient(server)
            try client.send(ending.request)
            if let status = ending.status {
                let response = try client.response(toHead: ending.request.hasPrefix("HEAD"))
                #expect(response.status == status)
            } else {
                _ = try client.end()
                #expect(client.pending.isEmpty)
            }
            // The client stays connected, so that its leaving can't be what ends the wait.
            let verdict = try finish(server)
            #expect(verdict.passed)
            #expect(verdict.droppedResponses.isEmpty)
        }
    }

    @Test("a run that is not complete has its linger, and then says what is missing")
    func incomplete() throws {
        let server = try MockServer(playing: "linger: 10ms\nsteps: [{id: a, request: GET /x}]")
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == [.unmet])
        // Another process may have the port already.
        if let client = try? RawClient(server) { try? client.send(get("/x")) }
        #expect(server.journal.isEmpty)
    }
}

/// The blocking `finish`, for tests that may also await.
func finish(_ server: MockServer) throws -> Verdict { try server.finish() }
