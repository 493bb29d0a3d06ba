import HTTPMessage
import MockRuntime
import Playback
@testable import Reports
import ScenarioFiles
import Scenarios
import Testing

/// HTTP archives as they are read to be explained.
@Suite struct HTTPArchiveTests {
    /// The requests of an archive with these entries: request line, version, fields and body.
    private func requests(_ entries: String) throws -> [String] {
        let archive = try HTTPArchive(Array(#"{"log": {"version": "1.2", "entries": [\#(entries)]}}"#.utf8))
        return archive.entries.enumerated().map { index, entry in
            let request = entry.request.request(on: ConnectionInfo(index: 1, exchange: index + 1))
            let head = request.head
            let fields = head.fields.lines.indices.map {
                String(decoding: head.fields.name(at: $0), as: UTF8.self) + "="
                    + String(decoding: head.fields.value(at: $0), as: UTF8.self)
            }
            return
                ([
                    String(decoding: head.method, as: UTF8.self), String(decoding: head.target, as: UTF8.self),
                    head.version.rawValue, String(decoding: head.authority, as: UTF8.self),
                ] + fields + [String(decoding: request.body, as: UTF8.self)]
                + (entry.lackOfBody.map { [$0] } ?? [])).joined(separator: " | ")
        }
    }

    @Test(
        "entries of browsers and of other tools",
        arguments: [
            (
                #"{"request": {"method": "GET", "url": "https://api.test:8443/a/b?q=%20x#top", "httpVersion": "HTTP/1.1"}}"#,
                "GET | /a/b?q=%20x | http/1.1 | api.test:8443 | Host=api.test:8443 | "
            ),
            (
                #"""
                {"request": {"method": "POST", "url": "https://api.test", "httpVersion": "h2",
                 "headers": [{"name": ":authority", "value": "api.test"}, {"name": "Content-Type", "value": "text/plain"}],
                 "postData": {"mimeType": "text/plain", "text": "hi"}}}
                """#,
                "POST | / | h2 | api.test | content-type=text/plain | content-length=2 | hi"
            ),
            (
                #"""
                {"request": {"method": "POST", "url": "http://h/", "httpVersion": "http/2.0",
                 "postData": {"mimeType": "a/b", "text": "aGk=", "encoding": "base64"}}}
                """#,
                "POST | / | h2 | h | content-length=2 | hi"
            ),
            (
                #"""
                {"request": {"method": "POST", "url": "http://h/f", "httpVersion": "HTTP/1.1",
                 "headers": [{"name": "Host", "value": "h"}], "postData": {"mimeType": "application/x-www-form-urlencoded",
                 "params": [{"name": "a b", "value": "1&2"}, {"name": "c", "value": "%C3%A9"}]}}}
                """#,
                "POST | /f | http/1.1 | h | Host=h | Content-Length=20 | a%20b=1%262&c=%C3%A9"
            ),
            (
                #"{"request": {"method": "PUT", "url": "http://h/f", "bodySize": 2048}}"#,
                "PUT | /f | http/1.1 | h | Host=h | Content-Length=2048 | (cut body, 2048 bytes) | the archive does not have its body of 2 KiB"
            ),
            (
                #"{"request": {"method": "CONNECT", "url": "http://h:443", "httpVersion": "HTTP/1.0"}}"#,
                "CONNECT | h:443 | http/1.0 | h:443 | Host=h:443 | "
            ),
            (
                #"{"request": {"method": "GET", "url": "HTTP://user:p@h/a b?q=x y|{\"<>\\^`\u0001é#top"}}"#,
                #"GET | /a%20b?q=x%20y|{"<>\^`%01%C3%A9 | http/1.1 | h | Host=h | "#
            ),
            (
                #"{"request": {"method": "OPTIONS", "url": "http://h/files/*"}}"#,
                "OPTIONS | /files/* | http/1.1 | h | Host=h | "
            ),
            (#"{"request": {"method": "OPTIONS", "url": "http://h/*"}}"#, "OPTIONS | * | http/1.1 | h | Host=h | "),
            (
                #"{"request": {"method": "OPTIONS", "url": "http://h/*", "_target": "/*"}}"#,
                "OPTIONS | /* | http/1.1 | h | Host=h | "
            ),
            (
                #"{"request": {"method": "GET", "url": "http://h/a%7Cb", "_target": "/a|b"}}"#,
                "GET | /a|b | http/1.1 | h | Host=h | "
            ),
            (
                #"""
                {"request": {"method": "GET", "url": "http://x/a?b", "_target": "http://x/a?b",
                 "headers": [{"name": "Host", "value": "h"}]}}
                """#,
                "GET | http://x/a?b | http/1.1 | x | Host=h | "
            ),
            (#"{"request": {"method": "GET", "url": "http://h_1:x/"}}"#, "GET | / | http/1.1 | h_1:x | Host=h_1:x | "),
        ])
    func entries(_ entry: String, _ expected: String) throws {
        #expect(try requests(entry) == [expected])
    }

    private static let beginning = "the archive has only the beginning of its body"
    private static let file = "the archive does not have the content of a file in its body"
    private static func none(_ size: Int? = nil) -> String {
        "the archive does not have its body" + (size.map { " of \($0) bytes" } ?? "")
    }

    @Test(
        "what an archive of a browser lacks of a body",
        arguments: [
            (5_000, 5_000, "text/plain", #"{"text": "only the first"}"#, beginning),
            (nil, 5_000, "text/plain", #"{"text": "only the first"}"#, beginning),
            (5_000, -1, "text/plain", #"{"text": "only the first"}"#, beginning),
            (3, 500, "text/plain", #"{"text": "abc"}"#, nil), (nil, 3, "text/plain", #"{"text": "abc"}"#, nil),
            (nil, -1, "text/plain", #"{"text": "abc"}"#, nil), (nil, nil, "text/plain", #"{"text": "abc"}"#, nil),
            (nil, 5, "text/plain", #"{"text": "abc", "comment": "Body is truncated"}"#, beginning),
            (5_000, -1, "text/plain", nil, none(5_000)), (5_000, 0, "text/plain", nil, none(5_000)),
            (nil, 0, "text/plain", nil, nil), (nil, -1, "text/plain", nil, nil), (0, -1, "text/plain", nil, nil),
            (100, 100, "text/plain", "{}", none(100)), (100, 100, "text/plain", #"{"text": null}"#, none(100)),
            (100, 100, "text/plain", #"{"text": "", "params": []}"#, none(100)),
            (nil, -1, "text/plain", "{}", none()), (nil, -1, "text/plain", #"{"text": null}"#, none()),
            (nil, 0, "text/plain", "{}", nil), (nil, -1, "text/plain", #"{"text": ""}"#, nil),
            (nil, 9_000, "multipart/form-data; boundary=b", #"{"params": [{"name": "f", "fileName": "a"}]}"#, file),
            (nil, -1, "multipart/form-data; boundary=b", #"{"params": [{"name": "f", "fileName": "a"}]}"#, file),
            (
                nil, 9_000, "multipart/form-data; boundary=b",
                #"{"params": [{"name": "f", "fileName": "a", "value": ""}]}"#, file
            ),
            (
                nil, -1, "multipart/form-data; boundary=b",
                #"{"params": [{"name": "f", "fileName": "a", "value": ""}]}"#, nil
            ),
            (
                130, 130, "multipart/form-data; boundary=a-long-boundary",
                #"{"params": [{"name": "f", "fileName": "a", "value": "hi"}]}"#, nil
            ),
            (7, 7, "application/x-www-form-urlencoded", #"{"params": [{"name": "a", "value": "é"}]}"#, nil),
            (70, 70, "application/x-www-form-urlencoded", #"{"params": [{"name": "a", "value": "é"}]}"#, beginning),
            // In other encodings a text has other sizes.
            (4, 4, "text/plain; charset=ISO-8859-1", #"{"text": "é€üä"}"#, nil),
            (10, 10, "text/plain; charset=utf-16", #"{"text": "abcd"}"#, nil),
            (900, 900, "text/plain; charset=utf-16", #"{"text": "abcd"}"#, beginning),
            (2, 2, "application/octet-stream", #"{"text": "aGk=", "encoding": "base64"}"#, nil),
            (9, 9, "application/octet-stream", #"{"text": "aGk=", "encoding": "base64"}"#, beginning),
        ] as [(Int?, Int?, String, String?, String?)])
    func lacks(length: Int?, size: Int?, type: String, data: String?, lack: String?) throws {
        var fields = [#"{"name": "Content-Type", "value": "\#(type)"}"#]
        if let length { fields.append(#"{"name": "content-length", "value": "\#(length)"}"#) }
        let entry = #"""
            {"request": {"method": "POST", "url": "http://h/", "headers": [\#(fields.joined(separator: ", "))]
             \#(size.map { ", \"bodySize\": \($0)" } ?? "")\#(data.map { ", \"postData\": \($0)" } ?? "")}}
            """#
        let archive = try HTTPArchive(Array(#"{"log": {"entries": [\#(entry)]}}"#.utf8))
        #expect(archive.entries.map(\.lackOfBody) == [lack])
    }

    @Test("a body in chunks that is nowhere is lacking, a decoded one is whole")
    func codings() throws {
        for (field, value, data, lack) in [
            ("Transfer-Encoding", "chunked", "", "the archive does not have its body"),
            ("Content-Encoding", "gzip", #", "postData": {"text": "{}"}"#, nil),
        ] as [(String, String, String, String?)] {
            let size = lack == nil ? 30 : -1
            let entry = #"""
                {"request": {"method": "POST", "url": "http://h/", "bodySize": \#(size),
                 "headers": [{"name": "\#(field)", "value": "\#(value)"}]\#(data)}}
                """#
            let archive = try HTTPArchive(Array(#"{"log": {"entries": [\#(entry)]}}"#.utf8))
            #expect(archive.entries.map(\.lackOfBody) == [lack])
        }
    }

    @Test("our own archives say themselves what they lack, whatever sizes redaction leaves")
    func ownSizes() throws {
        let run = try scenarioRun("redact: [$.a]\nstubs: [{request: POST /a}]")
        run.play(request("POST", "/a", body: Array("{\"a\": \"\(String(repeating: "x", count: 300))\"}".utf8)))
        let archive = try HTTPArchive(RunReport(run, address: "127.0.0.1:1").bytes(as: .har))
        #expect(archive.entries.map(\.lackOfBody) == [nil])
        #expect(archive.entries[0].request.body.count < 100)
    }

    @Test("a path of an absolute target begins behind its authority")
    func absolute() throws {
        for (target, path, query) in [
            ("http://x/a?b", "/a", "b"), ("https://x", "/", nil), ("http://x?q", "/", "q"),
            ("/x?u=http://y/", "/x", "u=http://y/"), ("*", "*", nil),
        ] as [(String, String, String?)] {
            let request = try RequestDescription(recorded: "GET", target: target, authority: "h")
            let head = request.request(on: ConnectionInfo(index: 1, exchange: 1)).head
            #expect(String(decoding: head.path, as: UTF8.self) == path, "\(target)")
            #expect(head.query.map { String(decoding: $0, as: UTF8.self) } == query, "\(target)")
        }
    }

    @Test("entries that are not HTTP are left out and counted, and the first that is names the server")
    func leftOut() throws {
        let urls = [
            "data:text/plain,hi", "ws://h/s", "WSS://h/s", "blob:http://h/1", "http://h:1/a", "chrome-extension://x/y",
            "data:,",
        ]
        let entries = urls.map { "{\"request\": {\"method\": \"GET\", \"url\": \"\($0)\"}}" }
        let archive = try HTTPArchive(
            Array("{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}".utf8))
        #expect(archive.entries.map(\.request.target) == ["/a"])
        #expect(archive.serverURL == "http://h:1")
        #expect(archive.leftOut == ["data": 2, "ws": 1, "wss": 1, "blob": 1, "chrome-extension": 1])
    }

    @Test("our own archives say what became of a request, and what broke HTTP")
    func outcomes() throws {
        let entries =
            #""entries": [{"_step": "a", "request": {"method": "GET", "url": "http://h/"}}, "#
            + #"{"_failure": "never", "request": {"method": "GET", "url": "http://h/"}}]"#
        let own = try HTTPArchive(
            Array(#"{"log": {"creator": {"name": "mockserver"}, "_bad_requests": 2, \#(entries)}}"#.utf8))
        #expect(
            own.entries.map(\.outcome) == [
                HTTPArchive.RecordedOutcome(step: "a", stub: nil, failure: nil),
                HTTPArchive.RecordedOutcome(step: nil, stub: nil, failure: .never),
            ])
        #expect(own.badRequests == 2)
        let other = try HTTPArchive(Array("{\"log\": {\(entries)}}".utf8))
        #expect(other.entries.map(\.outcome) == [nil, nil])
        #expect(other.badRequests == 0)
    }

    @Test(
        "targets that a URL can't show are those of the run",
        arguments: ["/a|b\"<>^`{}\\", "/*", "*", "http://h/a?b"])
    func targets(_ target: String) throws {
        let method = target.hasSuffix("*") ? "OPTIONS" : "GET"
        let run = try scenarioRun("name: T\nstubs: [{request: {target: {present: true}}}]")
        run.play(request(method, target))
        let archive = try HTTPArchive(RunReport(run, address: "127.0.0.1:1").bytes(as: .har))
        #expect(archive.entries.map(\.request.target) == [target])
    }

    @Test("parameters of a multipart body become its parts")
    func parts() throws {
        let found = try requests(
            #"""
            {"request": {"method": "POST", "url": "http://h/",
             "headers": [{"name": "Content-Type", "value": "multipart/form-data; boundary=XY"}],
             "postData": {"mimeType": "multipart/form-data", "params": [
               {"name": "meta", "value": "1"},
               {"name": "f", "fileName": "a.txt", "contentType": "text/plain", "value": "hi"}]}}}
            """#)
        #expect(
            found[0].hasSuffix(
                "--XY\r\nContent-Disposition: form-data; name=\"meta\"\r\n\r\n1\r\n"
                    + "--XY\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n"
                    + "Content-Type: text/plain\r\n\r\nhi\r\n--XY--\r\n"))
    }

    @Test(
        "what is not an archive, and where",
        arguments: [
            ("", "1:1 there is no JSON value, the text is empty"),
            ("{\"log\": {\n \"entries\": [1,]}}", "2:15 a comma stands before the closing ]"),
            ("[]", "1:1 this is not an HTTP archive: it has no log.entries"),
            ("{\"log\": {\"entries\": [\n {}]}}", "2:2 the entry has no request"),
            ("{\"log\": {\"entries\": [\n {\"request\": {\"url\": \"/\"}}]}}", "2:14 the request has no method"),
            ("{\"log\": {\"entries\": [\n {\"request\": {\"method\": \"GET\"}}]}}", "2:14 the request has no url"),
            (
                "{\"log\": {\"entries\": [{\"request\": {\"url\": \"/\",\n\"method\": \"Bearer abc\"}}]}}",
                "2:11 the method is not a token such as GET"
            ),
            (
                "{\"log\": {\"entries\": [{\"request\": {\"url\": \"http://h/\",\n\"method\": \"\"}}]}}",
                "2:11 the method is not a token such as GET"
            ),
            (
                "{\"log\": {\"entries\": [{\"request\": {\"method\": \"GET\",\n\"url\": \"x\"}}]}}",
                "2:8 \"x\" is not a path; a path begins with /: /x"
            ),
        ])
    func invalid(_ text: String, _ expected: String) {
        #expect {
            try HTTPArchive(Array(text.utf8))
        } throws: { error in
            guard let error = error as? HTTPArchive.Invalid else { return false }
            #expect("\(error.line):\(error.column) \(error.message)" == expected)
            return true
        }
    }

    @Test("the seed of our own archives, and the server")
    func seed() throws {
        func archive(_ comment: String, _ entries: String = "") throws -> HTTPArchive {
            let creator = #""creator": {"name": "mockserver"}"#
            return try HTTPArchive(
                Array(#"{"log": {\#(creator), "comment": "\#(comment)", "entries": [\#(entries)]}}"#.utf8))
        }
        #expect(try archive("passed: Login, seed 3 (2 requests, 2 of 2 steps, seed 7)").seed == 7)
        #expect(try archive("saved by hand, seed 7").seed == nil)
        let entry = #"{"request": {"method": "GET", "url": "http://127.0.0.1:8080/a?b"}}"#
        #expect(try archive("", entry).serverURL == "http://127.0.0.1:8080")
        #expect(try archive("").serverURL == nil)
    }

    @Test(
        "the times of archives",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-01-31T12:00:00.250Z", 1_769_860_800_250_000_000),
            ("2026-01-31T13:30:00.25+01:30", 1_769_860_800_250_000_000),
            ("2024-02-29T00:00:00-0000", 1_709_164_800_000_000_000), ("yesterday", nil), ("2026-13-01T00:00:00Z", nil),
            ("2262-04-11T23:47:16.854775807Z", .max), ("2262-04-11T23:47:16.854775808Z", nil),
            ("9999-12-31T23:59:60.9Z", nil), ("1601-01-01T00:00:00Z", nil),
        ] as [(String, Int64?)])
    func times(_ text: String, _ nanoseconds: Int64?) {
        #expect(HTTPArchive.Entry.nanoseconds(text) == nanoseconds)
    }

    @Test("times that are centuries apart, and requests that take centuries, are the last that can be told")
    func centuries() throws {
        let entries = [("1680-01-01T00:00:00Z", 999_999_999_999), ("2260-01-01T00:00:00Z", 999_999_999_999)].map {
            #"""
            {"startedDateTime": "\#($0)", "time": \#($1), "request": {"method": "GET", "url": "http://h/a"}}
            """#
        }
        let archive = try HTTPArchive(Array("{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}".utf8))
        let text = """
            mockserver: 1
            steps: [{request: GET /a, times: 2, interval: {gte: 1s}, response: {text: "{{now}}"}}]
            expect: [{request: GET /a, max_in_flight: 1}]
            """
        let script = Script(
            try Scenario(yaml: text, path: "s.yaml"),
            Script.Environment(
                seed: 7, serverURL: "", start: WallClockTime(nanoseconds: try #require(archive.start))))
        let explanation = ArchiveExplanation(archive, script)
        #expect(explanation.rows.map(\.explanation.isTaken) == [true, true])
        #expect(explanation.text().hasSuffix("2 requests, 1 of 1 step"))
        #expect(!explanation.jsonText.isEmpty)
    }

    @Test(
        "our own archives are explained as they were played", arguments: [Specimen.passed, .browser, .failed, .nasty])
    func own(_ specimen: Specimen) throws {
        let report = try specimen.report()
        let archive = try HTTPArchive(report.bytes(as: .har))
        let script = Script(
            report.scenario,
            Script.Environment(seed: 7, serverURL: "http://127.0.0.1:1", start: WallClockTime(nanoseconds: 0)))
        #expect(archive.seed == report.verdict.seed)
        #expect(archive.badRequests == report.verdict.failures.count { $0.kind == .badRequest })
        let explanation = ArchiveExplanation(archive, script)
        #expect(
            explanation.rows.map { "\($0.explanation.entry.outcome)" }
                == report.journal.map { "\($0.timeline.outcome)" })
        #expect(explanation.passed == report.verdict.passed)
    }
}
