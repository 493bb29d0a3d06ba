import Dispatch
import ExactJSON
import Foundation
import Testing

@testable import MockServerKit

@Suite("The admin API", .timeLimit(.minutes(60)))
struct AdminAPITests {
    private static let steps = """
        linger: 0ms
        steps:
          - { id: first, request: GET /a, response: { text: one } }
          - { id: second, request: GET /b, response: { text: two } }
        """

    private func ask(_ client: AdminClient, _ path: String) throws -> String {
        try Tool("curl -sS $url\(path)", client.server).output
    }

    @Test("says that the server is up, and what it plays")
    func health() throws {
        let client = try AdminClient(Self.steps)
        let response = try client.get("/health")
        #expect(response.status == 200)
        #expect(response.json["status"] == "ok")
        #expect(response.json["scenario"] == .string(client.server.scenario.name))
        #expect(response.json["url"] == .string(client.server.url.absoluteString))
        client.server.stopNow()
    }

    @Test("says no URL of a server on a Unix-domain socket")
    func healthWithoutURL() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString.prefix(8)).sock")
            .path
        let client = try AdminClient(Self.steps) { $0.unixSocketPath = path }
        let response = try client.get("/health")
        #expect(response.status == 200)
        #expect(response.json["url"] == nil)
        client.server.stopNow()
    }

    @Test("gives the verdict of an incomplete run once it has settled, before the wait is over")
    func settled() throws {
        let client = try AdminClient(Self.steps)
        _ = try ask(client, "/a")
        let response = try client.get("/verdict?settle=300s")
        #expect(response.json["complete_steps"] == 1)
        #expect(response.json["dropped_answers"] == [])
        client.server.stopNow()
    }

    @Test("plays a scenario with values for its variables, and refuses names that it lacks")
    func variables() throws {
        let client = try AdminClient(Self.steps)
        let scenario = """
            mockserver: 1
            vars: { word: one, n: 1 }
            stubs: [{ request: GET /c, response: { text: "{{word}} {{n}}" } }]
            """
        let body = "--data-binary '\(scenario)'"
        let query = "vars=%7B%22word%22:%22two%22,%22n%22:2%7D"
        #expect(try client.ask("PUT", "/scenario?\(query)", body).status == 200)
        #expect(try ask(client, "/c") == "two 2")
        let wrong = try client.ask("PUT", "/scenario?vars=%7B%22wurd%22:%22two%22%7D", body)
        #expect(wrong.status == 422)
        #expect(try ask(client, "/c") == "two 2")
        client.server.stopNow()
    }

    @Test("gives the verdict as it is, and the one that a wait is for")
    func verdict() throws {
        let client = try AdminClient(Self.steps)
        #expect(try client.get("/verdict").json["passed"] == false)
        #expect(try ask(client, "/a") + ask(client, "/b") == "onetwo")
        let response = try client.get("/verdict?wait=300s")
        #expect(response.status == 200)
        #expect(response.json["passed"] == true)
        #expect(response.json["complete_steps"] == 2)
        client.server.stopNow()
    }

    @Test("gives the verdict of a run that does not become complete, when the wait is over")
    func incomplete() throws {
        let client = try AdminClient(Self.steps)
        let response = try client.get("/verdict?wait=10ms")
        #expect(response.json["passed"] == false)
        #expect(response.json["failures"]?[0]?["kind"] == "unmet")
        #expect(response.json["failures"]?[0]?["step"] == "first")
        client.server.stopNow()
    }

    @Test("shows nothing of what the scenario redacts", arguments: ["/journal", "/requests?step=a", "/verdict"])
    func secrets(path: String) throws {
        let client = try AdminClient(
            """
            linger: 0ms
            redact: [X-Key, query.token, form.pin, cookies.sid, $.password]
            steps:
              - id: a
                request: POST /a
                times: 2
                assert: { headers: { X-Key: x }, query: { token: x }, form: { pin: x }, cookies: { sid: x }, text: x }
            """)
        let rest = "-b sid=SECRET-cookie -H 'X-Key: SECRET-header' --data"
        for body in ["pin=SECRET-form", #"{"password":"SECRET-json"}"#] {
            _ = try Tool("curl -sS \(rest) '\(body)' \"$url/a?token=SECRET-query\"", client.server)
        }
        let text = try client.get(path).json.text()
        #expect(!text.contains("SECRET"), "\(text)")
        #expect(text.contains("/a?token=(redacted, 12 bytes)"), "\(text)")
        client.server.stopNow()
    }

    @Test("gives it to two at once")
    func twoReaders() async throws {
        let client = try AdminClient(Self.steps)
        async let one = client.get("/verdict?wait=300s")
        async let two = client.get("/verdict?wait=300s")
        #expect(try ask(client, "/a") + ask(client, "/b") == "onetwo")
        #expect(try await [one.json["passed"], two.json["passed"]] == [true, true])
        await client.server.stop()
    }

    @Test("has the journal, and the requests of a step")
    func journal() throws {
        let client = try AdminClient(Self.steps)
        _ = try ask(client, "/a")
        let journal = try client.get("/journal")
        #expect(journal.json["journal"]?[0]?["target"] == "/a")
        #expect(journal.json["journal"]?[0]?["step"] == "first")
        let taken = try client.get("/requests?step=first&wait=1&timeout=300s")
        #expect(taken.status == 200)
        #expect(taken.json["count"] == 1)
        #expect(taken.json["requests"]?[0]?["protocol"] == "http/1.1")
        #expect(try client.get("/requests?step=second").json["count"] == 0)
        client.server.stopNow()
    }

    @Test("says what it waited for in vain")
    func tooFew() throws {
        let client = try AdminClient(Self.steps)
        let response = try client.get("/requests?step=first&wait=2&timeout=10ms")
        #expect(response.status == 504)
        guard case .string(let error)? = response.json["error"] else {
            Issue.record("no error: \(response.json)")
            return
        }
        #expect(error.hasPrefix("step \"first\" took 0 of 2 requests within 0.01 seconds\n\n"))
        client.server.stopNow()
    }

    @Test(
        "refuses what it can't do, with a sentence",
        arguments: [
            ("GET", "/verdict?wait=2", 400, "wait: a unit is needed: write 2ms or 2s."),
            ("GET", "/verdict?wait=6m", 400, "wait: 6m is too long; give at most 300.0 seconds."),
            (
                "GET", "/verdict?settle=9223372036854775807ms", 400,
                "settle: 9223372036854775807ms is too long; give at most 300.0 seconds."
            ),
            ("GET", "/requests", 400, "step: name the step whose requests are asked for; GET /journal has all."),
            ("GET", "/requests?step=x", 404, "step: the scenario has no step \"x\"; it has \"first\", \"second\"."),
            ("GET", "/requests?step=first&wait=0", 400, "wait: \"0\" is not a whole number of at least 1."),
            ("GET", "/requests?step=first&timeout=2", 400, "timeout: a unit is needed: write 2ms or 2s."),
            ("GET", "/clock?timeout=2", 400, "timeout: a unit is needed: write 2ms or 2s."),
            ("GET", "/verdict?wait=1s&settle=1s", 400, "wait, settle: give one of them; wait settles, too."),
            ("DELETE", "/journal", 405, "/journal takes GET, not DELETE."),
            (
                "PUT", "/scenario?name=a.yaml&vars=7", 400,
                "vars: write a JSON object with a value for each variable, like {\"token\": \"at-1\"}."
            ),
            (
                "PUT", "/scenario?name=a.yaml&vars=%7B%22a%22:%5B%5D%7D", 400,
                "vars: the value of \"a\" must be a string, a number, true or false."
            ),
            (
                "GET", "/clock?sleepers=1", 409,
                "the scenario's clock is real, and only a virtual one can be moved: write clock: virtual."
            ),
            (
                "PUT", "/scenario", 400,
                "Send a scenario in YAML or JSON, or name a file of the scenarios' folder: ?name=<file>."
            ),
            (
                "GET", "/", 404,
                "There is nothing at /; GET /openapi.json says what there is."
            ),
        ] as [(String, String, Int, String)])
    func refused(method: String, target: String, status: Int, error: String) throws {
        let client = try AdminClient(Self.steps)
        let response = try client.ask(method, target)
        #expect(response.status == status)
        #expect(response.json["error"] == .string(error))
        client.server.stopNow()
    }

    @Test("begins the run anew, and tells what it came to")
    func reset() throws {
        let ended = Ended()
        let client = try AdminClient(Self.steps) { $0.admin?.onEnd = { ended.add($0) } }
        _ = try ask(client, "/a")
        let response = try client.ask("POST", "/reset")
        #expect(response.json["ended"]?["complete_steps"] == 1)
        #expect(ended.verdicts.map(\.completeSteps) == [1])
        #expect(client.server.journal.isEmpty)
        #expect(try ask(client, "/a") + ask(client, "/b") == "onetwo")
        #expect(try client.get("/verdict?wait=300s").json["passed"] == true)
        client.server.stopNow()
    }

    @Test(
        "tells of a response that waits for a virtual clock what is said of it ever after, although its client leaves",
        arguments: ["answered", "cancels"], [Transport.http1, .http2])
    func unmovedClock(behavior: String, transport: Transport) async throws {
        let (ended, left) = (Ended(), AsyncStream<Int>.makeStream())
        let client = try AdminClient(
            """
            clock: virtual
            linger: 0ms
            steps:
              - { id: a, request: GET /a, client: \(behavior), response: { delay: 1h } }
              - { id: b, request: GET /b, client: \(behavior), response: { delay: 1h } }
            """
        ) { options in
            options.admin?.onEnd = { ended.add($0) }
            options.onInterruption = { left.continuation.yield($0.request.number) }
        }
        let raw = try RawClient(client.server)
        let requests =
            transport == .http1
            ? Array((get("/a") + get("/b")).utf8)
            : RawFrame.start + RawFrame.get("/a", on: 1) + RawFrame.get("/b", on: 3)
        try raw.send(requests)
        try await client.server.waitFor(step: "b", timeout: .seconds(3600))
        client.server.awaitWrites()
        let response = try client.ask("POST", "/reset")
        #expect(response.json["ended"]?["passed"] == false)
        let told = try #require(ended.verdicts.first)
        #expect(told.failures.map(\.kind) == [.client, .client])
        let time = "at the end of the run it still waited for its time"
        let order = "at the end of the run it still waited for the response before it on its connection"
        #expect(told.failures.map(\.note) == [time, transport == .http1 ? order : time])
        #expect(response.json["ended"]?["failures"] == told.json["failures"])
        raw.close()
        for await number in left.stream where number == 2 { break }
        await client.server.stop()
        let last = client.server.finalReport().earlierRuns.map(\.verdict)
        #expect(last.map { $0.failures.map { $0.text() } } == [told.failures.map { $0.text() }])
        #expect(last.map { $0.summary() } == [told.summary()])
    }

    @Test("has answers that were begun played to their end", arguments: [Transport.http1, .http2])
    func begunResponses(transport: Transport) async throws {
        let ended = Ended()
        let client = try AdminClient(
            "linger: 0ms\nsteps: [{ id: a, request: GET /a, response: { text: hello, delay: { body: 300ms } } }]"
        ) { $0.admin?.onEnd = { ended.add($0) } }
        let tool = Tool.beside("\(transport.curl) $url/a", client.server)
        try await client.server.waitFor(step: "a", timeout: .seconds(3600))
        #expect(try client.ask("POST", "/reset").json["ended"]?["requests"] == 1)
        #expect(client.server.journal.isEmpty)
        #expect(try await tool.value.output == "hello")
        let told = ended.verdicts.first
        // A slow machine may reset the run only once it is sent.
        if told?.droppedResponses.isEmpty == false {
            #expect(told?.text().contains("not answered to the end so far:\n   #1  GET /a") == true)
        }
        #expect(try client.get("/verdict").json["requests"] == 0)
        #expect(client.server.verdict.requests == 1, "of all runs")
        await client.server.stop()
    }

    @Test("a connection that outlives a run is the next one's, with its number")
    func sameConnection() throws {
        let client = try AdminClient("linger: 0ms\nsteps: [{ request: GET /a, response: { text: hello } }]")
        let raw = try RawClient(client.server)
        #expect(try raw.ask(get("/a")).status == 200)
        #expect(try client.ask("POST", "/reset").status == 200)
        #expect(try raw.ask(get("/a")).status == 200)
        #expect(client.server.journal.map(\.request.exchangeIndex) == [2])
        #expect(try client.get("/verdict?wait=300s").json["passed"] == true)
        client.server.stopNow()
    }

    @Test("passes no run that it ends while requests of it, which came meanwhile, wait for closures to judge them")
    func unjudgedMeanwhile() async throws {
        let client = try AdminClient(Self.steps, checks: [{ _ in true }, { _ in true }])
        for path in ["/a", "/b"] { _ = try ask(client, path) }
        let run = client.server.currentRun
        let ended = run.end(run.replace(by: nil))
        for verdict in [ended.verdict, ended.verdictNow] {
            #expect(verdict.failures.map(\.kind) == [.assertion])
            #expect(verdict.failures.first?.title.hasPrefix("2 requests wait for closures to judge them") == true)
        }
        // The run after it has begun no step.
        #expect(await client.server.verify(timeout: .seconds(600)).failures.map(\.kind) == [.unmet])
        client.server.stopNow()
    }

    @Test("gives no verdict, and ends no run, before the test's own process has judged its requests by closures")
    func unjudged() async throws {
        let client = try AdminClient(Self.steps, checks: [{ _ in false }])
        let other = "mockserver: 1\nname: other\nstubs: [{ request: GET /c }]"
        let error: JSON = [
            "error": .string(
                "Requests of this run wait for closures of its scenario to judge them, which only the test's own process "
                    + "does: call await server.verify() there first.")
        ]
        func openResponses() throws -> [AdminClient.Response] {
            try ["", "?wait=10ms", "?settle=300s"].map { try client.get("/verdict\($0)") }
                + [
                    client.get("/report?format=json"), client.ask("POST", "/reset"),
                    client.ask("PUT", "/scenario", "--data-binary '\(other)'"),
                ]
        }
        #expect(try client.get("/verdict").status == 200)
        _ = try ask(client, "/a")
        for response in try openResponses() {
            #expect(response.status == 409)
            #expect(response.json == error)
        }
        #expect(client.server.journal.count == 1)
        #expect(try client.get("/journal").status == 200)
        #expect(await client.server.verify(timeout: .seconds(600)).failures.map(\.kind) == [.assertion, .unmet])
        let verdict = try client.get("/verdict?settle=300s")
        #expect(verdict.json["passed"] == false)
        #expect(verdict.json["failures"]?[0]?["kind"] == "assertion")
        for response in try openResponses() { #expect(response.status == 200) }
        #expect(client.server.scenario.name == "other")
        for path in ["/verdict", "/report", "/reset", "/scenario"] {
            let routes = AdminRoute.all.filter { $0.path == path }
            #expect(routes.allSatisfy { $0.refusals[409] != nil })
        }
        await client.server.stop()
    }

    @Test("plays another scenario that is sent, in YAML or JSON")
    func replaced() throws {
        let client = try AdminClient(Self.steps)
        for body in [
            "mockserver: 1\nname: other\nstubs: [{ request: GET /c, response: { text: three } }]",
            #"{"mockserver": 1, "name": "other", "stubs": [{"request": "GET /c", "response": {"text": "three"}}]}"#,
        ] {
            let response = try client.ask("PUT", "/scenario", "--data-binary '\(body)'")
            #expect(response.status == 200)
            #expect(response.json["scenario"] == "other")
            #expect(try ask(client, "/c") == "three")
        }
        client.server.stopNow()
    }

    @Test("lists a thousand errors of a scenario, and says how many more there are")
    func manyErrors() throws {
        let client = try AdminClient(Self.steps)
        let keys = (0..<1_200).map { "stepz\($0): 1" }.joined(separator: "\n")
        let body = "mockserver: 1\nsteps: [{request: GET /a}]\n\(keys)"
        let response = try client.ask("PUT", "/scenario?name=mine.yaml", "--data-binary '\(body)'")
        #expect(response.status == 422)
        guard case .array(let listed)? = response.json["diagnostics"] else {
            Issue.record("\(response.json.text())")
            return
        }
        #expect(listed.count == 1_001)
        #expect(listed.last?["message"] == "and 200 more errors, not shown: correct these first")
        client.server.stopNow()
    }

    @Test("refuses a scenario that is broken whole, with each error, and goes on with the one before")
    func broken() throws {
        let client = try AdminClient(Self.steps)
        _ = try ask(client, "/a")
        let body = "mockserver: 1\nstepz: []\nsteps:\n  - request: nonsense"
        let response = try client.ask("PUT", "/scenario?name=mine.yaml", "--data-binary '\(body)'")
        #expect(response.status == 422)
        #expect(response.json["error"] == "The scenario has errors, so the one before stays.")
        #expect(response.json["diagnostics"]?[0]?["path"] == "mine.yaml")
        #expect(response.json["diagnostics"]?[0]?["line"] == 2)
        #expect(response.json["diagnostics"]?[1]?["line"] == 4)
        #expect(try ask(client, "/b") == "two")
        #expect(try client.get("/verdict?wait=300s").json["passed"] == true)
        client.server.stopNow()
    }

    @Test(
        "refuses a parameter that an operation does not take, and one that is given twice",
        arguments: AdminRoute.all.indices)
    func parameters(index: Int) throws {
        let route = AdminRoute.all[index]
        let client = try AdminClient("steps: [{ id: a, request: GET /a }]") { $0.sessions = .patient }
        defer { client.server.stopNow() }
        let path = route.path.replacingOccurrences(of: "{session}", with: "abcdefghijklmnopqrstuvwxyz")
            .replacingOccurrences(of: "{stub}", with: "1")
        let names = route.parameters.map(\.name)
        let start = ": \(route.method) \(route.path) has no such parameter; "
        func error(_ query: String) throws -> JSON? {
            let response = try client.send(route.method, path + query)
            #expect(response.status == 400)
            return response.json["error"]
        }
        let taken = names.isEmpty ? "it takes none." : "it takes \(names.joined(separator: ", "))."
        #expect(try error("?nonsense=1&") == .string("nonsense" + start + taken))
        for name in names {
            let slip = String(name.dropLast())
            #expect(try error("?\(slip)=2s") == .string("\(slip)\(start)did you mean \"\(name)\"?"))
            #expect(try error("?\(name)=1&\(name)=1") == .string("\(name): it is given twice; give it once."))
        }
        // None of it had an effect.
        #expect(client.server.report().number == 1 && client.server.sessions?.all.isEmpty == true)
    }

    @Test("describes itself, each thing that it does and nothing else")
    func openAPI() throws {
        let client = try AdminClient(Self.steps)
        let document = try client.get("/openapi.json").json
        #expect(document == OpenAPI.document)
        for route in AdminRoute.all {
            #expect(document["paths"]?[route.path]?[route.method.lowercased()]?["summary"] == .string(route.summary))
            // Reports have formats of their own.
            if route.response.contains("/") { continue }
            let schema = document["components"]?["schemas"]?[route.response]
            #expect(schema != nil, "\(route.response)")
        }
        client.server.stopNow()
    }

    @Test("of a server that stops ends, whatever is waited for")
    func stopping() async throws {
        let client = try AdminClient("stubs: [{ request: GET /a, response: { delay: 3600s } }]")
        let raw = try RawClient(client.server)
        try raw.send(get("/a"))
        let admin = try RawClient(port: try #require(client.server.adminURL?.port))
        try admin.send("GET /verdict?wait=300s HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await client.server.stop()
        _ = try admin.end()
    }
}

/// The reported verdicts.
private final class Ended: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Verdict] = []

    var verdicts: [Verdict] { lock.withLock { all } }
    func add(_ verdict: Verdict) { lock.withLock { all.append(verdict) } }
}
