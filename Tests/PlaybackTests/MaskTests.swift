import Playback
import Testing

/// What a failure shows of values that the scenario masks.
@Suite struct MaskTests {
    static let token = "eyJhbGciOiJIUzI1NiJ9.c2VjcmV0"

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let yaml: String
        let line: String
        let headers: [(String, String)]
        let body: String
        /// Lines of the run's failures that must be there.
        let shown: [String]
        var testDescription: String { name }

        init(
            _ name: String, _ yaml: String, _ line: String, _ headers: [(String, String)] = [], body: String = "",
            _ shown: [String]
        ) {
            self.name = name
            self.yaml = "mockserver: 1\n" + yaml
            self.line = line
            self.headers = headers
            self.body = body
            self.shown = shown
        }
    }

    static let rows = [
        Row(
            "a header by its scheme, first characters, length and first difference",
            "steps: [{request: GET /a, assert: {headers: {Authorization: Bearer eyJabc}}}]", "GET /a",
            [("Authorization", "Bearer \(token)")], ["+ Bearer eyJh… (36 characters, first differs at 10)"]),
        Row(
            "a bearer token", "steps: [{request: GET /a, assert: {bearer: other}}]", "GET /a",
            [("Authorization", "Bearer \(token)")], ["+ eyJh… (29 characters, first differs at 0)"]),
        Row(
            "credentials of another scheme", "steps: [{request: GET /a, assert: {bearer: other}}]", "GET /a",
            [("Authorization", "Basic \(token)")], ["+ Basic eyJh… (35 characters, first differs at 0)"]),
        Row(
            "a cookie", "steps: [{request: GET /a, assert: {cookies: {s: x}}}]", "GET /a",
            [("Cookie", "a=b; s=\(token)")], ["+ eyJh… (29 characters, first differs at 0)"]),
        Row(
            "a member and the container round it",
            "redact: [$.user.key]\nsteps: [{request: PUT /a, assert: {json: {user: 1}}}]", "PUT /a",
            body: #"{"user":{"key":"\#(token)"}}"#, [#"+ {"ke… (39 characters, first differs at 0)"#]),
        Row(
            "a member that is a string",
            "redact: [$.pw]\nsteps: [{request: PUT /a, assert: {json: {pw: x}}}]", "PUT /a",
            body: #"{"pw":"\#(token)"}"#, [#"+ "eyJh… (31 characters, first differs at 1)"#]),
        Row(
            "in a branch of any_of, which names several things",
            "steps: [{request: GET /a, assert: {any_of: [{headers: {authorization: x}}, {query: {q: 1}, form: {f: 1}}]}}]",
            "GET /a", [("Authorization", "Bearer \(token)")],
            ["+ header authorization Bearer eyJh… (29 characters)"]),
        Row(
            "in what not describes",
            "steps: [{request: GET /a, assert: {not: {headers: {cookie: {present: true}}}}}]", "GET /a",
            [("Cookie", "s=\(token); t=1")], ["+ header cookie s=ey… (36 characters)"]),
        Row(
            "in a body compared as text", "redact: [$..key]\nsteps: [{request: PUT /a, assert: {text: x}}]", "PUT /a",
            body: #"{"key":"\#(token)"}"#, [#"+ {"key":"eyJh… (29 characters)"}"#]),
        Row(
            "in why a capture found nothing",
            "steps: [{request: GET /a, capture: {t: {header: Authorization, matches: 'Basic (.+)'}}}, "
                + "{request: 'GET /{{t}}', times: {at_most: 1}}]",
            "GET /a", [("Authorization", "Bearer \(token)")], ["eyJh… (29 characters)"]),
        Row(
            "in a guard on a captured value",
            "order: any\nsteps: [{request: GET /a, capture: {t: {header: Authorization}}}, "
                + "{request: GET /b, when: {t: x}}]",
            "GET /a", [("Authorization", "\(token)")], [#"but it is "eyJh… (29 characters)""#]),
        Row(
            "in why a template made no value",
            "steps: [{request: GET /a, set: {n: \"{{request.headers.authorization | number}}\"}}]", "GET /a",
            [("Authorization", "\(token)")], ["eyJh… (29 characters)"]),
        Row(
            "a value of eight characters or fewer is shown",
            "steps: [{request: GET /a, assert: {bearer: other}}]", "GET /a", [("Authorization", "Bearer tok-4567")],
            ["+ tok-4567"]),
    ]

    @Test("a masked value is told by its first four characters and its length", arguments: rows)
    func masked(_ row: Row) throws {
        var stage = try Stage(row.yaml)
        try stage.request(row.line, row.headers, body: row.body)
        let report = stage.report
        for line in row.shown { #expect(report.contains(line), "\(report)") }
        #expect(!report.contains(Self.token.dropFirst(4).prefix(9)), "\(report)")
    }

    @Test("a value that the scenario states or made is shown, wherever it does")
    func known() throws {
        var stage = try Stage(
            """
            mockserver: 1
            vars: {old: "{{'old-'}}{{'token-12345'}}"}
            steps:
              - {id: a, request: GET /a, assert: {bearer: new-token-12345}, times: 3}
            stubs: [{request: GET /b, response: {text: stated-elsewhere}}]
            """)
        for value in ["old-token-12345", "stated-elsewhere", "never-heard-of"] {
            try stage.request("GET /a", [("Authorization", "Bearer \(value)")])
            #expect(
                stage.failures.first?.difference?.received.map(\.text)
                    == [value == "never-heard-of" ? "neve… (14 characters, first differs at 2)" : value])
        }
    }

    @Test("what was captured from a masked place is masked on the side of the scenario, too")
    func captured() throws {
        var stage = try Stage(
            """
            mockserver: 1
            steps:
              - {id: a, request: GET /a, capture: {t: {header: Authorization, matches: 'Bearer (.+)'}}, set: {u: "x-{{t}}"}}
              - {id: b, request: GET /b, assert: {headers: {X: "{{u}}"}, query: {q: "{{t}}"}}}
            """)
        try stage.request("GET /a", [("Authorization", "Bearer \(Self.token)")])
        try stage.request("GET /b?q=\(Self.token.dropLast())", [("X", "x-other-secret")])
        #expect(!stage.report.contains(Self.token.dropFirst(4).prefix(9)) || stage.report.contains("GET /b?q=eyJ"))
        #expect(
            stage.failures.map { $0.difference?.expected.map(\.text) ?? [] }
                == [["x-ey… (31 characters)"], ["eyJh… (29 characters)"]])
    }

    @Test("redact: none masks nothing")
    func none() throws {
        var stage = try Stage("mockserver: 1\nredact: none\nsteps: [{request: GET /a, assert: {bearer: other}}]")
        try stage.request("GET /a", [("Authorization", "Bearer \(Self.token)")])
        #expect(stage.failures.first?.difference?.received.map(\.text) == [Self.token])
    }
}
