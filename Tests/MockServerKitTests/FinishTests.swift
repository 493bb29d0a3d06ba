import MockServerKit
import Testing

@Suite("The end of a run", .timeLimit(.minutes(2)))
struct FinishTests {
    @Test("a complete run's finish waits for no time-out", arguments: ["x", "close", "1.0", "big", "204", "head", "url"])
    func finishes(kind: String) throws {
        var slow: [Duration] = []
        let big = String(repeating: "x", count: 900_000)
        for _ in 0..<40 {
            // Were it waited for even once, the suite's time would be over.
            let body = kind == "big" ? big : "hello"
            let server = try MockServer(playing: "linger: 2s\nsteps: [{request: {path: /x}, response: {status: \(kind == "204" ? 204 : 200), text: \(kind == "204" ? "''" : body)}}]")
            let client = try RawClient(server)
            switch kind {
            case "close": try client.send(get("/x", "Connection: close"))
            case "1.0": try client.send("GET /x HTTP/1.0\r\n\r\n")
            case "head": try client.send("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n")
            default: try client.send(get("/x"))
            }
            #expect(try client.answer(toHead: kind == "head").status == (kind == "204" ? 204 : 200))
            let start = ContinuousClock.now
            #expect(try finish(server).passed)
            let took = ContinuousClock.now - start
            if took > .milliseconds(20) { slow.append(took); print(kind, took) }
        }
        print(kind, slow.count, slow.max() ?? .zero)
    }
}

func finish(_ server: MockServer) throws -> Verdict { try server.finish() }
