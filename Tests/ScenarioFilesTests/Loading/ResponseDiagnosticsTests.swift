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
            s.yaml:4:15: error: a response has a status from 200 to 999; 100 is interim
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
            s.yaml:4:15: error: a status is a number from 200 to 999 or a template alone, not "1000"
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
            s.yaml:4:15: error: a status is a number from 200 to 999 or a template alone, not "ok"
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
            s.yaml:4:15: error: a status is a number from 200 to 999 or a template alone, not "2{{count}}"
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
            s.yaml:4:26: error: a response has one body: "text" can't stand beside "json"
            """#),
        DiagnosticVector(
            "later",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {chunks: [], base64: aGk=, raw: x, throttle: 1KiB/s, statuss: 2}
            """#,
            #"""
            s.yaml:4:16: error: "chunks" is not yet supported
            s.yaml:4:28: error: "base64" is not yet supported
            s.yaml:4:42: error: "raw" is not yet supported
            s.yaml:4:50: error: "throttle" is not yet supported
            s.yaml:4:68: error: unknown key "statuss" in a response; did you mean "status"?
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
            s.yaml:4:33: error: a unit is needed: write 1ms or 1s
            s.yaml:4:48: error: "uniform" is not yet supported
            s.yaml:4:61: error: unknown key "tail" in a delay
            """#),
        DiagnosticVector(
            "delay part",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {delay: {headers: {uniform: {from: 1ms, to: 2ms}}}}
            """#,
            #"""
            s.yaml:4:34: error: "uniform" is not yet supported
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
            "fault later",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {fault: stall}
            """#,
            #"""
            s.yaml:4:23: error: the fault "stall" is not yet supported
            """#),
        DiagnosticVector(
            "fault phase later",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {fault: {kind: reset, at: response_body}}
            """#,
            #"""
            s.yaml:4:41: error: a fault at "response_body" is not yet supported
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
            s.yaml:4:41: error: "empty" happens at response_start, not at response_end
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
            s.yaml:4:44: error: "truncate" happens at response_body, not at response_start
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
            s.yaml:4:41: error: a fault happens at request_start, request_body, response_start, response_body or response_end, not "start"
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
            s.yaml:4:37: error: after_bytes goes only with request_body and response_body, not with response_start
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
            s.yaml:4:23: error: a fault has a kind
            """#),
        DiagnosticVector(
            "header null",
            #"""
            mockserver: 1
            unmatched: {headers: {A: null}}
            """#,
            #"""
            s.yaml:2:26: error: null removes a header that defaults give; there is none here
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
            s.yaml:4:32: error: the header "a" is there twice; a list repeats one
            s.yaml:4:41: error: a header has a text, a list of texts or {text: …} as it stands
            s.yaml:4:56: error: text is needed here, not a list
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
            s.yaml:4:24: error: a reason can't hold control characters
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
            s.yaml:4:22: error: the file "b.json" does not exist
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
            s.yaml:4:22: error: the file "../x" leaves the scenario's folder by ".."
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
            s.yaml:4:22: error: the file "/etc/passwd" is an absolute path; write it relative to the scenario's folder
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
            s.yaml:4:22: error: the file "out.txt" leaves the scenario's folder by a link
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
            s.yaml:4:22: error: the file "sub" is not a regular file
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
            s.yaml:4:22: error: the file "pipe" is not a regular file
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
            FOLDER/t.txt:1:9: error: nothing defines "nme"
            FOLDER/t.txt:2:14: error: "{{" has no "}}" behind it; write {{'{{'}} where the braces themselves are meant
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
            s.yaml:4:25: error: nothing defines "nope"
            s.yaml:4:44: error: true or false should stand here
            """#),
    ]
}
