import HTTPMessage
import MockRuntime
import Playback
import Testing

/// What is done on an event loop for the requests of one turn, and what is left to a queue.
@Suite struct TurnShareTests {
    private enum Decided { case player, open, undecided }

    private static func decide(_ run: ScenarioRun, _ target: String, _ exchange: Int, spent: inout Int) -> Decided {
        let (id, decision) = run.decide(request("GET", target, exchange: exchange), spent: &spent)
        defer { run.answered(id) }
        switch consume decision {
        case .player: return .player
        case .open(let open):
            _ = run.explain(open)
            return .open
        case .undecided(let undecided):
            _ = run.finish(undecided)
            return .undecided
        }
    }

    @Test("many rules that are compared under the lock take steps, too")
    func inspections() throws {
        let stubs = (0..<60).map { "  - {id: s\($0), request: {path: /x, headers: {K: v\($0)}}}" }
        let run = try scenarioRun(
            "stubs:\n\(stubs.joined(separator: "\n"))\n  - {id: rest, request: GET /x}")
        var spent = 0
        let decided = (0..<200).map { Self.decide(run, "/x", $0 + 1, spent: &spent) }
        #expect(decided.first == .player)
        #expect(decided.last == .undecided)
        #expect(run.verdict.passed)
    }

    @Test("a status whose template takes long is known once it is rendered")
    func status() throws {
        let run = try scenarioRun(
            """
            vars: {large: '201\(String(repeating: " ", count: 100_000))'}
            stubs: [{request: GET /, response: {status: "{{large | trim}}"}}]
            """)
        let player = run.arrived(request("GET", "/")).player
        #expect(player.status == 201)
        #expect(run.journal.map { "\($0.timeline.response)" } == ["status(201)"])
    }
}
