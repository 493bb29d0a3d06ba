import ExactJSON
import HTTPMessage
import Locking
import MockRuntime
import Playback
import Scenarios
import Testing
import TextCoding

@testable import Reports

/// A secret in each location that `redact` can name, and each channel that reports on a run.
@Suite("No channel shows what the scenario redacts") struct SecretTests {
    static let scenario = """
        redact: [X-Key, query.token, form.pin, cookies.sid, $..password]
        steps:
          - id: form
            request: POST /form
            capture: { got: { query: token, matches: '([0-9]+)' }, kept: { form: pin } }
            assert:
              headers: { X-Key: a, Referer: b, Authorization: Bearer c }
              query: { token: d }
              form: { pin: e }
              cookies: { sid: f }
              target: /g
              text: h
              any_of: [{ headers: { X-Key: i } }, { query: { token: j }, form: { pin: k } }]
          - id: json
            request: PUT /json
            on_assert_failure: reject
            assert: { json: { password: a, user: { password: 1 } }, text: b }
          - { id: broken, request: PUT /broken, on_assert_failure: reject, assert: { json: { a: 1 }, text: c } }
          - id: echo
            request: GET /echo
            response:
              headers: { Location: '/next?token={{request.query.token}}', Set-Cookie: 'sid={{request.cookies.sid}}' }
              json: { password: "{{kept}}" }
          - { id: template, request: GET /template, response: { text: '{{request.query.token | number}}' } }
          - id: echoed
            request: POST /echoed/{name}
            response:
              headers: { X-Back: '{{request.path.name}}' }
              text: 'it was {{request.body}} and {{request.headers.x-other | base64}}'
        expect: [{ request: POST /form, never: true }]
        """

    /// A run whose requests have a secret in each location, and the bodies of its responses.
    private static func run() throws -> (run: ScenarioRun, bodies: String, log: String) {
        let reports = Locked<[RequestReport]>([])
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        options.onRequest = { report in reports.withLock { $0.append(report) } }
        let run = try scenarioRun(scenario, options)
        let headers = [
            ("X-Key", "SECRET-header"), ("Referer", "http://h/?token=SECRET-query"),
            ("Cookie", "a=b; sid=SECRET-cookie"),
            ("Authorization", "Bearer SECRET-credentials"),
        ]
        let tls = TLSInfo(
            version: "TLSv1.3", serverName: "SECRET-query.test", clientSubject: "CN=SECRET-header,O=SECRET-cookie")
        let json = #"{"password":"SECRET-json","user":{"password":"SECRET-user"}}"#
        let requests = [
            request(
                "POST", "/form?a=1&t%6Fken=SECRET-query", headers, body: Array("pin=SECRET-form&b=2".utf8), tls: tls),
            request("PUT", "/json?token=SECRET-query", headers, body: Array(json.utf8), exchange: 2),
            request("PUT", "/broken", body: Array(#"{"password":SECRET-json}"#.utf8), exchange: 3),
            request("GET", "/echo?token=SECRET-query", headers, exchange: 4),
            request("GET", "/template?token=SECRET-query", headers, exchange: 5),
            request("GET", "/unknown?token=SECRET-query", headers, exchange: 6, tls: tls),
            request("GET", "/form?token=SECRET-query", headers, exchange: 7),
            // What other requests have redacted.
            request(
                "POST", "/echoed/SECRET-header?other=SECRET-cookie", [("X-Other", "SECRET-credentials")],
                body: Array("SECRET-form, SECRET-json".utf8), exchange: 8),
            request("GET", "/unknown/SECRET-cookie?x=SECRET-user", [("X-Other", "SECRET-query")], exchange: 9),
        ]
        var bodies = ""
        for request in requests {
            var (id, player) = run.arrived(request)
            var isDone = false
            while !isDone {
                switch player.recordedNext(at: run.clock.now()) {
                case .head(let head, _): if player.status >= 400 { bodies += head.head.fields.description }
                case .bytes(let piece): if player.status >= 400 { bodies += String(decoding: piece, as: UTF8.self) }
                case .informational, .chunk, .trailers, .raw, .wait, .held: break
                case .frame, .goawayAfterEnd, .notReady, .end:
                    isDone = true
                }
            }
            run.answered(id)
        }
        let facts = ConnectionInfo(index: 2, exchange: 1, tls: tls)
        let failure = run.malformed(
            MalformedRequest(
                status: 400, reason: "The field line `X-Key SECRET-header` has no colon", method: "GET",
                target: "/?token=SECRET-query", connection: facts))
        bodies += failure?.text() ?? ""
        run.unfinished(
            UnfinishedRequest(
                connection: facts, method: "GET", target: "/?token=SECRET-query",
                text: "The request `GET /?token=SECRET-query` was cut."))
        run.unfinished(
            UnfinishedRequest(
                connection: facts, method: "GET", target: "/SECRET-cookie", text: "The request was cut."))
        let log = reports.withLock { $0 }.map { report in
            "\(report.entry.requestText) \(report.failures.map { $0.text() })"
        }
        return (run, bodies, log.joined(separator: "\n"))
    }

    private func check(_ text: String, _ location: SourceLocation = #_sourceLocation) {
        #expect(!text.contains("SECRET"), "\(text)", sourceLocation: location)
        #expect(!text.contains(Base64.encode("SECRET".utf8)), "\(text)", sourceLocation: location)
        #expect(text.contains("(redacted, ") || text.contains("characters"), "\(text)", sourceLocation: location)
    }

    @Test("a report", arguments: ReportFormat.allCases)
    func report(_ format: ReportFormat) throws {
        let report = RunReport(try Self.run().run, address: "127.0.0.1:1")
        check(String(decoding: report.bytes(as: format), as: UTF8.self))
    }

    @Test("the journal") func journal() throws {
        let run = try Self.run().run
        #expect(run.journal.count == 9)
        for entry in run.journal where entry.request.number != 3 {
            check(entry.json.text())
            check("\(entry.request) \(entry.timeline.requestText)")
        }
        check(run.unfinishedRequests.map { $0.json.text() }.joined())
    }

    @Test("the verdict and each failure's text, by which XCTest tells it") func verdict() throws {
        let verdict = try Self.run().run.verdict
        #expect(verdict.failures.count > 10)
        check(verdict.text())
        check(verdict.json.text())
    }

    @Test("answers of the server's own: 422, 500, 501 and 400") func responses() throws {
        let bodies = try Self.run().bodies
        for title in ["step \"json\"", "step \"broken\"", "step \"template\"", "nothing takes", "has no colon"] {
            #expect(bodies.contains(title), "\(bodies)")
        }
        check(bodies)
    }

    @Test("the log") func log() throws { check(try Self.run().log) }

    @Test(
        "an id that has a secret within a longer word is shown as the scenario has it", arguments: ReportFormat.allCases
    )
    func id(_ format: ReportFormat) throws {
        let run = try scenarioRun(
            """
            steps:
              - { id: atSECRETword, request: GET /a, assert: { query: { x: one } } }
              - { id: lastSECRETstep, request: GET /b }
            stubs: [{ id: stubSECRETword, request: POST /c, response: { text: '{{request.query.a | number}}' } }]
            """)
        // The value is short of the word, so the scenario does not state it.
        for (number, (method, target)) in [("GET", "/a"), ("POST", "/c?a=b"), ("GET", "/none")].enumerated() {
            let (id, player) = run.arrived(
                request(method, target, [("Cookie", "sid=SECRETwor; b=SECRETste")], exchange: number + 1))
            withExtendedLifetime(player) { _ = run.answered(id) }
        }
        #expect(run.waitingText.contains("lastSECRETstep") || run.waitingText.isEmpty, "\(run.waitingText)")
        let verdict = run.verdict.text()
        for id in ["atSECRETword", "lastSECRETstep", "stubSECRETword"] { #expect(verdict.contains(id), "\(verdict)") }
        let report = RunReport(run, address: "127.0.0.1:1")
        let text = String(decoding: report.bytes(as: format), as: UTF8.self)
        let marks = ["atSECRETword", "lastSECRETstep", "stubSECRETword"].reduce(text) {
            $0.replacing($1, with: "")
        }
        #expect(!marks.contains("SECRETwor") && !marks.contains("SECRETste"), "\(text)")
        #expect(
            !text.contains("at(redacted") && !text.contains("last(redacted") && !text.contains("stub(redacted"),
            "\(text)")
    }
}
