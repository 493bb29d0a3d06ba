import ExactJSON
import HTTPMessage
import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing

@testable import Reports

/// What the readers of each format find in a report.
@Suite struct ReportTextTests {
    /// The report with the parts that differ from run to run replaced.
    private static func text(_ report: RunReport, _ format: ReportFormat) -> String {
        String(decoding: report.bytes(as: format), as: UTF8.self)
            .replacing(/time="[0-9.]+"/, with: #"time="T""#)
            .replacing(/timestamp="[0-9T:-]+"/, with: #"timestamp="T""#)
            .replacing(/20[0-9-]+T[0-9:.]+Z/, with: "T")
            .replacing(/"(?<name>time|wait|receive)": [0-9.]+/) { "\"\($0.output.name)\": 0" }
            .replacing(/\+[0-9.]+ ms/, with: "+T")
    }

    private static func failing() throws -> RunReport {
        let run = try scenarioRun(
            """
            name: Two of three
            vars: {token: t}
            steps:
              - {id: a, request: GET /a, assert: {headers: {X-Token: "{{token}}"}, query: {q: 1}}}
              - {id: b, request: GET /b}
              - {id: c, request: GET /c}
            stubs: [{id: none, request: GET /never, never: true}]
            expect: [{request: GET /a, times: 2}]
            """)
        run.play(request("GET", "/a", [("X-Token", "u<v>")]))
        run.play(request("GET", "/never", exchange: 2))
        run.play(request("GET", "/x", exchange: 3))
        return RunReport(run, address: "127.0.0.1:8080")
    }

    @Test("junit: a test for each step, never stub and expect item, and for each failure of none")
    func junit() throws {
        let report = try Self.failing()
        let texts = report.verdict.failures.map { failure in
            failure.text().replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                .replacing(/\+[0-9.]+ ms/, with: "+T")
        }
        try #require(texts.count == 6)
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="mockserver" tests="7" failures="6" errors="0" time="T">
              <testsuite name="Two of three" tests="7" failures="6" errors="0" skipped="1" time="T" timestamp="T" \
            file="run.yaml">
                <properties>
                  <property name="seed" value="7"/>
                  <property name="address" value="127.0.0.1:8080"/>
                  <property name="mockserver" value="0.1.0"/>
                </properties>
                <testcase name="step a" classname="Two of three" file="run.yaml" line="5">
                  <failure type="assertion" message="step &quot;a&quot;: header X-Token differs">\(texts[0])</failure>
                </testcase>
                <testcase name="step a, failure 2" classname="Two of three" file="run.yaml" line="5">
                  <failure type="assertion" message="step &quot;a&quot;: query parameter q is missing">\(texts[1])</failure>
                </testcase>
                <testcase name="step b" classname="Two of three" file="run.yaml" line="6">
                  <failure type="unmet" message="step &quot;b&quot;: 0 requests, expected exactly 1">\(texts[4])</failure>
                </testcase>
                <testcase name="step c" classname="Two of three" file="run.yaml" line="7">
                  <skipped message="the run ended before this step"/>
                </testcase>
                <testcase name="never none" classname="Two of three" file="run.yaml" line="8">
                  <failure type="never" message="stub &quot;none&quot;: GET /never came, which must never come">\
            \(texts[2])</failure>
                </testcase>
                <testcase name="expect GET /a: exactly 2" classname="Two of three" file="run.yaml" line="9">
                  <failure type="expect" message="GET /a: 1 request, expected exactly 2">\(texts[5])</failure>
                </testcase>
                <testcase name="unmatched: nothing takes GET /x" classname="Two of three" file="run.yaml" line="4">
                  <failure type="unmatched" message="nothing takes GET /x">\(texts[3])</failure>
                </testcase>
              </testsuite>
            </testsuites>

            """
        #expect(Self.text(report, .junit) == expected)
    }

    @Test("junit: of a run that a reload ended, what it had not reached is skipped")
    func cutShort() throws {
        let run = try scenarioRun(
            """
            name: Cut
            steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
            expect: [{request: GET /c}, {request: GET /a, never: true}]
            """)
        run.play(request("GET", "/a"))
        run.cutShort()
        let xml = Self.text(RunReport(run, address: "127.0.0.1:8080"), .junit)
        #expect(xml.contains("<testsuite name=\"Cut\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"2\""))
        #expect(xml.contains("<testcase name=\"step a\" classname=\"Cut\" file=\"run.yaml\" line=\"3\"/>"))
        #expect(
            xml.contains(
                """
                    <testcase name="expect GET /c: at least 1" classname="Cut" file="run.yaml" line="4">
                      <skipped message="a reload ended the run before its end"/>
                """))
        #expect(xml.contains("GET /a: 1 request, expected none"))
    }

    @Test("junit: a check of a request in a map is named by the parts of the request")
    func namedExpectations() throws {
        let run = try scenarioRun(
            """
            name: Checks
            base_path: /v1
            expect:
              - request: {method: [PUT, POST], path: "/notes/{id}", headers: {X-Key: a}, json: {title: b}}
              - request: {query: {page: 2}, path: {matches: ^/a}, protocol: h2, basic: {user: a, password: b}}
                never: true
              - {request: {method: POST}, never: true}
              - {request: {headers: {A: 1, B: 2, C: 3, D: 4, E: 5, F: 6}}, never: true}
              - {request: GET /notes?page=2, never: true}
              - {request: {}, never: true}
            """)
        let xml = Self.text(RunReport(run, address: "127.0.0.1:8080"), .junit)
        #expect(
            xml.matches(of: /<testcase name="expect ([^"]*)"/).map { String($0.1) } == [
                "PUT|POST /v1/notes/{id} with header X-Key, json: at least 1",
                "any request with query parameter page, path, protocol, basic user, basic password: exactly 0",
                "POST: exactly 0",
                "any request with header A, header B, header C, header D, header E, …: exactly 0",
                "GET /v1/notes?page=2: exactly 0",
                "any request: exactly 0",
            ])
        #expect(
            xml.contains("PUT|POST /v1/notes/{id} with header X-Key, json: 0 requests, expected at least 1"),
            "\(xml)")
    }

    @Test(
        "XML holds no character that it may not",
        arguments: [
            ("a\u{0}\u{1B}\u{FFFE}\u{FFFF}b\u{7F}", "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b\\u{7F}"),
            ("<&>\"'", "&lt;&amp;&gt;&quot;'"), ("\t\r\n\u{2028}", "&#9;&#13;&#10;\\u{2028}"),
        ])
    func xml(_ text: String, _ escaped: String) {
        #expect(XMLWriter.escaped(text, inAttribute: true) == escaped)
    }

    @Test("sarif: a result at the scenario's line, and where its value was set")
    func sarif() throws {
        var report = try Self.failing()
        report.exitStatus = 1
        let run = try #require(try JSON(parsing: report.bytes(as: .sarif))["runs"]?[0])
        #expect(run["columnKind"] == "unicodeCodePoints")
        #expect(run["tool"]?["driver"]?["rules"]?[3]?["id"] == "assertion")
        #expect(run["invocations"]?[0]?["exitCode"] == 1)
        var result = try #require(run["results"]?[0])
        let message = try #require(result["message"]?["text"]?.asText)
        #expect(message.hasPrefix("step \"a\": header X-Token differs\n5 |   - {id: a"), "\(message)")
        guard case .object(var members) = result else { return }
        members["message"] = nil
        members["partialFingerprints"] = nil
        result = .object(members)
        #expect(
            result == [
                "ruleId": "assertion", "ruleIndex": 3, "level": "error", "occurrenceCount": 1,
                "locations": [Self.location(line: 5, column: 58)],
                "relatedLocations": [
                    [
                        "id": 0, "message": ["text": "token is set here"],
                        "physicalLocation": [
                            "artifactLocation": ["uri": "run.yaml"], "region": ["startLine": 3, "startColumn": 15],
                        ],
                    ]
                ],
            ])
    }

    private static func location(line: JSON, column: JSON) -> JSON {
        [
            "physicalLocation": [
                "artifactLocation": ["uri": "run.yaml"], "region": ["startLine": line, "startColumn": column],
            ]
        ]
    }

    @Test("sarif: a fingerprint stays when lines are put before, and differs between failures")
    func fingerprints() throws {
        func fingerprints(_ head: String) throws -> [JSON?] {
            let run = try scenarioRun(
                "\(head)steps:\n  - {id: a, request: GET /a}\n  - {id: b, request: GET /b, assert: {query: {q: 1}}}\n")
            run.play(request("GET", "/x"))
            run.play(request("GET", "/y", exchange: 2))
            let results = try JSON(parsing: RunReport(run, address: "").bytes(as: .sarif))["runs"]?[0]?["results"]
            return (0..<3).map { results?[$0]?["partialFingerprints"]?["mockserverFailure/v1"] }
        }
        let first = try fingerprints("")
        #expect(Set(first).count == 3 && !first.contains(nil))
        #expect(try fingerprints("# one\n# two\n") == first)
    }

    @Test(
        "sarif: a path is a URI reference",
        arguments: [("a b/ü.yaml", "a%20b/%C3%BC.yaml"), ("/tmp/a.yaml", "file:///tmp/a.yaml"), ("../a", "../a")])
    func uri(_ path: String, _ uri: String) {
        #expect(SourceFile(path: path).uriReference == uri)
    }

    @Test("har: an entry has the request and its answer whole")
    func har() throws {
        let report = try Specimen.passed.report()
        let expected = #"""
            {
              "log": {
                "version": "1.2",
                "creator": {
                  "name": "mockserver",
                  "version": "0.1.0"
                },
                "entries": [
                  {
                    "startedDateTime": "T",
                    "time": 0,
                    "request": {
                      "method": "POST",
                      "url": "https://127.0.0.1:1/a?x=1&y=%20z&x=",
                      "httpVersion": "HTTP/2",
                      "cookies": [],
                      "headers": [
                        {
                          "name": "content-type",
                          "value": "text/plain"
                        }
                      ],
                      "queryString": [
                        {
                          "name": "x",
                          "value": "1"
                        },
                        {
                          "name": "y",
                          "value": " z"
                        },
                        {
                          "name": "x",
                          "value": ""
                        }
                      ],
                      "postData": {
                        "mimeType": "text/plain",
                        "text": "hello"
                      },
                      "headersSize": -1,
                      "bodySize": 5
                    },
                    "response": {
                      "status": 201,
                      "statusText": "",
                      "httpVersion": "HTTP/2",
                      "cookies": [],
                      "headers": [
                        {
                          "name": "Location",
                          "value": "/a/1"
                        },
                        {
                          "name": "Content-Type",
                          "value": "application/json"
                        }
                      ],
                      "content": {
                        "size": 8,
                        "mimeType": "application/json",
                        "text": "{\"id\":1}"
                      },
                      "redirectURL": "/a/1",
                      "headersSize": -1,
                      "bodySize": 8
                    },
                    "cache": {},
                    "timings": {
                      "send": 0,
                      "wait": 0,
                      "receive": 0
                    },
                    "serverIPAddress": "::1",
                    "connection": "1",
                    "_step": "a",
                    "_number": 1,
                    "_exchange": 1,
                    "_stream": 1
                  }
                ],
                "comment": "passed: All well (1 request, 1 of 1 step, seed 7)"
              }
            }

            """#
        #expect(Self.text(report, .har) == expected)
    }

    @Test("har: what is redacted stays so, what is cut or was never answered is told")
    func harDetails() throws {
        let har = try JSON(parsing: Specimen.nasty.report().bytes(as: .har))["log"]?["entries"]
        let first = har?[0]
        #expect(first?["request"]?["cookies"] == [])
        #expect(first?["request"]?["postData"]?["text"] == "/wANGw==")
        #expect(first?["request"]?["postData"]?["_encoding"] == "base64")
        #expect(first?["response"]?["cookies"] == [])
        #expect(first?["response"]?["headers"]?[0]?["value"] == "(redacted, 23 bytes)")
        #expect(first?["response"]?["content"]?["text"] == "\0\u{1B}]")
        let long = har?[1]?["response"]?["content"]
        // The body is cut within a character.
        #expect(long?["encoding"] == "base64")
        #expect(long?["comment"] == "only the beginning of the body is kept")
        let failed = try JSON(parsing: Specimen.failed.report().bytes(as: .har))["log"]?["entries"]
        #expect(failed?[7]?["_fault"] == "reset")
        #expect(failed?[7]?["response"]?["status"] == 0)
        #expect(failed?[12]?["response"]?["status"] == 0, "the answer was not begun")
        #expect(failed?[7]?["serverIPAddress"] == nil)
    }

    @Test("har: the reason phrase is the one on the wire, and over HTTP/2 there is none")
    func reasons() throws {
        for records in [true, false] {
            var options = ScenarioRun.Options()
            options.recordsResponses = records
            let run = try scenarioRun(
                """
                stubs:
                  - {request: GET /a, response: 404}
                  - {request: GET /b, response: {status: 404, reason: Gone fishing}}
                  - {request: GET /c, response: 599}
                """, options)
            for (index, target) in ["/a", "/b", "/c", "/other"].enumerated() {
                run.play(request("GET", target, exchange: index + 1))
            }
            run.play(request("GET", "/a", connection: 2, stream: 1, version: .h2))
            let har = try JSON(parsing: RunReport(run, address: "").bytes(as: .har))
            let texts = (0..<5).map { har["log"]?["entries"]?[$0]?["response"]?["statusText"] }
            // Without the responses, the report does not know that the scenario has another reason.
            let second: JSON = records ? "Gone fishing" : "Not Found"
            #expect(texts == ["Not Found", second, "", "Not Implemented", ""])
        }
    }

    @Test("har: a server that listens on all addresses has no IP address of its own", arguments: ["0.0.0.0", "[::]"])
    func unspecifiedAddress(_ host: String) throws {
        let run = try scenarioRun("stubs: [{request: GET /a}]")
        run.play(request("GET", "/a"))
        let har = try JSON(parsing: RunReport(run, address: "\(host):80").bytes(as: .har))
        #expect(har["log"]?["entries"]?[0]?["serverIPAddress"] == nil)
        #expect(har["log"]?["entries"]?[0]?["request"]?["url"] == "http://127.0.0.1:1/a")
    }

    @Test("har and json: a client that left has no whole response", arguments: [false, true])
    func left(hasHead: Bool) throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun("stubs: [{request: GET /a, response: {text: hello}}]", options)
        var (id, player) = run.arrived(request("GET", "/a"))
        if hasHead { _ = player.recordedNext(at: run.clock.now()) }
        run.gone(id)
        // A client that has closed its own direction still gets the rest.
        while true { if case .end(.done) = player.recordedNext(at: run.clock.now()) { break } }
        run.answered(id)
        let report = RunReport(run, address: "127.0.0.1:1")
        let entry = try #require(try JSON(parsing: report.bytes(as: .har))["log"]?["entries"]?[0])
        #expect(entry["response"]?["status"] == (hasHead ? 200 : 0))
        let comment = try #require(entry["comment"]?.asText)
        #expect(comment.hasPrefix("the client left after "))
        #expect(comment.hasSuffix("ms, before the response was written to its end"))
        let request = try #require(try JSON(parsing: report.bytes(as: .json))["journal"]?[0])
        #expect(request["left"] != nil)
        #expect(request["status"] == 200)
        #expect(request["response"]?["complete"] == false)
    }

    @Test("har: the time of an entry is the sum of its timings")
    func timings() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun("stubs: [{request: GET /a, response: {text: hello}}]", options)
        for exchange in 1...50 { run.play(request("GET", "/a", exchange: exchange)) }
        guard
            case .array(let entries)? = try JSON(parsing: RunReport(run, address: "").bytes(as: .har))["log"]?[
                "entries"]
        else { return }
        try #require(entries.count == 50)
        for entry in entries {
            let timings = try #require(entry["timings"])
            let parts = ["wait", "receive"].map { timings[$0]?.microseconds ?? -1 }
            #expect(entry["time"]?.microseconds == parts.reduce(0, +), "\(timings)")
        }
    }

    @Test("har: cookies that are not redacted are told apart")
    func cookies() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun(
            """
            redact: none
            steps:
              - request: GET /
                response: {headers: {Set-Cookie: "sid= 1 ; Path=/a; HttpOnly; Secure; Domain=x.example; Max-Age=1"}}
            """, options)
        run.play(request("GET", "/", [("Cookie", "a=1; b=2=3"), ("cookie", "c=")]))
        let entry = try JSON(parsing: RunReport(run, address: "").bytes(as: .har))["log"]?["entries"]?[0]
        #expect(
            entry?["request"]?["cookies"] == [
                ["name": "a", "value": "1"], ["name": "b", "value": "2=3"], ["name": "c", "value": ""],
            ])
        #expect(
            entry?["response"]?["cookies"] == [
                [
                    "name": "sid", "value": "1", "path": "/a", "httpOnly": true, "secure": true, "domain": "x.example",
                ]
            ])
    }
}

extension JSON {
    /// The value of a number of milliseconds.
    fileprivate var microseconds: Int? {
        guard case .number(let number) = self else { return nil }
        return Int((number.asDouble * 1_000).rounded())
    }

    fileprivate var asText: String? { if case .string(let text) = self { text } else { nil } }
}
