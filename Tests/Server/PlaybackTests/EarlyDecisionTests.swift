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

    /// A script in which a POST arrives: first its head, then its body.
    private struct Arrival {
        let scenario: Scenario
        private(set) var script: Script
        /// What the head showed that did not decide the request.
        private(set) var examined: ExaminedHead?
        private let path: String
        var query: String

        init(_ scenario: Scenario, path: String = "/x", query: String = "") {
            (self.scenario, self.path, self.query) = (scenario, path, query)
            let environment = Script.Environment(seed: 1, serverURL: "", start: WallClockTime(nanoseconds: 0))
            script = Script(scenario, environment)
        }

        private func request(_ body: String, exchange: Int = 1) -> Request {
            let head = RequestHead(
                method: Array("POST".utf8)[...], target: Array("\(path)?\(query)".utf8)[...], authority: [],
                path: Array(path.utf8)[...], query: Array(query.utf8)[...], version: .http11, fields: Fields([]),
                raw: nil)
            return Request(
                head: head, body: Array(body.utf8), connection: ConnectionInfo(index: 1, exchange: exchange))
        }

        /// The decision about the head; nil where the body is needed.
        mutating func head() -> Decision? {
            let view = RequestView(request(""), needs: scenario.needs, isHeadOnly: true)
            var evaluation = RequestEvaluation(view)
            let decision = decide(view, &evaluation)
            if decision == nil { examined = ExaminedHead(view, evaluation, by: script.composer.compiled) }
            return decision
        }

        /// The decision about the whole request, and the steps of work that it took.
        ///
        /// - Parameter exchange: another number than 1 makes it another request than that of the head.
        mutating func whole(_ body: String, exchange: Int = 1) -> (decision: Decision?, steps: Int) {
            let share = 1_000_000
            let request = request(body, exchange: exchange)
            var (view, evaluation) =
                examined?.completed(by: request, for: script.composer.compiled, share: share)
                ?? RequestEvaluation.begun(request, for: script.composer.compiled, share: share)
            let decision = decide(view, &evaluation)
            return (decision, share - (evaluation.share ?? 0))
        }

        private mutating func decide(_ view: RequestView, _ evaluation: inout RequestEvaluation) -> Decision? {
            while !evaluation.needsBody {
                let decision = script.arrived(
                    ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Instant(nanoseconds: 0))
                if let decision { return decision }
                _ = evaluation.resolve(view, script.composer)
            }
            return nil
        }
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
            Row("stubs: [{id: a, request: {path: /x, query: {n: '{{request.body}}'}}}, \(early)]", nil),
            Row(
                "stubs: [{id: a, request: {path: /x, query: {n: '{{request.json}}'}}}, {request: {json: 2}}, \(early)]",
                nil),
            Row("stubs: [{id: a, request: {path: /x, query: {n: '{{request.form.n}}'}}}, \(early)]", nil),
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
        var arrival = Arrival(scenario, query: "n=1")
        let decision = arrival.head()
        #expect(Self.taker(decision) == row.taken)
        #expect(arrival.script.requests == (row.taken == nil ? 0 : 1))
        guard decision == nil else { return }
        // What the head has shown changes nothing of what its request gets.
        for body in ["", "1", "a", "a=b"] {
            var (examined, other) = (arrival, arrival)
            #expect(Self.taker(examined.whole(body).decision) == Self.taker(other.whole(body, exchange: 2).decision))
        }
    }

    private static func taker(_ decision: Decision?) -> String? {
        switch decision?.plan?.entry.outcome {
        case .step(let id): "step \(id)"
        case .stub(let id), .stubBeforeStep(let id, _): "stub \(id)"
        case .failed(let kind): kind.rawValue
        case .preflight, .refusedPreflight: "preflight"
        case nil: nil
        }
    }

    @Test("is not made by comparing a rule again that the head has excluded")
    func excluded() throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                vars: { v: 0 }
                stubs:
                  - { id: other, request: { path: /x, query: { n: 1 } } }
                  - { id: variable, request: { path: /x, query: { n: "{{v}}" } } }
                  - { id: costly, request: { path: { matches: /x+ }, query: { n: 1 } } }
                  - { id: body, request: { path: /x, json: 1 } }
                  - { id: early, request: { path: /x }, early: true }
                """, path: "script.yaml")
        var arrival = Arrival(scenario, query: "n=2")
        #expect(arrival.head() == nil)
        #expect(arrival.examined?.excludedRules == [0])
        var (examined, other) = (arrival, arrival)
        let (whole, again) = (examined.whole("1"), other.whole("1", exchange: 2))
        #expect(Self.taker(whole.decision) == "stub body")
        #expect(Self.taker(again.decision) == "stub body")
        #expect(whole.steps == again.steps)
        // No request has two heads: this one shows that the first one counts.
        arrival.query = "n=1"
        #expect(Self.taker(arrival.whole("1").decision) == "stub body")
        #expect(Self.taker(arrival.whole("1", exchange: 2).decision) == "stub other")
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
        var arrival = Arrival(scenario)
        #expect(arrival.head() != nil)
        let items = arrival.script.tallies.items
        #expect(items.indices.map { items[$0].count } == [1, 0])
    }

    @Test("waits for the body if no rule takes the head, also where a limit keeps an item of expect undecided")
    func undecided() throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                stubs: [{request: /y, early: true}]
                expect: [{request: {path: {matches: '/(?:(a+)+b|.*c)'}}, never: true}]
                """, path: "script.yaml")
        var arrival = Arrival(scenario, path: "/" + String(repeating: "a", count: 30) + "c")
        #expect(arrival.head() == nil)
        #expect(arrival.script.requests == 0)
    }
}
