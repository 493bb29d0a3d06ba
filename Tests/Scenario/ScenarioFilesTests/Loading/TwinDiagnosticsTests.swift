import ScenarioFiles
import Scenarios
import Testing

@Suite("What stands right beside what is wrong")
struct TwinDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "a status of its own twin",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: 200
            """#,
            ""),
        DiagnosticVector(
            "units",
            #"""
            mockserver: 1
            linger: 1.5s
            stubs: [{request: GET /a}]
            """#,
            ""),
        DiagnosticVector(
            "head keys",
            #"""
            mockserver: 1
            steps:
              - request: {method: GET, path: '/a', host: h, target: '/a', query: {a: 1}, query_exact: {a: 1}, headers: {a: b}, cookies: {c: d}, form: {e: f}, form_exact: {e: f}, bearer: t, json: {}, json_exact: [], text: x, all_of: [/a], any_of: [/a, {}], not: GET /b}
            """#,
            ""),
        DiagnosticVector(
            "null expected is a value",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {json: {a: null, b: [], c: {}}}
            """#,
            ""),
        DiagnosticVector(
            "literal braces",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '\{{x}} {{''{{''}}y}}'}
            """#,
            ""),
        DiagnosticVector(
            "literal braces in double quotes",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: "{{'{{'}}y}} \\{{x}}"}
            """#,
            #"""
            s.yaml:4:39: error: nothing defines "x"; write vars: {x: …} at the top, or capture: {x: {query: x}} in the step
            """#),
        DiagnosticVector(
            "template off",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{nope}}', template: false}
            """#,
            ""),
        DiagnosticVector(
            "a capture used by a step before it",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, when: {got: x}}
              - {request: GET /b, capture: {got: {query: q}}}
            """#,
            ""),
        DiagnosticVector(
            "block ids",
            #"""
            mockserver: 1
            steps:
              - id: b
                parallel: [{request: GET /a}, [{request: GET /b}, {id: x, request: GET /c}]]
              - {request: GET /d, after: [x, b]}
              - {request: GET /e, after: []}
            """#,
            ""),
        DiagnosticVector(
            "after block with no id",
            #"""
            mockserver: 1
            steps:
              - {request: GET /d, after: [step 2]}
              - {request: GET /e, after: []}
            """#,
            ""),
        DiagnosticVector(
            "two wrong filters",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{a | upcase}} {{count | sha25}}'}
            """#,
            #"""
            s.yaml:4:25: error: nothing defines "a"; write vars: {a: …} at the top, or capture: {a: {query: a}} in the step
            s.yaml:4:29: error: "upcase" is not a filter; it is called upper
            s.yaml:4:48: error: "sha25" is not a filter; did you mean "sha256"?
            """#),
        DiagnosticVector(
            "request path of an alternative",
            #"""
            mockserver: 1
            steps:
              - request: {any_of: ['GET /a/{id}', 'GET /b/{x}']}
                response: {text: '{{request.path.id}}{{request.path.y}}'}
            """#,
            #"""
            s.yaml:4:57: error: the path of "step 1" has no {y}; write {y} in it for the segment that is meant
            """#),
        DiagnosticVector(
            "variables of one name",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, capture: {v: {text}}, set: {v: '{{v}}'}}
            """#,
            ""),
        DiagnosticVector(
            "env default",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: "{{env.HOME}}{{env.UNSET | default('x')}}"}
            """#,
            ""),
    ]
}
