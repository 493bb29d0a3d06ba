import ExactJSON
import HTTPMessage
import RequestFixtures
import Scenarios
import Testing

@Suite("Captures and when")
struct CaptureTests {
    private func capture(_ source: String, _ request: Request, vars: String = "v: 1") throws -> Result<
        JSON, CaptureProblem
    > {
        let fixture = try Fixture(
            yaml: "mockserver: 1\nvars:\n  \(vars)\nsteps:\n- request: {path: '/c/{id}'}\n  capture: {x: {\(source)}}")
        let rule = try #require(fixture.scenario.steps.first).rule
        var view = RequestView(request, needs: fixture.scenario.needs)
        guard case .matched(let parameters) = rule.request.match(view, in: fixture.scope) else {
            throw CaptureFailure.notMatched
        }
        view.parameters = parameters
        return try #require(rule.captures.first).value(from: view, in: fixture.scope)
    }

    private enum CaptureFailure: Error { case notMatched }

    @Test(
        "a capture gives the first value, JSON with its type, and of a query that may select several values an array",
        arguments: [
            ("path: id", "\"a b\""), ("header: x-key", "\"k1\""), ("query: q", "\"1\""), ("cookie: sid", "\"s\""),
            ("json: $.cart.id", "7"), ("json: '$.cart'", "{\"id\":7}"), ("json: '$.list[-1]'", "\"last\""),
            ("method: true", "\"POST\""), ("host: true", "\"localhost\""),
            ("header: Authorization, matches: 'Bearer (.+)'", "\"tok\""),
            ("json: $.cart.id, matches: '([0-9])'", "\"7\""), ("json: '$.list[*]'", #"["first","last"]"#),
            ("json: $..id", "[7]"), ("json: '$.list[1:]'", #"["last"]"#),
            ("json: \"$[?@.id == 7].id\"", "[7]"), ("json: \"$['cart']['id']\"", "7"),
            (#"json: '$.list[*]', matches: '\["(.+)",.*'"#, "\"first\""),
        ])
    func values(source: String, value: String) throws {
        let request = Request(
            "POST /c/a%20b?q=1&q=2", ["X-Key: k1", "X-Key: k2", "Cookie: sid=s", "Authorization: Bearer tok"],
            body: #"{"cart":{"id":7},"list":["first","last"]}"#)
        #expect(try capture(source, request).get().text() == value)
    }

    @Test(
        "a capture without a value says why",
        arguments: [
            ("header: X-Key", "the request has no header X-Key"), ("query: q", "the request has no query parameter q"),
            ("cookie: sid", "the request has no cookie sid"), ("form: f", "the request has no form field f"),
            (
                "json: $.a",
                "the body is not JSON: line 1, column 1: no is not a JSON value; write true, false or null, or put the word in quotes"
            ),
            ("header: X, matches: 'Bearer (.+)'", #""Basic abc" does not match Bearer (.+)"#),
            (
                "header: X, matches: 'Basic abc|(x)'",
                "the first group of Basic abc|(x) took no part in matching \"Basic abc\""
            ),
            ("header: X, matches: '([a-zA-Z ]|[a-z]|[A-Z ][a-z])+x'", nil),
        ] as [(String, String?)])
    func problems(source: String, sentence: String?) throws {
        let result = try capture(source, Request("POST /c/1", ["X: Basic abc"], body: "no"))
        guard case .failure(let problem) = result else {
            Issue.record("\(result)")
            return
        }
        if let sentence { #expect(problem.sentence == sentence) }
    }

    @Test(
        "a query that selects nothing has no value, and so has one that can't be evaluated",
        arguments: [
            ("$.a[0]", "the body has nothing at $.a[0]"), ("$.a[*]", "the body has nothing at $.a[*]"),
            ("$..b", "the body has nothing at $..b"), ("$.a[?@ > 1]", "the body has nothing at $.a[?@ > 1]"),
            (
                "$[?match(@, '(a|aa)+')]",
                "$[?match(@, '(a|aa)+')] can't be evaluated: the query takes too long on this body"
            ),
        ])
    func nothing(query: String, sentence: String) throws {
        let text = String(repeating: "a", count: 60) + "b"
        let result = try capture("json: \"\(query)\"", Request("POST /c/1", body: #"{"a":[],"t":"\#(text)"}"#))
        guard case .failure(let problem) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(problem.sentence == sentence)
    }

    @Test(
        "when holds of a variable that is as wanted",
        arguments: [("full", true), ("empty", false), ("{one_of: [full, half]}", true), ("{not: full}", false)])
    func whenConditions(wanted: String, isMatch: Bool) throws {
        let fixture = try Fixture(
            yaml: "mockserver: 1\nvars: {cart: full}\nsteps:\n- request: /x\n  when: {cart: \(wanted)}")
        let condition = try #require(fixture.scenario.steps.first?.rule.when.first)
        #expect(condition.matches(in: fixture.scope) == isMatch)
        #expect((condition.mismatch(in: fixture.scope) == nil) == isMatch)
    }

    @Test("when does not hold of a variable that nothing has set, even where it is negated")
    func unsetWhenCondition() throws {
        var fixture = try Fixture(
            yaml: "mockserver: 1\nsteps:\n- request: /y\n  set: {cart: 1}\n- request: /x\n  when: {cart: {not: full}}")
        let condition = try #require(fixture.scenario.steps.last?.rule.when.first)
        #expect(!condition.matches(in: fixture.scope))
        fixture.scope.variables[0] = .broken(at: condition.position)
        #expect(!condition.matches(in: fixture.scope))
        fixture.scope.variables[0] = .value("full", setAt: condition.position)
        let mismatch = try #require(condition.mismatch(in: fixture.scope))
        #expect(mismatch.wanted.text == "not \"full\"")
        #expect(mismatch.variable == 0)
    }
}
