import MockServerKit
import Testing

/// A client that has sent its last byte and waits for its response. Its exchange is over, but for the judgement of `client`.
@Suite("An exchange is over once its client has ended its own direction", .timeLimit(.minutes(60)))
struct EndedExchangeTests {
    /// The protocols over which a client can do that with FIN alone.
    enum Wire: CaseIterable, Sendable {
        case http1, http2

        func request(_ path: String) -> [UInt8] {
            self == .http1 ? Array(get(path).utf8) : RawFrame.start + RawFrame.get(path, on: 1)
        }
    }

    /// The rule of `/a`, whose response is due after an hour, with these lines behind it.
    private static func scenario(_ keys: String = "", _ lines: String = "") -> String {
        """
        clock: virtual
        linger: 0ms
        order: any
        steps:
          - {id: a, request: GET /a, times: {at_most: 2}, client: answered, response: {delay: 1h, text: late}\(keys)}
        \(lines)
        """
    }

    /// Has a client ask for `/a` and send FIN, and returns once the server knows.
    private func ended(_ wire: Wire, _ lines: String) async throws -> (MockServer, RawClient) {
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        var options = MockServer.Options.patient
        options.onInterruption = { _ in continuation.yield() }
        let server = try MockServer(playing: lines, options: options)
        let client = try RawClient(server)
        try client.send(wire.request("/a"))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        client.finishSending()
        for await _ in ends { break }
        return (server, client)
    }

    /// The client gets its response all the same, as `client: answered` expects.
    private func expectAnswered(_ client: RawClient, _ server: MockServer) async throws {
        try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
        #expect(try client.end() == .fin)
        #expect(text(client.pending).contains("late"))
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        await server.stop()
    }

    @Test("for max_in_flight", arguments: Wire.allCases)
    func inFlight(wire: Wire) async throws {
        let (server, client) = try await ended(wire, Self.scenario(", max_in_flight: 1"))
        let other = try RawClient(server)
        try other.send(get("/a"))
        try await server.waitFor(step: "a", count: 2, timeout: .seconds(600))
        try await expectAnswered(client, server)
    }

    @Test("for interval", arguments: Wire.allCases)
    func interval(wire: Wire) async throws {
        let (server, client) = try await ended(wire, Self.scenario(", interval: {gte: 1s, lte: 1s}"))
        try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
        let other = try RawClient(server)
        try other.send(get("/a"))
        try await server.waitFor(step: "a", count: 2, timeout: .seconds(600))
        try await expectAnswered(client, server)
    }

    @Test("for the until of a hold", arguments: Wire.allCases)
    func until(wire: Wire) async throws {
        let held = "  - {id: held, request: GET /held, hold: {until: {step: a}, timeout: 1h}, response: {text: freed}}"
        let (server, client) = try await ended(wire, Self.scenario("", held))
        #expect(try RawClient(server).ask(get("/held")).text == "freed")
        try await expectAnswered(client, server)
    }

    @Test("for the wait of a verdict", arguments: Wire.allCases)
    func verdict(wire: Wire) async throws {
        let lines = "linger: 0ms\nsteps: [{id: a, request: GET /a, response: {delay: 1h}}]"
        let (server, _) = try await ended(wire, lines)
        let verdict = await server.verify(timeout: .seconds(86_400))
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        await server.stop()
    }
}
