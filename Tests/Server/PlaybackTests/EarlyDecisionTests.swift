import HTTPMessage
import ScenarioFiles
import Scenarios
import Testing

@testable import Playback

/// Which requests are decided when only their heads have come.
@Suite struct EarlyDecisionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The scenario below its first line. The early rule is `e`.
        let yaml: String
        /// What takes the request; nil if it has to wait for its body.
        let taken: String?
        var testDescription: String { yaml }

        init(_ yaml: String, _ taken: String?) {
            self.yaml = yaml
            self.taken = taken
        }
    }

    private static let early = "{id: e, request: POST /x, early: true}"

    /// What the head of a POST is decided to be, and the script then; no decision where the body is needed.
    private static func decision(on scenario: Scenario, path: String = "/x") -> (decision: Decision?, script: Script) {
        let environment = Script.Environment(seed: 1, serverURL: "", start: WallClockTime(nanoseconds: 0))
        var script = Script(scenario, environment)
        let path = Array(path.utf8)[...]
        let head = RequestHead(
            method: Array("POST".utf8)[...], target: path, authority: [], path: path, query: nil, version: .http11,
            fields: Fields([]), raw: nil)
        let request = Request(head: head, connection: ConnectionInfo(index: 1, exchange: 1))
        let view = RequestView(request, needs: scenario.needs, isHeadOnly: true)
        var evaluation = RequestEvaluation(view)
        while !evaluation.needsBody {
            let decision = script.arrived(
                ExchangeID(request.connection), view, evaluation: &evaluation, at: Instant(nanoseconds: 0))
            if let decision { return (decision, script) }
            _ = evaluation.resolve(view, script.composer)
        }
        return (nil, script)
    }

    @Test(
        "is those whose first rule that may match decides at the head",
        arguments: [
            Row("steps: [\(early)]", "step e"),
            Row("steps: [{id: e, request: {path: {matches: /x+}}, early: true}]", "step e"),
            Row("steps: [{id: e, request: POST /x, response: {fault: {kind: reset, at: request_start}}}]", "step e"),
            Row("steps: [{id: e, request: POST /y, early: true}]", nil),
            Row("steps: [{id: a, request: POST /y}, \(early)]", nil),
            Row("order: any\nsteps: [{id: a, request: POST /y}, \(early)]", "step e"),
            // A rule that may match, once the body has come.
            Row("order: any\nsteps: [{id: a, request: {json: 1}}, \(early)]", nil),
            Row("order: any\nsteps: [{id: a, request: {not: {json: 1}}}, \(early)]", nil),
            Row("order: any\nsteps: [{id: a, request: {any_of: [{text: a}, {path: /y}]}}, \(early)]", nil),
            Row("order: any\nsteps: [{id: a, request: {all_of: [{text: a}, {path: /y}]}}, \(early)]", "step e"),
            Row("order: any\nsteps: [{id: a, request: {path: {matches: /x+}, form: {a: b}}}, \(early)]", nil),
            Row("order: any\nsteps: [{id: a, request: {path: {matches: /y+}, form: {a: b}}}, \(early)]", "step e"),
            // A rule that is not open.
            Row("order: any\nvars: {v: 1}\nsteps: [{id: a, request: {json: 1}, when: {v: 2}}, \(early)]", "step e"),
            Row("order: any\nvars: {v: 1}\nsteps: [{id: a, request: {json: 1}, when: {v: 1}}, \(early)]", nil),
            // Steps come before stubs, and stubs in their order.
            Row("steps: [{id: a, request: POST /x}]\nstubs: [\(early)]", nil),
            Row("steps: [{id: a, request: POST /y}]\nstubs: [\(early)]", "stub e"),
            Row("stubs: [{id: a, request: {body: {empty: true}}}, \(early)]", nil),
            Row("stubs: [{id: a, request: {headers: {A: b}, json: 1}}, \(early)]", "stub e"),
            Row("stubs: [\(early), {id: a, request: {json: 1}}]", "stub e"),
            Row("stubs: [{id: a, request: {json: 1}, never: true}, \(early)]", nil),
        ])
    func decided(_ row: Row) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\n" + row.yaml, path: "script.yaml")
        #expect(scenario.decidesAtHead)
        let (decision, script) = Self.decision(on: scenario)
        let taken: String? =
            switch decision?.plan?.entry.outcome {
            case .step(let id): "step \(id)"
            case .stub(let id), .stubBeforeStep(let id, _): "stub \(id)"
            case .failed(let kind): kind.rawValue
            case .preflight, .refusedPreflight: "preflight"
            case nil: nil
            }
        #expect(taken == row.taken)
        #expect(script.requests == (row.taken == nil ? 0 : 1))
    }

    @Test("counts no item of expect that is about the body")
    func expectations() throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                stubs: [{request: /x, early: true}]
                expect:
                  - {request: POST /x}
                  - {request: {body: {empty: true}}, never: true}
                """, path: "script.yaml")
        let (decision, script) = Self.decision(on: scenario)
        #expect(decision != nil)
        #expect(script.tallies.items.indices.map { script.tallies.items[$0].count } == [1, 0])
    }

    @Test("waits for the body if no rule takes the head, also where a limit keeps an item of expect undecided")
    func undecided() throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                stubs: [{request: /y, early: true}]
                expect: [{request: {path: {matches: '/(?:(a+)+b|.*c)'}}, never: true}]
                """, path: "script.yaml")
        let (decision, script) = Self.decision(on: scenario, path: "/" + String(repeating: "a", count: 30) + "c")
        #expect(decision == nil)
        #expect(script.requests == 0)
    }
}
