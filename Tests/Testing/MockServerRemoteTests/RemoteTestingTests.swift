import Foundation
import MockServerKit
import MockServerRemote
@testable import MockServerRemoteTesting
import TestSupport
import Testing

@Suite(
    "the trait of a remote server", .alone, .remoteMockServer("greeting", at: Shared.adminURL), .timeLimit(.minutes(60))
)
struct RemoteMockServerTraitTests {
    @Test("gives each case of a test a session of its own", arguments: 1...40)
    func cases(number: Int) async throws {
        let server = try RemoteMockServer.current
        let id = try #require(server.sessionID)
        #expect(server.url.path == "/s/\(id)")
        #expect(try await server.journal.isEmpty)
        try await Guest(url: server.url).hello()
        try await Guest(url: server.url).goodbye()
        #expect(try await server.journal.count == 2)
    }

    @Test(
        "has each case play the server's own run, one after the other, if that is wanted",
        .remoteMockServer("greeting", sharing: .byTurns, at: Shared.adminURL), arguments: 1...8)
    func turns(number: Int) async throws {
        let server = try RemoteMockServer.current
        #expect(server.sessionID == nil)
        #expect(server.url == server.serverURL)
        #expect(try await server.journal.isEmpty)
        try await Guest(url: server.url).hello()
        try await Guest(url: server.url).goodbye()
        #expect(try await server.journal.count == 2)
    }

    @Test(
        "has each case play the server's own scenario in turns, unless another is given",
        .remoteMockServer(at: Shared.adminURL), arguments: 1...4)
    func own(number: Int) async throws {
        let server = try RemoteMockServer.current
        #expect(server.sessionID == nil)
        #expect(try await server.journal.isEmpty)
        let scenario = try await server.verdict.scenario
        #expect(scenario == "A guest says hello, then goodbye")
        try await Guest(url: server.url).hello()
        try await Guest(url: server.url).goodbye()
    }

    @Test(
        "leaves the server to a test's own trait, however its URL is written",
        .remoteMockServer(playing: .named("other.yaml"), at: "\(Shared.adminURL)/")
    )
    func inner() async throws {
        let server = try RemoteMockServer.current
        #expect(try await server.verdict.scenario == "other")
        #expect(try await Guest(url: server.url).get("c").text == "three")
    }

    @Test(
        "refuses a second turn in the same test", .remoteMockServer("greeting", sharing: .byTurns, at: Shared.adminURL))
    func nested() async throws {
        let server = try RemoteMockServer.current
        await #expect(throws: RemoteHarnessMisuse.nested(server.adminURL)) {
            try await withRemoteMockServer(server) { _ in }
        }
        try await Guest(url: server.url).hello()
        try await Guest(url: server.url).goodbye()
    }

    @Test("lets a part of a test have a session beside its own")
    func beside() async throws {
        let outer = try RemoteMockServer.current
        try await withRemoteMockServer(outer, playing: .named("other.yaml")) { inner in
            let current = try RemoteMockServer.current
            #expect(current.sessionID == inner.sessionID)
            #expect(inner.sessionID != outer.sessionID)
            #expect(inner.serverURL == outer.serverURL)
            #expect(try await Guest(url: inner.url).get("c").text == "three")
        }
        try await Guest(url: outer.url).hello()
        try await Guest(url: outer.url).goodbye()
        #expect(try RemoteMockServer.current.sessionID == outer.sessionID)
    }
}

@Suite("withRemoteMockServer", .alone, .timeLimit(.minutes(60))) struct WithRemoteMockServerTests {
    @Test("records nothing for a run that holds, and returns a value")
    func passing() async throws {
        let pair = try await Pair()
        let word = try await withRemoteMockServer(pair.remote) { server in
            let word = try await Guest(url: server.url).hello()
            try await Guest(url: server.url).goodbye()
            return word
        }
        #expect(word == "hello")
        await pair.server.stop()
    }

    @Test("records each failure, whole, at the scenario's own path and line, of a body that throws, too")
    func failing() async throws {
        struct Mishap: Error {}
        let pair = try await Pair()
        let issues = try await recordedIssues {
            try await withRemoteMockServer(pair.remote, playing: .file("greeting")) { server in
                try await Guest(url: server.url).hello(in: "fr")
                throw Mishap()
            }
        }
        let path = "Tests/Testing/MockServerRemoteTests/Scenarios/greeting.yaml"
        #expect(issues.map(\.line).prefix(2) == [9, 12])
        #expect(issues.map(\.path).prefix(2) == [Pair.greeting.path, Pair.greeting.path])
        #expect(issues.count == 3)
        #expect(issues[0].text.hasPrefix("step \"greeting\": header Accept-Language differs\n\(path):9:35\n"))
        #expect(issues[1].text.hasPrefix("step \"farewell\": 0 requests, expected exactly 1\n\(path):12:5\n"))
        #expect(issues[2].text == "Mishap()")
        await pair.server.stop()
    }

    @Test("records the failures of runs that the body ends itself, by any object for the server, before the last run's")
    func endedRuns() async throws {
        let pair = try await Pair("name: stubbed\nlinger: 0ms\nstubs: [{ request: GET /a }]")
        let other = try await RemoteMockServer(adminURL: pair.remote.adminURL)
        let guest = Guest(url: pair.remote.url)
        _ = try await guest.get("before")
        let issues = try await recordedIssues {
            try await withRemoteMockServer(pair.remote) { server in
                _ = try await guest.get("one")
                try await server.reset()
                _ = try await guest.get("two")
                try await other.play("other") { Stub(.get, "/b") }
                _ = try await guest.get("b")
                try await server.reset()
                _ = try await guest.get("four")
            }
        }
        #expect(issues.count == 3, "\(issues)")
        for (issue, path) in zip(issues, ["one", "two", "four"]) {
            #expect(issue.text.contains("nothing takes GET /\(path)"), "\(issue)")
        }
        let remarks = issues.map { $0.text.split(separator: "\n").last { $0.hasPrefix("   in run ") } ?? "" }
        #expect(
            remarks == [
                "   in run 1 of this test, which the test ended", "   in run 2 of this test, which the test ended", "",
            ])
        try await withRemoteMockServer(pair.remote, playing: .named("other.yaml"), sharing: .byTurns) { _ in
            _ = try await guest.get("c")
        }
        await pair.server.stop()
    }

    @Test("does not count a run without requests that the body ends, nor what came before")
    func precaution() async throws {
        let pair = try await Pair()
        try await Guest(url: pair.remote.url).hello(in: "fr")
        try await withRemoteMockServer(pair.remote) { server in
            try await server.reset()
            try await server.play(.named("other.yaml"))
        }
        await pair.server.stop()
    }

    @Test("records a failure at the call, if the scenario's file is not here")
    func elsewhere() async throws {
        let pair = try await Pair()
        let line = #line + 2
        let issues = try await recordedIssues {
            try await withRemoteMockServer(pair.remote, playing: .text("mockserver: 1\nsteps: [{ request: GET /a }]")) {
                _ in
            }
        }
        #expect(issues.map(\.line) == [line])
        #expect(issues.map(\.path) == [#filePath])
        #expect(issues.first?.text.hasPrefix("step 1: 0 requests, expected exactly 1\nscenario.yaml:2:11\n") == true)
        await pair.server.stop()
    }

    @Test("records the failures of a test that is cancelled")
    func cancelled() async throws {
        let pair = try await Pair()
        let issues = try await recordedIssues {
            let test = Task {
                try await withRemoteMockServer(pair.remote) { server in
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await server.waitFor(step: "farewell", timeout: .seconds(300))
                }
            }
            try await test.value
        }
        #expect(issues.count == 2)
        #expect(issues.first?.line == 6)
        #expect(issues.last?.text == "CancellationError()")
        await pair.server.stop()
    }

    @Test("leaves the turn to the next test after a scenario with errors, and to none that is cancelled meanwhile")
    func turns() async throws {
        let pair = try await Pair()
        await #expect(throws: RemoteMockServerError.self) {
            try await withRemoteMockServer(pair.remote, playing: .text("mockserver: 2"), sharing: .byTurns) { _ in }
        }
        let sameServer = try #require(URL(string: "\(pair.remote.adminURL)/"))
        let other = try await RemoteMockServer(adminURL: sameServer)
        try await withRemoteMockServer(pair.remote) { server in
            await #expect(throws: RemoteHarnessMisuse.nested(sameServer)) {
                try await withRemoteMockServer(other) { _ in }
            }
            // Not of this task, so that it would wait.
            let waiting = Task.detached { try await ServerTurns.shared.begin(other.id) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            try await Guest(url: server.url).hello()
            try await Guest(url: server.url).goodbye()
        }
        try await ServerTurns.shared.begin(pair.remote.id)
        await ServerTurns.shared.end(pair.remote.id)
        await pair.server.stop()
    }

    @Test("comes to an end if no turn at its own server ends, whatever happens at others")
    func turnsOfOthers() async throws {
        let (own, other) = (try ServerID.some(9), try ServerID.some(10))
        let turns = ServerTurns()
        try await turns.begin(own)
        let waiting = Task { try await turns.begin(own, timeout: .milliseconds(20)) }
        let others = Task {
            while !Task.isCancelled {
                try await turns.begin(other)
                await turns.end(other)
                await Task.yield()
            }
        }
        await #expect(throws: RemoteHarnessMisuse.noTurn(after: .milliseconds(20))) {
            try await waiting.value
        }
        others.cancel()
        await turns.end(own)
    }

    @Test("says which product to import for XCTest, and that a test without the trait has no server")
    func misuse() async throws {
        let pair = try await Pair()
        let error = await Task.detached {
            await errorText(of: { try await withRemoteMockServer(pair.remote) { _ in } })
        }.value
        #expect(error.contains("in XCTest import MockServerRemoteXCTest and call startRemoteMockServer"), "\(error)")
        #expect(throws: RemoteHarnessMisuse.noServer) { try RemoteMockServer.current }
        await pair.server.stop()
    }
}

extension ServerID {
    fileprivate static func some(_ port: Int) throws -> ServerID {
        ServerID(try #require(URL(string: "http://127.0.0.1:\(port)")))
    }
}
