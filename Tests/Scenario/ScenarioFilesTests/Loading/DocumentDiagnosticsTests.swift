import ScenarioFiles
import Scenarios
import Testing

@Suite("The top of a file")
struct DocumentDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "nothing to play",
            #"""
            # A template.
            mockserver: 1
            vars: {a: 1}
            unmatched: {allow: true}
            """#,
            #"""
            s.yaml:2:1: error: there is nothing to play and nothing to check: write steps, stubs or expect, like steps: [{request: GET /me}]
            """#),
        DiagnosticVector(
            "empty lists",
            #"""
            {"mockserver": 1, "steps": [], "stubs": [], "expect": []}
            """#,
            path: "s.json",
            #"""
            s.json:1:1: error: there is nothing to play and nothing to check: write steps, stubs or expect, like steps: [{request: GET /me}]
            """#),
        DiagnosticVector(
            "only a check",
            #"""
            mockserver: 1
            unmatched: {allow: true}
            expect: [{request: GET /a, never: true}]
            """#,
            ""),
        DiagnosticVector(
            "empty file",
            "",
            #"""
            s.yaml:1:1: error: the file is empty; a scenario begins with mockserver: 1, and mockserver init writes a first one
            """#),
        DiagnosticVector(
            "a list",
            #"""
            - a
            """#,
            #"""
            s.yaml:1:1: error: a scenario is a map, not a list: write mockserver: 1 in the first line, and a list below steps:
            """#),
        DiagnosticVector(
            "no version",
            #"""
            name: x
            """#,
            #"""
            s.yaml:1:1: error: the version of the format is missing: write mockserver: 1
            """#),
        DiagnosticVector(
            "another version",
            #"""
            mockserver: 2
            """#,
            #"""
            s.yaml:1:13: error: this is version 1 of the format: write mockserver: 1
            """#),
        DiagnosticVector(
            "quoted version",
            #"""
            mockserver: '1'
            """#,
            #"""
            s.yaml:1:13: error: this is version 1 of the format: write mockserver: 1 without quotes
            """#),
        DiagnosticVector(
            "unknown and later keys",
            #"""
            mockserver: 1
            stepz: []
            clock: real
            include: [a.yaml]
            x-notes: {any: thing}
            $schema: ./x.json
            """#,
            #"""
            s.yaml:2:1: error: unknown key "stepz" in a scenario; did you mean "steps"?
            s.yaml:4:11: error: the file "a.yaml" does not exist; did you mean "a.json"?
            """#),
        DiagnosticVector(
            "syntax error",
            #"""
            mockserver: 1
            steps: [
            """#,
            #"""
            s.yaml:2:8: error: the [ that opens here is never closed: write ] where it ends
            """#),
        DiagnosticVector(
            "linger without unit",
            #"""
            mockserver: 1
            linger: 100
            """#,
            #"""
            s.yaml:2:9: error: a unit is needed: write 100ms or 100s
            """#),
        DiagnosticVector(
            "linger unit",
            #"""
            mockserver: 1
            linger: 100min
            """#,
            #"""
            s.yaml:2:9: error: "min" is not a unit of time; write ms, s, m, h or d
            """#),
        DiagnosticVector(
            "linger words",
            #"""
            mockserver: 1
            linger: soon
            """#,
            #"""
            s.yaml:2:9: error: "soon" is not a duration; write a number and a unit, like 200ms, 1.5s or 2m
            """#),
        DiagnosticVector(
            "linger long",
            #"""
            mockserver: 1
            linger: 9999999d
            """#,
            #"""
            s.yaml:2:9: error: "9999999d" is longer than ten years: write 3650d or less
            """#),
        DiagnosticVector(
            "linger longer",
            #"""
            mockserver: 1
            linger: 99999999999999999999s
            """#,
            #"""
            s.yaml:2:9: error: "99999999999999999999s" is longer than ten years: write 3650d or less
            """#),
        DiagnosticVector(
            "seed",
            #"""
            mockserver: 1
            seed: -1
            """#,
            #"""
            s.yaml:2:7: error: seed is a whole number from 0 to 18446744073709551615: write 7, or another such number
            """#),
        DiagnosticVector(
            "seed words",
            #"""
            mockserver: 1
            seed: abc
            """#,
            #"""
            s.yaml:2:7: error: seed is a whole number from 0 to 18446744073709551615: write 7, or another such number
            """#),
        DiagnosticVector(
            "order",
            #"""
            mockserver: 1
            order: stricct
            """#,
            #"""
            s.yaml:2:8: error: order is strict or any, not "stricct"; did you mean "strict"?
            """#),
        DiagnosticVector(
            "redact",
            #"""
            mockserver: 1
            redact: [none, 'X Y', '$.a[', '$.a[0:1]', '$.a[?@.b]', $x, "$[?@.a=1]", "$[?match(@.a,'[')]", "$['{{x}}']"]
            """#,
            #"""
            s.yaml:2:10: error: none stands alone: write redact: none
            s.yaml:2:16: error: "X Y" is not a header name; write X-Y
            s.yaml:2:27: error: this [ has no closing ]; write it
            s.yaml:2:57: error: x follows without a dot; write .x
            s.yaml:2:67: error: = is not an operator of JSONPath; write ==
            s.yaml:2:87: error: match() is always false, because its regular expression is not valid: a [ has no ] after it; write \[ for the character
            s.yaml:2:99: error: a JSONPath can't be made by a template; write it out
            """#),
        DiagnosticVector(
            "redact by prefix",
            #"""
            mockserver: 1
            redact: [query., cookie.sid, headers.X-Key, json.pin, form.a b, query.tokën, X.Y]
            """#,
            #"""
            s.yaml:2:10: error: a name is missing after the dot: write query.NAME
            s.yaml:2:18: error: "cookie.sid" is not known here; did you mean cookies.sid?
            s.yaml:2:30: error: "headers.X-Key" is not known here; a header is named alone: X-Key
            s.yaml:2:45: error: "json.pin" is not known here; write a JSON path: $.pin
            """#),
        DiagnosticVector(
            "redact by a prefix that is almost one",
            #"""
            mockserver: 1
            steps: [{request: GET /}]
            redact: [Query.token, body.pin, Form.pin, cookies, X-Query]
            """#,
            #"""
            s.yaml:3:10: error: "Query.token" is not known here; did you mean query.token?
            s.yaml:3:23: error: "body.pin" is not known here; write a JSON path: $.pin
            s.yaml:3:33: error: "Form.pin" is not known here; did you mean form.pin?
            s.yaml:3:43: warning: this redacts a header named cookies; for a value of the cookies write cookies.NAME [redacted-header]
            """#),
        DiagnosticVector(
            "steps no list",
            #"""
            mockserver: 1
            steps: {}
            """#,
            #"""
            s.yaml:2:8: error: steps must be a list: write [{request: GET /me, response: 200}]
            """#),
        DiagnosticVector(
            "stubs no list",
            #"""
            mockserver: 1
            stubs: 3
            """#,
            #"""
            s.yaml:2:8: error: stubs must be a list: write [{request: GET /me, response: 200}]
            """#),
        DiagnosticVector(
            "expect no list",
            #"""
            mockserver: 1
            expect: {}
            """#,
            #"""
            s.yaml:2:9: error: expect must be a list: write [{request: GET /me, times: 1}]
            """#),
        DiagnosticVector(
            "step no map",
            #"""
            mockserver: 1
            steps: [GET /a]
            """#,
            #"""
            s.yaml:2:9: error: a step is a map, not text; write request: GET /a
            """#),
        DiagnosticVector(
            "defaults unknown",
            #"""
            mockserver: 1
            defaults: {responce: 200, assert: {headrs: {}}}
            """#,
            #"""
            s.yaml:2:12: error: unknown key "responce" in defaults; did you mean "response"?
            s.yaml:2:36: error: unknown key "headrs" in a request; did you mean "headers"?
            """#),
        DiagnosticVector(
            "base path",
            #"""
            mockserver: 1
            base_path: api/
            steps: []
            """#,
            #"""
            s.yaml:2:12: error: base_path begins with / and does not end with one: write /api
            """#),
        DiagnosticVector(
            "base path slash",
            #"""
            mockserver: 1
            base_path: /
            """#,
            #"""
            s.yaml:2:12: error: base_path stands before every path: / would double their slash, so leave it out
            """#),
        DiagnosticVector(
            "base path rest",
            #"""
            mockserver: 1
            base_path: /{+all}
            """#,
            #"""
            s.yaml:2:12: error: {+all} stands last in a path and so can't stand in base_path: write {all} for one segment
            """#),
        DiagnosticVector(
            "base path rest then path",
            #"""
            mockserver: 1
            base_path: /api/{id}
            steps:
              - request: /x/{id}
            """#,
            #"""
            s.yaml:4:17: error: the parameter {id} is in the path twice: write {id2} for one
            """#),
        DiagnosticVector(
            "base path and operators",
            #"""
            mockserver: 1
            base_path: /api/{t}
            steps:
              - request: {path: {starts_with: /x}}
            """#,
            #"""
            s.yaml:4:21: error: operators on a path go only with a literal base_path; write a base_path without {…}
            """#),
    ]
}
