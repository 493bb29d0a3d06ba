import Sockets
import Testing

@testable import MockServerKit

@Suite("Pipelined requests", .timeLimit(.minutes(10)))
struct PipeliningTests {
    @Test("are all answered, in their order, however many wait for the first")
    func order() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - { request: GET /first, response: { text: first, delay: 30ms } }
                  - { request: 'GET /{n}', times: 200, response: { text: "{{request.path.n}} {{count}}" } }
                """)
        let client = try RawClient(server)
        try client.send(get("/first") + (1...200).map { get("/\($0)") }.joined())
        #expect(try client.response().text == "first")
        for number in 1...200 { #expect(try client.response().text == "\(number) \(number)") }
        #expect(client.pending.isEmpty)
        #expect(try finish(server).passed)
    }

    @Test("behind the 16th that waits are not read")
    func pause() async throws {
        let server = try MockServer(
            playing: """
                steps:
                  - { request: GET /slow, response: { delay: 3600s } }
                  - { id: rest, request: GET /rest, times: 200 }
                stubs: [{ request: GET /other }]
                """)
        let client = try RawClient(server)
        try client.send(get("/slow") + String(repeating: get("/rest"), count: 200))
        try await server.waitFor(step: "rest", count: 15)
        try passTurn(of: server)
        #expect(server.run.count(ofStep: "rest") == 15)
        await server.stop()
        #expect(server.verdict.droppedResponses.count == 16)
    }

    @Test("that are cut anywhere, time after time, are no slow head")
    func cutHeads() throws {
        var options = MockServer.Options()
        options.timeouts.head = .milliseconds(400)
        let server = try MockServer(playing: "stubs: [{ request: GET /x }]", options: options)
        let client = try RawClient(server)
        let request = get("/x")
        let (start, rest) = (String(request.prefix(10)), String(request.dropFirst(10)))
        let begin = ContinuousClock.now
        try client.send(start)
        while ContinuousClock.now - begin < .milliseconds(700) {
            try client.send(rest + start)
            let response = try client.response()
            guard response.status == 200 else { return #expect(response.status == 200) }
        }
        server.stopNow()
    }

    @Test("are given no time to come while the server does not read them")
    func pausedHeads() throws {
        var options = MockServer.Options()
        options.timeouts = Timeouts(head: .milliseconds(50), body: .milliseconds(50), idle: .milliseconds(50))
        let server = try MockServer(
            playing: """
                stubs:
                  - { request: GET /slow, response: { delay: 200ms } }
                  - { request: GET /x }
                """, options: options)
        let client = try RawClient(server)
        try client.send(get("/slow") + String(repeating: get("/x"), count: 40))
        for _ in 0...40 { #expect(try client.response().status == 200) }
        server.stopNow()
    }
}

/// Returns when every event loop has finished the pass it was in.
func passTurn(of server: MockServer) throws {
    for _ in try EventLoop.all { #expect(try RawClient(server).ask(get("/other")).status == 200) }
}
