import ExactJSON
import HTTPMessage
import MockRuntime
import Playback
@testable import Reports
import ScenarioFiles
import Scenarios
import Testing

/// What `mockserver explain --har` says of a recorded run.
@Suite struct ArchiveExplanationTests {
    @Test("a recorded run has a row for each request, and ends with what was not reached")
    func archive() throws {
        let entries = [
            ("00", "80", "a", "h2"), ("01", "80", "x?k=1", "HTTP/2"), ("02", "81", "c", "HTTP/1.1"),
        ].map { second, connection, target, version in
            #"""
            {"startedDateTime": "2026-01-31T12:00:\#(second).000Z", "time": 5, "connection": "\#(connection)",
             "request": {"method": "GET", "url": "https://shop.test/\#(target)", "httpVersion": "\#(version)", "headers": []}}
            """#
        }
        let archive = try HTTPArchive(Array("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}".utf8))
        let explanation = ArchiveExplanation(archive, try ExplanationTests.script(ExplanationTests.other))
        #expect(!explanation.passed)
        #expect(
            explanation.text() == """
                #1  GET /a      step "one"
                #2  GET /x?k=1  unmatched   no step or stub has a path like it, at s.yaml:3:1
                #3  GET /c      stub "c"

                s.yaml:5:6: error: step "two": 0 requests, expected exactly 1
                5 |   - {id: two, request: GET /b}
                  |      ^ waiting for GET /b; last was #3 GET /c, 200
                   1 later step was not reached either: "full"

                3 requests, 1 of 3 steps
                """)
    }

    @Test("a value that is redacted in one request is redacted in all")
    func secrets() throws {
        let entries = [
            ("s3cr3tWert1", "[]"), ("", #"[{"name": "Cookie", "value": "sid=s3cr3tWert1"}]"#),
            ("a?x=s3cr3tWert1", "[]"),
        ].map { target, headers in
            #"{"request": {"method": "GET", "url": "http://h/\#(target)", "httpVersion": "HTTP/1.1", "headers": \#(headers)}}"#
        }
        let archive = try HTTPArchive(Array("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}".utf8))
        let explanation = ArchiveExplanation(archive, try ExplanationTests.script(ExplanationTests.other))
        for text in [explanation.text(), explanation.jsonText] {
            #expect(text.contains("/(redacted, 11 bytes)") && text.contains("x=(redacted, 11 bytes)"), "\(text)")
            #expect(!text.contains("s3cr3tWert1"), "\(text)")
        }
    }

    @Test("a request that nothing takes and the scenario allows is allowed, as in the journal")
    func allowed() throws {
        let entry = #"""
            {"startedDateTime": "2026-01-31T12:00:00.000Z", "time": 5, "connection": "1",
             "request": {"method": "GET", "url": "https://shop.test/x", "httpVersion": "HTTP/1.1", "headers": []}}
            """#
        let archive = try HTTPArchive(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8))
        for unmatched in ["{allow: true}", "{allow: true, status: 404}"] {
            let yaml = "unmatched: \(unmatched)\nstubs: [{request: GET /a}]"
            let explanation = ArchiveExplanation(archive, try ExplanationTests.script(yaml))
            #expect(explanation.passed)
            #expect(explanation.text() == "#1  GET /x  allowed\n\n1 request, 0 of 0 steps")
            #expect(explanation.jsonText.contains("\"allowed\": true"))
            #expect(!explanation.jsonText.contains("\"unmatched\""))
            // The run, its journal, its archive and the explanation of a single request say the same.
            let (recorded, verdict) = try recorded(yaml, request("GET", "/x"))
            #expect(verdict.passed && recorded.passed)
            let run = try scenarioRun(yaml)
            run.play(request("GET", "/x"))
            let entry = try #require(run.recorded.journal.first)
            #expect(entry.failure == nil && entry.timeline.isAllowed && entry.timeline.outcomeText == "allowed")
            #expect(explanation.rows[0].explanation.entry.outcomeText == "allowed")
            #expect(explanation.rows[0].explanation.text().contains("nothing takes it, which the scenario allows"))
        }
    }

    @Test("redacted values of an archive are unknown, and other differences stay; client is not checked")
    func redacted() throws {
        let yaml = """
            redact: [query.token, "$.password"]
            steps:
              - id: login
                request: {method: POST, path: /login, json: {user: ada, password: secret}}
                capture: {password: {json: $.password}}
              - {id: me, request: {method: GET, path: /me, bearer: at-1, cookies: {sid: "1"}}}
              - {id: basic, request: {method: GET, path: /b, basic: {user: u, password: p}}, client: cancels}
              - {id: query, request: {method: GET, path: /q, query: {token: abc, page: 2}}}
              - {id: used, request: "GET /by/{{password}}"}
              - {id: plain, request: GET /plain}
            """
        func entry(
            _ step: String, _ method: String, _ path: String, _ headers: [String] = [], body: String? = nil
        ) -> String {
            let fields = headers.map { "{\"name\": \"\($0)\", \"value\": \"(redacted, 11 bytes)\"}" }
            let data = body.map { ", \"postData\": {\"mimeType\": \"application/json\", \"text\": \($0)}" } ?? ""
            return """
                {"_step": "\(step)", "request": {"method": "\(method)", "url": "http://127.0.0.1:1\(path)", "headers": \
                [\(fields.joined(separator: ", "))]\(data)}}
                """
        }
        func explanation(page: Int, creator: String = "mockserver") throws -> ArchiveExplanation {
            let entries = [
                entry(
                    "login", "POST", "/login", body: #""{\"user\": \"ada\", \"password\": \"(redacted, 6 bytes)\"}""#),
                entry("me", "GET", "/me", ["Authorization", "Cookie"]), entry("basic", "GET", "/b", ["Authorization"]),
                entry("query", "GET", "/q?token=(redacted,%203%20bytes)&page=\(page)"),
                entry("used", "GET", "/by/secret"), entry("plain", "GET", "/plain"),
            ]
            let log = "\"creator\": {\"name\": \"\(creator)\"}, \"entries\": [\(entries.joined(separator: ", "))]"
            let text = "{\"log\": {\(log)}}"
            return ArchiveExplanation(
                try HTTPArchive(Array(text.utf8)), try ExplanationTests.script(yaml, isRecorded: true))
        }
        #expect(
            try explanation(page: 2).text() == """
                #1  POST /login                              step "login"  redacted values are not compared
                #2  GET /me                                  step "me"     redacted values are not compared
                #3  GET /b                                   step "basic"  redacted values are not compared
                #4  GET /q?token=(redacted, 3 bytes)&page=2  step "query"  redacted values are not compared
                #5  GET /by/secret                           step "used"   redacted values are not compared
                #6  GET /plain                               step "plain"

                6 requests, 6 of 6 steps
                """)
        #expect(try explanation(page: 2).passed)
        // Nobody says there that it was so in the run.
        let foreign = try explanation(page: 2, creator: "browser")
        #expect(!foreign.passed)
        #expect(
            foreign.text() == """
                #1  POST /login                              step "login"  not decided: redacted values decide this, and are not known
                #2  GET /me                                  step "me"     not decided: redacted values decide this, and are not known
                #3  GET /b                                   step "basic"  not decided: redacted values decide this, and are not known
                #4  GET /q?token=(redacted, 3 bytes)&page=2  step "query"  not decided: redacted values decide this, and are not known
                #5  GET /by/secret                           step "used"   not decided: redacted values decide this, and are not known
                #6  GET /plain                               step "plain"

                6 requests, 6 of 6 steps
                """)
        let other = try explanation(page: 3)
        #expect(!other.passed)
        let note = other.rows[3].explanation.failures.first?.note
        #expect(note == "nearest is step \"query\": query parameter page differs")
    }

    /// What a request with redacted values is taken for, and whether that depends on them.
    @Test(
        "no condition guesses what is redacted, and what is known stays known",
        arguments: [
            ("bearer: {not: at-1}", nil), ("bearer: {absent: true}", nil), ("bearer: {present: true}", nil),
            ("bearer: {length: 20}", nil), ("basic: {user: {absent: true}}", nil), ("not: {bearer: at-1}", nil),
            ("headers: {Authorization: {not: x}}", nil), ("headers: {Authorization: {matches: '.*'}}", nil),
            ("headers: {Authorization: {length: 20}}", nil), ("headers: {Authorization: {present: true}}", true),
            ("headers: {Authorization: {absent: true}}", false), ("headers: {X-A: 1}", false),
            ("cookies: {sid: {absent: true}}", nil), ("cookies: {sid: {present: true}}", nil),
            ("cookies: {sid: {not: a}}", nil), ("query: {token: {contains: redacted}}", nil),
            ("query: {token: {present: true}}", true), ("query: {token: {absent: true}}", false),
            ("query: {page: 2}", true), ("query: {page: {not: 2}}", false),
            ("json: {password: {$absent: true}}", false), ("json: {password: {$present: true}}", true),
            ("json: {password: {$not: x}}", nil), ("json: {password: {$length: 19}}", nil),
            ("json: {card: {number: {$absent: true}}}", nil), ("json: {user: ada}", true),
            ("json_path: {$.card.number: {absent: true}}", nil), ("json_path: {$.card.number: 7}", nil),
            ("json_path: {$.other: {absent: true}}", true), ("json_path: {'$.list[*].id': [1, 2]}", true),
            ("json_path: {'$.list[*].id': [1]}", false), ("json_path: {'$..number': {absent: true}}", nil),
            ("json_path: {'$.list[?@.id > 1].id': [2]}", nil), ("json_schema: {required: [user]}", nil),
            ("body: {empty: true}", false), ("body: {empty: false}", true), ("body: {length: {gt: 1000}}", nil),
            ("body: {length: {lt: 1000}}", nil), ("body: {sha256: {not: {starts_with: a}}}", nil),
            ("base64: AAEC", nil), ("text: {contains: ada}", nil),
        ] as [(String, Bool?)])
    func unguessed(_ condition: String, _ known: Bool?) throws {
        let mark = "(redacted, 20 bytes)"
        let body =
            #"{\"user\": \"ada\", \"password\": \"\#(mark)\", \"card\": \"\#(mark)\", "#
            + #"\"list\": [{\"id\": 1}, {\"id\": 2}]}"#
        let entry = #"""
            {"request": {"method": "POST", "url": "http://h/a?token=(redacted,%203%20bytes)&page=2",
             "headers": [{"name": "Authorization", "value": "\#(mark)"}, {"name": "Cookie", "value": "\#(mark)"}],
             "postData": {"mimeType": "application/json", "text": "\#(body)"}}}
            """#
        let archive = try HTTPArchive(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8))
        let steps = [
            "steps: [{id: a, request: {path: /a, \(condition)}}]",
            "steps: [{id: a, request: /a, assert: {\(condition)}}]",
        ]
        for yaml in steps {
            let explained = ArchiveExplanation(archive, try ExplanationTests.script(yaml, isRecorded: true))
            let row = try #require(explained.rows.first)
            #expect((row.explanation.unknownPart != nil) == (known == nil), "\(yaml): \(explained.text())")
            #expect(row.explanation.passed == (known ?? true), "\(yaml): \(explained.text())")
            #expect(explained.passed == (known == true), "\(yaml): \(explained.text())")
        }
    }

    @Test("captures, when, never and expect do not guess what is redacted either")
    func unguessedRules() throws {
        let mark = "(redacted, 20 bytes)"
        let entry = #"""
            {"request": {"method": "GET", "url": "http://h/a", "headers": [{"name": "Authorization", "value": "\#(mark)"},
             {"name": "Cookie", "value": "\#(mark)"}]}}
            """#
        let archive = try HTTPArchive(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8))
        for (yaml, isOpen, kind) in [
            ("steps: [{request: /a, capture: {k: {header: Idempotency-Key}}}]", false, .capture),
            ("steps: [{request: /a, capture: {k: {cookie: sid}}}]", true, nil),
            ("steps: [{request: /a, capture: {k: {header: Authorization, matches: 'Bearer (.+)'}}}]", true, nil),
            ("steps: [{request: /a, capture: {k: {header: Authorization}}}]", false, nil),
            ("stubs: [{request: {path: /a, bearer: x}, never: true}]", true, .never),
            ("stubs: [{request: /a}]\nexpect: [{request: {bearer: x}, times: 1}]", true, nil),
            ("steps: [{request: /b}, {request: {path: /a, bearer: x}}]", true, .outOfOrder),
        ] as [(String, Bool, FailureKind?)] {
            let explained = ArchiveExplanation(archive, try ExplanationTests.script(yaml, isRecorded: true))
            let row = try #require(explained.rows.first)
            #expect((row.explanation.unknownPart != nil) == isOpen, "\(yaml): \(explained.text())")
            #expect(row.explanation.failures.first?.kind == kind, "\(yaml): \(explained.text())")
            #expect(!explained.passed || !isOpen && kind == nil, "\(yaml)")
        }
    }

    @Test("when holds if only a redacted value keeps it from that")
    func redactedCondition() throws {
        let entries = ["a", "b"].map {
            #"""
            {"_step": "\#($0)", "request": {"method": "GET", "url": "http://h/\#($0)",
             "headers": [{"name": "Authorization", "value": "(redacted, 20 bytes)"}]}}
            """#
        }
        let log = "\"creator\": {\"name\": \"mockserver\"}, \"entries\": [\(entries.joined(separator: ", "))]"
        let yaml = """
            steps:
              - {id: a, request: GET /a, capture: {k: {header: Authorization}}}
              - {id: b, request: GET /b, when: {k: Bearer x}}
            """
        let archive = try HTTPArchive(Array("{\"log\": {\(log)}}".utf8))
        let explained = ArchiveExplanation(archive, try ExplanationTests.script(yaml, isRecorded: true))
        #expect(
            explained.text() == """
                #1  GET /a  step "a"
                #2  GET /b  step "b"  redacted values are not compared

                2 requests, 2 of 2 steps
                """)
    }

    @Test("a run that failed by what an archive can't show is not one that passes")
    func recordedFailures() throws {
        func explanation(_ log: String, _ entry: String) throws -> ArchiveExplanation {
            let head = "\"creator\": {\"name\": \"mockserver\"}\(log)"
            let request = #"""
                "request": {"method": "GET", "url": "http://h/a",
                 "headers": [{"name": "Authorization", "value": "(redacted, 20 bytes)"}]}
                """#
            let text = "{\"log\": {\(head), \"entries\": [{\(entry), \(request)}]}}"
            let yaml = "steps: [{id: a, request: GET /a, assert: {bearer: x}}]"
            return ArchiveExplanation(
                try HTTPArchive(Array(text.utf8)), try ExplanationTests.script(yaml, isRecorded: true))
        }
        #expect(try explanation("", #""_step": "a""#).passed)
        let failed = try explanation("", #""_step": "a", "_failure": "assertion""#)
        #expect(!failed.passed)
        #expect(failed.judgement == .failed)
        #expect(failed.rows.map(\.notes) == [["assertion in the recorded run; redacted values are not compared"]])
        #expect(try !explanation("", #""_step": "b""#).passed)
        let broken = try explanation(", \"_bad_requests\": 2", #""_step": "a""#)
        #expect(!broken.passed)
        #expect(
            broken.text() == """
                #1  GET /a  step "a"  redacted values are not compared

                1 request, 1 of 1 step
                bad_request: 2 requests broke HTTP, without an entry in the archive
                """)
        #expect(broken.jsonText.contains("\"bad_request: 2 requests broke HTTP, without an entry in the archive\""))
    }

    @Test("a failure that the requests alone need not show again is not decided", arguments: FailureKind.allCases)
    func unshown(_ kind: FailureKind) throws {
        let name = kind.rawValue
        func explained(_ members: String, entry: String = "", authorization: String? = nil) throws -> ArchiveExplanation
        {
            let fields = authorization.map { #"{"name": "Authorization", "value": "\#($0)"}"# } ?? ""
            let entry =
                #"{"_number": 1\#(entry), "_step": "a", "request": {"method": "GET", "url": "http://h/a", "headers": [\#(fields)]}}"#
            let log = #""creator": {"name": "mockserver"}\#(members), "entries": [\#(entry)]"#
            let condition = authorization == nil ? "/a" : "{path: /a, bearer: x}"
            return ArchiveExplanation(
                try HTTPArchive(Array("{\"log\": {\(log)}}".utf8)),
                try ExplanationTests.script("steps: [{id: a, request: \(condition)}]", isRecorded: true))
        }
        func failure(_ requests: String) -> String {
            #", "_failures": [{"kind": "\#(name)", "title": "x", "text": "x", "requests": [\#(requests)]}]"#
        }
        let isUnshown = [.client, .holdTimeout, .template, .unsendable, .interval, .maxInFlight].contains(kind)
        let note = "not decided: \(name) in the recorded run, which is not checked here"
        for explanation in try [
            explained(failure(#"{"number": 1}"#)), explained("", entry: #", "_failure": "\#(name)""#),
            explained(failure("")), explained(failure(#"{"number": 2}"#)),
        ] {
            #expect(explanation.judgement == (isUnshown ? .undecided : .passed), "\(explanation.text())")
            #expect(explanation.text().contains(note) == isUnshown, "\(explanation.text())")
            #expect(explanation.jsonText.contains(note) == isUnshown)
        }
        if isUnshown {
            let explanation = try explained(failure(#"{"number": 1}"#), authorization: "(redacted, 8 bytes)")
            #expect(explanation.judgement == .undecided)
            #expect(explanation.text().contains("redacted values are not compared; \(note)"), "\(explanation.text())")
        }
    }

    @Test(
        "a run of another scenario that failed is not decided, and does not hide that a run fails",
        arguments: [
            #""_bad_requests": 1"#, #""_failures": [{"kind": "unmet", "title": "x", "text": "x"}]"#,
            #""comment": "failed: Other (1 request, ended after 1s)""#, #""comment": "passed: Other (1 request)""#,
        ])
    func failedOther(_ members: String) throws {
        for target in ["a", "b"] {
            let pages = #"{"id": "run 1", "title": "T"}, {"id": "run 2", "title": "Other", \#(members)}"#
            let entry = #"{"pageref": "run 1", "request": {"method": "GET", "url": "http://h/\#(target)"}}"#
            let log = #""creator": {"name": "mockserver"}, "pages": [\#(pages)], "entries": [\#(entry)]"#
            let archive = try HTTPArchive(Array("{\"log\": {\(log)}}".utf8))
            let script = try ExplanationTests.script("name: T\nsteps: [{id: a, request: GET /a}]", isRecorded: true)
            let (runs, leftOut) = archive.runs(of: script.scenario)
            let explained = runs.map { ArchiveExplanation($0, script) }
            let isDecided = members.contains("passed")
            #expect(
                explained.judgement(leftOut: leftOut) == (target == "b" ? .failed : isDecided ? .passed : .undecided))
            let words = isDecided ? "left out" : "not decided: failed, and left out"
            let note = "\(words), because they played scenarios of other names: run 2"
            #expect(explained.text(leftOut: leftOut).hasSuffix("\n\(note)"), "\(explained.text(leftOut: leftOut))")
            let json = try JSON(parsing: Array(explained.jsonText(leftOut: leftOut).utf8))
            #expect(json["passed"] == .bool(target == "a" && isDecided))
            #expect(json["decided"] == (target == "b" || isDecided ? nil : false) && json["notes"] == [.string(note)])
        }
    }

    @Test("what is left out is counted")
    func leftOut() throws {
        let entries = ["ws://h/s", "data:,x", "http://h/a"].map {
            "{\"request\": {\"method\": \"GET\", \"url\": \"\($0)\"}}"
        }
        let text = "{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}"
        let explained = ArchiveExplanation(
            try HTTPArchive(Array(text.utf8)), try ExplanationTests.script("steps: [{id: a, request: GET /a}]"))
        #expect(explained.passed)
        #expect(
            explained.text() == """
                #1  GET /a  step "a"

                1 request, 1 of 1 step
                not HTTP, and left out: 2 requests (data:, ws:)
                """)
    }

    @Test("each session is a run of its own, without what names it in its paths")
    func sessions() throws {
        func entry(_ session: String, _ target: String) -> String {
            #"""
            {"pageref": "session \#(session)", "_number": 1,
             "request": {"method": "GET", "url": "http://h:1/s/\#(session)\#(target)", "httpVersion": "HTTP/1.1"}}
            """#
        }
        let pages = [("abc", "T"), ("def", "T"), ("ghi", "Other")].map {
            #"""
            {"id": "session \#($0)", "title": "\#($1)", "_session": "\#($0)",
             "comment": "passed: \#($1) (1 request, 1 of 1 step, seed 9)"}
            """#
        }
        let entries = [entry("abc", "/a?b=1"), entry("def", ""), entry("ghi", "/x")]
        let log =
            #""creator": {"name": "mockserver"}, "pages": [\#(pages.joined(separator: ", "))], "#
            + #""entries": [\#(entries.joined(separator: ", "))]"#
        let archive = try HTTPArchive(Array("{\"log\": {\(log)}}".utf8))
        let script = try ExplanationTests.script("name: T\nsteps: [{id: a, request: GET /a}]", isRecorded: true)
        let (runs, leftOut) = archive.runs(of: script.scenario)
        #expect(runs.map(\.serverURL) == ["http://h:1/s/abc", "http://h:1/s/def"])
        #expect(runs.map(\.seed) == [9, 9])
        let explained = runs.map { ArchiveExplanation($0, script) }
        #expect(explained.judgement(leftOut: leftOut) == .failed)
        #expect(
            explained.text(leftOut: leftOut) == """
                session abc
                #1  GET /a?b=1  step "a"

                1 request, 1 of 1 step

                session def
                #1  GET /  unmatched  no step has a path like it, at s.yaml:3:1

                s.yaml:3:10: error: step "a": 0 requests, expected exactly 1
                3 | steps: [{id: a, request: GET /a}]
                  |          ^ waiting for GET /a; last was #1 GET /, 501

                1 request, 0 of 1 step

                failed: 1 of 2 runs: session def
                left out, because they played scenarios of other names: session ghi
                """)
        let json = try JSON(parsing: Array(explained.jsonText(leftOut: leftOut).utf8))
        #expect(
            json["passed"] == false && json["runs"]?[0]?["passed"] == true && json["runs"]?[1]?["run"] == "session def")
        // A scenario of another name is played by all of them.
        let other = try ExplanationTests.script("name: U\nsteps: [{id: a, request: GET /a}]")
        #expect(archive.runs(of: other.scenario).runs.count == 3)
    }

    /// What the explanation of a run says that `yaml` plays, with that request.
    func recorded(_ yaml: String, _ requests: Request..., journal: Int = 1 << 20) throws -> (
        ArchiveExplanation, Verdict
    ) {
        var options = ScenarioRun.Options()
        options.journalLimit = journal
        let run = try scenarioRun(yaml, options)
        for request in requests { run.play(request) }
        let report = RunReport(run, address: "127.0.0.1:1")
        let archive = try HTTPArchive(report.bytes(as: .har))
        var inputs = Script.Environment(seed: 7, serverURL: "", start: WallClockTime(nanoseconds: 0))
        inputs.isRecorded = true
        return (ArchiveExplanation(archive, Script(report.scenario, inputs)), report.verdict)
    }

    @Test(
        "what a body decides that was cut is not decided, neither a failure nor passed",
        arguments: [
            ("steps: [{request: /a, assert: {json: {n: 1}}}]", .undecided),
            ("steps: [{request: {path: /a, text: {contains: x}}}]", .undecided),
            ("steps: [{request: /a, assert: {not: {form: {a: b}}}}]", .undecided),
            ("steps: [{request: /a, assert: {body: {sha256: '\(String(repeating: "a", count: 64))'}}}]", .undecided),
            ("steps: [{request: /a, capture: {n: {json: $.n}}}]", .undecided),
            ("steps: [{request: /a, set: {n: '{{request.json.n}}'}}]", .undecided),
            ("stubs: [{request: {path: /a, json: {n: 1}}, never: true}, {request: /a}]", .undecided),
            ("stubs: [{request: /a}]\nexpect: [{request: {path: /a, json: {n: 1}}, never: true}]", .undecided),
            ("steps: [{request: /a}]", .passed),
            ("steps: [{request: /a, assert: {headers: {X: y}, json: {n: 1}}}]", .failed),
            ("steps: [{request: /b}]", .failed),
        ] as [(String, ArchiveExplanation.Judgement)])
    func cutBodies(_ yaml: String, _ judgement: ArchiveExplanation.Judgement) throws {
        let body = Array("{\"n\": 1, \"rest\": \"\(String(repeating: "x", count: 20_000))\"}".utf8)
        let entry = #"""
            {"request": {"method": "POST", "url": "http://h/a", "bodySize": \#(body.count), "postData": {
             "mimeType": "application/json", "text": "{\"n\":", "comment": "only the beginning of the body is kept"}}}
            """#
        let archive = try HTTPArchive(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8))
        let explained = ArchiveExplanation(archive, try ExplanationTests.script(yaml, isRecorded: true))
        #expect(explained.judgement == judgement, "\(explained.text())")
        let isNoted = explained.text().contains("not decided: the archive has only the beginning of its body")
        #expect(isNoted == (judgement == .undecided), "\(explained.text())")
        if judgement == .undecided {
            #expect(explained.rows[0].failures.isEmpty && explained.jsonText.contains("\"decided\": false"))
        }
    }

    @Test(
        "a body that the archive lacks is there if its size is stated; else that is not decided either",
        arguments: [
            (#""bodySize": 12"#, .failed), (#""bodySize": 0"#, .passed), (#""postData": {"text": ""}"#, .passed),
            (#""bodySize": 12, "postData": {"text": null}"#, .failed),
            (#""postData": {"mimeType": "a/b"}"#, .undecided),
            (#""bodySize": -1, "headers": [{"name": "Transfer-Encoding", "value": "chunked"}]"#, .undecided),
        ] as [(String, ArchiveExplanation.Judgement)])
    func presence(_ members: String, _ judgement: ArchiveExplanation.Judgement) throws {
        let entry = #"{"request": {"method": "POST", "url": "http://h/a", \#(members)}}"#
        let archive = try HTTPArchive(Array(#"{"log": {"entries": [\#(entry)]}}"#.utf8))
        let yaml = "steps: [{request: /a, assert: {body: {empty: true}}}]"
        let explained = ArchiveExplanation(archive, try ExplanationTests.script(yaml, isRecorded: true))
        #expect(explained.judgement == judgement, "\(explained.text())")
    }

    @Test("failures that a run recorded are listed where the archive lacks what decides, and so are broken requests")
    func recordedTexts() throws {
        let large = Array("{\"n\": 2, \"rest\": \"\(String(repeating: "x", count: 40_000))\"}".utf8)
        for (yaml, request, journal) in [
            ("steps: [{request: /a, assert: {json: {n: 1}}}]", request("POST", "/a", body: large), 8_192),
            (
                "steps: [{request: /a, assert: {bearer: right}}]",
                request("GET", "/a", [("Authorization", "Bearer wrong")]), 1 << 20
            ),
        ] {
            let (explained, verdict) = try recorded(yaml, request, journal: journal)
            #expect(explained.judgement == .failed && verdict.failures.count == 1)
            let title = try #require(verdict.failures.first?.title)
            let short = title.trimmingPrefix("step 1: ")
            #expect(explained.text().contains("  \(short), at run.yaml:2:"), "\(explained.text())")
            let json = try JSON(parsing: Array(explained.jsonText.utf8))
            #expect(json["requests"]?[0]?["failures"]?[0]?["title"] == .string(title))
        }
        let report = try Specimen.failed.report()
        let archive = try HTTPArchive(report.bytes(as: .har))
        let explained = ArchiveExplanation(
            archive,
            Script(
                report.scenario,
                Script.Environment(seed: 7, serverURL: "", start: WallClockTime(nanoseconds: 0))))
        let broken = try #require(report.verdict.failures.first { $0.kind == .badRequest })
        #expect(explained.text().contains(broken.text()))
        let json = try JSON(parsing: Array(explained.jsonText.utf8))
        #expect(json["failures"]?[explained.failuresAtEnd.count]?["title"] == .string(broken.title))
    }

    @Test("connections are not counted if requests that broke HTTP had some of them", arguments: [0, 1])
    func connectionsOfBadRequests(bad: Int) throws {
        let entry = #"{"_number": 1, "connection": "1", "request": {"method": "GET", "url": "http://h/a"}}"#
        let log = #""creator": {"name": "mockserver"}, "_bad_requests": \#(bad), "entries": [\#(entry)]"#
        let archive = try HTTPArchive(Array("{\"log\": {\(log)}}".utf8))
        let yaml = "stubs: [{request: /a}]\nexpect: [{connections: 2}, {request: /b}]"
        let explained = ArchiveExplanation(archive, try ExplanationTests.script(yaml, isRecorded: true))
        #expect(explained.judgement == .failed)
        #expect(explained.failuresAtEnd.count == (bad > 0 ? 1 : 2), "\(explained.text())")
    }

    @Test("a run of which the archive lacks requests is not decided")
    func missingEntries() throws {
        let entry = #"{"_number": 3, "request": {"method": "GET", "url": "http://h/a"}}"#
        let log = #""creator": {"name": "mockserver"}, "entries": [\#(entry)]"#
        let archive = try HTTPArchive(Array("{\"log\": {\(log)}}".utf8))
        let explained = ArchiveExplanation(
            archive, try ExplanationTests.script("steps: [{request: /b}, {request: /a}]", isRecorded: true))
        #expect(explained.judgement == .undecided)
        #expect(
            explained.text().hasSuffix(
                "\nnot decided: 2 requests that the journal had no room for, without an entry in the archive"))
    }

    @Test("of a run that a reload ended, what it had not reached is not a failure")
    func cutShort() throws {
        let yaml = """
            name: "Cut (a, ended after 1s)"
            steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
            expect: [{request: GET /c}]
            """
        for isCutShort in [true, false] {
            let run = try scenarioRun(yaml)
            run.play(request("GET", "/a"))
            if isCutShort { run.cutShort() }
            let report = RunReport(run, address: "127.0.0.1:1")
            let archive = try HTTPArchive(report.bytes(as: .har))
            #expect(archive.isCutShort == isCutShort && archive.timeout == nil)
            let explained = ArchiveExplanation(
                archive,
                Script(
                    report.scenario,
                    Script.Environment(seed: 7, serverURL: "", start: WallClockTime(nanoseconds: 0))))
            #expect(explained.passed == isCutShort && report.verdict.passed == isCutShort, "\(explained.text())")
            #expect(
                explained.text().hasSuffix(
                    "\n1 request, 1 of 2 steps\nended by a reload: what the recorded run had not reached is not a failure"
                )
                    == isCutShort, "\(explained.text())")
        }
    }
}
