import Foundation
import MockServerKit
import ScenarioBuilder
import TestSupport
import Testing

@testable import MockServerRemote

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A session of a remote server", .alone, .timeLimit(.minutes(60))) struct SessionTests {
    @Test("has the calls of a server, for its own run alone")
    func calls() async throws {
        let pair = try await Pair()
        let one = try await pair.remote.beginSession(.file("greeting"))
        let other = try await pair.remote.beginSession(.file("greeting", vars: ["language": "de"]), seed: 7)
        #expect(one.url == pair.remote.url.appendingPathComponent("s/\(one.id)"))
        #expect(one.id != other.id)
        #expect(one.remote.sessionID == one.id)
        #expect(one.remote.adminURL == pair.remote.adminURL)
        try await Guest(url: one.url).hello()
        try await Guest(url: other.url).hello(in: "de")
        #expect(try await one.waitFor(step: "greeting", timeout: .seconds(300)).map(\.request.path) == ["/hello"])
        #expect(try await other.journal.map(\.request.headers["Accept-Language"]) == ["de"])
        #expect(try await one.unfinishedRequests.isEmpty)
        #expect(try await one.verify(timeout: .seconds(300)).failures.map(\.rule) == ["farewell"])
        #expect(try await one.clock.sleepers == 0)
        let ended = try await one.reset()
        #expect(ended.completeSteps == 1)
        try await one.play(.named("other.yaml"))
        #expect(try await Guest(url: one.url).get("c").text == "three")
        let last = try await one.finish()
        // The end of a session tells of the runs that a reset ended, too.
        #expect(last.failures.map(\.rule) == ["farewell"])
        #expect(last.scenario == "other")
        let failed = try await other.finish()
        #expect(failed.failures.map(\.rule) == ["farewell"])
        #expect(failed.seed == 7)
        #expect(failed.failures.first?.position.path == "Tests/Testing/MockServerRemoteTests/Scenarios/greeting.yaml")
        #expect(try await pair.remote.verdict.requests == 0)
        #expect(try await pair.remote.sessions.ended == SessionList.Ended(passed: 0, failed: 2, expired: 0))
        await pair.server.stop()
    }

    @Test("plays a scenario that is written in Swift, and its failures point at its Swift lines")
    func document() async throws {
        let pair = try await Pair()
        let line = #line + 2
        let session = try await pair.remote.beginSession("greeting") {
            Step(.get, "/hello").assert(.header("Accept-Language", "en")).respond(text: "hello")
        }
        #expect(try await Guest(url: session.url).hello(in: "fr") == "hello")
        let positions = try await session.finish().failures.map(\.position)
        #expect(positions.map(\.path) == ["Tests/Testing/MockServerRemoteTests/SessionTests.swift"])
        #expect(positions.map(\.line) == [line])
        let error = await errorText {
            try await pair.remote.beginSession("greeting") { Step(.get, "/{{nobody}}") }
        }
        #expect(error.contains("\nTests/Testing/MockServerRemoteTests/SessionTests.swift:\(line + 7):"), "\(error)")
        await pair.server.stop()
    }

    @Test("moves a virtual clock of its own")
    func clock() async throws {
        let pair = try await Pair()
        let lines = """
            mockserver: 1
            clock: virtual
            linger: 0ms
            steps: [{ request: GET /a, response: { text: late, delay: 1h } }]
            """
        let one = try await pair.remote.beginSession(.text(lines))
        let other = try await pair.remote.beginSession(.text(lines))
        async let response = Guest(url: one.url).get("a")
        try await one.clock.waitForSleepers(1, timeout: .seconds(300))
        let (start, others) = (try await one.clock.now, try await other.clock.now)
        try await one.clock.advance(by: .seconds(3_600))
        #expect(try await response.text == "late")
        #expect(try await one.clock.now.timeIntervalSince(start) == 3_600)
        #expect(try await other.clock.now == others)
        #expect(try await one.finish().passed)
        #expect(try await !other.finish().passed)
        await pair.server.stop()
    }

    @Test("is reached at the server's own URL by a header")
    func header() async throws {
        let pair = try await Pair()
        let session = try await pair.remote.beginSession(.file("other"))
        #expect(session.remote.serverURL == pair.server.url)
        var request = URLRequest(url: session.remote.serverURL.appendingPathComponent("c"))
        request.setValue(session.remote.sessionID, forHTTPHeaderField: RemoteMockServer.sessionHeader)
        let (data, _) = try await URLSession.shared.data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "three")
        #expect(try await session.journal.map(\.request.path) == ["/c"])
        _ = try await session.finish()
        await pair.server.stop()
    }

    @Test(
        "has the URL by which clients reach the server, and its path after that",
        arguments: [
            ("http://127.0.0.1:80", "http://127.0.0.1:80/s/abc"), ("http://mock:81/", "http://mock:81/s/abc"),
            ("https://proxy/mock", "https://proxy/mock/s/abc"),
            ("http://[::1]:80/a%20b/", "http://[::1]:80/a%20b/s/abc"),
        ])
    func url(server: String, session: String) throws {
        let url = try #require(URL(string: server))
        #expect(try ClientURL.session("/s/abc", of: url).absoluteString == session)
    }

    @Test("has the URL for clients that the server's object was given")
    func publishedURL() async throws {
        let pair = try await Pair()
        let url = try #require(URL(string: "http://mock:81"))
        let remote = try await RemoteMockServer(adminURL: pair.remote.adminURL, url: url)
        let session = try await remote.beginSession(.file("other"))
        #expect(session.url.absoluteString == "http://mock:81/s/\(session.id)")
        #expect(session.remote.serverURL == url)
        let sibling = try await session.beginSession(.file("other"))
        #expect(sibling.url.absoluteString == "http://mock:81/s/\(sibling.id)")
        _ = try await session.finish()
        _ = try await sibling.finish()
        await pair.server.stop()
    }

    @Test("asks at the same time as others that wait")
    func waiting() async throws {
        let pair = try await Pair()
        // More than the connections that URLSession opens to a host unless it is told otherwise.
        let sessions = try await (0..<8).asyncMap { _ in try await pair.remote.beginSession(.file("greeting")) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions {
                group.addTask { try await session.waitFor(step: "greeting", timeout: .seconds(300)) }
            }
            for session in sessions {
                #expect(try await session.journal.isEmpty)
                try await Guest(url: session.url).hello()
            }
            try await group.waitForAll()
        }
        for session in sessions { _ = try await session.finish() }
        await pair.server.stop()
    }

    @Test("ends once")
    func ended() async throws {
        let pair = try await Pair()
        let session = try await pair.remote.beginSession(.file("other"))
        _ = try await session.finish()
        let error = await errorText { try await session.finish() }
        #expect(
            error == "the session \(session.id) is gone: neither its client nor its test asked for anything within the "
                + "server's --session-timeout, or it was deleted, or the server was started anew. The server's reports "
                + "have what came of an expired one.")
        #expect(await errorText { try await session.reset() } == error)
        #expect(await errorText { try await session.journal } == error)
        #expect(try await Guest(url: session.url).get("c").status == 410)
        await pair.server.stop()
    }

    @Test("does not begin at the limit, nor with a scenario that can't be played, and says why")
    func refused() async throws {
        let pair = try await Pair { $0.sessions?.limit = 1 }
        let errors = await errorText {
            try await pair.remote.beginSession(.text("mockserver: 1\nstepz: []", shownAs: "mine.yaml"))
        }
        #expect(errors.hasPrefix("the scenario has errors, so it is not played:\nmine.yaml:2:1: error: "), "\(errors)")
        let missing = await errorText { try await pair.remote.beginSession(.named("missing.yaml")) }
        #expect(missing.hasPrefix("the admin API refused this (404): "), "\(missing)")
        #expect(missing.contains("missing.yaml"), "\(missing)")
        #expect(
            await errorText { try await pair.remote.beginSession(.current) }
                == "a session plays a scenario of its own: give one, such as .file(\"token-refresh\"); .current is the "
                + "one of the server's own run")
        let session = try await pair.remote.beginSession(.file("other"))
        #expect(
            await errorText { try await pair.remote.beginSession(.file("other")) }
                == "the admin API refused this (503): There are 1 sessions already: DELETE those that are over, or give "
                + "--session-timeout a shorter time.")
        _ = try await session.finish()
        _ = try await pair.remote.beginSession(.file("other")).finish()
        await pair.server.stop()
    }

    @Test("needs a server that has sessions", arguments: [.file("other"), .named("other.yaml")] as [RemoteScenario])
    func noSessions(scenario: RemoteScenario) async throws {
        let pair = try await Pair { $0.sessions = nil }
        let error = await errorText { try await pair.remote.beginSession(scenario) }
        #expect(
            error == "the server with the admin API at \(pair.remote.adminURL) has no sessions, by which tests share "
                + "it: use the same version of mockserver here and there, and in Swift set options.sessions; or have tests "
                + "take turns at the server's own run: sharing: .byTurns, in XCTest useMockServer.")
        await pair.server.stop()
    }

    @Test("is not left over by a task that is cancelled while it begins")
    func cancelled() async throws {
        let pair = try await Pair()
        for yields in 0..<20 {
            let test = Task { try await pair.remote.beginSession(.file("other")) }
            for _ in 0..<(yields * yields) { await Task.yield() }
            test.cancel()
            // Unless it had begun before.
            if let session = try? await test.value { _ = try await session.finish() }
        }
        #expect(try await pair.remote.sessions.sessions.isEmpty)
        let session = try await pair.remote.beginSession(.file("other"))
        let end = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await session.finish()
        }
        #expect(try await end.value.passed, "a cancelled task ends its session, too")
        await pair.server.stop()
    }
}

extension Sequence where Element: Sendable {
    /// The results of `transform`, one after the other.
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
