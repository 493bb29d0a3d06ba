import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in a response")
struct ResponseDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "status",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: 100
            """#,
            #"""
            s.yaml:4:15: error: a response has a status from 200 to 999, and 100 is interim: write 200
            """#),
        DiagnosticVector(
            "status range",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: 1000
            """#,
            #"""
            s.yaml:4:15: error: a status is a number from 200 to 999 or a template alone, not "1000": write 200 or '{{name}}'
            """#),
        DiagnosticVector(
            "status words",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: ok
            """#,
            #"""
            s.yaml:4:15: error: a status is a number from 200 to 999 or a template alone, not "ok": write 200
            """#),
        DiagnosticVector(
            "status quoted",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: '200'
            """#,
            #"""
            s.yaml:4:15: error: a status is a number: write 200 without quotes
            """#),
        DiagnosticVector(
            "status template",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: '{{count}}'
            """#,
            ""),
        DiagnosticVector(
            "status part template",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: '2{{count}}'
            """#,
            #"""
            s.yaml:4:15: error: a status is a number from 200 to 999 or a template alone, not "2{{count}}": write 200 or '{{name}}'
            """#),
        DiagnosticVector(
            "bodies",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {json: {}, text: a}
            """#,
            #"""
            s.yaml:4:26: error: a response has one body: "text" can't stand beside "json"; leave one out
            """#),
        DiagnosticVector(
            "unknown",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {statuss: 2}
            """#,
            #"""
            s.yaml:4:16: error: unknown key "statuss" in a response; did you mean "status"?
            """#),
        DiagnosticVector(
            "delay",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {delay: 200}
            """#,
            #"""
            s.yaml:4:23: error: a unit is needed: write 200ms or 200s
            """#),
        DiagnosticVector(
            "delay map",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {delay: {headers: 1, body: 50ms, uniform: {}, tail: 1s}}
            """#,
            #"""
            s.yaml:4:24: error: headers can't stand beside a random delay; write {headers: {uniform: …}, body: …}
            s.yaml:4:61: error: unknown key "tail" in a delay; a pause within the body stands at a chunk: write chunks: [{text: a}, {text: b, delay: 1s}]
            """#),
        DiagnosticVector(
            "connection",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {connection: keepalive}
            """#,
            #"""
            s.yaml:4:28: error: connection is close or keep_alive, not "keepalive"; did you mean "keep_alive"?
            """#),
        DiagnosticVector(
            "fault kinds",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {fault: rest}
            """#,
            #"""
            s.yaml:4:23: error: unknown fault "rest"; did you mean "reset"?
            """#),
        DiagnosticVector(
            "fault within the request",
            #"""
            mockserver: 1
            defaults: {assert: {form: {a: 1}}}
            steps:
              - request: {path: /a, json: {a: 1}}
                response: {fault: {kind: reset, at: request_body, after_bytes: 3}}
                hold: {until: {arrivals: 1}}
              - request: {path: /b, any_of: [{text: a}, {headers: {A: "{{request.json.a}}"}}]}
                assert_defaults: false
                responses: [{status: 200}, {fault: {kind: close, at: request_start}}]
                capture: {c: {json: $.a}, d: {header: A}}
                set: {e: "{{request.body}}", f: "{{request.query.q}}"}
            unmatched: {fault: {kind: stall, at: request_start}}
            """#,
            #"""
            s.yaml:2:21: error: form can't be used here: with a fault at request_body, step 1 is decided before the body of the request comes; leave it out, or write at: response_start
            s.yaml:4:25: error: json can't be used here: with a fault at request_body, step 1 is decided before the body of the request comes; leave it out, or write at: response_start
            s.yaml:6:5: error: a fault at request_body comes before any response that a hold could keep back; leave hold or the fault out
            s.yaml:7:35: error: text can't be used here: with a fault at request_start, step 2 is decided before the body of the request comes; leave it out, or write at: response_start
            s.yaml:7:70: error: request.json can't be used here: with a fault at request_start, step 2 is decided before the body of the request comes; leave it out, or write at: response_start
            s.yaml:10:15: warning: nothing uses the captured "c": write {{c}} where it is wanted, or leave it out [unused-capture]
            s.yaml:10:19: error: json can't be used here: with a fault at request_start, step 2 is decided before the body of the request comes; leave it out, or write at: response_start
            s.yaml:10:31: warning: nothing uses the captured "d": write {{d}} where it is wanted, or leave it out [unused-capture]
            s.yaml:11:25: error: request.body can't be used here: with a fault at request_start, step 2 is decided before the body of the request comes; leave it out, or write at: response_start
            s.yaml:12:38: error: a request is unmatched once all of it has come, which is too late for a fault at request_start; write a stub for any request with the fault: {request: {}, response: {fault: …}}
            """#),
        DiagnosticVector(
            "early",
            #"""
            mockserver: 1
            steps:
              - {id: up, request: {path: /a, multipart: [{name: a}]}, early: true, response: {text: "{{request.form.a}}"}}
              - {request: /b, early: maybe}
              - {id: fine, request: {path: /c, bearer: x, connection: new}, early: true, assert: {headers: {A: b}}, response: {text: "{{request.headers.b}}"}}
            stubs:
              - {request: {path: /d, graphql: {operation: A}}, early: true}
              - {request: /e, early: true, never: true}
            """#,
            #"""
            s.yaml:3:34: error: multipart can't be used here: step "up" is early, so it is decided before the body of the request comes; leave it out, or leave early out
            s.yaml:3:100: error: request.form can't be used here: step "up" is early, so it is decided before the body of the request comes; leave it out, or leave early out
            s.yaml:4:26: error: true or false should stand here: write one of them
            s.yaml:7:26: error: graphql can't be used here: stub 1 is early, so it is decided before the body of the request comes; leave it out, or leave early out
            s.yaml:8:19: error: a stub that must never match has no response: "early" can't stand beside never; leave one out
            """#),
        DiagnosticVector(
            "fault pair",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {fault: {kind: empty, at: response_end}}
            """#,
            #"""
            s.yaml:4:41: error: "empty" happens at response_start, not at response_end: write at: response_start
            """#),
        DiagnosticVector(
            "fault pair2",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {fault: {kind: truncate, at: response_start}}
            """#,
            #"""
            s.yaml:4:44: error: "truncate" happens at response_body, not at response_start: write at: response_body
            """#),
        DiagnosticVector(
            "fault phase",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {fault: {kind: reset, at: start}}
            """#,
            #"""
            s.yaml:4:41: error: a fault happens at request_start, request_body, response_start, response_body or response_end, not "start"; did you mean "request_start" or "response_start"?
            """#),
        DiagnosticVector(
            "fault bytes",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {fault: {kind: reset, after_bytes: 3}}
            """#,
            #"""
            s.yaml:4:37: error: after_bytes goes only with request_body and response_body, not with response_start; write at: response_body, or leave it out
            """#),
        DiagnosticVector(
            "fault no kind",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {fault: {at: response_end}}
            """#,
            #"""
            s.yaml:4:23: error: a fault needs a kind: write kind: reset
            """#),
        DiagnosticVector(
            "header null",
            #"""
            mockserver: 1
            unmatched: {headers: {A: null}}
            """#,
            #"""
            s.yaml:2:26: error: null removes a header that defaults give; they give none of this name: leave it out
            """#),
        DiagnosticVector(
            "header twice",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {headers: {A: 1, a: 2, B: {x: 1}, C: [1, [2]]}}
            """#,
            #"""
            s.yaml:4:32: error: the header "a" is there twice; write its values as a list, like a: [a, b]
            s.yaml:4:41: error: a header has a text, a list of texts or {text: …} as it stands: write B: 'x=1'
            s.yaml:4:56: error: text is needed here, not a list: write 2
            """#),
        DiagnosticVector(
            "reason",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {reason: "a\nb"}
            """#,
            #"""
            s.yaml:4:24: error: a reason can't hold control characters; leave them out
            """#),
        DiagnosticVector(
            "file missing",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {file: b.json}
            """#,
            #"""
            s.yaml:4:22: error: the file "b.json" does not exist in FOLDER; there are a.json, in.gz, in.json, out.txt, t.txt: name one of them or create the file
            """#),
        DiagnosticVector(
            "file out",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {file: ../x}
            """#,
            #"""
            s.yaml:4:22: error: the file "../x" leaves the scenario's folder by ".."; copy it into the folder, or below it
            """#),
        DiagnosticVector(
            "file absolute",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {file: /etc/passwd}
            """#,
            #"""
            s.yaml:4:22: error: the file "/etc/passwd" is an absolute path; copy the file into the scenario's folder, or below it, and write its path from there, like passwd
            """#),
        DiagnosticVector(
            "file link",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {file: out.txt}
            """#,
            #"""
            s.yaml:4:22: error: the file "out.txt" leaves the scenario's folder by a link; copy the file into the folder
            """#),
        DiagnosticVector(
            "file folder",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {file: sub}
            """#,
            #"""
            s.yaml:4:22: error: the file "sub" is a folder; name a file in it, like sub/b.txt
            """#),
        DiagnosticVector(
            "file pipe",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {file: pipe}
            """#,
            #"""
            s.yaml:4:22: error: the file "pipe" is not a regular file; copy what it has into one, and name that
            """#),
        DiagnosticVector(
            "file templated",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {file: t.txt, template: true}
            """#,
            #"""
            FOLDER/t.txt:1:9: error: nothing defines "nme"; write vars: {nme: …} at the top, or capture: {nme: {query: nme}} in the step
            FOLDER/t.txt:2:14: error: "{{" has no "}}" after it; write {{'{{'}} where the braces themselves are meant
            """#),
        DiagnosticVector(
            "file ok",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {file: in.json}
            """#,
            ""),
        DiagnosticVector(
            "template flag",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {text: '{{nope}}', template: no}
            """#,
            #"""
            s.yaml:4:44: error: true or false should stand here: write false
            """#),
    ]
}
