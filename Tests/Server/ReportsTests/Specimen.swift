import ExactJSON
import HTTPMessage
import MockRuntime
@testable import Playback
import Reports
import Scenarios

/// Runs to make reports of.
enum Specimen: String, CaseIterable {
    /// A run without requests.
    case empty
    case passed
    /// A run of a page in a browser, which asks before it sends.
    case browser
    /// A run with everything that requests can do wrong.
    case failed
    /// A failure of every kind, with all members that it can have.
    case everyKind
    /// Characters that could break the formats.
    case nasty
    /// A run that passed, after one that failed and many that were only counted, with notes.
    case several
    /// A run with the members that few have.
    case rare
    /// A run that passed but for its time limit.
    case timedOut
    /// A server whose clients have sessions.
    case sessions

    func report() throws -> RunReport {
        switch self {
        case .empty:
            return RunReport(try scenarioRun("name: Nothing came\nstubs: [{request: GET /a}]"), address: "127.0.0.1:1")
        case .passed: return RunReport(try passed(), address: "[::1]:443")
        case .browser: return RunReport(try browser(), address: "127.0.0.1:1")
        case .failed: return RunReport(try failed(), address: "unix:/tmp/mock.sock")
        case .everyKind:
            let run = try failed()
            return RunReport(run, verdict: Self.everyKind(run.verdict, run.scenario), address: "127.0.0.1:1")
        case .nasty: return RunReport(try nasty(), address: "127.0.0.1:1")
        case .several:
            let (failed, passed) = (try failed(), try passed())
            var omitted = RunReport.OmittedRuns()
            for _ in 1...2 { omitted.count(failed.verdict) }
            for _ in 1...7 { omitted.count(passed.verdict) }
            let address = "127.0.0.1:1"
            var report = RunReport(
                passed.recorded, number: 11, address: address,
                after: [RunReport(failed.recorded, number: 3, address: address)], omitted: omitted)
            report.notes = ["The command \"npm\" ended with status 3."]
            return report
        case .rare: return RunReport(try rare(), address: "127.0.0.1:1")
        case .timedOut:
            var report = RunReport(try passed(), address: "127.0.0.1:1")
            report.end(after: "30s")
            report.notes = ["--timeout 30s ended the run; every step was complete."]
            return report
        case .sessions:
            var report = RunReport(try passed(), address: "127.0.0.1:1")
            report.sessions = [RunReport(try rare(), address: "127.0.0.1:1")]
            report.sessions[0].session = "0123456789abcdef0123456789abcdef"
            report.sessions[0].expire(after: .seconds(300))
            report.omittedSessions.count(passed: 1, failed: 2)
            report.refusedRequests = .init(count: 1, first: "GET /a", text: "1 request was refused: GET /a")
            return report
        }
    }

    private func passed() throws -> ScenarioRun {
        let run = try scenarioRun(
            """
            name: All well
            steps: [{id: a, request: POST /a, response: {status: 201, headers: {Location: /a/1}, json: {id: 1}}}]
            """, recording)
        let tls = TLSInfo(version: "TLSv1.3", serverName: "localhost", applicationProtocol: "h2")
        run.play(
            request(
                "POST", "/a?x=1&y=%20z&x=", [("content-type", "text/plain")], body: Array("hello".utf8), stream: 1,
                trailers: [("x-sum", "1")], version: .h2, tls: tls))
        return run
    }

    private func browser() throws -> ScenarioRun {
        let run = try scenarioRun("name: A page\ncors: true\nsteps: [{id: a, request: PUT /a}]", recording)
        let origin = ("Origin", "http://localhost:3000")
        run.play(request("OPTIONS", "/a", [origin, ("Access-Control-Request-Method", "PUT")]))
        run.play(request("PUT", "/a", [origin], exchange: 2))
        return run
    }

    private func failed() throws -> ScenarioRun {
        let run = try scenarioRun(
            """
            name: All that fails
            vars: {token: t}
            steps:
              - {id: a, request: GET /a, assert: {headers: {X-Token: "{{token}}", X-B: b}}}
              - {id: caught, request: POST /c, capture: {id: {json: $.id}}}
              - {id: used, request: GET /d, response: {text: "{{id}}"}}
              - {id: status, request: GET /e, response: {status: "{{token}}"}}
              - {id: line, request: "GET /f/{name}", capture: {n: {path: name}}, response: {headers: {X-Name: "{{n}}"}}}
              - {id: broken, request: GET /g, response: {fault: reset}}
              - {id: unmet, request: GET /unmet}
              - {id: behind, request: GET /behind}
            stubs:
              - {id: forbidden, request: GET /forbidden, never: true}
              - {id: stub, request: GET /stub, assert: {query: {q: 1}}}
            expect:
              - {request: GET /a, times: 3}
            """, recording)
        let targets = [
            "/a", "/a", "/behind", "/c", "/d", "/e", "/f/%0A", "/g", "/forbidden", "/stub", "/unknown?a=b",
            "/unknown?a=b",
        ]
        for (index, target) in targets.enumerated() {
            run.play(request(target == "/c" ? "POST" : "GET", target, exchange: index + 1))
        }
        _ = run.malformed(
            MalformedRequest(
                status: 400, reason: "The request line is none.", method: "", target: "",
                connection: ConnectionInfo(index: 2, exchange: 1)))
        run.unfinished(
            UnfinishedRequest(
                connection: ConnectionInfo(index: 3, exchange: 1), method: "PUT", target: "/cut", text: "It was cut."))
        _ = run.arrived(request("GET", "/stub?q=1", connection: 4))
        return run
    }

    private static func everyKind(_ verdict: Verdict, _ scenario: Scenario) -> Verdict {
        let position = scenario.steps[0].rule.position
        let origin = Failure.Difference.Origin(variable: "token", position: scenario.position)
        let difference = Failure.Difference(
            expected: [.init(value: "t", origins: [origin])], received: [.init(value: "u")])
        let failures = FailureKind.allCases.map { kind in
            var failure = Failure(
                kind, at: position, rule: "a", "\(kind.rawValue) happened", note: "a note", difference: difference,
                remarks: ["a remark"], requests: verdict.failures[0].requests, instant: Instant(nanoseconds: 1))
            failure.repeats = 2
            if kind == .unmet { failure.cause = 1 }
            return failure
        }
        return Verdict(
            scenario: verdict.scenario, failures: failures, omittedFailures: 3,
            dropped: verdict.dropped,
            requests: verdict.requests, steps: verdict.steps, completeSteps: verdict.completeSteps, seed: .max)
    }

    private func rare() throws -> ScenarioRun {
        var options = recording
        options.journalLimit = 100_000
        let run = try scenarioRun(
            """
            name: What is rare
            unmatched: {status: 404, allow: true}
            cors: {origins: ["http://localhost:3000"]}
            steps:
              - {id: first, request: GET /first}
              - id: second
                request: GET /second
                response:
                  {reason: Fine, informational: [{status: 103, headers: {L: x}}], text: a, trailers: {X-Sum: "1"}}
            stubs: [{request: GET /second}, {request: POST /large}, {request: GET /left}]
            """, options)
        run.play(request("GET", "/second"))
        run.play(
            request(
                "OPTIONS", "/first", [("Origin", "http://other.example"), ("Access-Control-Request-Method", "PUT")],
                exchange: 2))
        run.play(request("GET", "/unknown", exchange: 3))
        run.play(request("POST", "/large", body: Array(repeating: UInt8(ascii: "x"), count: 80_000), exchange: 4))
        run.play(request("GET", "/first", exchange: 5))
        let tls = TLSInfo(version: "TLSv1.3", serverName: "localhost", clientSubject: "CN=client")
        run.play(request("GET", "/second", exchange: 6, tls: tls))
        run.gone(run.arrived(request("GET", "/left", connection: 2)).id)
        return run
    }

    private func nasty() throws -> ScenarioRun {
        let run = try scenarioRun(
            #"""
            name: "<![CDATA[ & \"quotes\" ]]> \0\x1B\uFFFF\r\n\t\u2028 é 🧪"
            steps:
              - id: "<a> & ]]>"
                request: {method: POST, path: /a}
                assert: {text: "]]>\0"}
                response: {text: "\0\x1B]", headers: {Set-Cookie: "sid=1; Path=/; HttpOnly", X-B: "a\tb"}}
              - {id: long, request: POST /long, response: {text: "{{request.body}}"}}
            """#, recording)
        let bytes: [UInt8] = [0xFF, 0x00, 0x0D, 0x1B]
        run.play(
            request(
                "POST", "/a", [("X-C", "a\u{1}\u{FFFE}\"<>&"), ("Cookie", "a=1; b"), ("content-type", "x/\u{7F}")],
                body: bytes, version: .http10))
        run.play(
            request("POST", "/long", body: Array(("x" + String(repeating: "é", count: 1 << 20)).utf8), exchange: 2))
        run.play(request("GET", "/<\"é\u{1}>^`{|}?%zz&=&a=%FF#", exchange: 3))
        run.play(request("OPTIONS", "*", exchange: 4))
        run.play(request("GET", "http://other.example/x y", exchange: 5))
        return run
    }

    private var recording: ScenarioRun.Options {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        return options
    }
}
