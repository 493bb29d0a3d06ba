import Foundation
import Testing

@testable import MockServerKit

/// Sessions that a test in the server's own process begins.
@Suite("Sessions in process", .timeLimit(.minutes(60)))
struct InProcessSessionTests {
    private static let pages = """
        name: pages
        linger: 0ms
        vars: { word: one }
        steps:
          - { id: first, request: GET /a, response: { text: "{{word}} {{server.url}}" } }
          - { id: second, request: GET /b, response: { text: two } }
        """

    private static func scenario(_ lines: String = pages) throws -> Scenario {
        try Scenario(yaml: "mockserver: 1\n" + lines)
    }

    private static func server(
        _ lines: String = "linger: 0ms\nstubs: [{ request: GET /own }]",
        options change: (inout MockServer.Options) -> Void = { _ in }
    ) throws -> MockServer {
        var options = MockServer.Options.patient
        options.sessions = .patient
        change(&options)
        return try MockServer(playing: lines, options: options)
    }

    /// The status of a response to each path.
    @discardableResult
    private static func ask(_ session: MockServer.Session, _ paths: String...) throws -> [Int] {
        let client = try RawClient(port: session.url.port ?? 0)
        defer { client.close() }
        return try paths.map { try client.ask(get(session.url.path + $0)).status }
    }

    @Test("are reached by their URL, and have a journal, a verdict and a report of their own")
    func own() async throws {
        let server = try Self.server()
        defer { server.stopNow() }
        let prepared = try MockServer.PreparedScenario(Self.scenario())
        let (first, second) = (try server.beginSession(prepared), try server.beginSession(prepared, seed: 7))
        #expect(first.url.absoluteString == "\(server.url)/s/\(first.id)")
        #expect(first.id != second.id)
        #expect(try Self.ask(first, "/a", "/b") == [200, 200])
        #expect(try Self.ask(second, "/a") == [200])
        #expect(first.journal.map(\.step) == ["first", "second"])
        #expect(try await second.waitFor(step: "first", timeout: .seconds(600)).count == 1)
        #expect(second.verdict.seed == 7)
        #expect(first.report().session == first.id)
        #expect(first.report().passed)
        #expect(await first.verify(timeout: .seconds(600)).passed)
        #expect(second.scenario.name == "pages")
        let verdict = await first.finish()
        #expect(verdict.passed)
        #expect(verdict.requests == 2)
        #expect(await first.finish().requests == 2)
        #expect(try Self.ask(first, "/a") == [410])
        let failed = await second.finish()
        #expect(failed.failures.map(\.kind) == [.unmet])
        #expect(server.journal.isEmpty)
    }

    @Test("share a prepared scenario, and take one with other values")
    func sharing() throws {
        let server = try Self.server()
        defer { server.stopNow() }
        let scenario = try Self.scenario()
        let prepared = try MockServer.PreparedScenario(scenario)
        let table = try #require(server.sessions)
        let sessions = try (1...2).map { _ in try server.beginSession(prepared) }
        for session in sessions {
            let played = try #require(SessionID(session.id).flatMap(table.session))
            #expect(played.currentRun.arranged.scenario === prepared.compiled)
        }
        let other = try server.beginSession(scenario.replacing(vars: ["word": "zwei"]))
        let client = try RawClient(server)
        defer { client.close() }
        for (session, word) in [(sessions[0], "one"), (other, "zwei")] {
            let response = try client.ask(get("/a", "\(MockServer.Session.header): \(session.id)"))
            #expect(text(response.body) == "\(word) \(session.url)")
        }
    }

    @Test("that failed count for the server: ended or not, before its stop and after it")
    func counting() async throws {
        let server = try Self.server()
        let scenario = try Self.scenario()
        let (passing, failing, open) = (
            try server.beginSession(scenario), try server.beginSession(scenario), try server.beginSession(scenario)
        )
        try Self.ask(passing, "/a", "/b")
        try Self.ask(failing, "/wrong")
        #expect(await passing.finish().passed)
        #expect(await failing.finish().failures.map(\.kind) == [.unmatched, .unmet])
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.requests == 3)
        #expect(verdict.failures.map(\.kind) == [.unmatched, .unmet, .unmet])
        #expect(
            verdict.failures.map(\.remarks.last) == [
                "in session \(failing.id)", "in session \(failing.id)", "in session \(open.id)",
            ])
        #expect(!server.report().passed)
        await server.stop()
        #expect(server.verdict.failures.count == 3)
        #expect(open.verdict.failures.map(\.kind) == [.unmet])
        #expect(await open.finish().failures.map(\.kind) == [.unmet])
        #expect(server.verdict.failures.count == 3)
    }

    @Test("are waited for before their server is judged")
    func waiting() async throws {
        let server = try Self.server()
        let session = try server.beginSession(
            Self.scenario("steps: [{ id: slow, request: GET /slow, response: { text: x, delay: 100ms } }]"))
        let client = try RawClient(server)
        defer { client.close() }
        try client.send(get("\(session.url.path)/slow"))
        try await session.waitFor(step: "slow", timeout: .seconds(600))
        let verdict = await server.finish()
        #expect(verdict.passed, "\(verdict)")
        #expect(verdict.droppedResponses.isEmpty)
    }

    @Test("have exchanges and a clock of their own")
    func exchangesAndClock() async throws {
        let server = try Self.server()
        defer { server.stopNow() }
        let lines = "clock: virtual\nstubs: [{ request: GET /a }]"
        let (session, other) = (
            try server.beginSession(Self.scenario(lines)), try server.beginSession(Self.scenario(lines))
        )
        let (start, startOfOther) = (session.clock.now, other.clock.now)
        try await session.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
        #expect(session.clock.now.nanoseconds - start.nanoseconds == 3_600_000_000_000)
        #expect(other.clock.now.nanoseconds == startOfOther.nanoseconds)
        try Self.ask(session, "/a")
        _ = await session.finish()
        var paths: [String] = []
        for await exchange in session.exchanges { paths.append(exchange.request.path) }
        #expect(paths == ["/a"])
        _ = await other.finish()
    }

    @Test("have their closures judge on the test's own thread, and not by the admin API")
    func closures() async throws {
        let server = try Self.server { $0.admin = .init() }
        let scenario = try Self.scenario("linger: 0ms\nstubs: [{ request: GET /a }]")
        let position = scenario.position
        let judged = scenario.adding { _ in
            RuleClosures(checks: [RequestCheck(position: position) { _ in false }], responder: nil)
        }
        let (first, second) = (try server.beginSession(judged), try server.beginSession(judged))
        for session in [first, second] { try Self.ask(session, "/a") }
        let url = "\(server.adminURL?.absoluteString ?? "")/sessions/\(first.id)"
        let refused = try await Tool.beside("curl -sS -o /dev/null -w '%{http_code}' -X DELETE '\(url)'", server).value
        #expect(refused.output == "409")
        #expect(await first.finish().failures.map(\.kind) == [.assertion])
        // The other one is judged with its server.
        #expect(await server.finish().failures.map(\.kind) == [.assertion, .assertion])
    }

    @Test("can't be begun without the option, above the limit, after the stop, or with a broken scenario")
    func errors() throws {
        let scenario = try Self.scenario()
        let without = try Self.server { $0.sessions = nil }
        defer { without.stopNow() }
        #expect(throws: MockServer.SessionError.notEnabled) { try without.beginSession(scenario) }
        let server = try Self.server { $0.sessions?.limit = 1 }
        let session = try server.beginSession(scenario)
        #expect(throws: MockServer.SessionError.full(limit: 1)) { try server.beginSession(scenario) }
        _ = try session.finish()
        _ = try server.beginSession(scenario).finish()
        try server.stop()
        #expect(throws: MockServer.SessionError.stopped) { try server.beginSession(scenario) }
        let broken = Scenario(
            name: "broken", source: scenario.position.file, position: scenario.position,
            loadError: MockServer.SessionError.invalidScenario("steps: wrong"))
        #expect(throws: MockServer.SessionError.invalidScenario("steps: wrong")) {
            try MockServer.PreparedScenario(broken)
        }
        for error in [MockServer.SessionError.notEnabled, .full(limit: 1), .stopped, .invalidScenario("Wrong.")] {
            #expect(error.description.hasSuffix("."))
        }
    }

    @Test("that are released unasked say so on standard error, and a server without a scenario asks no more of them")
    func reminder() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scenario = try Self.scenario("name: Tokens\nlinger: 0ms\nsteps: [{ request: GET /me }]")
            let server = try MockServer(sessions: .init(), options: .init())
            _ = try server.beginSession(scenario, seed: 7)
            _ = await (try server.beginSession(scenario)).finish()
            await server.stop()
        }
        #expect(
            String(decoding: try #require(result).standardErrorContent, as: UTF8.self) == """
                mockserver: warning: nobody asked for the verdict of this session before it was released:
                   failed: Tokens (1 failure, 0 requests, 0 of 1 step, seed 7)
                   Call await session.finish() and look at the failures, or ask its server for the verdict before.

                """)
    }
}
