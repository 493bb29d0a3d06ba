import HTTPMessage
import MockRuntime
import Playback
import Testing

/// The memory of responses that clients don't take.
@Suite struct ResponseMemoryTests {
    private static let yaml = """
        vars: {kib: '\(String(repeating: "x", count: 1 << 10))'}
        stubs:
          - {id: large, request: GET /large, response: {text: '\(String(repeating: "{{kib}}", count: 400))'}}
          - {id: small, request: GET /small, response: {text: '\(String(repeating: "{{kib}}", count: 10))'}}
          - {id: constant, request: GET /constant, response: {text: '\(String(repeating: "y", count: 1 << 20))'}}
        """

    private static func run(_ memory: ResponseMemory) throws -> ScenarioRun {
        var options = ScenarioRun.Options()
        options.responseMemory = memory
        return try scenarioRun(yaml, options)
    }

    @Test("a response for which there is no room is a template failure, until others are taken")
    func noRoom() throws {
        let memory = ResponseMemory(limit: 1 << 20)
        let run = try Self.run(memory)
        var players = (1...3).map { run.arrived(request("GET", "/large", exchange: $0)).player }
        #expect(players.map(\.status) == [200, 200, 500])
        #expect(memory.size >= 800 << 10)
        #expect(run.verdict.failures.map(\.kind).contains(.template))
        let text = try #require(run.verdict.failures.first { $0.kind == .template }?.text())
        #expect(
            text.contains("the responses that clients have not taken yet are larger than 1 MiB together with this one"))
        players.removeAll()
        #expect(memory.size == 0)
        #expect(run.arrived(request("GET", "/large", exchange: 4)).player.status == 200)
    }

    @Test("small responses and those that all requests share always have room")
    func uncounted() throws {
        let memory = ResponseMemory(limit: 500 << 10)
        let run = try Self.run(memory)
        var players = [run.arrived(request("GET", "/large", exchange: 1)).player]
        for index in 0..<100 {
            let target = index % 2 == 0 ? "/small" : "/constant"
            players.append(run.arrived(request("GET", target, exchange: index + 2)).player)
        }
        #expect(players.map(\.status).allSatisfy { $0 == 200 })
        #expect(memory.size < 500 << 10)
    }

    @Test("runs of one server share it")
    func shared() throws {
        let memory = ResponseMemory(limit: 500 << 10)
        let player = try Self.run(memory).arrived(request("GET", "/large")).player
        #expect(player.status == 200)
        #expect(try Self.run(memory).arrived(request("GET", "/large")).player.status == 500)
    }
}
