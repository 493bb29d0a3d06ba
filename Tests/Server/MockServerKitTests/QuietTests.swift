import MockServerKit
import Testing

@Suite("A server whose answers wait", .timeLimit(.minutes(60)))
struct QuietTests {
    // In its own process: CPU time is measured for the whole process.
    @Test("uses no processor time, whatever its clients have done meanwhile")
    func idle() async throws {
        await #expect(processExitsWith: .success) {
            let server = try MockServer(
                playing: """
                    stubs:
                      - { request: GET /slow, response: { text: slow, delay: 1h } }
                      - { request: GET /second, response: { text: second, delay: 3s } }
                      - { request: GET /other }
                    """)
            let clients = try (0..<4).map { _ in try RawClient(server) }
            let leaving = try (0..<4).map { _ in try RawClient(server) }
            for client in clients + leaving { try client.send(get("/slow")) }
            for client in clients { client.finishSending() }
            try passIteration(of: server)
            for client in leaving { client.reset() }
            try passIteration(of: server)
            let before = ProcessFacts.processorTime
            let begin = ContinuousClock.now
            #expect(try RawClient(server).ask(get("/second")).text == "second")
            let used = ProcessFacts.processorTime - before
            try #require(ContinuousClock.now - begin > .seconds(2))
            // A spinning event loop would use all of it, and a third of it beside two busy processes on one processor.
            #expect(used < .milliseconds(500))
            await server.stop()
        }
    }
}
