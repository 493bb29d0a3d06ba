import ExactJSON
import Foundation
import Playback
import Scenarios
import TestSupport
import Testing

@testable import MockServerKit

/// Many scenarios that one server plays at once.
@Suite("Sessions", .timeLimit(.minutes(60)))
struct SessionTests {
    static let none = "stubs: [{ request: GET /own, response: { text: own } }]"
    static let scenario = """
        mockserver: 1
        name: pages
        linger: 0ms
        vars: { word: one }
        steps:
          - { id: first, request: GET /a, response: { text: "{{word}} {{server.url}}" } }
          - { id: second, request: GET /b, response: { text: two } }
        """

    /// A server with an admin API and sessions.
    struct Host {
        let client: AdminClient
        var server: MockServer { client.server }

        init(_ lines: String = none, options: (inout MockServer.SessionOptions) -> Void = { _ in }) throws {
            client = try AdminClient(lines) { server in
                var sessions = MockServer.SessionOptions.patient
                options(&sessions)
                server.sessions = sessions
            }
        }

        /// Begins a session of a scenario, and returns its id.
        func begin(_ scenario: String = SessionTests.scenario, _ query: String = "") throws -> String {
            let response = try ask("POST", "/sessions\(query)", scenario)
            #expect(response.status == 201, "\(response.json.text())")
            guard case .string(let id)? = response.json["session"] else { throw CancellationError() }
            return id
        }

        func ask(_ method: String, _ target: String, _ body: String) throws -> AdminClient.Response {
            try client.send(method, target, body: body)
        }

        /// The status and the body of a response to a request of a client.
        func get(_ path: String, _ lines: String...) throws -> (status: Int, text: String, RawResponse) {
            let client = try RawClient(server)
            defer { client.close() }
            let response = try client.ask(
                (["GET \(path) HTTP/1.1"] + (lines.contains { $0.hasPrefix("Host:") } ? [] : ["Host: h"]) + lines
                    + ["", ""]).joined(separator: "\r\n"))
            return (response.status, text(response.body), response)
        }

        /// Asks while other tasks go on: the server uses one for the response.
        func askBeside(_ method: String, _ target: String, _ body: String) async throws -> AdminClient.Response {
            try await OwnThread.run { try ask(method, target, body) }
        }

        func stop() { server.stopNow() }
    }

    @Test("are reached by path, header and host, and by nothing else")
    func routes() throws {
        let host = try Host { $0.hosts = ["mock.test"] }
        defer { host.stop() }
        let requests: [(String, (String) -> (String, [String]))] = [
            ("path", { ("/s/\($0)/a", []) }),
            ("absolute target", { ("http://h/s/\($0)/a", []) }),
            ("header", { ("/a", ["Mockserver-Session: \($0)"]) }),
            ("host", { ("/a", ["Host: \($0).localhost:80"]) }),
            ("host in capitals", { ("/a", ["Host: \($0.uppercased()).LocalHost."]) }),
            ("another host", { ("/a", ["Host: \($0).mock.test"]) }),
            ("all of them", { ("/s/\($0)/a", ["Mockserver-Session: \($0)", "Host: \($0).localhost"]) }),
        ]
        for (name, request) in requests {
            let id = try host.begin()
            let (path, lines) = request(id)
            let client = try RawClient(host.server)
            let all = lines.contains { $0.hasPrefix("Host:") } ? lines : ["Host: h"] + lines
            let response = try client.ask("GET \(path) HTTP/1.1\r\n\(all.joined(separator: "\r\n"))\r\n\r\n")
            #expect(response.status == 200, "\(name)")
            #expect(text(response.body) == "one \(host.server.url)/s/\(id)", "\(name)")
            let journal = try host.client.get("/sessions/\(id)/journal").json
            guard case .array(let entries)? = journal["journal"] else { throw CancellationError() }
            #expect(entries.count == 1, "\(name)")
            client.close()
        }
        let id = try host.begin()
        #expect(try host.get("/s/\(id)x/a").status == 501)
        #expect(try host.get("/x/s/\(id)/a").status == 501)
        #expect(try host.get("/a", "Host: \(id).example.com").status == 501)
        #expect(try host.get("/own").text == "own")
    }

    @Test("keep the path that was sent in the journal, and match without the prefix")
    func journal() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin()
        _ = try host.get("/s/\(id)/a?x=1")
        let journal = try host.client.get("/sessions/\(id)/journal").json
        guard case .array(let entries)? = journal["journal"] else { throw CancellationError() }
        #expect(entries.first?["target"] == .string("/s/\(id)/a?x=1"))
    }

    @Test("are not named in failures, or by requests that broke HTTP or came in part")
    func unnamed() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin()
        for path in ["/s/\(id)?q=1", "/s/\(id)/unknown?q=1", "/s/\(id)", "http://h/s/\(id)/b?q=1"] {
            #expect(try host.get(path).status == 501)
        }
        for target in ["/s/\(id)/x", "/s/\(id)?q=2", "http://h/s/\(id)/y"] {
            let client = try RawClient(host.server)
            defer { client.close() }
            #expect(try client.ask("GET \(target) HTTP/1.1\r\nHost: h\r\nbad field\r\n\r\n").status == 400)
        }
        for target in ["/s/\(id)/cut", "/s/\(id)?q=3"] {
            let client = try RawClient(host.server)
            defer { client.close() }
            try client.send("POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc")
            client.finishSending()
            while try client.receive() {}
        }
        let verdict = try host.client.get("/sessions/\(id)/verdict").json.text()
        for target in ["/?q=1", "/unknown?q=1", "/", "/b?q=1", "/x", "/?q=2", "http://h/y"] {
            #expect(verdict.contains(#""target":"\#(target)""#), "\(target) in \(verdict)")
        }
        #expect(!verdict.contains(id), "\(verdict)")
        let unfinished = try host.client.get("/sessions/\(id)/journal").json["unfinished_requests"]
        #expect(
            unfinished?[0]?["target"] == "/cut" && unfinished?[1]?["target"] == "/?q=3", "\(unfinished?.text() ?? "")")
        #expect(unfinished?.text().contains(id) == false)
    }

    @Test("have the root path where only the prefix was sent")
    func root() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\nstubs: [{ request: GET /, response: { text: root } }]")
        for path in ["/s/\(id)", "/s/\(id)/", "/s/\(id)?a", "http://h/s/\(id)"] {
            #expect(try host.get(path).text == "root", "\(path)")
        }
    }

    @Test("never get another's request: gone, unknown and contradicting ones are refused")
    func refused() throws {
        let host = try Host()
        defer { host.stop() }
        let (first, second) = (try host.begin(), try host.begin())
        let unknown = "abcdefghijklmnopqrstuvwxyz"
        #expect(try host.get("/s/\(unknown)/a").status == 410)
        #expect(try host.get("/s/\(unknown)/a").text.hasPrefix("there is no session \(unknown): "))
        let poster = try RawClient(host.server)
        #expect(try poster.ask(post("/s/\(unknown)/a", "body")).status == 410)
        poster.close()
        #expect(try host.get("/a", "Mockserver-Session: nonsense").status == 410)
        #expect(try host.get("/s/\(first)/a", "Mockserver-Session: \(second)").status == 421)
        #expect(try host.get("/s/\(first)/a", "Host: \(second).localhost").status == 421)
        #expect(try host.get("/a", "Mockserver-Session: \(first)", "Mockserver-Session: \(second)").status == 421)
        let list = try host.client.get("/sessions").json
        guard case .array(let missing)? = list["unknown"], case .array(let sessions)? = list["sessions"] else {
            throw CancellationError()
        }
        let both = [first, second].sorted().joined(separator: " and ")
        #expect(missing.map { $0["session"] } == [.string(unknown), "nonsense", .string(both)])
        #expect(missing.first?["requests"] == 3)
        #expect(sessions.allSatisfy { $0["requests"] == 0 })
        #expect(host.server.journal.isEmpty)
        #expect(try host.client.ask("DELETE", "/sessions/\(first)").json["passed"] == false)
        #expect(try host.get("/s/\(first)/a").status == 410)
        #expect(try host.client.ask("DELETE", "/sessions/\(first)").status == 410)
        #expect(try host.client.get("/sessions/\(first)/verdict").status == 410)
    }

    @Test("can't be left by the path", arguments: ["/../", "/%2e%2e/", "/%2E%2E/", "/./../", "//"])
    func tricks(between: String) throws {
        let host = try Host()
        defer { host.stop() }
        let (first, second) = (try host.begin(), try host.begin())
        for path in ["/s/\(first)\(between)\(second)/a", "/s/\(first)\(between)s/\(second)/a"] {
            #expect(try host.get(path).status == 501)
        }
        #expect(try host.client.get("/sessions/\(second)").json["requests"] == 0)
        #expect(try host.client.get("/sessions/\(first)").json["requests"] == 2)
    }

    @Test("have verdicts of their own, and all count for the server's report")
    func verdicts() throws {
        let host = try Host()
        let (right, wrong, open) = (try host.begin(), try host.begin(), try host.begin())
        for path in ["/a", "/b"] { #expect(try host.get("/s/\(right)\(path)").status == 200) }
        _ = try host.get("/s/\(wrong)/b")
        #expect(try host.client.get("/sessions/\(right)/verdict").json["passed"] == true)
        #expect(try host.client.ask("DELETE", "/sessions/\(right)").json["passed"] == true)
        #expect(try host.client.ask("DELETE", "/sessions/\(wrong)?settle=2s").json["passed"] == false)
        let report = host.server.report()
        #expect(!report.passed)
        #expect(report.verdict.passed)
        #expect(report.sessions.map(\.session) == [wrong, right, open])
        #expect(report.sessions.map(\.passed) == [false, true, false])
        let junit = String(decoding: report.bytes(as: .junit), as: UTF8.self)
        for id in [right, wrong, open] { #expect(junit.contains("name=\"pages (session \(id))\"")) }
        host.stop()
    }

    @Test("that have failed stay so: after a reset, and once someone was told")
    func failed() async throws {
        let host = try Host()
        let id = try host.begin("mockserver: 1\nlinger: 0ms\nstubs: [{ request: GET /a }]")
        #expect(try host.get("/s/\(id)/none").status == 501)
        #expect(try host.client.ask("POST", "/sessions/\(id)/reset").status == 200)
        #expect(try host.get("/s/\(id)/a").status == 200)
        let ended = try host.client.ask("DELETE", "/sessions/\(id)").json
        #expect(ended["passed"] == .bool(false))
        let closing = String(decoding: host.server.report().bytes(as: .text), as: UTF8.self)
        #expect(closing.contains("failed: 1 of 1 session\n   session \(id), run 1  failed: "), "\(closing)")
        let report = try Tool("curl -sS '\(try #require(host.server.adminURL))/report?format=text'", host.server).output
        #expect(report.contains("failed: 1 of 1 session\n"), "\(report)")

        let stream =
            "mockserver: 1\nlinger: 0ms\nstubs: [{ request: GET /ev, client: cancels, response: "
            + "{ events: [{ data: a }], then: keep_open } }]"
        let staying = try host.begin(stream)
        let client = try RawClient(host.server)
        try client.send(get("/s/\(staying)/ev"))
        while try client.receive() { if text(client.pending).contains("data: a") { break } }
        #expect(try host.client.ask("DELETE", "/sessions/\(staying)").json["passed"] == .bool(false))
        client.close()
        _ = await host.server.verify(timeout: .seconds(600))
        #expect(host.server.report().sessions.first { $0.session == staying }?.passed == false)
        host.stop()
    }

    @Test("get the requests that can't be read and name them, and no other run those that name none that is there")
    func unreadable() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin()
        let gone = try host.begin()
        _ = try host.client.ask("DELETE", "/sessions/\(gone)")
        let chunked = "Host: h\r\nTransfer-Encoding: chunked\r\n"
        for (target, lines, status) in [
            ("/s/\(gone)/x", "", 410), ("/x", "Mockserver-Session: \(gone)\r\n", 410),
            ("/s/\(id)/x", "Mockserver-Session: \(gone)\r\n", 421), ("/s/\(id)/x", "", 400),
            ("http://h/s/\(id)/x", "", 400),
        ] {
            let client = try RawClient(host.server)
            let response = try client.ask("POST \(target) HTTP/1.1\r\n\(chunked)\(lines)\r\nZZ\r\n")
            #expect(response.status == status, "\(target) \(lines)")
            client.close()
        }
        for target in ["http://h/s/\(id)/x", "/s/\(id)?q", "/s/\(gone)/x"] {
            let client = try RawClient(host.server)
            _ = try client.ask("GET \(target) HTTP/1.1\r\nHost: h\r\nbad field\r\n\r\n")
            client.close()
        }
        let verdict = try host.client.get("/sessions/\(id)/verdict").json
        #expect(verdict.text().components(separatedBy: "bad_request").count > 4, "\(verdict.text())")
        #expect(try host.client.get("/verdict").json["passed"] == true)
        // A request that its client cuts.
        let client = try RawClient(host.server)
        try client.send("POST /x HTTP/1.1\r\nHost: h\r\nMockserver-Session: \(id)\r\nContent-Length: 9\r\n\r\nabc")
        client.finishSending()
        while try client.receive() {}
        let journal = try host.client.get("/sessions/\(id)/journal").json.text()
        #expect(journal.contains("in the body of a request"), "\(journal)")
        #expect(try host.client.get("/journal").json["unfinished_requests"] == .array([]))
    }

    @Test("do not expire while someone asks about them")
    func asked() throws {
        let host = try Host { $0.timeout = .milliseconds(1) }
        defer { host.stop() }
        let table = try #require(host.server.sessions)
        let session = try table.begin(CompiledScenario(try Scenario(yaml: Self.scenario)))
        session.asks(1)
        #expect(session.idleTime == .zero)
        session.asks(-1)
        #expect(session.idleTime > .zero)
    }

    @Test("reset, take another scenario, move their clocks and show their reports without touching others")
    func routesOfOne() async throws {
        let host = try Host()
        defer { host.stop() }
        let (first, second) = (try host.begin(), try host.begin("mockserver: 1\nclock: virtual\n" + Self.none))
        _ = try host.get("/s/\(first)/a")
        #expect(try host.client.get("/sessions/\(first)/requests?step=first").json["count"] == 1)
        #expect(try host.client.ask("POST", "/sessions/\(first)/reset").status == 200)
        #expect(try host.client.get("/sessions/\(first)").json["requests"] == 0)
        #expect(try host.ask("PUT", "/sessions/\(first)/scenario", "mockserver: 1\n" + Self.none).status == 200)
        #expect(try host.get("/s/\(first)/own").text == "own")
        #expect(try await host.askBeside("POST", "/sessions/\(second)/clock", "{\"advance\": \"1h\"}").status == 200)
        #expect(try await host.askBeside("POST", "/sessions/\(first)/clock", "{\"advance\": \"1h\"}").status == 409)
        let page = try Tool(
            "curl -sS '\(host.server.adminURL?.absoluteString ?? "")/sessions/\(first)/report'", host.server)
        #expect(page.output.hasPrefix("<!DOCTYPE html>"))
    }

    @Test("take values for variables, a seed, and refuse scenarios with errors")
    func beginning() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin(Self.scenario, "?vars=%7B%22word%22:%22zwei%22%7D&seed=7")
        #expect(try host.get("/s/\(id)/a").text.hasPrefix("zwei "))
        #expect(try host.client.get("/sessions/\(id)").json["seed"] == "7")
        let wrong = try host.ask("POST", "/sessions", "mockserver: 1\nstepz: []")
        #expect(wrong.status == 422)
        #expect(wrong.json["error"] == "The scenario has errors, so no session was made.")
        #expect(try host.ask("POST", "/sessions?seed=x", Self.scenario).status == 400)
        #expect(try host.client.ask("POST", "/sessions").status == 400)
    }

    @Test("number connections for themselves")
    func connections() throws {
        let host = try Host()
        defer { host.stop() }
        let ids = try (1...2).map { _ in try host.begin("mockserver: 1\nstubs: [{ request: GET /c }]") }
        for _ in 1...2 {
            let client = try RawClient(host.server)
            for id in ids { _ = try client.ask(get("/s/\(id)/c")) }
            client.close()
        }
        for id in ids {
            let entries = try host.client.get("/sessions/\(id)/journal").json["journal"]
            guard case .array(let entries)? = entries else { throw CancellationError() }
            #expect(entries.map { $0["connection"] } == [1, 2])
        }
    }

    @Test("have their prefix in the paths that responses name, if the request had it")
    func paths() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin(
            """
            mockserver: 1
            stubs:
              - request: GET /moved
                response:
                  status: 302
                  headers:
                    Location: /next
                    Content-Location: //elsewhere/x
                    Set-Cookie: [a=1; Path=/, "b=2; path=/sub; HttpOnly", c=/x]
            """)
        let (_, _, prefixed) = try host.get("/s/\(id)/moved")
        #expect(prefixed["Location"] == "/s/\(id)/next")
        #expect(prefixed["Content-Location"] == "//elsewhere/x")
        #expect(
            prefixed.head.components(separatedBy: "\r\n").filter { $0.hasPrefix("Set-Cookie") } == [
                "Set-Cookie: a=1; Path=/s/\(id)/", "Set-Cookie: b=2; path=/s/\(id)/sub; HttpOnly", "Set-Cookie: c=/x",
            ])
        let (_, _, plain) = try host.get("/moved", "Mockserver-Session: \(id)")
        #expect(plain["Location"] == "/next")
        let (_, _, again) = try host.get("/s/\(id)/moved")
        #expect(again["Location"] == "/s/\(id)/next")
    }

    @Test("state the name by which clients elsewhere reach the server")
    func advertised() throws {
        var options = MockServer.Options.patient
        options.admin = MockServer.AdminOptions()
        options.sessions = .patient
        for (name, authority) in [("Mock.Example.com", "Mock.Example.com"), ("::7", "[::7]")] {
            options.advertisedHost = name
            let server = try MockServer(
                playing: "stubs: [{ request: GET /a, response: { text: '{{server.url}}' } }]", options: options)
            let session = try #require(server.sessions).begin(CompiledScenario(server.scenario))
            #expect(session.url == "http://\(authority):\(server.port)/s/\(session.id)")
            let client = try RawClient(server)
            #expect(try client.ask(get("/a")).text == "http://\(authority):\(server.port)")
            client.close()
            // The admin API may be asked by that name, too.
            let admin = try #require(server.adminURL)
            let asked = try Tool(
                "curl -sS -w '%{http_code}' -o /dev/null -H 'Host: mock.example.com' \(admin)/health", server)
            #expect(asked.output == (name == "::7" ? "403" : "200"))
            server.stopNow()
        }
    }

    @Test("that are left idle end, and have failed if they are incomplete")
    func expiry() async throws {
        let (ended, continuation) = AsyncStream<RunReport>.makeStream()
        let host = try Host {
            $0.timeout = .milliseconds(20)
            $0.onEnd = { continuation.yield($0) }
        }
        let id = try host.begin()
        var reports = ended.makeAsyncIterator()
        let report = await reports.next()
        #expect(report?.session == id)
        #expect(report?.passed == false)
        #expect(try host.get("/s/\(id)/a").status == 410)
        #expect(try host.client.get("/sessions").json["ended"]?["expired"] == 1)
        let last = host.server.report()
        #expect(!last.passed)
        for report in [report, last] {
            let (text, junit) = (
                String(decoding: report?.bytes(as: .text) ?? [], as: UTF8.self), report?.bytes(as: .junit)
            )
            #expect(text.contains("expired after 20ms without a request, seed "), "\(text)")
            let xml = String(decoding: junit ?? [], as: UTF8.self)
            #expect(xml.contains("The session expired after 20ms without a request."), "\(xml)")
        }
        #expect(last.sessions.map { $0.verdict.json["expired"] } == ["20ms"])
        #expect(
            host.server.verdict.failures.map(\.remarks.last)
                == ["in session \(id), which expired after 20ms without a request"])
        host.stop()
    }

    @Test("are refused above their limit, and requests without one where there is no scenario")
    func limits() throws {
        let host = try Host {
            $0.limit = 2
            $0.isRequired = true
        }
        let ids = try (1...2).map { _ in try host.begin() }
        let full = try host.ask("POST", "/sessions", Self.scenario)
        #expect(full.status == 503)
        #expect(try host.client.ask("DELETE", "/sessions/\(ids[0])").status == 200)
        _ = try host.begin()
        #expect(try host.get("/own").status == 421)
        #expect(host.server.report().sessions.count == 3)
        host.stop()
    }

    @Test("are said to have missed the requests that no run got, which fail nothing beside sessions")
    func strays() throws {
        let host = try Host { $0.isRequired = true }
        let id = try host.begin("mockserver: 1\nstubs: [{ request: GET /a }]")
        #expect(host.server.report().refusedRequests == nil)
        #expect(try host.get("/healthz").status == 421)
        #expect(try host.get("/own", "Mockserver-Session: abcdefghijklmnopqrstuvwxyz").status == 410)
        #expect(try host.client.ask("DELETE", "/sessions/\(id)").status == 200)
        let report = host.server.report()
        #expect(report.passed && host.server.verdict.passed)
        let told = "2 requests that named no session, or one that was not there, were refused: the first GET /healthz"
        #expect(report.refusedRequests?.text == told)
        #expect(report.json["refused_requests"] == ["requests": 2, "first": "GET /healthz"])
        for format in [ReportFormat.text, .junit, .html] {
            let text = String(decoding: report.bytes(as: format), as: UTF8.self)
            #expect(text.contains(told), "\(text)")
        }
        host.stop()
    }

    @Test(
        "that nobody began don't fail what a supervisor or a browser asks by itself, which the whole path tells",
        arguments: [
            ("/", true), ("/favicon.ico", true), ("/healthz", true), ("/health/ready/", true),
            ("/actuator/health/liveness", true), ("/orders/healthz", false), ("/orders/status", false),
            ("/status/7", false), ("/health/favicon.ico", false), ("/images/favicon.ico", false),
        ])
    func strayPaths(path: String, isStray: Bool) throws {
        let host = try Host { $0.isRequired = true }
        #expect(try host.get(path).status == 421)
        #expect(host.server.verdict.passed == isStray)
        host.stop()
    }

    @Test("that nobody began fail the requests that named none, where nothing else came")
    func missed() throws {
        for isRequired in [true, false] {
            let host = try Host("stubs: [{ request: GET /own }]") { $0.isRequired = isRequired }
            #expect(host.server.report().passed)
            // As a container's supervisor and a browser ask.
            if isRequired { for path in ["/", "/health/live"] { #expect(try host.get(path).status == 421) } }
            #expect(host.server.report().passed && host.server.verdict.passed)
            let headers = isRequired ? [] : ["Mockserver-Session: abcdefghijklmnopqrstuvwxyz"]
            #expect(try host.get("/a", headers.first ?? "X: y").status == (isRequired ? 421 : 410))
            let title =
                isRequired
                ? "3 requests that named no session were refused: the first GET /"
                : "1 request that named a session that was not there was refused: GET /a"
            #expect(host.server.verdict.failures.map(\.title) == [title])
            let report = host.server.report()
            #expect(!report.passed && report.verdict.failures.map(\.title) == [title])
            // A run that had a request is what the server was started for.
            if !isRequired {
                #expect(try host.get("/own").status == 200)
                #expect(host.server.report().passed && host.server.verdict.passed)
            }
            _ = try host.begin("mockserver: 1\nstubs: [{ request: GET /a }]")
            #expect(host.server.report().passed)
            host.stop()
        }
    }

    @Test("have failures that show earlier requests without the session's prefix, too")
    func earlierRequests() throws {
        let host = try Host()
        let id = try host.begin(
            """
            mockserver: 1
            steps:
              - { id: first, request: GET /a, capture: { id: { header: X-Id } }, response: { headers: { ETag: '"2"' } } }
              - { id: second, request: GET /b, assert: { headers: { If-Match: '"2"' } } }
              - { id: third, request: GET /c, times: { at_most: 1 } }
            """)
        #expect(try host.get("/s/\(id)/a", "X-Id: 1").status == 200)
        _ = try host.get("/s/\(id)/b", "If-Match: 1")
        #expect(try host.client.ask("DELETE", "/sessions/\(id)").status == 200)
        let text = String(decoding: host.server.report().bytes(as: .text), as: UTF8.self)
        #expect(text.contains("#1  GET /a "), "\(text)")
        #expect(!text.contains("/s/\(id)"), "\(text)")
        host.stop()
    }

    @Test("share what was loaded from the same text and files")
    func sharing() throws {
        let catalog = ScenarioCatalog(folder: FileManager.default.temporaryDirectory.path, options: LoadOptions())
        let name = "\(UUID().uuidString).txt"
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try Data("one".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let text = Array("mockserver: 1\nstubs: [{ request: GET /a, response: { file: \(name) } }]".utf8)
        let first = try catalog.scenario(text, named: "a.yaml").compiled
        #expect(try catalog.scenario(text, named: "a.yaml").compiled === first)
        #expect(try catalog.scenario(text, named: "b.yaml").compiled !== first)
        try Data("three".utf8).write(to: file)
        #expect(try catalog.scenario(text, named: "a.yaml").compiled !== first)
    }
}
