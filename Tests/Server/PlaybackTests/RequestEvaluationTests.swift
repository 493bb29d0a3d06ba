import HTTPMessage
import Playback
import ScenarioFiles
import Scenarios
import Testing

/// Results that are computed outside the lock, while other requests change their inputs.
@Suite struct RequestEvaluationTests {
    private static func script(_ yaml: String) throws -> Script {
        let environment = Script.Environment(seed: 1, serverURL: "", start: WallClockTime(nanoseconds: 0))
        return Script(try Scenario(yaml: "mockserver: 1\n" + yaml, path: "script.yaml"), environment)
    }

    private static func view(
        _ script: Script, _ target: String, _ headers: [(String, String)] = [], exchange: Int
    ) -> RequestView {
        let head = RequestHead(
            method: Array("GET".utf8)[...], target: Array(target.utf8)[...], authority: [],
            path: Array(target.utf8)[...], query: nil, version: .http11, fields: Fields(headers), raw: nil)
        let request = Request(
            head: head, body: [], connection: ConnectionInfo(index: 1, exchange: exchange))
        return RequestView(request, needs: script.scenario.needs)
    }

    private static func outcome(_ decision: Decision?) -> TimelineEntry.Outcome? { decision?.plan?.entry.outcome }

    private static let start = Instant(nanoseconds: 0)

    @Test("nothing is done before the results are there, and then one request is counted")
    func open() throws {
        var script = try Self.script("stubs: [{id: a, request: {path: {matches: /a+}}}]")
        let view = Self.view(script, "/aaa", exchange: 1)
        var evaluation = RequestEvaluation(view)
        let id = ExchangeID(view.request.connection)
        #expect(script.arrived(id, view, evaluation: &evaluation, at: Self.start) == nil)
        #expect(script.requests == 0)
        #expect(script.unanswered == 0)
        _ = evaluation.resolve(view, script.composer)
        #expect(Self.outcome(script.arrived(id, view, evaluation: &evaluation, at: Self.start)) == .stub("a"))
        #expect(script.requests == 1)
    }

    @Test("what takes more steps than the decision may is a failure that says so, wherever it is interrupted")
    func overBudget() throws {
        let stubs = (0..<30).map { "  - {id: s\($0), request: {path: {matches: '/a+\($0)'}}}" }
        let yaml = "stubs:\n\(stubs.joined(separator: "\n"))\n  - {id: rest, request: {headers: {K: v}}}"
        func decide(budget: Int, share: Int?) throws -> (outcome: TimelineEntry.Outcome?, text: String?) {
            var script = try Self.script(yaml)
            let view = Self.view(script, "/aaaaaaaa29", [("K", "v")], exchange: 1)
            var evaluation = RequestEvaluation(view, share: share, budget: budget)
            while true {
                let id = ExchangeID(view.request.connection)
                if let decision = script.arrived(id, view, evaluation: &evaluation, at: Self.start) {
                    #expect(script.requests == 1)
                    let explained = decision.failure.map { script.composer.explain($0) }
                    return (Self.outcome(decision), explained?.failures.first?.note)
                }
                if !evaluation.resolve(view, script.composer) { evaluation.share = nil }
            }
        }
        let least = try #require(
            (1..<20_000).first { budget in (try? decide(budget: budget, share: nil).outcome) == .stub("s29") })
        #expect(least > 100)
        for share in [nil, 0, 1, 50, 100, 200, least] {
            #expect(try decide(budget: least, share: share).outcome == .stub("s29"), "share \(share ?? -1)")
            let (outcome, text) = try decide(budget: least - 1, share: share)
            // Not the stub that takes what is left: nobody knows whether one before it matches.
            #expect(outcome == .failed(.unmatched), "share \(share ?? -1)")
            #expect(text?.hasPrefix("comparing it takes too long: more than \(least - 1) steps") == true)
        }
    }

    /// The outcome of `GET /x` with header `K: k`, the text of its failure, and how often results were computed.
    private static func decide(
        _ yaml: String, budget: Int? = nil, share: Int? = nil
    ) throws -> (outcome: TimelineEntry.Outcome?, text: String?, rounds: Int, unresolved: Int) {
        var script = try script(yaml)
        let view = view(script, "/x", [("K", "k")], exchange: 1)
        var evaluation = RequestEvaluation(view, share: share, budget: budget)
        var (rounds, unresolved) = (0, 0)
        while true {
            let id = ExchangeID(view.request.connection)
            if let decision = script.arrived(id, view, evaluation: &evaluation, at: start) {
                let explained = decision.failure.map { script.composer.explain($0) }
                return (outcome(decision), explained?.failures.first?.note, rounds, unresolved)
            }
            rounds += 1
            if !evaluation.resolve(view, script.composer) {
                unresolved += 1
                evaluation.share = nil
            }
        }
    }

    @Test("conditions under `when` that take long count like others, and are not compared under the lock")
    func costlyConditions() throws {
        let stubs = (0..<60).map {
            "  - {id: s\($0), request: GET /x, when: {v: {matches: '(a+)+[xy]{1,\($0 + 1)}'}}}"
        }
        let value = String(repeating: "a", count: 30) + "b"
        let yaml = "vars: {v: \(value)}\nstubs:\n\(stubs.joined(separator: "\n"))\n  - {id: rest, request: GET /x}"
        let whole = try Self.decide(yaml)
        #expect(whole.outcome == .stub("rest"))
        #expect(whole.rounds > 0)
        #expect(try Self.decide(yaml, share: 10_000).unresolved == 1)
        #expect(try Self.decide(yaml, share: 10_000).outcome == .stub("rest"))
        let cut = try Self.decide(yaml, budget: 50_000)
        #expect(cut.outcome == .failed(.unmatched))
        #expect(cut.text?.hasPrefix("comparing it takes too long: more than 50000 steps") == true)
        // Those that don't take long are compared at once.
        let quick = try Self.decide("vars: {v: a}\nstubs: [{id: s, request: GET /x, when: {v: {starts_with: a}}}]")
        #expect(quick.outcome == .stub("s"))
        #expect(quick.rounds == 0)
    }

    @Test("templates of large variables count their bytes, and are not evaluated under the lock")
    func largeVariables() throws {
        let vars = "vars: {v: '\(String(repeating: "x", count: 1 << 16))', small: k}\n"
        let stubs = (0..<100).map { "  - {id: s\($0), request: {path: /x, headers: {K: '{{v}}\($0)'}}}" }
        let yaml = vars + "stubs:\n\(stubs.joined(separator: "\n"))\n  - {id: rest, request: GET /x}"
        #expect(try Self.decide(yaml).outcome == .stub("rest"))
        #expect(try Self.decide(yaml, share: 10_000).unresolved == 1)
        #expect(try Self.decide(yaml, budget: 50_000).outcome == .failed(.unmatched))
        let sets = "stubs: [{id: s, request: GET /x, set: {w: SET}}]"
        for value in ["'{{v | sha256 | hex}}'", "'{{small | hex | hex | hex}}'", "['{{v}}']"] {
            let variables = value.contains("small") ? "vars: {small: k}\n" : vars
            let decided = try Self.decide(variables + sets.replacing("SET", with: value))
            #expect(decided.outcome == .stub("s"))
            #expect(decided.rounds == 1, "\(value)")
        }
        #expect(try Self.decide(vars + sets.replacing("SET", with: "'{{v | sha256}}'"), budget: 1_000).text != nil)
        let plain = try Self.decide("vars: {small: k}\nstubs: [{id: s, request: GET /x, set: {w: '{{small}}'}}]")
        #expect(plain.rounds == 0)
    }

    @Test("what is set from a variable that changes all the time is made of its last value")
    func lostUpdates() throws {
        var script = try Self.script(
            """
            order: any
            vars: {n: 0}
            steps:
              - {id: change, request: GET /change, set: {n: "{{n}}c"}, times: {at_most: 99}}
              - {id: slow, request: GET /slow, capture: {k: {header: K, matches: "(.+)"}}, set: {n: "{{n}}{{k}}"}}
              - {id: check, request: GET /check, assert: {headers: {K: "{{n}}"}}}
            """)
        let view = Self.view(script, "/slow", [("K", "s")], exchange: 1)
        var evaluation = RequestEvaluation(view)
        var changes = 0
        while script.arrived(ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start) == nil
        {
            _ = evaluation.resolve(view, script.composer)
            changes += 1
            try #require(changes < 50)
            let change = Self.view(script, "/change", exchange: changes + 1)
            _ = script.arrived(ExchangeID(change.request.connection), change, at: Self.start)
        }
        let expected = "0" + String(repeating: "c", count: changes) + "s"
        let check = Self.view(script, "/check", [("K", expected)], exchange: 99)
        #expect(script.arrived(ExchangeID(check.request.connection), check, at: Self.start).failure == nil)
    }

    @Test("a result that another request made stale is found again")
    func stale() throws {
        var script = try Self.script(
            """
            order: any
            vars: {v: a}
            steps:
              - {id: change, request: "GET /set/{v}", capture: {v: {path: v}}, times: {at_most: 9}}
              - {id: a, request: {path: /x, headers: {K: {matches: "{{v}}+"}}}}
            stubs: [{id: other, request: GET /x}]
            """)
        let view = Self.view(script, "/x", [("K", "bbb")], exchange: 1)
        var evaluation = RequestEvaluation(view)
        #expect(
            script.arrived(ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start) == nil)
        _ = evaluation.resolve(view, script.composer)
        let change = Self.view(script, "/set/b", exchange: 2)
        #expect(
            Self.outcome(script.arrived(ExchangeID(change.request.connection), change, at: Self.start))
                == .step("change"))
        // With the variable's earlier value, the stub would take it.
        #expect(
            script.arrived(ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start) == nil)
        _ = evaluation.resolve(view, script.composer)
        #expect(
            Self.outcome(
                script.arrived(ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start))
                == .step("a"))
    }

    @Test("a request decides in the end, however often variables change meanwhile")
    func starving() throws {
        var script = try Self.script(
            """
            order: any
            vars: {v: a}
            steps:
              - {id: change, request: "GET /set/{v}", capture: {v: {path: v}}, times: {at_most: 99}}
              - {id: a, request: {path: /x, headers: {K: {matches: "{{v}}+"}}}}
            """)
        let view = Self.view(script, "/x", [("K", "bbb")], exchange: 1)
        var evaluation = RequestEvaluation(view)
        var rounds = 0
        while true {
            if let decision = script.arrived(
                ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start)
            {
                #expect(Self.outcome(decision) == .step("a"))
                break
            }
            rounds += 1
            try #require(rounds < 50)
            _ = evaluation.resolve(view, script.composer)
            let change = Self.view(script, "/set/b", exchange: rounds + 1)
            _ = script.arrived(ExchangeID(change.request.connection), change, at: Self.start)
        }
        #expect(rounds > 1)
    }

    @Test("variables that other requests set meanwhile stay set")
    func others() throws {
        var script = try Self.script(
            """
            order: any
            vars: {v: a, w: a}
            steps:
              - {id: v, request: GET /v, capture: {v: {header: K, matches: "(.+)"}}}
              - {id: w, request: "GET /w/{w}", capture: {w: {path: w}}}
              - {id: both, request: GET /both, assert: {headers: {K: "{{v}} {{w}}"}}}
            """)
        let view = Self.view(script, "/v", [("K", "b")], exchange: 1)
        var evaluation = RequestEvaluation(view)
        #expect(
            script.arrived(ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start) == nil)
        _ = evaluation.resolve(view, script.composer)
        let other = Self.view(script, "/w/c", exchange: 2)
        _ = script.arrived(ExchangeID(other.request.connection), other, at: Self.start)
        #expect(
            script.arrived(ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start) != nil)
        let both = Self.view(script, "/both", [("K", "b c")], exchange: 3)
        #expect(script.arrived(ExchangeID(both.request.connection), both, at: Self.start).failure == nil)
    }

    @Test("among very many rules of one path the one is found that matches, with conditions and variables")
    func manyRules() throws {
        let stubs = (0..<600).map { "  - {id: s\($0), request: {path: /x, headers: {K: v\($0)}}, times: 1}" }
        let conditions = (0..<300).map { "  - {id: w\($0), request: GET /x, when: {v: \"\($0)\"}}" }
        let counts = (0..<300).map { "  - {request: {path: /x, headers: {K: v\($0)}}, times: {at_most: 1}}" }
        var script = try Self.script(
            """
            order: any
            vars: {v: a}
            steps:
              - {id: change, request: "GET /set/{v}", capture: {v: {path: v}}, times: {at_most: 9}}
            stubs:
            \((stubs + conditions).joined(separator: "\n"))
            expect:
            \(counts.joined(separator: "\n"))
            """)
        var exchange = 0
        func play(_ target: String, _ headers: [(String, String)] = []) -> TimelineEntry.Outcome? {
            exchange += 1
            let view = Self.view(script, target, headers, exchange: exchange)
            return Self.outcome(script.arrived(ExchangeID(view.request.connection), view, at: Self.start))
        }
        #expect(play("/x", [("K", "v599")]) == .stub("s599"))
        #expect(play("/x", [("K", "v599")]) == .failed(.exhausted))
        #expect(play("/x", [("K", "v7")]) == .stub("s7"))
        #expect(play("/x", [("K", "other")]) == .failed(.unmatched))
        #expect(play("/set/299") == .step("change"))
        #expect(play("/x", [("K", "other")]) == .stub("w299"))
        #expect(play("/x", [("K", "v7")]) == .stub("w299"))
        let verdict = script.snapshot.verdict(at: Self.start)
        #expect(verdict.failures.filter { $0.kind == .expect }.count == 1, "K: v7 came twice")
    }

    @Test("rules that match are found again where a variable changed meanwhile")
    func staleRules() throws {
        let conditions = (0..<300).map { "  - {id: w\($0), request: GET /x, when: {v: \"\($0)\"}}" }
        var script = try Self.script(
            """
            order: any
            vars: {v: 1}
            steps:
              - {id: change, request: "GET /set/{v}", capture: {v: {path: v}}, times: {at_most: 9}}
            stubs:
            \(conditions.joined(separator: "\n"))
            """)
        let change = Self.view(script, "/set/290", exchange: 1)
        let view = Self.view(script, "/x", exchange: 2)
        _ = script.arrived(ExchangeID(change.request.connection), change, at: Self.start)
        var evaluation = RequestEvaluation(view)
        #expect(
            script.arrived(ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start) == nil)
        _ = evaluation.resolve(view, script.composer)
        let again = Self.view(script, "/set/280", exchange: 3)
        _ = script.arrived(ExchangeID(again.request.connection), again, at: Self.start)
        #expect(
            script.arrived(ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start) == nil)
        _ = evaluation.resolve(view, script.composer)
        let decision = script.arrived(
            ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Self.start)
        #expect(Self.outcome(decision) == .stub("w280"))
    }
}
