import ExactJSON
import RegularExpressions
import ScenarioFiles
import Scenarios
import Testing

@Suite("A scenario that is read")
struct ScenarioLoadingTests {
    private static let tokenRefresh = """
        # yaml-language-server: $schema=./scenario.schema.json
        mockserver: 1
        name: An expired token is refreshed once, then the call is retried
        vars:
          refreshToken: rt-1
          accessToken: "{{uuid}}"              # made once a run
        steps:
          - id: rejected
            request: GET /me
            response: 401

          - id: refresh
            request: POST /auth/refresh
            assert:
              headers: { Content-Type: application/json }
              json: { refreshToken: "{{refreshToken}}" }
            response:
              json: { result: { accessToken: "{{accessToken}}" } }

          - id: retried
            request: GET /me
            assert:
              headers: { Authorization: "Bearer {{accessToken}}" }
            response: { file: a.json }
        """

    @Test("knows the place of each leaf that a failure points at")
    func positions() throws {
        let folder = try BodyFolder()
        let scenario = try Scenario(
            yaml: Self.tokenRefresh, path: "Scenarios/token-refresh.yaml", options: LoadOptions(folder: folder.path))
        #expect(scenario.name == "An expired token is refreshed once, then the call is retried")
        #expect(scenario.steps.map(\.rule.id) == ["rejected", "refresh", "retried"])
        #expect(scenario.steps[1].rule.position.description == "Scenarios/token-refresh.yaml:12:5")
        #expect(scenario.initialValues.map(\.position.description).last == "Scenarios/token-refresh.yaml:6:16")
        let condition = try #require(scenario.steps[2].rule.assertions.first?.conditions.first)
        guard case .named(.header, let headers) = condition.kind else {
            Issue.record("no headers are wanted")
            return
        }
        #expect(headers.entries.first?.matcher.position.description == "Scenarios/token-refresh.yaml:23:33")
        #expect(scenario.variables.map(\.name) == ["refreshToken", "accessToken"])
        #expect(scenario.needs == .json)
    }

    @Test("wants requests as the short form says")
    func shortForm() throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                base_path: /v1
                steps:
                  - request: GET /a%20b/{id}.json/{+rest}?q=a+b%21&n=1&n={{request.path.id}}
                  - request: OPTIONS *
                  - request: { path: { starts_with: /x, matches: '/x\\d+' } }
                """)
        let first = scenario.steps[0].rule
        #expect(first.summary == "GET /v1/a%20b/{id}.json/{+rest}?q=a+b%21&n=1&n={{request.path.id}}")
        #expect(first.request.conditions.count == 3)
        guard case .path(.template(let path)) = first.request.conditions[1].kind else {
            Issue.record("no path is wanted")
            return
        }
        #expect(path.segments.map(describe) == ["v1", "a b", "<id> .json", "<+rest>"])
        guard case .named(.query, let query) = first.request.conditions[2].kind else {
            Issue.record("no query is wanted")
            return
        }
        #expect(query.entries.map(\.name) == ["q", "n"])
        if case .scalar(let value) = query.entries[0].matcher.kind {
            #expect(value.constant == "a b!")
        }
        #expect(query.entries[0].matcher.position.column == 45)
        guard case .list(let numbers) = query.entries[1].matcher.kind else {
            Issue.record("a repeated name wants a list")
            return
        }
        #expect(numbers.count == 2)
        guard case .value(.target, let target) = scenario.steps[1].rule.request.conditions[1].kind,
            case .equals(let asterisk) = target.kind
        else {
            Issue.record("no target is wanted")
            return
        }
        #expect(asterisk.constant == "*")
        guard case .path(.value(let value, let base)) = scenario.steps[2].rule.request.conditions[0].kind,
            case .allOf(let operators) = value.kind, case .startsWith(let start) = operators[0].kind,
            case .matches(.constant(let expression)) = operators[1].kind
        else {
            Issue.record("no operators are wanted")
            return
        }
        #expect(base == "/v1")
        #expect(start.constant == "/x")
        #expect(expression.wholeMatch("/x12").isMatch)
    }

    private func describe(_ segment: PathTemplate.Segment) -> String {
        switch segment {
        case .rest(let name): "<+\(name)>"
        case .parts(let parts):
            parts.map { part in
                switch part {
                case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
                case .parameter(let name): "<\(name)>"
                case .expression: "<{{}}>"
                }
            }.joined(separator: " ")
        }
    }

    @Test(
        "counts as its times and answers say",
        arguments: [
            ("response: 200", "exactly 1"),
            ("times: 3", "exactly 3"),
            ("times: { at_least: 2 }", "at least 2"),
            ("times: { at_most: 2 }", "at most 2"),
            ("times: { at_least: 1, at_most: 2 }", "1 to 2"),
            ("responses: [401, 200]", "exactly 2"),
            ("{ responses: [401, 200], then: cycle }", "at least 2"),
            ("{ responses: [401, 200], then: repeat_last, times: 5 }", "exactly 5"),
            ("{ responses: [401, 200, 503], times: { at_least: 1 } }", "1 to 3"),
        ])
    func times(keys: String, expected: String) throws {
        let inner = keys.hasPrefix("{") ? String(keys.dropFirst(2).dropLast(2)) : keys
        let scenario = try Scenario(
            yaml:
                "mockserver: 1\nsteps:\n  - { request: GET /a, \(inner) }\nstubs:\n  - { request: GET /b, times: 4 }\n")
        #expect(scenario.steps[0].rule.times.description == expected)
        #expect(scenario.stubs[0].times.description == "at most 4")
    }

    @Test("takes what defaults give, the step winning")
    func defaults() throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                defaults:
                  response: { headers: { Server: m, X-A: a }, json: { d: 1 }, delay: 1.5s }
                  assert: { headers: { Accept: "*/*" } }
                  on_assert_failure: reject
                steps:
                  - request: GET /a
                    response: { headers: { x-a: null, server: n, X-B: [1, 2] }, text: own }
                  - { request: GET /b, response: 404, assert_defaults: false, on_assert_failure: record }
                  - request: GET /c
                unmatched: 404
                """)
        let own = scenario.steps[0].rule.responses[0]
        #expect(own.headers.map(\.name) == ["server", "X-B"])
        #expect(own.headers.map { $0.values.map(\.constant) } == [["n"], ["1", "2"]])
        #expect(own.delay.headers == .fixed(.milliseconds(1500)))
        guard case .text(let text) = own.body else {
            Issue.record("the step's body does not win")
            return
        }
        #expect(text.constant == "own")
        #expect(scenario.steps[0].rule.assertions.count == 1)
        #expect(scenario.steps[0].rule.onAssertFailure == .reject)
        #expect(scenario.steps[1].rule.assertions.isEmpty)
        #expect(scenario.steps[1].rule.onAssertFailure == .record)
        for step in scenario.steps[1...] {
            #expect(step.rule.responses[0].headers.map(\.name) == ["Server", "X-A"])
            guard case .json(.constant(let value)) = step.rule.responses[0].body else {
                Issue.record("the default's body is not taken")
                continue
            }
            #expect(value == ["d": 1])
        }
        #expect(scenario.unmatched?.response?.headers.isEmpty == true)
    }

    @Test("keeps lists, blocks and what steps wait for")
    func blocks() throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                steps:
                  - id: first
                    request: GET /a
                  - id: both
                    parallel:
                      - request: GET /b
                      - [{ request: GET /c }, { id: d, request: GET /d }]
                  - { request: GET /e, after: [d, both] }
                  - { request: GET /f, after: [] }
                expect:
                  - { step: first, before: d }
                  - { request: GET /x, never: true }
                  - request: GET /a
                """)
        #expect(scenario.steps.map(\.rule.id) == ["first", "step 2", "step 3", "d", "step 5", "step 6"])
        #expect(scenario.steps.map(\.list) == [0, 1, 2, 2, 0, 0])
        #expect(scenario.steps.map(\.indexInList) == [0, 0, 0, 1, 2, 3])
        #expect(scenario.lists.map(\.items.count) == [4, 1, 2])
        #expect(scenario.blocks[0].entries == [1, 2])
        #expect(scenario.steps[4].after == [.step(3), .block(0)])
        #expect(scenario.steps[5].after == [])
        #expect(scenario.steps[0].after == nil)
        guard case .before(let step, let other) = scenario.expectations[0].kind,
            case .count(_, let never, let summary) = scenario.expectations[1].kind,
            case .count(_, let some, _) = scenario.expectations[2].kind
        else {
            Issue.record("the checks are others")
            return
        }
        #expect((step, other) == (0, 3))
        #expect(never == CountRange(lower: 0, upper: 0))
        #expect(summary == "GET /x")
        #expect(some == CountRange(lower: 1, upper: nil))
    }

    @Test(
        "reads each form of an expression",
        arguments: [
            #""{{ 'a' }}b""#: "ab", "'\\{{x}}'": "{{x}}", #"'{{''{{''}}x'"#: "{{x", "{{ 1.50 }}": "<1.50>",
            "{{ v.items[0]['b.c'] }}": "<v .items [0] .b.c>",
            "'{{ now(http, -1h) | upper }}'": "<now http -3600.0 seconds | 1>",
            "{{ request.headers.x-id }}": "<header x-id>", "{{ v | default('x') | trim }}": "<v | 2>",
        ])
    func expressions(written: String, expected: String) throws {
        let scenario = try Scenario(
            yaml:
                "mockserver: 1\nvars: { v: 1 }\nsteps:\n  - request: GET /a\n    response:\n      text: \(quoted(written))\n"
        )
        guard case .text(let template) = scenario.steps[0].rule.responses[0].body else {
            Issue.record("there is no text")
            return
        }
        let described = template.segments.map { segment in
            switch segment {
            case .text(let text): text
            case .expression(let expression): "<\(describe(expression))>"
            }
        }.joined(separator: " ")
        #expect(described == expected)
    }

    private func quoted(_ text: String) -> String {
        text.hasPrefix("{") ? "\"\(text)\"" : text
    }

    private func describe(_ expression: Expression) -> String {
        let operand =
            switch expression.operand {
            case .literal(let value): value.description
            case .variable(_, let path):
                "v"
                    + path.map {
                        if case .member(let name) = $0 {
                            " .\(name)"
                        } else if case .element(let index) = $0 {
                            " [\(index)]"
                        } else {
                            ""
                        }
                    }
                    .joined()
            case .request(.part(.header(let name))): "header \(name)"
            case .now(let format, let offset): "now \(format.rawValue) \(offset)"
            default: "?"
            }
        return expression.filters.isEmpty ? operand : "\(operand) | \(expression.filters.count)"
    }

    @Test("says what stands in a request is needed")
    func needs() throws {
        func needs(_ keys: String) throws -> RequestNeeds {
            try Scenario(yaml: "mockserver: 1\nsteps:\n  - { request: GET /a, \(keys) }\n").needs
        }
        #expect(try needs("times: 1") == [])
        #expect(try needs("assert: { query: { a: 1 } }") == .query)
        #expect(try needs("capture: { a: { cookie: b } }") == .cookies)
        #expect(try needs("response: { text: '{{request.form.a}}' }") == .form)
        #expect(try needs("response: { text: '{{request.body}}' }") == .body)
        #expect(try needs("assert: { text: a }") == .body)
        #expect(try needs("assert: { base64: YQ==, body: { length: 1 }, basic: { user: a } }") == [])
        #expect(try needs("assert: { multipart: [{ name: a, json: 1 }] }") == [.multipart, .json])
        #expect(try needs("assert: { graphql: { operation: A } }") == [.json, .query])
        #expect(try needs("capture: { a: { text: true } }") == .body)
        #expect(try needs("when: { a: 1 }, set: { a: '{{request.json.b}}' }") == .json)
    }

    @Test("comes from a file, and a missing one is told from a bad one")
    func files() throws {
        let folder = try BodyFolder()
        try folder.write(
            "s.yaml", Array("mockserver: 1\nsteps: [{ request: GET /a, response: { file: a.json } }]\n".utf8))
        let scenario = try Scenario(contentsOf: "\(folder.path)/s.yaml")
        #expect(scenario.name == "s.yaml")
        guard case .file(let body, _) = scenario.steps[0].rule.responses[0].body else {
            Issue.record("there is no file")
            return
        }
        #expect(body.bytes == Array(#"{"a":1}"#.utf8))
        #expect(body.contentType == "application/json")
        #expect(
            text { () throws(ScenarioError) in try Scenario(contentsOf: "\(folder.path)/none.yaml") }
                == "\(folder.path)/none.yaml: error: there is no such file")
        #expect(
            text { () throws(ScenarioError) in try Scenario(contentsOf: folder.path) }
                == "\(folder.path): error: it is a folder")
        #expect(
            text { () throws(ScenarioError) in try Scenario(yaml: "mockserver: 2\nstep: []\n", path: "x.yaml") }
                == """
                x.yaml:1:13: error: this is version 1 of the format: write mockserver: 1
                x.yaml:2:1: error: unknown key "step" in a scenario; did you mean "steps"?
                """)
    }

    private func text(_ load: () throws(ScenarioError) -> Scenario) -> String {
        do {
            _ = try load()
            return ""
        } catch {
            return error.description
        }
    }
}
