import Locking
import MockServerKit
import Testing

@testable import MockServerCLI

@Suite struct RequestTableTests {
    /// The log lines of requests to a scenario.
    private func lines(
        _ yaml: String, _ requests: [(String, String)], _ fields: [(String, String)] = [], style: TextStyle = .plain,
        showsProgress: Bool = false
    ) throws -> String {
        let reports = Locked<[RequestReport]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in reports.withLock { $0.append(report) } }
        let run = ScenarioRun(try Scenario(yaml: yaml, path: "test.yaml"), options)
        for (method, target) in requests {
            let head = RequestHead(
                method: Array(method.utf8)[...], target: Array(target.utf8)[...],
                authority: Array("localhost".utf8)[...],
                path: Array(target.utf8)[...], query: nil, version: .http11,
                fields: Fields([("Host", "localhost")] + fields),
                raw: nil)
            let id = run.arrived(Request(head: head, connection: ConnectionInfo(index: 1, exchange: 1))).id
            run.answered(id)
        }
        var table = RequestTable(showsProgress: showsProgress)
        return reports.withLock { $0 }
            .map { table.line(RequestLogLine($0, time: "14:03:07.123"), style: style) }.joined(separator: "\n")
    }

    private let scenario = """
        mockserver: 1
        steps:
          - id: rejected
            request: GET /me
            response: 401
          - id: sent
            request: POST /orders
            assert: { headers: { Accept: text/plain, X-Id: "1" } }
          - id: cut
            request: DELETE /orders/{id}
            response: { fault: reset }
        stubs:
          - id: health
            request: /health
            response: 204
        """

    @Test("a line shows no query parameter that is redacted, and nothing of a path that moves the cursor")
    func redacted() throws {
        let text = try lines(
            "mockserver: 1\nredact: [query.token]\nstubs: [{ id: \"a\\u202Eb\", request: { target: { present: true } } }]",
            [("GET", "/a?t%6Fken=SECRET"), ("GET", "/\u{9B}1m\u{202E}")])
        #expect(
            text == """
                14:03:07.123  #1   GET     /a?t%6Fken=(redacted, 6 bytes)  200  stub "a\\u{202E}b"
                14:03:07.123  #2   GET     /\\u{009B}1m\\u{202E}             200  stub "a\\u{202E}b"
                """)
    }

    @Test("a line says when, which, what was answered, who took it and what it made fail")
    func plain() throws {
        let text = try lines(
            scenario,
            [
                ("GET", "/me"), ("GET", "/health"), ("POST", "/orders"), ("DELETE", "/orders/0123456789-0123456789"),
                ("GET", "/a"), ("PROPFIND", "/\u{1B}[2J"),
            ])
        #expect(
            text == """
                14:03:07.123  #1   GET     /me                       401  step "rejected"
                14:03:07.123  #2   GET     /health                   204  stub "health"
                14:03:07.123  #3   POST    /orders                   200  step "sent"  assertion at test.yaml:8:34 and 1 more
                14:03:07.123  #4   DELETE  /orders/0123456789-0123456789  reset  step "cut"
                14:03:07.123  #5   GET     /a                             501  unmatched at test.yaml:2:1
                14:03:07.123  #6   PROPFIND  /\\u{1B}[2J                     501  unmatched at test.yaml:2:1
                """)
    }

    @Test("with progress a line says how many steps are complete")
    func progress() throws {
        let text = try lines(
            scenario, [("GET", "/me"), ("GET", "/health"), ("POST", "/orders")], showsProgress: true)
        #expect(
            text == """
                14:03:07.123  #1   1/3 steps  GET     /me                       401  step "rejected"
                14:03:07.123  #2   1/3 steps  GET     /health                   204  stub "health"
                14:03:07.123  #3   2/3 steps  POST    /orders                   200  step "sent"  assertion at test.yaml:8:34 and 1 more
                """)
        let withoutSteps = try lines(
            "mockserver: 1\nstubs: [{ request: GET /a }]", [("GET", "/a")], showsProgress: true)
        #expect(withoutSteps.hasPrefix("14:03:07.123  #1   GET     /a  "))
    }

    @Test("a preflight says so in place of a step")
    func preflight() throws {
        let text = try lines(
            "mockserver: 1\ncors: true\nsteps: [{ request: PUT /me }]", [("OPTIONS", "/me")],
            [("Origin", "http://a.test"), ("Access-Control-Request-Method", "PUT")])
        #expect(text == "14:03:07.123  #1   OPTIONS  /me                       204  preflight")
    }

    @Test("a request whose line could not be read has the columns of the others")
    func withoutRequestLine() throws {
        let reports = Locked<[RequestReport]>([])
        var options = ScenarioRun.Options()
        options.onRequest = { report in reports.withLock { $0.append(report) } }
        let run = ScenarioRun(try Scenario(yaml: scenario, path: "test.yaml"), options)
        _ = run.malformed(
            MalformedRequest(
                status: 400, reason: "The request line is cut short.", method: "", target: "",
                connection: ConnectionInfo(index: 1, exchange: 1)))
        var table = RequestTable()
        let lines = reports.withLock { $0 }.map {
            table.line(RequestLogLine($0, time: "14:03:07.123"), style: .plain)
        }
        #expect(
            lines == [
                "14:03:07.123  #1           (no request line)         400  bad_request"
            ])
    }

    @Test("a client that left has a line that says so")
    func left() throws {
        let reports = Locked<[RequestReport]>([])
        var options = ScenarioRun.Options()
        options.onInterruption = { report in reports.withLock { $0.append(report) } }
        let run = ScenarioRun(try Scenario(yaml: scenario, path: "test.yaml"), options)
        let target = Array("/health".utf8)[...]
        let head = RequestHead(
            method: Array("GET".utf8)[...], target: target, authority: Array("h".utf8)[...], path: target, query: nil,
            version: .http11, fields: Fields([("Host", "h")]), raw: nil)
        let id = run.arrived(Request(head: head, connection: ConnectionInfo(index: 1, exchange: 1))).id
        run.gone(id)
        run.gone(id)
        run.answered(id)
        var table = RequestTable()
        let lines = reports.withLock { $0 }
            .map { table.line(RequestLogLine($0, time: "14:03:07.123"), style: .plain) }
            .map { $0.replacing(/after [0-9.]+ m?s/, with: "after TIME") }
        #expect(
            lines == [
                "14:03:07.123  #1   GET     /health                   left  stub \"health\"  the client left after TIME"
            ])
    }

    @Test("a request that its client cut has a line that says so, and a connection without a byte has none")
    func unfinished() throws {
        let unfinished = Locked<[UnfinishedRequest]>([])
        var options = ScenarioRun.Options()
        options.onUnfinished = { request in unfinished.withLock { $0.append(request) } }
        let run = ScenarioRun(
            try Scenario(yaml: "mockserver: 1\nredact: [query.k]\nstubs: [{ request: / }]", path: "test.yaml"), options)
        let facts = ConnectionInfo(index: 1, exchange: 1)
        run.unfinished(
            UnfinishedRequest(
                connection: facts, method: "PUT", target: "/b?k=SECRET", text: "The client left in the body."))
        run.unfinished(
            UnfinishedRequest(
                connection: facts, method: nil, target: nil, text: "It sent `GET /?k=SECRET` and \u{1B}[2J."))
        var table = RequestTable()
        let lines = unfinished.withLock { $0 }.map {
            table.line(RequestLogLine(.unfinished($0), time: "14:03:07.123"), style: .plain)
        }
        #expect(
            lines == [
                "14:03:07.123  -    PUT     /b?k=(redacted, 6 bytes)  cut  The client left in the body.",
                "14:03:07.123  -            (no request line)         cut  It sent `GET /?k=(redacted, 6 bytes)` and \\u{1B}[2J.",
            ])

        let pipe = try TestPipe()
        let console = Console(pipe.input, style: .plain)
        let log = RequestLog(console)
        log.add(UnfinishedRequest(connection: facts, method: nil, target: nil, text: "No byte.", hasBytes: false))
        log.add(UnfinishedRequest(connection: facts, method: "PUT", target: "/b", text: "Cut."))
        console.flush()
        pipe.closeInput()
        let printed = pipe.readAll()
        #expect(printed.split(separator: "\n").count == 1)
        #expect(printed.hasSuffix("-    PUT     /b                        cut  Cut.\n"))
    }

    @Test("on a terminal the status is colored, and what failed is red")
    func color() throws {
        let escape = "\u{1B}"
        let text = try lines(scenario, [("GET", "/me"), ("POST", "/orders"), ("GET", "/a")], style: .color)
        #expect(
            text == """
                \(escape)[2m14:03:07.123  #1 \(escape)[0m  GET     /me                       \(escape)[33m401\(escape)[0m  step "rejected"
                \(escape)[2m14:03:07.123  #2 \(escape)[0m  POST    /orders                   \(escape)[32m200\(escape)[0m  step "sent"  \(escape)[31massertion at test.yaml:8:34 and 1 more\(escape)[0m
                \(escape)[2m14:03:07.123  #3 \(escape)[0m  GET     /a                        \(escape)[31m501\(escape)[0m  \(escape)[31munmatched at test.yaml:2:1\(escape)[0m
                """)
    }

    @Test("a time of day has milliseconds and is filled up with zeros")
    func time() {
        let text = TimeOfDay(seconds: 0, milliseconds: 7).description
        #expect(text.hasSuffix(":00.007"))
        #expect(text.count == 12)
    }
}
