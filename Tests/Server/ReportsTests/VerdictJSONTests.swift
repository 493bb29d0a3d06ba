import ExactJSON
import HTTPMessage
import MockRuntime
import Playback
import Reports
import Testing

@Suite struct VerdictJSONTests {
    @Test("a verdict that passed has its counts, and its seed as a string")
    func passed() throws {
        let run = try scenarioRun("name: All well\nsteps: [{request: GET /a}]")
        run.play(request("GET", "/a"))
        let expected = #"""
            {
              "scenario": "All well",
              "passed": true,
              "requests": 1,
              "steps": 1,
              "complete_steps": 1,
              "seed": "7",
              "failures": [],
              "omitted_failures": 0,
              "dropped_answers": []
            }
            """#
        #expect(run.verdict.json.text(.pretty) == expected)
    }

    @Test("a failure has its parts and the one text")
    func failure() throws {
        let run = try scenarioRun(
            #"""
            vars: {token: "t\u0001"}
            steps:
              - id: me
                request: GET /me
                assert: {headers: {X-Token: "{{token}}"}}
            """#)
        let tls = TLSInfo(
            version: "TLSv1.3", serverName: "localhost", applicationProtocol: "h2", clientSubject: "CN=alice")
        run.play(
            request("GET", "/me?a=%20\"", [("X-Token", "other")], exchange: 2, stream: 3, version: .h2, tls: tls))
        let failure = try #require(run.verdict.failures.first)
        let expected = #"""
            {
              "kind": "assertion",
              "step": "me",
              "path": "run.yaml",
              "line": 6,
              "column": 33,
              "title": "step \"me\": header X-Token differs",
              "difference": {
                "expected": [
                  {
                    "text": "t\\u0001",
                    "origin": "token, set at run.yaml:2:15"
                  }
                ],
                "received": [
                  {
                    "text": "other"
                  }
                ]
              },
              "remarks": [],
              "requests": [
                {
                  "number": 1,
                  "method": "GET",
                  "target": "/me?a=%20\"",
                  "connection": 1,
                  "exchange": 2,
                  "stream": 3,
                  "tls": {
                    "version": "TLSv1.3",
                    "sni": "localhost",
                    "alpn": "h2",
                    "client_subject": "CN=alice"
                  },
                  "at": 0,
                  "status": 200,
                  "step": "me"
                }
              ],
              "repeats": 1,
              "text": TEXT
            }
            """#
        let text = JSON.string(failure.text()).text()
        #expect(failure.json.timeless.text(.pretty) == expected.replacing("TEXT", with: text))
    }

    @Test("what took a request, or how it failed, is told by the member's name")
    func outcomes() throws {
        let run = try scenarioRun(
            """
            steps: [{id: a, request: GET /a}, {id: b, request: GET /b, response: {fault: reset}}]
            stubs:
              - {id: all, request: {path: {starts_with: /b}}}
              - {id: no, request: GET /no, never: true}
            """)
        for (index, target) in ["/b", "/a", "/b", "/no", "/x"].enumerated() {
            run.play(request("GET", target, exchange: index + 1))
        }
        let members = ["step", "stub", "before_step", "failure", "status", "fault"]
        let shown = run.journal.map { entry in
            members.compactMap { name in entry.json[name].map { "\(name) \($0)" } }.joined(separator: ", ")
        }
        #expect(
            shown == [
                #"stub "all", before_step "b", status 200"#, #"step "a", status 200"#,
                #"step "b", fault "reset""#, #"failure "never", status 501"#, #"failure "unmatched", status 501"#,
            ])
        let failures = run.verdict.failures.map(\.json)
        #expect(failures.map { $0["kind"] } == ["never", "unmatched"])
        #expect(failures.map { $0["stub"] } == ["no", nil])
        #expect(failures.map { $0["step"] } == [nil, nil])
    }

    @Test("a failure that follows from another one has its index, and stands in reports like any")
    func consequences() throws {
        let run = try scenarioRun(
            "name: Order\nsteps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}]")
        for (index, target) in ["/x", "/b", "/a", "/c"].enumerated() {
            run.play(request("GET", target, exchange: index + 1))
        }
        let report = RunReport(run, address: "127.0.0.1:8080")
        #expect(report.verdict.failures.map { $0.json["follows_from"] } == [nil, nil, 1, 1])
        let whole = String(decoding: report.bytes(as: .text), as: UTF8.self)
        #expect(whole == report.verdict.text(telling: .whole) + "\n")
        for text in report.verdict.failures.map({ $0.text() }) { #expect(whole.contains(text)) }
        #expect(report.closingText(telling: VerdictDetail()) == report.verdict.text())
        let xml = String(decoding: report.bytes(as: .junit), as: UTF8.self)
        #expect(xml.contains("tests=\"5\" failures=\"4\""), "\(xml)")
        #expect(report.verdict.summary() == "failed: Order (4 failures, 4 requests, 1 of 3 steps, seed 7)")
    }

    @Test("an assertion of a stub is the stub's")
    func stub() throws {
        let run = try scenarioRun("stubs: [{id: s, request: GET /s, assert: {query: {q: 1}}}]")
        run.play(request("GET", "/s"))
        let failure = try #require(run.verdict.failures.first)
        #expect(failure.json["stub"] == "s")
        #expect(failure.json["step"] == nil)
    }
}
