import HTTPMessage
import MockRuntime
import Playback
import Testing

/// Decisions are counted in steps of work: where they are made, and how often they begin again, changes no result.
@Suite struct DecisionShareTests {
    private static let branching =
        (0..<12).map { index in
            let next = ##"{"$ref": "#/$defs/s\##(index + 1)"}"##
            return ##""s\##(index)": {"allOf": [\##(next), \##(next)]}"##
        }.joined(separator: ", ")

    /// Conditions of every kind that may take long, with effects that must happen once.
    private static let scenario = """
        seed: 7
        clock: virtual
        order: any
        vars: {last: none, drawn: none, n: 0}
        steps:
          - id: capture
            request: {path: /capture, text: {matches: '(a+)+(b|c)'}}
            times: 3
            capture: {last: {text: , matches: '(a+).*'}}
            set: {drawn: '{{random.int(1, 1000000)}}', n: '{{n}}{{count}}'}
            response: {text: '{{last}} {{drawn}} {{n}}'}
          - id: assert
            request: {path: /assert}
            assert: {json: {list: {$unordered: [{a: 1}, {a: 2}, {a: 3}]}}, text: {matches: '.*{{last}}.*'}}
            times: 2
        stubs:
          - id: schema
            request: {path: /schema, json_schema: {$ref: "#/$defs/s0", $defs: {BRANCHING, "s12": {type: object}}}}
          - {id: paths, request: {path: /paths, json_path: {"$..a..a..a.b": {contains: 1}}}}
          - {id: once, request: {path: /paths, json: {a: {$present: true}}}, times: 1}
          - {id: evil, request: {path: /evil, text: {matches: '(a+)+c'}}}
          - {id: parts, request: {path: /parts, multipart: [{name: a, text: {matches: 'x+'}}]}}
        expect:
          - {request: {path: /capture, text: {matches: '(a+)+b'}}, times: {at_most: 1}}
        """.replacing("BRANCHING", with: branching)

    private static let nested =
        String(repeating: "{\"a\":", count: 12) + "{\"b\":1}" + String(repeating: "}", count: 12)

    private static var requests: [Request] {
        let multipart = [("Content-Type", "multipart/form-data; boundary=b")]
        let part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nxx\r\n--b--\r\n"
        return [
            request("POST", "/capture", body: "aaab", exchange: 1),
            request("POST", "/capture", body: "aab", exchange: 2),
            request("POST", "/capture", body: "ac", exchange: 3),
            request("POST", "/capture", body: "ac", exchange: 4),
            request("POST", "/assert", body: #"{"list":[{"a":3},{"a":1},{"a":2}]}"#, exchange: 5),
            request("POST", "/assert", body: #"{"list":[{"a":3},{"a":1},{"a":4}]}"#, exchange: 6),
            request("POST", "/schema", body: "{}", exchange: 7), request("POST", "/schema", body: "[]", exchange: 8),
            request("POST", "/paths", body: nested, exchange: 9),
            request("POST", "/paths", body: #"{"a":1}"#, exchange: 10),
            request("POST", "/paths", body: #"{"a":1}"#, exchange: 11),
            request("POST", "/evil", body: String(repeating: "a", count: 30), exchange: 12),
            request("POST", "/parts", multipart, body: part, exchange: 13), request("GET", "/none", exchange: 14),
        ]
    }

    private struct Played: Equatable {
        var responses: [[String]] = []
        var outcomes: [String] = []
        var failures: [String] = []
        /// How many decisions were left to `finish`.
        var left = 0
    }

    /// Goes on with a decision in stages of so much work each.
    private static func finish(
        _ pending: PendingExchange, in stages: [Int]
    ) -> ExchangeDecision {
        guard let share = stages.first else { return pending.finish() }
        switch pending.goOn(share: share) {
        case .made(let exchange, let player): return .made(exchange, player)
        case .pending(let next): return finish(next, in: Array(stages.dropFirst()))
        }
    }

    private static func play(share: Int?, stages: [Int] = []) throws -> Played {
        var options = ScenarioRun.Options()
        options.share = share
        let run = try scenarioRun(scenario, options)
        var played = Played()
        for request in requests {
            let decision: ExchangeDecision
            switch run.decide(request) {
            case .made(let exchange, let player): decision = .made(exchange, player)
            case .pending(let pending) where pending.isDecided: decision = pending.finish()
            case .pending(let pending):
                played.left += 1
                #expect(!run.activity.isComplete, "the request is announced")
                #expect(run.journal.count == played.responses.count, "the request has no effect yet")
                decision = Self.finish(pending, in: stages)
            }
            guard case .made(let exchange, let player) = decision else { continue }
            played.responses.append(Self.words(player))
            exchange.end(.answered)
        }
        played.outcomes = run.journal.map { "\($0.timeline.number) \($0.timeline.outcome) \($0.timeline.response)" }
        played.failures = run.verdict.failures.map { "\($0.kind) \($0.title) \($0.note ?? "") \($0.remarks)" }
        #expect(run.activity.unanswered == 0)
        return played
    }

    /// What is sent, without the time that a response names.
    private static func words(_ player: ResponsePlayer) -> [String] {
        let response = player.response()
        return [
            "\(response.head?.status ?? 0)", response.head?.field("Mockserver-Failure") ?? "-",
            response.body,
        ]
    }

    @Test("verdict, journal and responses are the same for every share of the event loop")
    func shares() throws {
        var here = try Self.play(share: nil)
        #expect(here.left == 0)
        #expect(here.responses[0].last?.hasPrefix("aaa ") == true)
        #expect(here.responses.map { $0[0] }.prefix(7) == ["200", "200", "200", "501", "200", "200", "200"])
        var elsewhere = try Self.play(share: 0)
        #expect(elsewhere.left >= 12, "every decision with a costly condition")
        var usual = try Self.play(share: ScenarioRun.Options().share)
        #expect(usual.left > 0)
        #expect(usual.left < elsewhere.left)
        (here.left, elsewhere.left, usual.left) = (0, 0, 0)
        #expect(elsewhere == here)
        #expect(usual == here)
        var inStages = try Self.play(share: 0, stages: [1, 10, 100, 1_000, 10_000])
        inStages.left = 0
        #expect(inStages == here)
        for share in [1, 10, 100, 1_000] {
            var played = try Self.play(share: share)
            played.left = 0
            #expect(played == here, "a share of \(share)")
        }
    }

    @Test("a plain request takes no step of work")
    func plain() throws {
        var options = ScenarioRun.Options()
        options.share = 0
        let run = try scenarioRun("stubs: [{request: GET /a, response: {text: a}}]", options)
        guard case .made(let exchange, _) = run.decide(request("GET", "/a")) else {
            Issue.record("a plain request is decided at once")
            return
        }
        exchange.end(.answered)
    }
}
