import ExactJSON
import TestSupport
import Testing

@testable import MockServerKit

/// What a run has begun when it ends is decided the same way every time, however the run ends.
@Suite("The end of a run", .timeLimit(.minutes(60)))
struct RunEndTests {
    /// How a run ends.
    enum Way: String, CaseIterable, Sendable {
        case reset, put, reload, stop, finish
        case deleted, ended

        var isOfSession: Bool { self == .deleted || self == .ended }
    }

    /// A server whose run, or a session's, has had a request on a connection that stays open.
    private struct Begun {
        let way: Way
        let admin: AdminClient
        let session: MockServer.Session?
        let client: RawClient

        private static let other = "mockserver: 1\nlinger: 0ms\nstubs: [{ request: GET /b }]"

        init(_ lines: String, _ way: Way) async throws {
            self.way = way
            admin = try AdminClient(way.isOfSession ? "stubs: [{ request: GET /own }]" : lines) {
                $0.sessions = .patient
            }
            session = way.isOfSession ? try admin.server.beginSession(Scenario(yaml: "mockserver: 1\n" + lines)) : nil
            client = try RawClient(admin.server)
            try client.send(get((session.map { "/s/\($0.id)" } ?? "") + "/a"))
            if let session {
                try await session.waitFor(step: "a", timeout: .seconds(600))
            } else {
                try await admin.server.waitFor(step: "a", timeout: .seconds(600))
            }
        }

        /// Ends the run, and returns what is told of its failures then.
        func end() async throws -> [String] {
            switch way {
            case .reset: return Self.titles(try admin.send("POST", "/reset").json["ended"])
            case .put: return Self.titles(try admin.send("PUT", "/scenario", body: Self.other).json["ended"])
            case .reload:
                let (server, next) = (admin.server, try Scenario(yaml: Self.other))
                return try await OwnThread.run { server.reload(next) }.failures.map(\.title)
            case .stop:
                await admin.server.stop()
                return admin.server.verdict.failures.map(\.title)
            case .finish: return await admin.server.finish().failures.map(\.title)
            case .deleted: return Self.titles(try admin.send("DELETE", "/sessions/\(session?.id ?? "")").json)
            case .ended: return await session?.finish().failures.map(\.title) ?? []
            }
        }

        static func titles(_ verdict: JSON?) -> [String] {
            guard case .array(let failures)? = verdict?["failures"] else { return ["no verdict"] }
            return failures.compactMap { failure in
                if case .string(let title)? = failure["title"] { title } else { nil }
            }
        }
    }

    @Test(
        "on a virtual clock leaves a delay that nobody moved, and the response is not sent", arguments: Way.allCases,
        ["answered", "cancels"])
    func unmoved(way: Way, client: String) async throws {
        let title =
            client == "answered"
            ? "step \"a\": the response was not delivered to its end, expected the client to take it"
            : "step \"a\": the client neither left nor got the whole response, expected it to leave"
        for _ in 1...3 {
            let begun = try await Begun(
                """
                clock: virtual
                linger: 0ms
                steps: [{ id: a, request: GET /a, client: \(client), response: { delay: 1h, text: late } }]
                """, way)
            // Nothing is due yet, but its transport has it.
            begun.admin.server.awaitWrites()
            let told = try await begun.end()
            #expect(told == [title])
            begun.admin.server.awaitWrites()
            #expect(!begun.client.hasResponse)
            // After a reset there is another run, whose step is unmet.
            let failures = begun.admin.server.verdict.failures.filter { $0.kind != .unmet }
            #expect(failures.map(\.title) == [title])
            #expect(failures.first?.note == "at the end of the run it still waited for its time")
            begun.admin.server.stopNow()
            #expect(begun.admin.server.verdict.failures.filter { $0.kind != .unmet }.map(\.title) == [title])
            _ = try begun.client.end()
            #expect(begun.client.pending.isEmpty)
        }
    }

    @Test("decides a hold that only a further request could open, and sends its response", arguments: Way.allCases)
    func held(way: Way) async throws {
        let title = "step \"a\": its hold did not open before the run ended"
        let begun = try await Begun(
            """
            linger: 0ms
            steps:
              - id: a
                request: GET /a
                times: { at_least: 1 }
                client: answered
                hold: { until: { arrivals: 2 }, timeout: 1h }
                response: { text: held }
            """, way)
        let isSent = way != .stop && way != .finish
        let told = try await begun.end()
        if isSent {
            #expect(told == (way == .reload ? [] : [title]))
            #expect(try begun.client.response().text == "held")
        }
        begun.admin.server.awaitWrites()
        begun.admin.server.stopNow()
        let verdict = begun.admin.server.verdict
        // What a run that a reload ends had not reached is not a failure.
        #expect(verdict.failures.filter { $0.kind == .holdTimeout }.map(\.title) == (way == .reload ? [] : [title]))
        // A response that the stop cut off was not delivered, either.
        #expect(verdict.failures.filter { $0.kind == .client }.isEmpty == isSent)
        #expect(
            verdict.failures.first { $0.kind == .holdTimeout }?.remarks.contains(
                "the held responses are sent without it")
                == (way == .reload ? nil : isSent))
    }

    @Test("opens a hold that waits only for quiet, and is no failure", arguments: Way.allCases)
    func heldByQuiet(way: Way) async throws {
        let begun = try await Begun(
            """
            linger: 0ms
            order: any
            steps:
              - { id: a, request: GET /a, hold: { until: { step: first, quiet: 1h }, timeout: 2h }, response: { text: held } }
              - { id: first, request: GET /first }
            """, way)
        let first = try RawClient(begun.admin.server)
        #expect(try first.ask(get((begun.session.map { "/s/\($0.id)" } ?? "") + "/first")).status == 200)
        #expect(try await begun.end() == [])
        if way != .stop, way != .finish { #expect(try begun.client.response().text == "held") }
        begun.admin.server.stopNow()
        #expect(begun.admin.server.verdict.failures.allSatisfy { $0.kind == .unmet })
    }

    @Test(
        "is in a verdict before it, as far as holds are concerned, and is undone if they open",
        arguments: [Way.stop, .ended])
    func heldBefore(way: Way) async throws {
        let title = "step \"a\": its hold did not open before the run ended"
        let begun = try await Begun(
            """
            linger: 0ms
            steps:
              - { id: a, request: GET /a, times: { at_least: 1 }, hold: { until: { arrivals: 2 }, timeout: 1h } }
            """, way)
        let (server, admin) = (begun.admin.server, begun.admin)
        let path = begun.session.map { "/sessions/\($0.id)" } ?? ""
        for query in ["", "?settle=1ms", "?wait=1ms"] {
            let told = try admin.get("\(path)/verdict\(query)").json
            #expect(told["passed"] == false)
            #expect(Begun.titles(told) == [title])
        }
        #expect(try admin.get("\(path)/report?format=json").json["verdict"]?["passed"] == false)
        #expect(server.verdict.failures.map(\.title) == [title])
        if let session = begun.session {
            #expect(session.verdict.failures.map(\.title) == [title])
        }
        let second = try RawClient(server)
        #expect(try second.ask(get((begun.session.map { "/s/\($0.id)" } ?? "") + "/a")).status == 200)
        #expect(try begun.client.response().status == 200)
        server.awaitWrites()
        #expect(try admin.get("\(path)/verdict").json["passed"] == true)
        #expect(try await begun.end() == [])
        server.stopNow()
        #expect(server.verdict.passed)
    }

    @Test("leaves a hold to the response that may still open it", arguments: [Way.reset, .put, .reload])
    func heldByResponse(way: Way) async throws {
        let begun = try await Begun(
            """
            linger: 0ms
            order: any
            steps:
              - { id: first, request: GET /first, response: { delay: 50ms } }
              - { id: a, request: GET /a, hold: { until: { step: first }, timeout: 1h }, response: { text: held } }
            """, way)
        let first = try RawClient(begun.admin.server)
        try first.send(get("/first"))
        try await begun.admin.server.waitFor(step: "first", timeout: .seconds(600))
        #expect(try await begun.end() == [])
        #expect(try first.response().status == 200)
        #expect(try begun.client.response().text == "held")
        begun.admin.server.stopNow()
        #expect(begun.admin.server.verdict.failures.allSatisfy { $0.kind == .unmet })
    }

    @Test("says nothing of a hold whose clients have all left", arguments: [Way.reset, .deleted, .stop])
    func heldForNobody(way: Way) async throws {
        let begun = try await Begun(
            """
            linger: 0ms
            steps:
              - id: a
                request: GET /a
                times: { at_least: 1 }
                client: cancels
                hold: { until: { arrivals: 2 }, timeout: 1h }
            """, way)
        begun.client.reset()
        let run = begun.session == nil ? begun.admin.server.run : begun.admin.server.sessions?.all.first?.currentRun.run
        _ = await run?.wait(for: .answered)
        #expect(try await begun.end() == [])
        begun.admin.server.stopNow()
    }
}
