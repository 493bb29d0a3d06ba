import Dispatch
import HTTPMessage
import Locking
import MockRuntime
import Playback
import Scenarios
import Testing

@Suite struct ScenarioRunTests {
    @Test("requests that arrive on many threads at once have distinct counts, and none is lost")
    func concurrency() throws {
        let run = try scenarioRun(
            """
            steps:
              - {id: a, request: GET /a, times: 2000, response: {text: "{{count}}"}}
              - {id: b, request: GET /b}
            """)
        let counts = LockedCounts()
        DispatchQueue.concurrentPerform(iterations: 2_100) { index in
            let (id, player) = run.arrived(request("GET", "/a", connection: index + 1))
            let response = player.response()
            if response.head?.status == 200 { counts.add(Int(response.body) ?? -1) }
            run.answered(id)
        }
        #expect(counts.sorted == Array(1...2_000))
        #expect(
            run.verdict.failures.map(\.summary) == [
                "step \"a\": 2100 requests, expected exactly 2000", "step \"b\": 0 requests, expected exactly 1",
            ])
        #expect(run.activity.unanswered == 0)
    }

    @Test("who waits is called once, when what it waits for holds")
    func waiting() throws {
        let run = try scenarioRun("steps: [{id: a, request: GET /a, times: 2}]")
        let calls = LockedCounts()
        #expect(run.notify(when: .answered) { calls.add(0) } == nil)
        let second = run.notify(when: .step("a", count: 2)) { calls.add(1) }
        let complete = run.notify(when: .complete) { calls.add(2) }
        let never = try #require(run.notify(when: .step("nobody", count: 0)) { calls.add(3) })
        #expect(calls.sorted == [0])
        let first = run.arrived(request("GET", "/a")).id
        run.answered(first)
        #expect(calls.sorted == [0])
        let last = run.arrived(request("GET", "/a", exchange: 2)).id
        #expect(calls.sorted == [0, 1])
        run.answered(last)
        #expect(calls.sorted == [0, 1, 2])
        #expect(second.map { run.cancel($0) } == false && complete.map { run.cancel($0) } == false)
        #expect(run.cancel(never))
        #expect(!run.cancel(never))
    }

    struct Unrenderable: Sendable, CustomTestStringConvertible {
        let name: String
        let step: String
        let kind: String
        let line: String
        var testDescription: String { name }

        init(_ name: String, _ step: String, _ kind: String, _ line: String) {
            self.name = name
            self.step = step
            self.kind = kind
            self.line = line
        }
    }

    static let unrenderable = [
        Unrenderable(
            "the body", "response: {text: \"x {{request.query.q}}\"}", "template",
            "run.yaml:4:25: error: step \"a\": the request has no query parameter q"),
        Unrenderable(
            "a header", "response: {headers: {X: \"{{request.query.q}}\"}}", "template",
            "run.yaml:4:30: error: step \"a\": the request has no query parameter q"),
        Unrenderable(
            "the status", "response: {status: \"{{request.query.q}}\"}", "template",
            "run.yaml:4:25: error: step \"a\": the request has no query parameter q"),
        Unrenderable(
            "a status that is none", "response: {status: \"{{request.method}}\"}", "template",
            "run.yaml:4:24: error: step \"a\": the status is \"GET\", not a number from 200 to 999"),
        Unrenderable(
            "set", "set: {v: \"{{request.query.q}}\"}", "template",
            "run.yaml:4:15: error: step \"a\": the request has no query parameter q"),
        Unrenderable(
            "assert", "assert: {query: {r: \"{{request.query.q}}\"}}", "template",
            "run.yaml:4:26: error: step \"a\": the request has no query parameter q"),
        Unrenderable(
            "a line break that a template brings into a header",
            "response: {headers: {A: b, X: \"{{request.headers.x | base64_decode}}\"}}", "unsendable",
            "run.yaml:4:35: error: step \"a\": the header `X` cannot be sent: its value holds a carriage return "
                + "(RFC 9110, section 5.5)"),
        Unrenderable(
            "a length that the body, which a template makes, has not",
            "response: {headers: {Content-Length: 5}, text: \"{{request.method}}\"}", "unsendable",
            "run.yaml:4:42: error: step \"a\": Content-Length says 5, but the body has 3 bytes"),
        Unrenderable(
            "a length that a template makes and the body has not",
            "response: {headers: {Content-Length: \"{{request.method}}\"}, text: a}", "unsendable",
            "run.yaml:4:42: error: step \"a\": Content-Length says GET, but the body has 1 byte"),
        Unrenderable(
            "a coding that a template makes and the body has not",
            "response: {headers: {Content-Encoding: \"{{request.headers.y}}\"}, text: a}", "unsendable",
            "run.yaml:4:44: error: step \"a\": Content-Encoding says gzip, but the body is not encoded so"),
        Unrenderable(
            "frames of HTTP/2", "response: {h2: {rst_stream: CANCEL}}", "unsendable",
            "run.yaml:4:16: error: step \"a\": h2 cannot be sent over HTTP/1.1, which has no frames"),
    ]

    @Test("what makes no value is answered 500 with the failure that points at it", arguments: unrenderable)
    func unmade(_ row: Unrenderable) throws {
        let run = try scenarioRun("steps:\n  - id: a\n    \(row.step)\n    request: GET /a")
        let (id, player) = run.arrived(request("GET", "/a", [("X", "YQ0KYjogYw=="), ("Y", "identity, GZIP")]))
        let response = player.response()
        #expect(response.head?.status == 500)
        #expect(response.head?.field("Mockserver-Failure") == row.kind)
        #expect(response.body.split(separator: "\n").first.map(String.init) == row.line)
        run.answered(id)
        #expect(run.verdict.failures.map { $0.text() + "\n" } == [response.body])
        #expect(run.journal.map(\.status) == [500])
        #expect(run.journal.map(\.failure?.rawValue) == [row.kind])
        #expect(run.count(ofStep: "a") == 1)
    }

    @Test("an assertion on a variable whose capture failed is answered 500, as the page says")
    func brokenAssertion() throws {
        let run = try scenarioRun(
            """
            steps:
              - {id: a, request: GET /a, capture: {v: {header: X}}}
              - {id: b, request: GET /b, assert: {headers: {Y: "{{v}}"}}, response: {text: made}}
            """)
        let first = run.arrived(request("GET", "/a"))
        #expect(first.player.response().head?.status == 200)
        run.answered(first.id)
        let second = run.arrived(request("GET", "/b", [("Y", "z")], exchange: 2))
        let response = second.player.response()
        #expect(response.head?.status == 500)
        #expect(response.head?.field("Mockserver-Failure") == "template")
        #expect(response.body.contains("{{v}} has no value"))
        run.answered(second.id)
        #expect(run.journal.map(\.status) == [200, 500])
        // It follows from the capture, and so is no second failure.
        #expect(run.verdict.failures.map(\.kind) == [.capture])
    }

    @Test("what the templates of a response make is at most 64 MiB")
    func largeResponses() throws {
        let many = String(repeating: "{{v}}", count: 70)
        let run = try scenarioRun(
            """
            vars: {v: "\(String(repeating: "x", count: 1 << 20))"}
            order: any
            steps:
              - {request: GET /text, response: {text: "\(many)"}}
              - {request: GET /json, response: {json: ["\(many)"]}}
              - {request: GET /list, response: {json: [\(many.split(separator: "}").map { "\"\($0)}}\"" }.joined(separator: ","))]}}
              - {request: GET /chunks, response: {chunks: [\(many.split(separator: "}").map { "{text: \"\($0)}}\"}" }.joined(separator: ","))]}}
              - {request: GET /header, response: {headers: {X: "\(many)"}}}
              - {request: GET /headers, response: {headers: {X: [\(many.split(separator: "}").map { "\"\($0)}}\"" }.joined(separator: ","))]}}}
            """)
        for path in ["text", "json", "list", "chunks", "header", "headers"] {
            let (id, player) = run.arrived(request("GET", "/\(path)"))
            let response = player.response()
            #expect(response.head?.status == 500, "\(path)")
            #expect(response.body.contains("the templates make more than 64 MiB"), "\(path)")
            run.answered(id)
        }
    }

    @Test(
        "a request that nothing takes and the scenario allows is allowed in the journal",
        arguments: ["", ", status: 404"])
    func allowed(response: String) throws {
        let run = try scenarioRun("stubs: [{request: GET /a}]\nunmatched: {allow: true\(response)}")
        let (id, player) = run.arrived(request("GET", "/x"))
        _ = player.response()
        run.answered(id)
        let entry = try #require(run.journal.first)
        #expect(entry.failure == nil)
        #expect(entry.timeline.isAllowed)
        #expect(entry.description.hasSuffix("   allowed"))
        #expect(run.verdict.passed)
    }

    @Test(
        "what a template makes is sent where it fits the body",
        arguments: [
            "headers: {Content-Length: 3}, text: \"{{request.method}}\"",
            "headers: {Content-Length: {text: '5'}}, text: \"{{request.method}}\"",
            "headers: {Content-Encoding: gzip}, text: \"{{'H4sI' | base64_decode}}\"",
            "headers: {Content-Length: 999, Content-Encoding: gzip, X: \"{{count}}\"}, status: 304",
        ])
    func matchesBody(response: String) throws {
        let run = try scenarioRun("steps: [{id: a, request: GET /a, response: {\(response)}}]")
        let (id, player) = run.arrived(request("GET", "/a"))
        #expect(player.response().head?.field("Mockserver-Failure") == nil)
        run.answered(id)
        #expect(run.verdict.passed)
    }

    @Test("to HEAD the headers of a body that a template makes speak of the one that GET would have")
    func head() throws {
        let run = try scenarioRun(
            "steps: [{request: HEAD /a, response: {headers: {Content-Length: 999, X: \"{{count}}\"}}}]")
        let (id, player) = run.arrived(request("HEAD", "/a"))
        #expect(player.response().head?.field("Content-Length") == "999")
        run.answered(id)
        #expect(run.verdict.passed)
    }

    @Test("a body is left out under a status of a template's that has none", arguments: [204, 205, 304])
    func noContent(status: Int) throws {
        let run = try scenarioRun("stubs: [{request: GET /a, response: {status: \"{{request.query.s}}\", text: body}}]")
        let none = run.arrived(request("GET", "/a?s=\(status)"))
        #expect(played(none.player) == ["head \(status) 0", "done"])
        #expect(none.player.response().head?.field("Content-Type") == nil)
        let some = run.arrived(request("GET", "/a?s=200"))
        #expect(played(some.player) == ["head 200 4", "body body", "done"])
    }

    @Test("a length is left out under a template's 204, but not one on purpose (RFC 9110, section 8.6)")
    func noLength() throws {
        let run = try scenarioRun(
            """
            stubs:
              - {request: GET /a, response: {status: "{{request.query.s}}", headers: {content-length: 4}, text: body}}
              - {request: GET /b, response: {status: "{{request.query.s}}", headers: {Content-Length: {text: 4}}}}
            """)
        let none = run.arrived(request("GET", "/a?s=204"))
        #expect(played(none.player) == ["head 204 0", "done"])
        #expect(none.player.response().head?.field("Content-Length") == nil)
        #expect(run.arrived(request("GET", "/a?s=200")).player.response().head?.field("Content-Length") == "4")
        #expect(run.arrived(request("GET", "/b?s=204")).player.response().head?.field("Content-Length") == "4")
        #expect(run.verdict.failures.isEmpty)
    }

    @Test("any token is a method, and its case counts", arguments: ["get", "Get", "GET"])
    func methods(sent: String) throws {
        let run = try scenarioRun("stubs: [{request: {method: [get, 'x~|'], path: /a}}]")
        #expect(run.arrived(request(sent, "/a")).player.response().head?.status == (sent == "get" ? 200 : 501))
        #expect(run.arrived(request("x~|", "/a")).player.response().head?.status == 200)
    }

    @Test("a seed that is given wins over the scenario's", arguments: [(nil, 5), (7, 7)] as [(UInt64?, UInt64)])
    func seed(given: UInt64?, used: UInt64) throws {
        func body(_ yaml: String, _ seed: UInt64?) throws -> String {
            var options = ScenarioRun.Options()
            options.seed = seed
            let run = try scenarioRun(yaml + "stubs: [{request: /, response: {text: \"{{uuid}}\"}}]", options)
            #expect(run.verdict.text().contains("seed \(used)"))
            return run.arrived(request("GET", "/")).player.response().body
        }
        #expect(try body("seed: 5\n", given) == body("name: a\n", used))
    }

    @Test(
        "unmatched is 501 unless it states a status",
        arguments: [
            ("{text: nobody}", 501), ("{headers: {A: b}}", 501), ("{allow: true}", 501),
            ("{allow: true, text: a}", 501),
            ("{status: 404, text: a}", 404), ("404", 404),
        ])
    func unmatchedStatus(unmatched: String, status: Int) throws {
        let run = try scenarioRun("stubs: [{request: /a}]\nunmatched: \(unmatched)")
        #expect(run.arrived(request("GET", "/b")).player.response().head?.status == status)
    }

    @Test("frames of HTTP/2 are sent over it")
    func sendable() throws {
        let run = try scenarioRun("steps: [{id: a, request: GET /a, response: {h2: {rst_stream: CANCEL}}}]")
        let (id, player) = run.arrived(request("GET", "/a", version: .h2))
        #expect(played(player) == ["rst_stream CANCEL"])
        run.answered(id)
        #expect(run.verdict.passed)
        #expect(run.journal.map(\.timeline.responseText) == ["rst_stream CANCEL"])
    }

    @Test("a rejected request is answered 422 with the failure, a recorded one as scripted")
    func rejected() throws {
        for (action, status) in [("reject", 422), ("record", 201)] {
            let run = try scenarioRun(
                "steps: [{id: a, request: GET /a, assert: {query: {q: 1}}, on_assert_failure: \(action), response: 201}]"
            )
            let response = run.arrived(request("GET", "/a?q=2")).player.response()
            #expect(response.head?.status == status)
            #expect(response.head?.field("Mockserver-Failure") == (action == "reject" ? "assertion" : nil))
            #expect(run.verdict.failures.map { $0.text() + "\n" } == [response.body] || action == "record")
            #expect(run.verdict.failures.count == 1)
        }
    }

    @Test("a request that nobody takes is answered 501 with the failure")
    func refused() throws {
        let run = try scenarioRun(
            """
            steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
            stubs: [{id: no, request: GET /no, never: true}]
            """)
        _ = run.arrived(request("GET", "/a"))
        for (target, kind) in [("/a", "exhausted"), ("/no", "never"), ("/x", "unmatched")] {
            let response = run.arrived(request("GET", target)).player.response()
            #expect(response.head?.status == 501)
            #expect(response.head?.field("Mockserver-Failure") == kind)
            #expect(response.head?.field("Content-Type") == "text/plain; charset=utf-8")
            #expect(run.verdict.failures.contains { $0.text() + "\n" == response.body })
        }
    }

    @Test("an unmatched response serves that kind only and says so in its header, unless it is allowed")
    func unmatched() throws {
        for allow in [false, true] {
            let run = try scenarioRun(
                """
                steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
                unmatched: {status: 404, text: "{{now(unix)}}", delay: 1s, allow: \(allow)}
                """)
            let response = run.arrived(request("GET", "/x")).player.response(at: run.clock.now())
            #expect(response.head?.status == 404)
            #expect(response.head?.field("Mockserver-Failure") == (allow ? nil : "unmatched"))
            #expect(run.arrived(request("GET", "/b")).player.response().head?.status == 501)
            #expect(run.verdict.failures.map(\.kind) == (allow ? [] : [.unmatched]) + [.outOfOrder, .unmet])
        }
    }

    @Test("a status that a template makes stands in the timeline")
    func templatedStatus() throws {
        let run = try scenarioRun("vars: {s: 404}\nsteps: [{id: a, request: GET /a, response: {status: \"{{s}}\"}}]")
        _ = run.arrived(request("GET", "/a"))
        #expect(run.journal.map(\.status) == [404])
    }

    @Test("a malformed request is a failure and asks for no answer")
    func malformed() throws {
        let run = try scenarioRun("stubs: [{request: /a}]")
        let failure = run.malformed(
            MalformedRequest(
                status: 400, reason: "bad", method: "", target: "", connection: ConnectionInfo(index: 1, exchange: 1)))
        #expect(failure?.kind == .badRequest)
        #expect(run.activity.isComplete)
        #expect(!run.verdict.passed)
    }

    @Test("a request that arrives twice under one name is answered both times")
    func twice() throws {
        let run = try scenarioRun("stubs: [{request: GET /a, response: {text: \"{{request.query.q}}\"}}]")
        for _ in 0..<2 {
            #expect(run.arrived(request("GET", "/a")).player.response().head?.status == 500)
        }
        run.answered(ExchangeID(connection: 1, exchange: 1))
        run.gone(ExchangeID(connection: 1, exchange: 1))
        run.gone(ExchangeID(connection: 9, exchange: 9))
        #expect(run.activity.unanswered == 0)
    }
}

/// Numbers collected by many threads.
final class LockedCounts: Sendable {
    private let numbers = Locked<[Int]>([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    var sorted: [Int] { numbers.withLock { $0.sorted() } }
}
