import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in a template")
struct TemplateDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "unknown variable",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /{{idd}}'
            """#,
            #"""
            s.yaml:3:22: error: nothing defines "idd"; write {idd} to take any segment
            """#),
        DiagnosticVector(
            "unknown nearest",
            #"""
            mockserver: 1
            vars: {token: a}
            steps:
              - request: GET /a
                response: {text: 'x {{tokn}}'}
            """#,
            #"""
            s.yaml:5:27: error: nothing defines "tokn"; did you mean "token"?
            """#),
        DiagnosticVector(
            "unterminated",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: 'abc {{ count'}
            """#,
            #"""
            s.yaml:4:27: error: "{{" has no "}}" after it; write {{'{{'}} where the braces themselves are meant
            """#),
        DiagnosticVector(
            "unterminated block",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: 
                  text: |
                    line
                    {{ x

            """#,
            #"""
            s.yaml:7:9: error: "{{" has no "}}" after it; write {{'{{'}} where the braces themselves are meant
            s.yaml:7:12: error: nothing defines "x"; write vars: {x: …} at the top, or capture: {x: {query: x}} in the step
            """#),
        DiagnosticVector(
            "junk behind",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ count count }}'}
            """#,
            #"""
            s.yaml:4:32: error: "|" or "}}" should stand here: write {{count}}
            """#),
        DiagnosticVector(
            "empty expression",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{}}'}
            """#,
            #"""
            s.yaml:4:25: error: an expression should stand here: write {{name}}, or {{'{{'}} for the braces themselves
            """#),
        DiagnosticVector(
            "two errors",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{a}} and {{b}}'}
            """#,
            #"""
            s.yaml:4:25: error: nothing defines "a"; write vars: {a: …} at the top, or capture: {a: {query: a}} in the step
            s.yaml:4:35: error: nothing defines "b"; write vars: {b: …} at the top, or capture: {b: {query: b}} in the step
            """#),
        DiagnosticVector(
            "escaped double quoted",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: "\"\u00e9\" {{a}}"}
            """#,
            #"""
            s.yaml:4:36: error: nothing defines "a"; write vars: {a: …} at the top, or capture: {a: {query: a}} in the step
            """#),
        DiagnosticVector(
            "block position",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: 
                  text: |
                    one
                    two {{a}}

            """#,
            #"""
            s.yaml:7:15: error: nothing defines "a"; write vars: {a: …} at the top, or capture: {a: {query: a}} in the step
            """#),
        DiagnosticVector(
            "folded position",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: 
                  text: >
                    one
                    two {{a}}

            """#,
            #"""
            s.yaml:7:15: error: nothing defines "a"; write vars: {a: …} at the top, or capture: {a: {query: a}} in the step
            """#),
        DiagnosticVector(
            "multi-line plain",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: 
                  text: one
                    two {{a}}

            """#,
            #"""
            s.yaml:6:15: error: nothing defines "a"; write vars: {a: …} at the top, or capture: {a: {query: a}} in the step
            """#),
        DiagnosticVector(
            "filter",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ count | upcase }}'}
            """#,
            #"""
            s.yaml:4:34: error: "upcase" is not a filter; it is called upper
            """#),
        DiagnosticVector(
            "filter argument",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ count | upper(1) }}'}
            """#,
            #"""
            s.yaml:4:39: error: upper takes no value: write upper without parentheses
            """#),
        DiagnosticVector(
            "filter no argument",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ count | default }}'}
            """#,
            #"""
            s.yaml:4:41: error: default takes a value: write default('none')
            """#),
        DiagnosticVector(
            "hmac",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ count | hmac_sha256 }}'}
            """#,
            #"""
            s.yaml:4:45: error: hmac_sha256 takes a value: write hmac_sha256('key')
            """#),
        DiagnosticVector(
            "quote",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: "{{ 'abc }}"}
            """#,
            #"""
            s.yaml:4:26: error: this quote has no closing one: write ' where the text ends
            """#),
        DiagnosticVector(
            "number",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ 1.2.3 }}'}
            """#,
            #"""
            s.yaml:4:26: error: "1.2.3" is not a number; quote it for a text: '1.2.3'
            """#),
        DiagnosticVector(
            "random",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ random }}{{random.int(6, 1)}}{{random.string(0)}}{{random.int(1)}}'}
            """#,
            #"""
            s.yaml:4:32: error: random has two forms: write {{random.int(1, 6)}} or {{random.string(12)}}
            s.yaml:4:52: error: random.int takes the lower number first: write random.int(1, 6)
            s.yaml:4:71: error: random.string makes 1 to 65536 characters: write random.string(12)
            s.yaml:4:89: error: a comma should stand here: write random.int(1, 6)
            """#),
        DiagnosticVector(
            "now",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ now(htp) }}{{now(http, 5m)}}{{now(http, +5)}}{{now(+5x)}}'}
            """#,
            #"""
            s.yaml:4:30: error: "htp" is not a form of now; write http, iso, unix or unix_ms
            s.yaml:4:49: error: an offset should stand here: write +5m or -1h
            s.yaml:4:66: error: a unit is needed: write 5ms or 5s
            s.yaml:4:77: error: "x" is not a unit of time; write ms, s, m, h or d
            """#),
        DiagnosticVector(
            "env",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ env.PATH }}{{env.UNSET}}{{env.}}{{env.UNSET | default(1)}}'}
            """#,
            #"""
            s.yaml:4:26: error: env.PATH may not be read; allow it with --allow-env PATH
            s.yaml:4:37: error: the environment variable UNSET is not set; set it, or write {{env.UNSET | default('none')}}
            s.yaml:4:56: error: env needs a name: write {{env.NAME}}
            """#),
        DiagnosticVector(
            "server",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ server.port }}'}
            """#,
            #"""
            s.yaml:4:26: error: server has only server.url: write {{server.url}}
            """#),
        DiagnosticVector(
            "function",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ base64(1) }}'}
            """#,
            #"""
            s.yaml:4:26: error: base64 is a filter: write {{1 | base64}}
            """#),
        DiagnosticVector(
            "request parts",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{ request }}{{request.header.a}}{{request.query}}{{request.path.id}}{{request.json.a[x]}}{{request.json[-1]}}'}
            """#,
            #"""
            s.yaml:4:33: error: request needs a part: write {{request.method}} or another part
            s.yaml:4:46: error: a request has no "header"; did you mean "headers"?
            s.yaml:4:71: error: request.query needs a name: write {{request.query.page}}
            s.yaml:4:88: error: the path of "step 1" has no {id}; write {id} in it for the segment that is meant
            s.yaml:4:109: error: a whole number should stand here: write [0], or ['name'] for a member
            s.yaml:4:128: error: an element's index is a whole number, from 0: write [0]
            """#),
        DiagnosticVector(
            "randomSource in request",
            #"""
            mockserver: 1
            steps:
              - request: {path: /a, query: {a: '{{uuid}}', b: '{{count}}', c: '{{random.int(1, 2)}}'}}
            """#,
            #"""
            s.yaml:3:39: error: "uuid" can't stand in a request: it would match differently each time; define it in vars, which are evaluated once per run, or write {present: true}
            s.yaml:3:54: error: "count" can't stand in a request: it would match differently each time; write the number, or {present: true}
            s.yaml:3:70: error: "random" can't stand in a request: it would match differently each time; define it in vars, which are evaluated once per run, or write {present: true}
            """#),
        DiagnosticVector(
            "randomSource in assert",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {query: {a: '{{uuid}}', b: '{{count}}', c: '{{random.int(1, 2)}}'}}
            """#,
            #"""
            s.yaml:4:28: error: "uuid" can't stand in an assertion: no request could be known to match it; define it in vars, which are evaluated once per run, or write {present: true}
            s.yaml:4:43: error: "count" can't stand in an assertion: no request could be known to match it; write the number, or {present: true}
            s.yaml:4:59: error: "random" can't stand in an assertion: no request could be known to match it; define it in vars, which are evaluated once per run, or write {present: true}
            """#),
        DiagnosticVector(
            "vars",
            #"""
            mockserver: 1
            vars: {a: '{{b}}', b: '{{b}}', c: '{{request.method}}', d: '{{count}}', e: '{{got}}', 1f: 1, uuid: 1, g: 007}
            steps:
              - request: GET /a
                capture: {got: {query: x}}
            """#,
            #"""
            s.yaml:2:14: error: "b" is defined only below; vars are evaluated in order, so move b up
            s.yaml:2:26: error: "b" can't be made from itself; write its value, or name another variable
            s.yaml:2:38: error: vars are evaluated before any request comes, so "request" has no value here; write it under set in a step
            s.yaml:2:63: error: "count" counts the requests of a step and has no value in vars; write {{count}} where it is used
            s.yaml:2:79: error: "got" is set only later by "step 1", after vars are evaluated; write {{got}} where it is used
            s.yaml:2:87: error: "1f" is not a name; use letters, digits and _, and begin with a letter or _, like _1f
            s.yaml:2:94: error: "uuid" can't be a variable: in every template it is a random UUID; write another name, like my_uuid
            s.yaml:2:106: error: a number has no leading zeros in JSON; quote it if text is meant: "007"
            s.yaml:5:15: warning: nothing uses the captured "got": write {{got}} where it is wanted, or leave it out [unused-capture]
            """#),
        DiagnosticVector(
            "vars no map",
            #"""
            mockserver: 1
            vars: [a]
            """#,
            #"""
            s.yaml:2:7: error: vars is a map of names and values, not a list: write {token: abc}
            """#),
        DiagnosticVector(
            "path parameter in path",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a/{id}/{{request.path.id}}'
            """#,
            #"""
            s.yaml:3:42: error: a path can't use what it takes itself: write {id} in it to take a segment as "id"
            """#),
        DiagnosticVector(
            "variable for parameter",
            #"""
            mockserver: 1
            steps:
              - request: GET /a/{id}
                response: {text: '{{id}}'}
            """#,
            #"""
            s.yaml:4:25: error: nothing defines "id"; write {{request.path.id}} for the value of {id} in the path
            """#),
        DiagnosticVector(
            "path parameter missing",
            #"""
            mockserver: 1
            steps:
              - request: GET /a/{id}
                response: {text: '{{request.path.idd}}'}
            """#,
            #"""
            s.yaml:4:38: error: the path of "step 1" has no {idd}; did you mean "id"?
            """#),
        DiagnosticVector(
            "literal parameter",
            #"""
            mockserver: 1
            steps:
              - request: GET /a/{id}
                response: {json: {self: '/a/{id}'}}
            """#,
            #"""
            s.yaml:4:33: warning: {id} is sent as it stands; write {{request.path.id}} for the value of {id} in the path [literal-braces]
            """#),
    ]
}
