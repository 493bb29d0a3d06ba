import Testing

@testable import MockServerKit

@Suite("Expect: 100-continue", .timeLimit(.minutes(60)))
struct ContinueTests {
    private static let head = "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"

    @Test("is answered at once, and the request when its body is there")
    func atOnce() throws {
        let server = try MockServer(playing: "steps: [{ request: { path: /x, text: body }, response: 201 }]")
        let client = try RawClient(server)
        try client.send(Self.head)
        let interim = try client.response()
        #expect(interim.head == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(server.journal.isEmpty)
        try client.send("body")
        #expect(try client.response().status == 201)
        #expect(try finish(server).passed)
    }

    @Test("behind a request that waits is answered in its turn, and the client's time for the body runs from then")
    func inTurn() throws {
        var options = MockServer.Options.patient
        options.timeouts.body = .seconds(1)
        let server = try MockServer(
            playing: """
                steps:
                  - { request: GET /slow, response: { text: slow, delay: 1500ms } }
                  - { request: { path: /x, text: body }, response: 201 }
                """, options: options)
        let client = try RawClient(server)
        try client.send(get("/slow") + Self.head)
        #expect(try client.response().text == "slow")
        #expect(try client.response().status == 100)
        try client.send("body")
        #expect(try client.response().status == 201)
        #expect(try finish(server).passed)
    }

    @Test("is refused outright where the body would be too large")
    func refused() throws {
        var options = MockServer.Options.patient
        options.maxBody = 3
        let server = try MockServer(playing: "steps: [{ request: POST /x }]", options: options)
        let client = try RawClient(server)
        #expect(try client.ask(Self.head).status == 413)
        #expect(try client.end() == .fin)
        server.stopNow()
    }

    @Test("of HTTP/1.0 is not answered")
    func http10() throws {
        let server = try MockServer(playing: "steps: [{ request: POST /x, response: 201 }]")
        let client = try RawClient(server)
        try client.send("POST /x HTTP/1.0\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbody")
        #expect(try client.response().status == 201)
        server.stopNow()
    }
}
