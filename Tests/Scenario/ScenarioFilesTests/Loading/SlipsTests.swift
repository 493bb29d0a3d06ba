import ScenarioFiles
import Testing

/// What a slip of the keyboard makes of a scenario.
@Suite("A slip of the keyboard")
struct SlipsTests {
    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "no space behind -", "mockserver: 1\nsteps:\n  -request: GET /a\n",
            "s.yaml:3:3: error: steps must be a list; a space belongs after the -: write - request: …"),
        DiagnosticVector(
            "no space behind the - of a stub", "mockserver: 1\nstubs:\n  -request: GET /a\n",
            "s.yaml:3:3: error: stubs must be a list; a space belongs after the -: write - request: …"),
        DiagnosticVector(
            "no space behind a colon", "mockserver: 1\nsteps:\n  - request:GET /a\n",
            "s.yaml:3:5: error: a step is a map, not text; a space belongs after the colon: write request: GET /a"),
        DiagnosticVector(
            "no space behind the first colon", "mockserver:1\nsteps:\n  - request: GET /a\n",
            "s.yaml:2:6: error: a space belongs after the colon in line 1: write mockserver: 1"),
        DiagnosticVector(
            "no space behind the colon of the line before",
            "mockserver: 1\nsteps:\n  - id:first\n    request: GET /a\n",
            "s.yaml:4:12: error: a space belongs after the colon in line 3: write id: first"),
        DiagnosticVector(
            "no space behind a colon in braces", "mockserver: 1\nsteps: [{request: GET /a, response: {status:201}}]\n",
            "s.yaml:2:38: error: unknown key \"status:201\" in a response; a space belongs after the colon: write status: "
                + "201"),
        DiagnosticVector(
            "a no-break space", "mockserver: 1\nsteps:\n  - request:\u{A0}GET /a\n",
            "s.yaml:3:5: error: a step is a map, not text; it has a no-break space (U+00A0), which YAML takes for a letter: "
                + "type a common space"),
        DiagnosticVector(
            "a member without a space",
            "mockserver: 1\nsteps: [{request: {path: /a, json: {a:1}}, response: {json: {b:2}}}]\n",
            """
            s.yaml:2:37: warning: "a:1" is a name without a value; with a space after the colon it is a: 1 [missing-space]
            s.yaml:2:62: warning: "b:2" is a name without a value; with a space after the colon it is b: 2 [missing-space]
            """),
        DiagnosticVector(
            "JSON in quotes",
            #"""
            mockserver: 1
            steps:
              - {request: {path: /a, json: '{"a": 1}'}, response: {json: "[1, 2]"}}
              - {request: {path: /b, json: '{{x}}'}, set: {x: 1}, response: {json: '{a'}}
            """#,
            """
            s.yaml:3:32: warning: this is a text, not an object; leave out the quotes around it [quoted-json]
            s.yaml:3:62: warning: this is a text, not an array; leave out the quotes around it [quoted-json]
            """),
        DiagnosticVector(
            "JSON in a block of text",
            """
            mockserver: 1
            steps:
              - request: /a
                response:
                  json: |
                    {"a": 1}
              - request: /b
                response:
                  json: >-
                    [1]
            """,
            """
            s.yaml:5:13: warning: this is a text, not an object; leave out the | before it [quoted-json]
            s.yaml:9:13: warning: this is a text, not an array; leave out the >- before it [quoted-json]
            """),
        DiagnosticVector(
            "quotes inside a request",
            #"""
            mockserver: 1
            steps:
              - request: GET "{{object}}"
              - request: '"/a"'
              - request: GET "/a
            """#,
            #"""
            s.yaml:3:18: error: a path has no quotes of its own: write GET /{{object}}
            s.yaml:4:15: error: a path begins with /: write /a
            s.yaml:5:18: error: a path has no quotes of its own: write GET /a
            """#),
        DiagnosticVector(
            "a map without braces",
            "mockserver: 1\nsteps: [{request: GET /a, response: {headers: Authorization: Bearer x}}]\n",
            "s.yaml:2:60: error: a map has braces here: write headers: {Authorization: Bearer x}; or quote the value if it is "
                + "text"),
        DiagnosticVector(
            "a map without braces, with a value in quotes",
            "mockserver: 1\nsteps: [{request: GET /a, response: {headers: X-Id: \"7\", status: 200}}]\n",
            "s.yaml:2:51: error: a map has braces here: write headers: {X-Id: \"7\"}; or quote the value if it is text"),
        DiagnosticVector(
            "a text with a colon",
            "mockserver: 1\nsteps: [{request: GET /a, response: {text: See note: this}}]\n",
            "s.yaml:2:52: error: a comma or } should stand here: write one, or quote this value, or use block style"),
        DiagnosticVector(
            "null where text is wanted",
            "mockserver: 1\nsteps: [{request: {path: /a, query: {a: null}, headers: {A: ~, B: 'null'}}}]\n",
            """
            s.yaml:2:41: warning: null is the text "null" here; write {absent: true} for a value that must be missing, or quote it [null-text]
            s.yaml:2:61: warning: ~ is the text "~" here; write {absent: true} for a value that must be missing, or quote it [null-text]
            """),
        DiagnosticVector(
            "a parameter in a query", "mockserver: 1\nsteps:\n  - request: GET /search?q={term}&page=1\n",
            "s.yaml:3:28: warning: {term} is text in a query; for any value write query: {q: {present: true}} [literal-braces]"
        ),
        DiagnosticVector(
            "a method next to a known one",
            "mockserver: 1\nsteps:\n  - request: GTE /a\n  - request: {method: [GET, PSOT], path: /b}\n  - request: NOTIFY /c\n",
            """
            s.yaml:3:14: warning: "GTE" is not a known method; did you mean GET? [unknown-method]
            s.yaml:4:29: warning: "PSOT" is not a known method; did you mean POST? [unknown-method]
            """),
        DiagnosticVector(
            "three braces", "mockserver: 1\nvars: {x: 1}\nsteps: [{request: GET /a, response: {text: '{{{x}}}'}}]\n",
            "s.yaml:3:47: error: a template has two braces: write {{x}}, and {{'{'}} for a literal brace before it"
        ),
        DiagnosticVector(
            "unknown parts and filters",
            "mockserver: 1\nsteps: [{request: GET /a, response: {text: '{{request.zzzzzzzz}} {{uuid | zzzzzzzz}}'}}]\n",
            """
            s.yaml:2:55: error: a request has no "zzzzzzzz"; there are method, host, target, path, query, headers, cookies, \
            form, json, body
            s.yaml:2:75: error: "zzzzzzzz" is not a filter; there are json, url, base64, base64url, base64_decode, sha256, \
            hmac_sha256, hex, number, string, trim, upper, lower, default
            """),
        DiagnosticVector(
            "a name that is taken", "mockserver: 1\nvars: {uuid: 1, server: 2}\nsteps: [{request: GET /a}]\n",
            """
            s.yaml:2:8: error: "uuid" can't be a variable: in every template it is a random UUID; write another name, like my_uuid
            s.yaml:2:17: error: "server" can't be a variable: in every template it is the server, like server.url; write another name, like my_server
            """),
        DiagnosticVector(
            "text that begins with a brace",
            "mockserver: 1\nsteps:\n  - request: GET /a\n    response:\n      text: {name} is here\n",
            "s.yaml:5:20: error: quote this value: \"{name} is here\""),
    ]

    @Test("is named, with what to type", arguments: cases)
    func slips(_ vector: DiagnosticVector) throws {
        try vector.check()
    }
}
