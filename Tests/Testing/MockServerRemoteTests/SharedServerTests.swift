import Foundation
import Locking
import MockServerKit
@testable import MockServerRemote
import MockServerRemoteTesting
import TestSupport
import Testing

@Suite("Tests that share a remote server by sessions", .alone, .timeLimit(.minutes(60))) struct SharedServerTests {
    private static let greeting = "Tests/Testing/MockServerRemoteTests/Scenarios/greeting.yaml"

    @Test("run at the same time, and each has its own verdict")
    func parallel() async throws {
        let pair = try await Pair()
        let (tests, broken) = (60, 17)
        let gate = Gate(tests)
        let sessions = Locked<Set<String>>([])
        let issues = try await recordedIssues {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<tests {
                    group.addTask {
                        let vars = ["language": "x-\(number)"]
                        try await withRemoteMockServer("greeting", vars: vars, on: pair.remote) { server in
                            let id = try #require(server.sessionID)
                            sessions.withLock { _ = $0.insert(id) }
                            // All sessions are there before the first request.
                            await gate.arrive()
                            let guest = Guest(url: server.url)
                            try await guest.hello(in: number == broken ? "x-other" : "x-\(number)")
                            // Any other test's requests would be in this journal.
                            #expect(try await server.journal.count == 1)
                            if number != broken { try await guest.goodbye() }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(sessions.withLock(\.count) == tests)
        #expect(issues.map(\.line) == [9, 12], "\(issues)")
        #expect(issues.map(\.path) == [Pair.greeting.path, Pair.greeting.path])
        #expect(issues.first?.text.hasPrefix("step \"greeting\": ") == true)
        #expect(issues.first?.text.contains("\n\(Self.greeting):9:35\n") == true)
        #expect(issues.first?.text.contains("x-\(broken)") == true)
        #expect(issues.first?.text.contains("x-other") == true)
        let list = try await pair.remote.sessions
        #expect(list.ended == SessionList.Ended(passed: tests - 1, failed: 1, expired: 0))
        #expect(list.sessions.isEmpty)
        #expect(try await pair.remote.verdict.requests == 0)
        await pair.server.stop()
    }

    @Test("have their failures recorded and their sessions ended, also if they throw")
    func throwing() async throws {
        struct Mishap: Error {}
        let pair = try await Pair()
        let issues = try await recordedIssues {
            try await withRemoteMockServer("greeting", on: pair.remote) { server in
                try await Guest(url: server.url).hello()
                throw Mishap()
            }
        }
        #expect(issues.map(\.line).first == 12)
        #expect(issues.map(\.text).last == "Mishap()")
        #expect(issues.count == 2)
        #expect(try await pair.remote.sessions.sessions.isEmpty)
        await pair.server.stop()
    }

    @Test("have their failures recorded and their sessions ended, also if they are cancelled")
    func cancelled() async throws {
        let pair = try await Pair()
        let issues = try await recordedIssues {
            let test = Task {
                try await withRemoteMockServer("greeting", on: pair.remote) { server in
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await server.waitFor(step: "farewell", timeout: .seconds(300))
                }
            }
            try await test.value
        }
        #expect(issues.map(\.text).last == "CancellationError()")
        #expect(issues.map(\.line).first == 6)
        #expect(issues.count == 2)
        #expect(try await pair.remote.sessions.sessions.isEmpty)
        await pair.server.stop()
    }

    @Test("count the runs that they end themselves, before the last one")
    func endedRuns() async throws {
        let pair = try await Pair()
        let issues = try await recordedIssues {
            try await withRemoteMockServer(pair.remote, playing: .file("other")) { server in
                _ = try await Guest(url: server.url).get("one")
                try await server.reset()
                _ = try await Guest(url: server.url).get("two")
            }
        }
        #expect(issues.count == 2, "\(issues)")
        #expect(issues.first?.text.contains("/one") == true)
        #expect(issues.first?.text.contains("\n   in run 1 of this test, which the test ended") == true)
        #expect(issues.last?.text.contains("/two") == true)
        await pair.server.stop()
    }

    @Test("fail if their session expires")
    func expired() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let pair = try await Pair {
            $0.sessions?.timeout = .milliseconds(20)
            $0.sessions?.onEnd = { end.yield($0.verdict.passed) }
        }
        let line = #line + 2
        let issues = try await recordedIssues {
            try await withRemoteMockServer(pair.remote, playing: .file("other")) { _ in
                for await passed in ends {
                    // As far as it came, it has passed, but that is not the test's verdict.
                    #expect(passed)
                    break
                }
            }
        }
        #expect(issues.map(\.line) == [line])
        #expect(issues.map(\.path) == [#filePath])
        #expect(issues.first?.text.hasPrefix("there is no verdict: the session ") == true, "\(issues)")
        #expect(issues.first?.text.contains(" is gone: neither its client nor its test asked for anything") == true)
        await pair.server.stop()
    }

    @Test("fail if their server goes away")
    func gone() async throws {
        let pair = try await Pair()
        let line = #line + 2
        let issues = try await recordedIssues {
            try await withRemoteMockServer("other", on: pair.remote) { _ in
                await pair.server.stop()
            }
        }
        #expect(issues.map(\.line) == [line])
        #expect(issues.first?.text.hasPrefix("there is no verdict: no mock server can be reached at ") == true)
    }

    @Test("don't run if there is no session for them")
    func refused() async throws {
        let pair = try await Pair { $0.sessions?.limit = 0 }
        await #expect(throws: RemoteMockServerError.self) {
            try await withRemoteMockServer("other", on: pair.remote) { _ in Issue.record("it ran") }
        }
        await pair.server.stop()
        let old = try await Pair { $0.sessions = nil }
        let error = await errorText {
            try await withRemoteMockServer("other", on: old.remote) { _ in Issue.record("it ran") }
        }
        #expect(error.contains(" has no sessions, by which tests share it: "), "\(error)")
        #expect(error.contains("sharing: .byTurns"))
        let word = try await withRemoteMockServer("other", on: old.remote, sharing: .byTurns) { server in
            try await Guest(url: server.url).get("c").text
        }
        #expect(word == "three")
        await old.server.stop()
    }

    @Test("are those of several processes", .timeLimit(.minutes(60)))
    func processes() async throws {
        let pair = try await Pair()
        let children = try (0..<2).map { _ in try TestProcess(adminURL: pair.remote.adminURL) }
        for child in children {
            let status = await child.status
            #expect(status == 0)
        }
        #expect(
            try await pair.remote.sessions.ended
                == SessionList.Ended(passed: 2 * EnvironmentTests.cases, failed: 0, expired: 0))
        await pair.server.stop()
    }
}

/// The tests of a server that the environment names; `SharedServerTests` runs them in processes of their own.
@Suite(
    "the trait of a remote server, by the environment",
    .enabled(if: ProcessInfo.processInfo.environment["RUN_ENVIRONMENT_TESTS"] == "1", "run by SharedServerTests"),
    .remoteMockServer("greeting"), .timeLimit(.minutes(60)))
struct EnvironmentTests {
    static let cases = 20

    @Test(arguments: 0..<cases)
    func greeting(number: Int) async throws {
        let server = try RemoteMockServer.current
        try await Guest(url: server.url).hello()
        #expect(try await server.journal.count == 1)
        try await Guest(url: server.url).goodbye()
    }
}

/// A process that runs `EnvironmentTests`.
private struct TestProcess {
    private let exit: Task<Int32, Never>

    init(adminURL: URL) throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        _ = try Subprocess(
            [
                CommandLine.arguments[0], "--testing-library", "swift-testing", "--test-bundle-path",
                bundle ?? CommandLine.arguments[0], "--filter", "EnvironmentTests",
            ],
            environment: ProcessInfo.processInfo.environment.merging([
                "RUN_ENVIRONMENT_TESTS": "1", "MOCKSERVER_ADMIN_URL": adminURL.absoluteString,
            ]) { $1 }
        ) { status in
            end.yield(status)
            end.finish()
        }
        exit = Task {
            for await status in ends { return status }
            return -1
        }
    }

    var status: Int32 { get async { await exit.value } }
}
