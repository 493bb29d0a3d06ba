import HTTPMessage
import MockRuntime
import Playback
import Testing

/// What is done on an event loop for the requests of one turn, and what is left to a queue.
@Suite struct TurnShareTests {
    private enum Decided { case made, decided, undecided }

    private static func decide(_ run: ScenarioRun, _ target: String, _ exchange: Int, spent: inout Int) -> Decided {
        switch run.decide(request("GET", target, exchange: exchange), spent: &spent) {
        case .made(let exchange, _):
            exchange.end(.answered)
            return .made
        case .pending(let pending):
            if case .made(let exchange, _) = pending.finish() { exchange.end(.answered) }
            return pending.isDecided ? .decided : .undecided
        }
    }

    @Test("requests that are read at once share the steps of one, and what needs none goes on")
    func turn() throws {
        let run = try scenarioRun(
            """
            stubs:
              - {id: plain, request: GET /plain}
              - {id: costly, request: {path: {matches: '/(a+)+[xy]{1,2}'}}}
              - {id: rest, request: {path: {starts_with: /a}}}
            """)
        // Each further letter doubles the steps.
        let costs = (4...20).map { count in
            let target = "/" + String(repeating: "a", count: count)
            var alone = 0
            let decided = Self.decide(run, target, 1_000 + count, spent: &alone)
            return (target: target, alone: alone, decided: decided)
        }
        let (target, alone, first) = try #require(costs.first { $0.alone > 1_000 })
        #expect(first == .made)
        var spent = 0
        let decided = (0..<200).map { Self.decide(run, target, $0 + 2, spent: &spent) }
        #expect(decided.first == .made)
        #expect(decided.last == .undecided)
        #expect(decided.count { $0 == .made } <= 10_000 / alone + 1)
        #expect(spent <= 10_000)
        let before = spent
        #expect(Self.decide(run, "/plain", 300, spent: &spent) == .made)
        #expect(spent == before)
        #expect(run.verdict.passed)
    }

    @Test("many rules that are compared under the lock take steps, too")
    func inspections() throws {
        let stubs = (0..<60).map { "  - {id: s\($0), request: {path: /x, headers: {K: v\($0)}}}" }
        let run = try scenarioRun(
            "stubs:\n\(stubs.joined(separator: "\n"))\n  - {id: rest, request: GET /x}")
        var spent = 0
        let decided = (0..<200).map { Self.decide(run, "/x", $0 + 1, spent: &spent) }
        #expect(decided.first == .made)
        #expect(decided.last == .undecided)
        #expect(run.verdict.passed)
    }

    @Test("a response is rendered elsewhere if its templates read or make much")
    func rendering() throws {
        let run = try scenarioRun(
            """
            vars: {large: '\(String(repeating: "x", count: 100_000))', small: k, list: [1, 2]}
            stubs:
              - {request: GET /small, response: {text: "{{small}} {{small | sha256 | hex}} {{uuid}}"}}
              - {request: GET /json, response: {json: {a: "{{small}}", b: "{{list}}", c: "{{request.method}}"}}}
              - {request: GET /once, response: {text: "{{large}}"}}
              - {request: GET /often, response: {text: "{{large}}{{large}}{{large}}"}}
              - {request: GET /filter, response: {text: "{{large | sha256 | hex}}"}}
              - {request: GET /header, response: {headers: {K: "{{large | hex | sha256 | hex}}"}}}
              - {request: GET /chain, response: {text: "{{small | hex\(String(repeating: " | hex", count: 20))}}"}}
              - {request: GET /gzip, response: {text: "{{large}}", encoding: gzip}}
            """)
        func decide(_ target: String, _ exchange: Int) -> Decided {
            var spent = 0
            return Self.decide(run, target, exchange, spent: &spent)
        }
        let targets = ["/small", "/json", "/once", "/often", "/filter", "/header", "/chain", "/gzip"]
        #expect(
            targets.enumerated().map { decide($1, $0 + 1) }
                == [.made, .made, .made, .decided, .decided, .decided, .decided, .decided])
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
