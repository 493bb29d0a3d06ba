import MockServerKit
import Testing

@Suite("The end of a run", .timeLimit(.minutes(2)))
struct FinishTests {
    @Test("a complete run's finish waits for no time-out")
    func finishes() throws {
        for _ in 0..<400 {
            // Were it waited for even once, the suite's time would be over.
            let server = try MockServer(playing: "linger: 150s\nsteps: [{request: GET /x}]")
            let client = try RawClient(server)
            #expect(try client.ask(get("/x")).status == 200)
            #expect(try finish(server).passed)
        }
    }
}

func finish(_ server: MockServer) throws -> Verdict { try server.finish() }
