import MockServerKit
import Testing

/// Large JSON bodies under a raised limit, whose ids are found at every depth.
@Suite("A large JSON body", .timeLimit(.minutes(60)))
struct LargeJSONTests {
    private static let row = #"{"id":123456,"name":"some name","tags":["a","b"],"user":{"id":7,"n":1.5}}"#
    private static let scenario = """
        linger: 0ms
        redact: [$..id]
        stubs:
          - request: { method: POST, path: /a, json_path: { "$..id": { contains: 7 } } }
            capture: { ids: { json: $..id } }
            response: { text: "{{ids[1]}}" }
        """

    private static func server(limit: Int) throws -> MockServer {
        var options = MockServer.Options.patient
        options.maxBody = limit
        // So that the journal keeps the whole body, in which the values are redacted.
        options.journalLimit = 2 * limit
        return try MockServer(playing: scenario, options: options)
    }

    private static func body(rows: Int) -> String {
        "[\(Array(repeating: row, count: rows).joined(separator: ","))]"
    }

    #if os(Linux)
    // In processes of their own: other tests use processor time and memory.

    @Test("is matched, captured from and redacted with a query for all depths, in time that grows with its size")
    func linear() async throws {
        await #expect(processExitsWith: .success) {
            let server = try Self.server(limit: 64 << 20)
            let client = try RawClient(server)
            func time(rows: Int) throws -> Duration {
                let body = Self.body(rows: rows)
                let before = ProcessFacts.processorTime
                try #require(try client.ask(post("/a", body)).text == "7")
                let kept = try #require(server.journal.last).request.text
                try #require(kept.hasPrefix(#"[{"id":"(redacted, 6 bytes)","name":"some name","#))
                try #require(!kept.contains("123456"))
                return ProcessFacts.processorTime - before
            }
            let small = try time(rows: 400)
            try #require(try time(rows: 3_200) < small * 30)
            await server.stop()
        }
    }

    @Test("takes memory in proportion to its size")
    func memory() async throws {
        await #expect(processExitsWith: .success) {
            let server = try Self.server(limit: 64 << 20)
            let client = try RawClient(server)
            let message = post("/a", Self.body(rows: 4_000))
            let before = ProcessFacts.memory
            try #require(before > 0)
            try #require(try client.ask(message).text == "7")
            try #require(server.journal.last?.request.text.contains("123456") == false)
            #expect(ProcessFacts.memory - before < 80 * message.utf8.count)
            await server.stop()
        }
    }
    #endif
}
