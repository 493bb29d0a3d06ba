import ScenarioFiles
import Scenarios
import Testing

@Suite("Advice fits what was written")
struct AdviceDiagnosticsTests {
    @Test("and is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "a number in quotes",
            #"""
            mockserver: 1
            steps:
              - {request: /a, times: "2"}
              - {request: /b, times: {at_least: '1'}}
            """#,
            #"""
            s.yaml:3:26: error: times is a number: write 2 without quotes
            s.yaml:4:37: error: at_least is a number: write 1 without quotes
            """#),
        DiagnosticVector(
            "a number that is too large",
            #"""
            mockserver: 1
            steps:
              - {request: /a, times: 99999999999999999999}
            """#,
            #"""
            s.yaml:3:26: error: times is at most 9223372036854775807; write a smaller number
            """#),
        DiagnosticVector(
            "two methods in the short form",
            #"""
            mockserver: 1
            steps:
              - request: GET|HEAD /a?b=1
              - request: {method: 'GET|HEAD', path: /a}
            """#,
            #"""
            s.yaml:3:14: error: the short form has one method: write {method: [GET, HEAD], path: /a, query: {b: 1}}
            s.yaml:4:23: warning: "GET|HEAD" is not a known method; write [GET, HEAD] [unknown-method]
            """#),
        DiagnosticVector(
            "a name that a step without an id would share with one that has it",
            #"""
            mockserver: 1
            steps:
              - {id: step 2, request: /a}
              - {request: /b}
            stubs:
              - {id: stub 2, request: /c}
              - {request: /d}
              - {request: /e}
            """#,
            #"""
            s.yaml:4:6: error: without an id this is "step 2", which is an id in line 3; write an id of its own
            s.yaml:7:6: error: without an id this is "stub 2", which is an id in line 6; write an id of its own
            """#),
        DiagnosticVector(
            "an entity tag in JSON",
            #"""
            {"mockserver": 1, "steps": [{"request": "/a", "response": {"headers": {"ETag": "v\\1"}}}]}
            """#, path: "s.json",
            #"""
            s.json:1:80: error: an entity tag has quotes of its own; write "\"v\\1\""
            """#),
        DiagnosticVector(
            "null for a header that no default gives",
            #"""
            mockserver: 1
            defaults:
              response: {headers: {X-A: a, X-B: null}}
            steps:
              - {request: /a, response: {headers: {x-a: null}}}
              - {request: /b, response: {headers: {X-A: , X-C: null}}}
              - {request: /c, response: {headers: {X-C: , X-D: [], X-E: ''}}}
            """#,
            #"""
            s.yaml:3:37: error: null removes a header that defaults give; they give none of this name: leave it out
            s.yaml:6:52: error: null removes a header that defaults give; they give none of this name: leave it out
            s.yaml:7:45: error: a value is needed here; write '' for the empty text
            s.yaml:7:52: error: a header has a text, a list of texts or {text: …} as it stands: write X-D: a
            """#),
        DiagnosticVector(
            "what is wrong in each of two bodies",
            #"""
            mockserver: 1
            steps:
              - {request: /a, response: {text: '{{a}}', json: '{{b}}', file: no.txt}}
            """#,
            #"""
            s.yaml:3:39: error: nothing defines "a"; write vars: {a: …} at the top, or capture: {a: {query: a}} in the step
            s.yaml:3:45: error: a response has one body: "json" can't stand beside "text"; leave one out
            s.yaml:3:54: error: nothing defines "b"; write vars: {b: …} at the top, or capture: {b: {query: b}} in the step
            s.yaml:3:66: error: the file "no.txt" does not exist in FOLDER; there are a.json, in.gz, in.json, out.txt, t.txt: name one of them or create the file
            """#),
        DiagnosticVector(
            "a folder as a file",
            #"""
            mockserver: 1
            steps:
              - {request: /a, response: {file: .}}
              - {request: /b, response: {file: ./}}
              - {request: /c, response: {file: sub}}
              - {request: /d, response: {file: ./sub//b.txt}}
            """#,
            #"""
            s.yaml:3:36: error: the file "." is a folder; name a file in it, like a.json
            s.yaml:4:36: error: the file "./" is a folder; name a file in it, like a.json
            s.yaml:5:36: error: the file "sub" is a folder; name a file in it, like sub/b.txt
            """#),
        DiagnosticVector(
            "both steps of an expectation",
            #"""
            mockserver: 1
            expect:
              - {step: a, before: b}
            """#,
            #"""
            s.yaml:3:12: error: no step has the id "a"; write a step with that id
            s.yaml:3:23: error: no step has the id "b"; write a step with that id
            """#),
        DiagnosticVector(
            "a parameter in braces that is compared or sent",
            #"""
            mockserver: 1
            steps:
              - request: /a/{id}/{name}
                assert:
                  path: /a/{id}/{+rest}
                  query: {q: '{id}'}
                  json: {id: '{id}', n: '{other} \{{name}} {{request.path.name}}', '{name}': {$matches: '{id}+'}}
                set: {v: 'x{id}'}
                response: {reason: '{id}', json: {'{name}': ['{id']}, template: true}
              - {request: '/b/{id}', response: {text: '{id}', template: false}}
            """#,
            #"""
            s.yaml:6:19: warning: {id} is compared as it stands; write {{request.path.id}} for the value of {id} in the path [literal-braces]
            s.yaml:7:19: warning: {id} is compared as it stands; write {{request.path.id}} for the value of {id} in the path [literal-braces]
            s.yaml:7:94: warning: {id} is compared as it stands; write {{request.path.id}} for the value of {id} in the path [literal-braces]
            s.yaml:8:16: warning: {id} is sent as it stands; write {{request.path.id}} for the value of {id} in the path [literal-braces]
            s.yaml:9:25: warning: {id} is sent as it stands; write {{request.path.id}} for the value of {id} in the path [literal-braces]
            s.yaml:9:40: warning: {name} is sent as it stands; write {{request.path.name}} for the value of {name} in the path [literal-braces]
            """#),
        DiagnosticVector(
            "a default behind other filters",
            #"""
            mockserver: 1
            vars:
              a: "{{env.UNSET | trim | default('x') | upper}}"
              b: "{{env.UNSET | trim}}"
            """#,
            #"""
            s.yaml:4:7: error: the environment variable UNSET is not set; set it, or write {{env.UNSET | default('none')}}
            """#),
        DiagnosticVector(
            "a key that the value above swallowed",
            #"""
            mockserver: 1
            steps:
              - request: /a
                response: 200
                  headers: {}
            """#,
            #"""
            s.yaml:5:14: error: this line continues the value above it; write it at column 5, below response in line 4, or quote that value
            """#),
        DiagnosticVector(
            "templates without quotes, and nothing that follows from that",
            #"""
            mockserver: 1
            name: {{a}}
            steps:
              - {{b}}
              - request: {{c}}
                id: {{d}}
                times: {{e}}
                assert: {path: {{f}}, headers: {X: {{g}}}}
                response: {text: {{h}}, headers: {X: {{i}}, Y: [{{j}}]}}
            """#,
            #"""
            s.yaml:2:7: error: {{ without quotes begins a YAML map; quote the template: "{{a}}"
            s.yaml:4:5: error: {{ without quotes begins a YAML map; a template can't stand for a whole step: write - request: GET /me
            s.yaml:5:14: error: {{ without quotes begins a YAML map; a template can't stand for a whole request: write request: GET /me
            s.yaml:6:9: error: {{ without quotes begins a YAML map; quote the template: "{{d}}"
            s.yaml:7:12: error: {{ without quotes begins a YAML map; quote the template: "{{e}}"
            s.yaml:8:20: error: {{ without quotes begins a YAML map; quote the template: "{{f}}"
            s.yaml:8:40: error: {{ without quotes begins a YAML map; quote the template: "{{g}}"
            s.yaml:9:22: error: {{ without quotes begins a YAML map; quote the template: "{{h}}"
            s.yaml:9:42: error: {{ without quotes begins a YAML map; quote the template: "{{i}}"
            s.yaml:9:53: error: {{ without quotes begins a YAML map; quote the template: "{{j}}"
            """#),
        DiagnosticVector(
            "a key of several lines",
            #"""
            mockserver: 1
            "na\nme": a
            """#,
            #"""
            s.yaml:2:1: error: unknown key "na\nme" in a scenario; did you mean "name"?
            """#),
    ]
}
