import Foundation
import MockServerKit
import MockServerRemote
import MockServerRemoteTesting
import TestSupport
import Testing

/// Nobody listens there; none of these tests asks.
private let nowhere = "http://127.0.0.1:9"

/// What a test notices that has two traits for one server, or whose suite has: that it fails, and its body does not run.
@Suite("Two remote traits for a server fail a test without running it, if both stand") struct SeveralRemoteTraitsTests {
    @Test(
        "on it", .fails(by: .severalTraits), .remoteMockServer("greeting", at: nowhere),
        .remoteMockServer(at: "\(nowhere)/"))
    func onTest() { Issue.record("the test runs") }

    @Test(
        "on it, for each of its arguments", .fails(by: .severalTraits), .remoteMockServer("greeting", at: nowhere),
        .remoteMockServer("greeting", at: nowhere), arguments: 1...3)
    func withArguments(number: Int) { Issue.record("the test runs") }

    @Suite(
        "on its suite,", .fails(by: .severalTraits), .remoteMockServer("greeting", at: nowhere),
        .remoteMockServer("greeting", at: nowhere))
    struct OnSuite {
        @Test("that is alone") func inherited() { Issue.record("the test runs") }

        @Test("beside its own", .remoteMockServer("greeting", at: nowhere)) func own() {
            Issue.record("the test runs")
        }
    }

    @Test(
        "on it, however each writes the address of this machine", .fails(by: .severalTraits),
        .remoteMockServer("greeting", at: nowhere), .remoteMockServer("greeting", at: "http://localhost:9"))
    func spelled() { Issue.record("the test runs") }

    @Test("also one that the environment does not name", .fails(by: .severalTraits), .remoteMockServer(), unnamed)
    func environment() { Issue.record("the test runs") }

    private static let unnamed = RemoteMockServerTrait.remoteMockServer("greeting")
}

@Suite("The traits of remote servers", .alone, .remoteMockServer("greeting", at: Shared.adminURL))
struct RemoteTraitsTests {
    private static let own = RemoteMockServerTrait.remoteMockServer("greeting", at: Shared.adminURL)

    @Test("of a suite and of its test are one session") func inherited() async throws {
        try await Guest(url: RemoteMockServer.current.url).hello()
        try await Guest(url: RemoteMockServer.current.url).goodbye()
    }

    @Suite("that a suite and its test share", own) struct Sharing {
        @Test("begin one session", own) func once() async throws {
            try await Guest(url: RemoteMockServer.current.url).hello()
            try await Guest(url: RemoteMockServer.current.url).goodbye()
        }
    }
}

/// Two servers for one test.
private enum Two {
    static let servers = (1...2).compactMap { _ in
        var options = MockServer.Options()
        options.admin = MockServer.AdminOptions()
        options.sessions = MockServer.SessionOptions()
        options.sessions?.timeout = .seconds(86_400)
        options.warnsIfUnverified = false
        let scenario = try? Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /own }]")
        return scenario.flatMap { try? MockServer($0, options: options) }
    }

    static func adminURL(_ index: Int) -> String { servers[index].adminURL?.absoluteString ?? "none" }
}

@Suite("The traits of two remote servers", .alone) struct TwoRemoteServersTests {
    @Test(
        "on one test each begin a run, and the inner one's server is the current one",
        .remoteMockServer("greeting", at: Two.adminURL(0)), .remoteMockServer("greeting", at: Two.adminURL(1)))
    func both() async throws {
        #expect(try RemoteMockServer.current.adminURL == Two.servers[1].adminURL)
        for server in Two.servers {
            let remote = try await RemoteMockServer(adminURL: try #require(server.adminURL))
            let sessions = try await remote.sessions.sessions
            #expect(sessions.count == 1)
            for session in sessions {
                let url = server.url.appendingPathComponent("s").appendingPathComponent(session.session)
                try await Guest(url: url).hello()
                try await Guest(url: url).goodbye()
            }
        }
    }
}

@Suite("The trait of a remote server", .alone) struct RefusedScenarioTests {
    @Test("fails a test whose scenario is refused without a diagnostic")
    func refused() async throws {
        let server = try MockServer(
            Scenario(
                yaml: """
                    mockserver: 1
                    stubs:
                      - { request: GET /health, response: { json: { scenario: s, url: "{{server.url}}" } } }
                      - { request: POST /sessions, response: { status: 422, json: { error: refused } } }
                    """))
        let trait = RemoteMockServerTrait.remoteMockServer(
            playing: .text("mockserver: 1"), at: server.url.absoluteString)
        let test = try #require(Test.current)
        let issues = try await recordedIssues {
            try await trait.provideScope(for: test, testCase: Test.Case.current) { Issue.record("the test runs") }
        }
        #expect(issues.count == 1)
        #expect(issues.first?.text.hasPrefix("the scenario has errors, so it is not played") == true, "\(issues)")
        #expect(server.verdict.passed)
        await server.stop()
    }
}

/// Expects that a scope within this one fails the test by one issue and does not run it.
private struct ExpectedMisuse: TestTrait, SuiteTrait, TestScoping {
    let misuse: RemoteHarnessMisuse
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let issues = try await recordedIssues { try await function() }
        #expect(issues.map(\.text) == ["\(misuse)"], "\(test.name)")
    }
}

extension Trait where Self == ExpectedMisuse {
    fileprivate static func fails(by misuse: RemoteHarnessMisuse) -> Self { ExpectedMisuse(misuse: misuse) }
}
