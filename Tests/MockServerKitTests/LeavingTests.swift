import MockServerKit
import Testing

@Suite("While an answer waits", .timeLimit(.minutes(10)))
struct LeavingTests {
    private static let slow = "linger: 0ms\nsteps: [{ id: slow, request: GET /slow, response: { delay: 3600s } }]"

    @Test("a client that leaves is gone, and its request stays counted")
    func gone() async throws {
        let server = try MockServer(playing: Self.slow)
        let client = try RawClient(server)
        try client.send(get("/slow"))
        try await server.waitFor(step: "slow")
        client.reset()
        // Ends before its time-out, since no answer waits any more.
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed)
        #expect(verdict.completeSteps == 1)
        #expect(verdict.requests == 1)
        #expect(verdict.droppedAnswers.isEmpty)
        await server.stop()
    }

    @Test("a client may close for good: the answer is written to nobody")
    func closed() async throws {
        let server = try MockServer(
            playing: "linger: 0ms\nsteps: [{ id: slow, request: GET /slow, response: { delay: 50ms } }]")
        let client = try RawClient(server)
        try client.send(get("/slow"))
        client.close()
        try await server.waitFor(step: "slow")
        let verdict = await server.verify()
        #expect(verdict.passed)
        #expect(verdict.droppedAnswers.isEmpty)
        await server.stop()
    }

    @Test("the server stops at once, and its verdict names the answer")
    func stop() async throws {
        let server = try MockServer(playing: Self.slow)
        let client = try RawClient(server)
        try client.send(get("/slow"))
        try await server.waitFor(step: "slow")
        await server.stop()
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        // Nothing is waited for any more.
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.droppedAnswers.map(\.requestText) == ["GET /slow"])
        #expect(verdict.text().contains("not answered to the end:\n   #1  GET /slow   connection 1"))
    }

    @Test("finish gives it the linger, then drops and names it")
    func finishes() async throws {
        let server = try MockServer(playing: Self.slow)
        let client = try RawClient(server)
        try client.send(get("/slow"))
        try await server.waitFor(step: "slow")
        let verdict = try finish(server)
        #expect(verdict.droppedAnswers.count == 1)
        #expect(try client.end() == .fin)
    }
}
