import ContentCompression
import ExactJSON
import Foundation
import HTTPMessage
import HTTPTypes
import Locking
@testable import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing
import TextCoding

@Suite("What is redacted once is redacted in all of the run's output") struct RunSecretsTests {
    private static let secret = "s3cr3t/Wert+1"
    private static let credentials = [("Authorization", "Bearer \(secret)")]

    /// A run that records responses, after it has played these requests.
    private func run(_ yaml: String, _ requests: [Request]) throws -> ScenarioRun {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun(yaml, options)
        for request in requests { run.play(request) }
        return run
    }

    /// All texts of an entry.
    private func text(of entry: JournalEntry) -> String {
        func text(_ fields: Fields) -> String {
            fields.lines.indices.map {
                String(decoding: fields.name(at: $0) + [0x3A] + fields.value(at: $0), as: UTF8.self)
            }.joined(separator: "\n")
        }
        let (request, response) = (entry.request, entry.response)
        return [
            request.target, request.path, request.query ?? "", request.host, text(request.fields), request.text,
            text(request.trailerFields), entry.timeline.requestText, response.map { text($0.fields) } ?? "",
            response.map { String(decoding: $0.body, as: UTF8.self) } ?? "",
            response.map { text($0.trailerFields) } ?? "", response?.reason ?? "",
            response?.informational.map { text($0.fields) }.joined() ?? "",
        ].joined(separator: "\n")
    }

    static let echoes = [
        "text: '{{token}}'",
        "json: { token: '{{token}}', list: ['a {{token}} b'] }",
        "headers: { X-Echo: 'it is {{token}}' }",
        "headers: { Location: '/next?t={{token}}' }",
        "headers: { Location: '/next?t={{token | url}}' }",
        "text: '{{token | url | url}}'",
        "trailers: { X-Echo: '{{token}}' }",
        "informational: [{ status: 103, headers: { Link: '</{{token}}>' } }]",
        "text: '{{token | base64}}'", "text: '{{token | base64url}}'", "text: '{{token | hex}}'",
        "text: '{{token | upper}}'", "text: '{{token | lower}}'", "text: '{{token | upper | url}}'",
        "text: '{{token | lower | url | url}}'", "text: '{{token | url | url | url}}'",
        "chunks: [{ text: 'a{{token}}' }, { text: b }]",
        "events: [{ data: '{{token}}' }]",
        "raw: \"HTTP/1.1 200 OK\\r\\nX: {{token}}\\r\\n\\r\\n\"",
        "{ text: '{{token}}', encoding: gzip }",
    ]

    @Test("a response that echoes the credentials", arguments: echoes) func echo(_ response: String) throws {
        let body = response.hasPrefix("{") ? response : "{ \(response) }"
        let run = try run(
            "stubs: [{ request: /, capture: { token: { header: Authorization, matches: 'Bearer (.+)' } }, response: \(body) }]",
            [request("GET", "/", Self.credentials)])
        let text = try text(of: #require(run.journal.first))
        #expect(text.contains("(redacted, "))
        for spelling in [
            Self.secret, Percent.encode(Self.secret), Base64.encode(Self.secret.utf8), Hex.encode(Self.secret.utf8),
            Self.secret.uppercased(), Self.secret.lowercased(), Percent.encode(Self.secret.uppercased()),
            Percent.encode(Percent.encode(Self.secret.lowercased())),
            Percent.encode(Percent.encode(Percent.encode(Self.secret))),
        ] {
            #expect(!text.contains(spelling), "\(text)")
        }
        // gzip begins with these bytes.
        #expect(!(run.journal.first?.response?.body.starts(with: [0x1F, 0x8B]) ?? true))
    }

    static let spellings = [
        "s3cr3t%2fWert+1", "s3cr3t/Wert%2B1", "%733cr3t%2FWert%2b1", "s3cr3t%252fWert+%31", #""s3cr3t\/Wert\u002b1""#,
        #""\u00733cr3t\u002FWert\u002B1""#, #"{"k":"{\"l\":\"s3cr3t\\/Wert\\u002b1\"}"}"#,
        "7333637233742F576572742b31", "czNjcjN0L1dlcnQrMQ%3d%3D",
    ]

    @Test("a body that spells the credentials in ways that no single encoder does", arguments: spellings)
    func spelling(_ body: String) throws {
        let run = try run(
            "stubs: [request: /]",
            [
                request("POST", "/", body: "<\(body)>"), request("GET", "/", Self.credentials, exchange: 2),
                request("GET", "/?x=\(body.filter { $0 != "\"" })", exchange: 3),
            ])
        let quote = body.hasPrefix("\"") ? "\"" : ""
        let expected =
            body.hasPrefix("{")
            ? #"<{"k":"{\"l\":\"(redacted, 13 bytes)\"}"}>"# : "<\(quote)(redacted, 13 bytes)\(quote)>"
        #expect(run.journal[0].request.text == expected)
        #expect(run.journal[2].request.target.contains("(redacted, 13 bytes)"))
    }

    @Test("a cookie whose encoding another encoder writes otherwise, and what the filter trim makes of a value")
    func otherwise() throws {
        let run = try run(
            "redact: [query.pin]\nstubs: [{ request: { path: '/{+rest}' } }]",
            [
                request("GET", "/?pin=%20trimmed-s3cr3t+", [("Cookie", "sid=s%3Aab%2Fs3cr3t")]),
                request("POST", "/a", body: "s%3Aab%2fs3cr3t s:ab/s3cr3t trimmed-s3cr3t", exchange: 2),
            ])
        #expect(
            run.journal[1].request.text
                == "(redacted, 11 bytes) (redacted, 11 bytes) (redacted, 14 bytes)")
    }

    static let wholes: [(redact: String, headers: [(String, String)], body: String, response: String)] = [
        ("$.password", [], #"{"password":"hunter2hunter2""#, "{{request.body}}"),
        ("form.pin", [("Content-Type", "multipart/form-data; boundary=x")], "pin=hunter2hunter2", "{{request.body}}"),
        (
            "$.password", [("Content-Type", "multipart/form-data; boundary=x")],
            "--x\r\nContent-Disposition: form-data; name=a\r\nContent-Type: application/json\r\n\r\n{hunter2hunter2\r\n--x--",
            "{{request.body}}"
        ),
        ("X-A", [("Cookie", "hunter2hunter2")], "", "{{request.headers.Cookie}}"),
        ("X-A", [("Cookie", "a=12345; b=67890")], "", "{{request.headers.Cookie}}"),
        ("X-A", [("Cookie", "a=hunter2hunter2; b=67890")], "", "{{request.headers.Cookie}}"),
        ("X-A", [("Authorization", "Bearer aHVudGVyMmh1bnRlcjI=")], "", "{{token | base64_decode}}"),
    ]

    @Test("what is redacted as a whole, and what a template decodes", arguments: wholes.indices)
    func whole(_ index: Int) throws {
        let row = Self.wholes[index]
        let run = try run(
            """
            redact: ['\(row.redact)']
            vars: { token: '' }
            stubs:
              - request: { path: /, headers: { Authorization: { present: true } } }
                capture: { token: { header: Authorization, matches: 'Bearer (.+)' } }
                response: { text: '\(row.response)' }
              - { request: /, response: { text: '\(row.response)' } }
            """,
            [request("POST", "/", row.headers, body: row.body)])
        let text = try text(of: #require(run.journal.first))
        #expect(text.contains("(redacted, "), "\(text)")
        for secret in ["hunter2", "12345", "67890"] { #expect(!text.contains(secret), "\(text)") }
    }

    @Test("base64 within a longer text, at each of its alignments", arguments: 0..<3) func alignment(_ before: Int)
        throws
    {
        let text = Base64.encode("\(String(repeating: "-", count: before))\(Self.secret) and more".utf8)
        let run = try run("stubs: [request: /]", [request("POST", "/", Self.credentials, body: text)])
        let body = try #require(run.journal.first).request.text
        #expect(body.contains("(redacted, 13 bytes)"))
        #expect(body != text && !body.contains(text.dropFirst(3).prefix(10)))
    }

    @Test("earlier and later requests, wherever they have the value") func others() throws {
        let run = try run(
            "stubs: [request: { path: '/{+rest}' }]",
            [
                request("GET", "/a/s3cr3tWert1/b"),
                request("GET", "/", [("Cookie", "sid=s3cr3tWert1; b=c")], exchange: 2),
                request(
                    "GET", "/c?x=s3cr3tWert1", [("X-Other", "a s3cr3tWert1")], body: #"{"s3cr3tWert1":"s3cr3tWert1"}"#,
                    exchange: 3),
            ])
        let journal = run.journal
        #expect(journal[0].request.target == "/a/(redacted, 11 bytes)/b")
        #expect(journal[0].request.path == "/a/(redacted, 11 bytes)/b")
        #expect(journal[0].timeline.requestText == "GET /a/(redacted, 11 bytes)/b")
        #expect(journal[2].request.target == "/c?x=(redacted, 11 bytes)")
        #expect(journal[2].request.text == #"{"s3cr3tWert1":"(redacted, 11 bytes)"}"#, "names of members are kept")
        #expect(
            String(decoding: journal[2].request.fields.first(named: "x-other") ?? [], as: UTF8.self)
                == "a (redacted, 11 bytes)")
    }

    @Test("a value of five bytes, and one that the scenario states, is not searched for") func notSecret() throws {
        let run = try run(
            "stubs: [request: { path: '/{+rest}' }, { request: /stated-word, response: { text: s3cr3tWert1 } }]",
            [request("GET", "/s3cr3tWert1/12345", [("Cookie", "a=12345; b=s3cr3tWert1")])])
        #expect(run.journal[0].request.target == "/s3cr3tWert1/12345")
    }

    @Test("a value that an included file states is not searched for") func included() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mockserver-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in [
            ("main.yaml", "mockserver: 1\ninclude: [common.yaml]\nstubs: [{ request: { path: '/{+rest}' } }]"),
            ("common.yaml", "mockserver: 1\nvars: { token: s3cr3tWert1 }"),
        ] {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let run = ScenarioRun(try Scenario(contentsOf: "\(folder)/main.yaml"))
        run.play(request("GET", "/s3cr3tWert1", [("Cookie", "sid=s3cr3tWert1")]))
        #expect(run.journal[0].request.target == "/s3cr3tWert1")
    }

    @Test("a value that a variable got from the environment of the run, once a client has sent it") func made() throws {
        let run = try run(
            "vars: { token: '{{uuid}}' }\nstubs: [{ request: /, response: { text: '{{token}}' } }]",
            [request("GET", "/")])
        let token = try #require(run.journal.first?.response.map { String(decoding: $0.body, as: UTF8.self) })
        #expect(token.count == 36)
        run.play(request("GET", "/", [("Authorization", "Bearer \(token)")], exchange: 2))
        #expect(run.journal.first?.response.map { String(decoding: $0.body, as: UTF8.self) } == "(redacted, 36 bytes)")
    }

    @Test("a value that stands where a method should be, unless it is a method that people know") func method() throws {
        let run = try run(
            "stubs: [request: /]",
            [
                request("GET", "/", [("Cookie", "sid=s3cr3tWert1; a=delete")]),
                request("s3cr3tWert1", "/a", exchange: 2),
                request("DELETE", "/b", exchange: 3),
            ])
        #expect(run.journal.map(\.request.method.rawValue) == ["GET", "REDACTED", "DELETE"])
        #expect(run.journal[1].timeline.requestText == "(redacted, 11 bytes) /a")
        #expect(!run.verdict.text().contains("s3cr3tWert1"), "\(run.verdict.text())")
    }

    @Test("failures of other requests, but not their own words") func failures() throws {
        let run = try run(
            """
            steps:
              - request: GET /a
                assert: { query: { x: one } }
            """,
            [
                request("GET", "/a?x=s3cr3tWert1"),
                request("GET", "/", [("Cookie", "sid=s3cr3tWert1; a=nothing; b=request")], exchange: 2),
                request("GET", "/unknown/s3cr3tWert1", exchange: 3),
            ])
        let text = run.verdict.text()
        #expect(!text.contains("s3cr3tWert1"), "\(text)")
        #expect(text.contains("nothing takes"), "\(text)")
        #expect(!run.recorded.verdict.text().contains("s3cr3tWert1"))
    }

    @Test("a request whose failure is shown after it has left the journal") func left() throws {
        var options = ScenarioRun.Options()
        options.journalLimit = 2_048
        let run = try scenarioRun("stubs: [request: /]", options)
        run.play(request("GET", "/x", [("Cookie", "sid=s3cr3tWert1")]))
        for index in 2..<50 { run.play(request("GET", "/", exchange: index)) }
        run.play(request("GET", "/s3cr3tWert1", exchange: 50))
        #expect(!run.verdict.text().contains("s3cr3tWert1"))
        #expect(run.journal.last?.request.target == "/(redacted, 11 bytes)")
    }

    static let issuedValues = [
        ("X-A", "headers: { Set-Cookie: 'sid={{v}}; Path=/' }"),
        ("X-A", "headers: { Set-Cookie: ['a=b', 'sid=\"{{v}}\"'] }"),
        ("X-A", "headers: { Location: 'http://ada:{{v}}@h/' }"),
        ("X-Key", "headers: { x-key: '{{v}}' }"),
        ("query.token", "headers: { Location: '/next?token={{v}}' }"),
        ("$.token", "json: { token: '{{v}}' }"),
        ("$..token", "chunks: [{ text: '[{\"token\": \"{{v}}' }, { text: '\"}]' }]"),
        ("$.token", "{ json: { token: '{{v}}' }, encoding: gzip }"),
        ("form.pin", "text: 'a=b&pin={{v}}'"),
        ("X-A", "trailers: { Set-Cookie: 'sid={{v}}' }"),
        ("X-A", "informational: [{ status: 103, headers: { Set-Cookie: 'sid={{v}}' } }]"),
        ("X-A", "raw: \"HTTP/1.1 200 OK\\r\\nSet-Cookie: sid={{v}}\\r\\n\\r\\n\""),
        ("X-A", "raw: \"HTTP/1.1 200 OK\\r\\nX-A: b\\r\\n {{v}}\\r\\n\\r\\n\""),
        ("X-A", "raw: \"HTTP/1.1 200 OK\\r\\nX-A:\\r\\n\\t{{v}}\\r\\n\\r\\n\""),
        ("$.token", "raw: \"HTTP/1.1 200 OK\\r\\n\\r\\n{\\\"token\\\": \\\"{{v}}\\\"}\""),
    ]

    /// The output of a run without recorded responses: after a response with a value of the client, the client uses that.
    private func output(_ redact: String, _ response: String) throws -> String {
        let lines = Locked<[String]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in lines.withLock { $0.append("\(report.entry.requestText) \(report.failures)") } }
        let body = response.hasPrefix("{") ? response : "{ \(response) }"
        let run = try scenarioRun(
            """
            redact: ['\(redact)']
            stubs:
              - { request: /login, capture: { v: { header: X-Nonce } }, response: \(body) }
              - { request: { path: '/a/{+rest}' } }
            """, options)
        run.play(request("GET", "/login", [("X-Nonce", "s3cr3tWert1")]))
        run.play(request("GET", "/a/s3cr3tWert1", exchange: 2))
        run.play(request("GET", "/b?x=s3cr3tWert1", [("X-Other", "s3cr3tWert1")], exchange: 3))
        let texts = lines.withLock { $0 }
        #expect(texts.count == 3)
        return (texts + [run.verdict.text()] + run.journal.map { text(of: $0) }).joined(separator: "\n")
    }

    @Test(
        "what the server issues where it is redacted, in all requests in which it comes back", arguments: issuedValues)
    func issued(_ redact: String, _ response: String) throws {
        let output = try self.output(redact, response)
        #expect(output.contains("GET /a/(redacted, 11 bytes)") && output.contains("GET /b?x=(redacted, 11 bytes)"))
        #expect(!output.contains("s3cr3tWert1"), "\(output)")
    }

    @Test(
        "what it issues elsewhere is not searched for, nor a body of which nothing is known",
        arguments: [
            ("X-A", "text: '{{v}}'"), ("X-A", "headers: { X-B: '{{v}}' }"), ("$.token", "json: { other: '{{v}}' }"),
            ("$.token", "text: '{{v}}'"), ("form.pin", "text: 'a=b&pen={{v}}'"),
            ("X-A", "raw: \"HTTP/1.1 200 OK\\r\\nX-B: {{v}}\\r\\n\\r\\n\""),
        ])
    func issuedElsewhere(_ redact: String, _ response: String) throws {
        let output = try self.output(redact, response)
        #expect(output.contains("GET /a/s3cr3tWert1") && !output.contains("(redacted, "), "\(output)")
    }

    @Test("what a constant response issues from a file, from its first use on") func issuedFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mockserver-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in [
            (
                "main.yaml",
                "mockserver: 1\nredact: [$.token]\nstubs: [{ request: /login, response: { file: body.json } }, "
                    + "{ request: { path: '/a/{rest}' } }]"
            ),
            ("body.json", #"{"token": "s3cr3tWert1"}"#),
        ] {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let run = ScenarioRun(try Scenario(contentsOf: "\(folder)/main.yaml"))
        for exchange in 1...2 { run.play(request("GET", "/login", exchange: exchange)) }
        run.play(request("GET", "/a/s3cr3tWert1", exchange: 3))
        #expect(run.journal.last?.request.target == "/a/(redacted, 11 bytes)")
    }

    static let credentialForms = [
        "Bearer s3cr3tWert1", "Bearer  s3cr3tWert1", "Bearer\ts3cr3tWert1", "bearer \t s3cr3tWert1 ",
        "Bearer: s3cr3tWert1",
        "Bearer:s3cr3tWert1", "Bearer Bearer s3cr3tWert1", "Bearer \"s3cr3tWert1\"", "Bearer \"s3cr3tWert1",
        "s3cr3tWert1", "\"s3cr3tWert1\"", "My-Scheme2 s3cr3tWert1", "Token token=\"s3cr3tWert1\"",
        "Token token=s3cr3tWert1, realm=x", "Token realm=\"a, b\", token = \"s3cr3t\\Wert1\"", "Bearer=s3cr3tWert1",
        "Digest username=\"ada\", uri=\"/other\", response=\"s3cr3tWert1\"",
        "Basic YWRhOnMzY3IzdFdlcnQx", "Basic YTpzM2NyM3RXZXJ0MQ==", "Basic YTpzM2NyM3RXZXJ0MQ",
        "Basic  YTpzM2NyM3RXZXJ0MQ=",
        "basic\tYTpzM2NyM3RXZXJ0MQ", "Basic \"YTpzM2NyM3RXZXJ0MQ\"", "Basic w7-_OnMzY3IzdFdlcnQx",
        "Basic w7+/OnMzY3IzdFdlcnQx", "Basic eDp5, Bearer s3cr3tWert1", "Bearer s3cr3tWert1, Basic eDp5",
    ]

    @Test("credentials in other forms than clients should write", arguments: credentialForms)
    func credentialForm(_ value: String) throws {
        for (name, redact) in [("Authorization", "X-A"), ("Proxy-Authorization", "X-A"), ("X-Key", "X-Key")] {
            let run = try scenarioRun(
                "redact: [\(redact)]\nstubs: [request: { path: '/{+rest}', query: { y: { absent: true } } }]")
            run.play(request("GET", "/s3cr3tWert1/other", [(name, value)]))
            run.play(request("GET", "/other/s3cr3tWert1?y=s3cr3tWert1", exchange: 2))
            #expect(run.journal.map(\.request.path) == ["/(redacted, 11 bytes)/other", "/other/(redacted, 11 bytes)"])
            #expect(!run.verdict.text().contains("s3cr3tWert1"), "\(run.verdict.text())")
        }
    }

    @Test("the failure of a request has none of its own credentials", arguments: credentialForms)
    func ownCredentials(_ value: String) throws {
        let run = try scenarioRun("steps: [request: { path: /a, query: { x: one } }]")
        let text = run.play(request("GET", "/a?x=s3cr3tWert1", [("Authorization", value)]))
        #expect(text.contains("x") && !text.contains("s3cr3tWert1"), "\(text)")
    }

    @Test("the log of a request, after the value is known") func log() throws {
        let lines = Locked<[String]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in lines.withLock { $0.append("\(report.entry.requestText) \(report.failures)") } }
        let run = try scenarioRun("stubs: [request: /]", options)
        run.play(request("GET", "/unknown", [("Cookie", "sid=s3cr3tWert1")]))
        run.play(request("GET", "/s3cr3tWert1", exchange: 2))
        #expect(lines.withLock { $0 }.count == 2)
        #expect(!lines.withLock { $0 }.joined().contains("s3cr3tWert1"))
    }

    @Test("the log of a request that nothing fails, from its own values on", arguments: [1, 20_000])
    func passing(_ bodySize: Int) throws {
        let lines = Locked<[String]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in lines.withLock { $0.append(report.entry.requestText) } }
        let run = try scenarioRun("redact: [$.pin]\nstubs: [request: { path: '/{+rest}' }]", options)
        let body = #"{"pin":"other-s3cr3t","a":"\#(String(repeating: "b", count: bodySize))"}"#
        let asked = request(
            "POST", "/s3cr3tWert1/other-s3cr3t", [("Cookie", "sid=s3cr3tWert1")], body: body)
        switch run.decide(asked) {
        case .pending(let pending):
            #expect(pending.isDecided && bodySize > 1, "nobody waits while the values of a large request are noted")
            _ = pending.finish()
        case .made: #expect(bodySize == 1)
        }
        run.play(request("GET", "/s3cr3tWert1", exchange: 2))
        #expect(
            lines.withLock { $0 } == ["POST /(redacted, 11 bytes)/(redacted, 12 bytes)", "GET /(redacted, 11 bytes)"])
    }

    @Test(
        "the log has no user information of a URL in a query",
        arguments: [
            ("/?u=http://ada:s3cr3t@h/", "/?u=http://(redacted, 10 bytes)@h/"),
            ("/?u=http%3A%2F%2Fada%3As3cr3t%40h%2F", "/?u=(redacted, 20 bytes)"),
            ("/?u=http%253A%252F%252Fada%253As3cr3t%2540h%252F", "/?u=(redacted, 32 bytes)"),
            ("/?mail=ada%40h", "/?mail=ada%40h"),
        ])
    func userInformation(target: String, redacted: String) throws {
        let lines = Locked<[String]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in lines.withLock { $0.append(report.entry.requestText) } }
        let run = try scenarioRun("stubs: [request: /]", options)
        let (_, player) = run.arrived(request("GET", target))
        #expect(lines.withLock { $0 } == ["GET \(redacted)"])
        withExtendedLifetime(player) { #expect(!run.waitingText.contains("s3cr3t")) }
        #expect(run.waitingText.contains("GET \(redacted)"), "\(run.waitingText)")
    }

    @Test(
        "failures of requests that broke HTTP show no user information",
        arguments: [
            ("The Host `ada:s3cr3t@h` is not a host with an optional port", ""),
            ("The target of CONNECT is `ada:s3cr3t@h`, not a host and a port", "ada:s3cr3t@h"),
            ("The line `CONNECT ada:s3cr3t@h:80 HTTP/1.1` is malformed", "ada:s3cr3t@h:80"),
        ])
    func brokenAuthority(reason: String, target: String) throws {
        let run = try scenarioRun("stubs: [request: /]")
        let failure = run.malformed(
            MalformedRequest(
                status: 400, reason: reason, method: "CONNECT", target: target,
                connection: ConnectionInfo(index: 1, exchange: 1)))
        let text = "\(failure?.text() ?? "") \(run.verdict.text())"
        #expect(text.contains("(redacted, 10 bytes)@h") && !text.contains("s3cr3t"), "\(text)")
    }

    @Test("an error that names a redacted header without its value keeps the name") func namedHeader() throws {
        let run = try scenarioRun("stubs: [request: /]")
        let reason = "The field `authorization`, or its value, is not allowed"
        let failure = run.malformed(
            MalformedRequest(
                status: 400, reason: reason, method: "GET", target: "/",
                connection: ConnectionInfo(index: 1, exchange: 1)))
        #expect(failure?.text().contains(reason) ?? false)
    }

    @Test("requests that came in part, in a run that passes") func unfinished() throws {
        let run = try run("stubs: [request: /]", [request("GET", "/", [("Cookie", "sid=s3cr3tWert1")])])
        run.unfinished(
            UnfinishedRequest(
                connection: ConnectionInfo(index: 1, exchange: 2), method: "POST", target: "/s3cr3tWert1",
                text: "The client closed the connection in the body of `POST /s3cr3tWert1`."))
        for unfinished in [run.recorded.unfinishedRequests, run.unfinishedRequests] {
            #expect(unfinished.map(\.target) == ["/(redacted, 11 bytes)"])
            #expect(unfinished.allSatisfy { !$0.text.contains("s3cr3tWert1") })
        }
    }

    /// The head of a request that has a secret in its target, and in a field that is redacted.
    private static let ownHead = PartialHead(
        target: Array("/x/s3cr3tWert1".utf8)[...], fields: Fields([("Cookie", "sid=s3cr3tWert1")]))

    /// A run that has room for no further value, or for all.
    private func run(isFull: Bool, _ options: ScenarioRun.Options = ScenarioRun.Options()) throws -> ScenarioRun {
        let run = try scenarioRun("linger: 0ms\nstubs: [request: /]", options)
        for index in 0..<(isFull ? RunSecrets.limit.values : 0) {
            run.play(request("GET", "/", [("Cookie", "sid=secret-\(1_000 + index)")], exchange: index + 1))
        }
        if isFull { #expect(run.journal.count == RunSecrets.limit.values) }
        return run
    }

    @Test("a request that came in part, and whose own head redacts it", arguments: [false, true])
    func unfinishedAlone(isFull: Bool) throws {
        let told = Locked<[UnfinishedRequest]>([])
        var options = ScenarioRun.Options()
        options.onUnfinished = { request in told.withLock { $0.append(request) } }
        let run = try run(isFull: isFull, options)
        run.unfinished(
            UnfinishedRequest(
                connection: ConnectionInfo(
                    index: 2, exchange: 1, tls: TLSInfo(version: "TLSv1.3", serverName: "s3cr3tWert1.test")),
                method: "s3cr3tWert1", target: "/x/s3cr3tWert1", text: "The request `GET /x/s3cr3tWert1` was cut."),
            head: Self.ownHead)
        for unfinished in [run.recorded.unfinishedRequests, run.unfinishedRequests, told.withLock { $0 }] {
            #expect(unfinished.map(\.target) == ["/x/(redacted, 11 bytes)"])
            #expect(unfinished.map(\.method) == ["(redacted, 11 bytes)"])
            #expect(unfinished.map(\.connection.tls?.serverName) == ["(redacted, 11 bytes).test"])
            #expect(unfinished.map(\.text) == ["The request `GET /x/(redacted, 11 bytes)` was cut."])
        }
    }

    @Test("a request that has begun, and whose own head redacts it", arguments: [false, true])
    func begun(isFull: Bool) throws {
        let run = try run(isFull: isFull)
        for method in [nil, Array("POST".utf8)[...]] {
            let part = BegunRequest.Part(method: method, head: Self.ownHead)
            #expect(run.receives(BegunRequest(onConnection: 2, stream: 0, part: part), true))
            for verdict in [run.verdict, run.recorded.verdict] {
                #expect(
                    verdict.failures.map(\.remarks).joined().map { $0.contains("/x/(redacted, 11 bytes)") } == [true])
                #expect(!verdict.text().contains("s3cr3t"), "\(verdict.text())")
            }
        }
    }

    @Test("a request that has begun, and whose user information is longer than what is shown of a target")
    func begunLongUser() throws {
        let run = try run(isFull: false)
        let target = Array("http://ada:\(String(repeating: "s3cr3t", count: 100))@h/".utf8)[...]
        let part = BegunRequest.Part(method: nil, head: PartialHead(target: target, fields: Fields()))
        #expect(run.receives(BegunRequest(onConnection: 2, stream: 0, part: part), true))
        let text = run.verdict.text()
        #expect(text.contains("http://(redacted, 604 bytes)@h/") && !text.contains("s3cr3t"), "\(text)")
    }

    @Test("a request that broke HTTP, and whose own head redacts it", arguments: [false, true])
    func malformedAlone(isFull: Bool) throws {
        let lines = Locked<[String]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in lines.withLock { $0.append("\(report.entry.requestText) \(report.failures)") } }
        let run = try run(isFull: isFull, options)
        let failure = run.malformed(
            MalformedRequest(
                status: 400, reason: "The value `s3cr3tWert1` is not one.", method: "POST", target: "/x/s3cr3tWert1",
                connection: ConnectionInfo(index: 2, exchange: 1)), head: Self.ownHead)
        let text = "\(failure?.text() ?? "") \(run.verdict.text()) \(lines.withLock { $0 })"
        #expect(text.contains("/x/(redacted, 11 bytes)") && !text.contains("s3cr3t"), "\(text)")
    }

    @Test("a request that no run gets, and whose own head redacts it", arguments: [false, true])
    func undelivered(isFull: Bool) throws {
        let run = try run(isFull: isFull)
        let (entry, name) = run.undelivered(
            method: Array("GET".utf8)[...], target: Array("http://ada:s3cr3t@h/x/s3cr3tWert1?a=b".utf8)[...],
            naming: "http://ada:s3cr3t@h/s3cr3tWert1", by: "Mockserver-Session", head: Self.ownHead, isTold: false)
        #expect(entry.requestText == "GET http://(redacted, 10 bytes)@h/x/(redacted, 11 bytes)")
        #expect(name == "http://(redacted, 10 bytes)@h/(redacted, 11 bytes)")
        if !isFull { #expect(run.redactedSoFar.replacing(in: "s3cr3tWert1") == "(redacted, 11 bytes)") }
    }

    @Test("the name and the certificate in the client's TLS handshake") func handshake() throws {
        let run = try run("steps: [{ request: { path: /a, query: { x: one } } }]", [])
        let tls = TLSInfo(
            version: "TLSv1.3", serverName: "s3cr3twert1.test", applicationProtocol: "h2",
            clientSubject: "CN=s3cr3tWert1")
        let plain = request("GET", "/a", [("Authorization", "Bearer s3cr3tWert1")])
        run.play(
            Request(
                head: plain.head, body: [], trailers: Fields(),
                connection: ConnectionInfo(index: 1, exchange: 1, tls: tls)))
        let entry = try #require(run.journal.first)
        let failed = try #require(run.verdict.failures.first?.requests.first)
        for shown in [entry.request.tls, entry.timeline.connection.tls, failed.connection.tls] {
            #expect(
                shown
                    == TLSInfo(
                        version: "TLSv1.3", serverName: "(redacted, 11 bytes).test", applicationProtocol: "h2",
                        clientSubject: "CN=(redacted, 11 bytes)"))
        }
    }

    @Test("the response to a request that comes too often, which shows the one before, and what the end waits for")
    func earlier() throws {
        let run = try run(
            "steps: [{ request: { path: '/{+rest}' } }]\nstubs: [{ request: POST /login }]",
            [request("GET", "/s3cr3tWert1", [("Cookie", "sid=s3cr3tWert1")])])
        let text = run.play(request("GET", "/other", exchange: 3))
        #expect(text.contains("GET /(redacted, 11 bytes)") && !text.contains("s3cr3tWert1"), "\(text)")
        let held = run.arrived(request("GET", "/s3cr3tWert1", exchange: 4))
        #expect(run.waitingText.contains("GET /(redacted, 11 bytes)"), "\(run.waitingText)")
        #expect(!run.waitingText.contains("s3cr3tWert1"))
        run.answered(held.id)
    }

    @Test("a value that the end of a recorded body or target cuts") func cut() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        options.journalLimit = 8 << 20
        let run = try scenarioRun(
            "stubs: [{ request: { path: '/{+rest}' }, response: { text: '{{request.body}}' } }]", options)
        let size = (1 << 20) - 8
        let target = "/" + String(repeating: "a", count: 2_048 - 9) + "s3cr3tWert1"
        run.play(
            request(
                "POST", target, [("Cookie", "sid=s3cr3tWert1")],
                body: String(repeating: "b", count: size) + "s3cr3tWert1"))
        let entry = try #require(run.journal.first)
        let response = try #require(entry.response)
        #expect(response.isCut)
        #expect(String(decoding: response.body.dropFirst(size), as: UTF8.self) == "(redacted, 11 bytes)")
        #expect(!entry.timeline.requestText.contains("s3cr3t"), "\(entry.timeline.requestText.suffix(50))")
    }

    static let parts: [(response: String, headers: [(String, String)], shown: String)] = [
        ("{ text: 'a {{token}}', fault: { kind: truncate, after_bytes: 11 } }", [], "a (redacted, 11 bytes)"),
        ("{ text: 'a {{token | hex}}', fault: { kind: truncate, after_bytes: 9 } }", [], "a (redacted, 11 bytes)"),
        (
            "{ text: 'a {{token}}', fault: { kind: reset, after_bytes: 9, at: response_body } }", [],
            "a (redacted, 11 bytes)"
        ),
        ("{ text: 'a {{token}} b', ranges: auto }", [("Range", "bytes=0-8")], "a (redacted, 11 bytes)"),
        ("{ text: 'a {{token}} b', ranges: auto }", [("Range", "bytes=6-")], "(redacted, 11 bytes) b"),
        ("{ text: 'a {{token}} b', ranges: auto }", [("Range", "bytes=-9")], "(redacted, 11 bytes) b"),
        ("{ text: 'a {{token}} b', ranges: auto }", [("Range", "bytes=3-9")], "(redacted, 11 bytes)"),
        ("{ text: 'a {{token | base64}} b', ranges: auto }", [("Range", "bytes=5-14")], "(redacted, 11 bytes)"),
        // Escaped in part, and cut within an escape.
        (
            "{ text: 'a s3cr%33tW%65rt1', fault: { kind: truncate, after_bytes: 13 } }", [], "a (redacted, 11 bytes)"
        ),
        (
            #"{ text: 'a s3cr3t\u0057ert1', fault: { kind: truncate, after_bytes: 11 } }"#, [],
            "a (redacted, 11 bytes)"
        ),
        ("{ text: 'a %733cr3tW%65rt1 b', ranges: auto }", [("Range", "bytes=4-")], "(redacted, 11 bytes) b"),
    ]

    @Test("a part of a value where a fault or a range has cut the body", arguments: parts.indices)
    func part(_ index: Int) throws {
        let row = Self.parts[index]
        let run = try run(
            """
            stubs:
              - request: /
                capture: { token: { header: Authorization, matches: 'Bearer (.+)' } }
                response: \(row.response)
            """,
            [request("GET", "/", [("Authorization", "Bearer s3cr3tWert1")] + row.headers)])
        let response = try #require(run.journal.first?.response)
        #expect(String(decoding: response.body, as: UTF8.self) == row.shown)
    }

    @Test("parts of a value in several ranges") func ranges() throws {
        let run = try run(
            """
            stubs:
              - request: /
                capture: { token: { header: Authorization, matches: 'Bearer (.+)' } }
                response: { text: 'a {{token}} b', ranges: auto }
            """,
            [request("GET", "/", [("Authorization", "Bearer s3cr3tWert1"), ("Range", "bytes=0-7,7-12,11-14")])])
        let body = String(decoding: try #require(run.journal.first?.response).body, as: UTF8.self)
        #expect(body.contains("Content-Range: bytes 0-7/15\r\n\r\na (redacted, 11 bytes)\r\n--"), "\(body)")
        #expect(body.contains("Content-Range: bytes 7-12/15\r\n\r\n(redacted, 11 bytes)\r\n--"), "\(body)")
        #expect(body.contains("Content-Range: bytes 11-14/15\r\n\r\n1 b") || body.contains("t1 b"), "\(body)")
    }

    @Test("a part of a value in an upload of a range, and in gzip data that is cut") func upload() throws {
        let coded = "{ text: '{{token}}', encoding: gzip, fault: { kind: truncate, after_bytes: 20 } }"
        let run = try run(
            """
            stubs:
              - request: /gzip
                capture: { token: { header: Authorization, matches: 'Bearer (.+)' } }
                response: \(coded)
              - request: { method: PUT, path: / }
            """,
            [
                request("GET", "/gzip", [("Authorization", "Bearer s3cr3tWert1")]),
                request("PUT", "/", [("Content-Range", "bytes 10-20/80")], body: "r3tWert1 and s3cr3t", exchange: 2),
            ])
        #expect(run.journal[0].response.map { String(decoding: $0.body, as: UTF8.self) } == "(redacted, 20 bytes)")
        #expect(run.journal[1].request.text == "(redacted, 11 bytes) and (redacted, 11 bytes)")
    }

    static let codedBodies = [
        ("$.token", "application/json", #"{"token": "s3cr3tWert1"}"#),
        ("form.pin", "application/x-www-form-urlencoded", "a=b&pin=s3cr3tWert1"),
        ("X-Key", "multipart/form-data; boundary=x", "--x\r\nX-Key: s3cr3tWert1\r\n\r\na\r\n--x--\r\n"),
        ("query.a", "multipart/form-data; boundary=x", "--x\r\nAuthorization:\r\n Bearer s3cr3tWert1\r\n\r\n\r\n--x--"),
    ]

    @Test(
        "what a body with a content coding has, which is redacted whole", arguments: codedBodies,
        CompressionFormat.allCases)
    func coded(_ row: (redact: String, type: String, text: String), format: CompressionFormat) throws {
        let plain = request(
            "POST", "/", [("Content-Type", row.type), ("Content-Encoding", format == .gzip ? "gzip" : "deflate")])
        let body = Compressor.compress(Array(row.text.utf8), as: format)
        let run = try run(
            "redact: ['\(row.redact)']\nstubs: [{ request: POST / }]",
            [
                Request(head: plain.head, body: body, connection: plain.connection),
                request("GET", "/s3cr3tWert1", exchange: 2),
            ])
        #expect(run.journal[0].request.text == "(redacted, \(body.count) bytes)")
        #expect(run.journal[1].request.target == "/(redacted, 11 bytes)")
        #expect(!run.verdict.text().contains("s3cr3tWert1"))
    }

    @Test(
        "user information in the headers that have URLs",
        arguments: ["Origin", "Referer", "X-Forwarded-Host", "Location", "X-Callback-Url", "Link", "User-Agent"])
    func urls(_ name: String) throws {
        let isAuthority = name.hasSuffix("Host")
        let value = isAuthority ? "ada:s3cr3tWert1@h" : "http://ada:s3cr3tWert1@h"
        let run = try run(
            "stubs: [{ request: /, response: { text: '{{request.headers.\(name)}}' } }]",
            [request("GET", "/", [(name, value)]), request("GET", "/s3cr3tWert1", exchange: 2)])
        #expect(!run.journal.map(text(of:)).joined().contains("s3cr3t"))
        #expect(text(of: run.journal[0]).contains("(redacted, 15 bytes)@h"))
        #expect(!run.verdict.text().contains("s3cr3t"), "\(run.verdict.text())")
    }

    @Test("the fields and the filename of a part that is redacted, and a form in a part") func multipart() throws {
        let body = [
            "--x", "Content-Disposition: form-data; name=\"pin\"; filename=\"s3cr3tWert1.txt\"",
            "Content-Type: text/plain", "X-Note: other-s3cr3t", "", "third-s3cr3t",
            "--x", "Content-Disposition: form-data; name=\"form\"",
            "Content-Type: application/x-www-form-urlencoded", "", "a=b&pin=fourth-s3cr3t",
            "--x", "Content-Disposition: form-data; name=\"url\"", "Referer: http://ada:fifth-s3cr3t@h/", "", "a",
            "--x--", "",
        ].joined(separator: "\r\n")
        let secrets = ["s3cr3tWert1.txt", "other-s3cr3t", "third-s3cr3t", "fourth-s3cr3t", "fifth-s3cr3t"]
        let run = try run(
            "redact: [form.pin]\nstubs: [{ request: POST / }]",
            [
                request("POST", "/", [("Content-Type", "multipart/form-data; boundary=x")], body: body),
                request("GET", "/\(secrets.joined(separator: "/"))", exchange: 2),
            ])
        let texts = run.journal.map(text(of:)).joined() + run.verdict.text()
        for secret in secrets { #expect(!texts.contains(secret), "\(texts)") }
        #expect(
            run.journal[0].request.text
                == [
                    "--x", "Content-Disposition: form-data; name=\"pin\"; filename=\"(redacted, 15 bytes)\"",
                    "Content-Type: text/plain", "X-Note: (redacted, 12 bytes)", "", "(redacted, 12 bytes)",
                    "--x", "Content-Disposition: form-data; name=\"form\"",
                    "Content-Type: application/x-www-form-urlencoded", "", "a=b&pin=(redacted, 13 bytes)",
                    "--x", "Content-Disposition: form-data; name=\"url\"",
                    "Referer: http://(redacted, 16 bytes)@h/", "", "a", "--x--", "",
                ].joined(separator: "\r\n"))
    }

    @Test(
        "a known value, and the user information of a URL that is shortened, in what breaks HTTP",
        arguments: [
            "GET /s3cr3tWert1 HTTP/1.1 x", "GET /aaaaaaaaaaaaaaaaaaaaaaaaaaaa/s3cr3tWert1 HTTP/1.1 x",
            "GET http://ada:s3cr3tOther-and-a-very-long-password@h/ HTTP/1.1 x",
            "GET /?u=http%3A%2F%2Fada%3As3cr3tOther-and-long%40h HTTP/1.1 x",
            "ada:s3cr3tOther-and-a-very-long-password-of-many-letters@h", "Bearer s3cr3tOther",
            #"{"pin":"s3cr3tOther"}"#, "a=b&pin=s3cr3tOther",
        ])
    func broken(_ line: String) throws {
        let lines = Locked<[String]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in lines.withLock { $0.append("\(report.entry.requestText) \(report.failures)") } }
        let run = try scenarioRun("redact: [$.pin, form.pin]\nstubs: [request: /]", options)
        run.play(request("GET", "/", [("Cookie", "sid=s3cr3tWert1")]))
        let reason = "The line \(excerpt(Array(line.utf8)[...])) is not one"
        let failure = run.malformed(
            MalformedRequest(
                status: 400, reason: reason, method: "s3cr3tWert1", target: "/s3cr3tWert1",
                connection: ConnectionInfo(index: 1, exchange: 2)))
        let text = "\(failure?.text() ?? "") \(run.verdict.text()) \(run.redacted(reason)) \(lines.withLock { $0 })"
        #expect(!text.contains("s3cr3t"), "\(text)")
        #expect(text.contains("(redacted, "))
    }

    @Test("a target whose user information is longer than what is kept of it") func longUser() throws {
        let user = "ada:" + String(repeating: "s3cr3t", count: 400)
        let lines = Locked<[String]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in lines.withLock { $0.append(report.entry.requestText) } }
        let run = try scenarioRun("redact: [X-A, Authorization]\nstubs: [request: /]", options)
        run.play(request("GET", "/?u=http://\(user)@h/"))
        run.play(request("GET", "/?u=" + Percent.encode("http://\(user)@h/"), exchange: 2))
        let text = "\(lines.withLock { $0 }) \(run.verdict.text()) \(run.journal.map(text(of:)))"
        #expect(!text.contains("s3cr3t"), "\(text)")
    }

    @Test("the line of a request, its failure and its response, where there is room for no more") func homelessLine()
        throws
    {
        let lines = Locked<[String]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in lines.withLock { $0.append("\(report.entry.requestText) \(report.failures)") } }
        let run = try run(isFull: true, options)
        let cookie = ("Cookie", "sid=s3cr3tWert1")
        var shown = run.play(request("GET", "/?q=s3cr3tWert1", [cookie], exchange: 2_000))
        shown += run.play(request("GET", "/nope/s3cr3tWert1", [cookie], exchange: 2_001))
        shown += lines.withLock { $0.suffix(2).joined(separator: "\n") }
        #expect(!shown.contains("s3cr3tWert1"), "\(shown)")
        #expect(shown.contains("/nope/(redacted, 11 bytes)"))
        #expect(shown.contains("/?q=(redacted, 11 bytes)"))
    }

    @Test("a thousand values; what comes after them only within its own exchange") func limit() throws {
        let requests = (0..<1_010).map { index in
            request(
                "GET", "/?own=secret-\(1_000 + index)&other=secret-\(1_000 + (index + 5) % 1_010)",
                [("Cookie", "sid=secret-\(1_000 + index)")], exchange: index + 1)
        }
        let targets = try run("stubs: [request: /]", requests).journal.map(\.request.target)
        #expect(targets[0] == "/?own=(redacted, 11 bytes)&other=(redacted, 11 bytes)")
        #expect(targets[1_004] == "/?own=(redacted, 11 bytes)&other=secret-2009")
        #expect(targets[1_009] == "/?own=(redacted, 11 bytes)&other=(redacted, 11 bytes)")
    }
}

extension ScenarioRun {
    /// A request arrives, and its response is written. Returns the body.
    @discardableResult
    fileprivate func play(_ request: Request) -> String {
        var (id, player) = arrived(request)
        var body = ""
        while true {
            switch player.recordedNext(at: clock.now()) {
            case .bytes(let bytes): body += String(decoding: bytes, as: UTF8.self)
            case .informational, .head, .chunk, .trailers, .raw, .wait, .held: break
            case .frame, .goawayAfterEnd, .notReady, .end:
                answered(id)
                return body
            }
        }
    }
}
