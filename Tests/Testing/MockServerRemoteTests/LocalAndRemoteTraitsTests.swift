import Locking
import MockServerKit
import MockServerRemote
import MockServerRemoteTesting
import MockServerTesting
import TestSupport
import Testing

private let hello = "mockserver: 1\nlinger: 0ms\nsteps: [{ id: hello, request: GET /hello }]"

/// A trait of a server of the test's own beside one of a remote server.
@Suite("A local trait and a remote one", .alone) struct LocalAndRemoteTraitsTests {
    @Test(
        "both start their servers, the local one first", .runs(failing: []), .mockServer(try Scenario(yaml: hello)),
        .remoteMockServer("greeting", at: Shared.adminURL))
    func localFirst() async throws { try await visit() }

    @Test(
        "both start their servers, the remote one first", .runs(failing: []),
        .remoteMockServer("greeting", at: Shared.adminURL), .mockServer(try Scenario(yaml: hello)))
    func remoteFirst() async throws { try await visit() }

    @Test(
        "each fail the test by what their servers did not get", .runs(failing: ["hello", "greeting"]),
        .mockServer(try Scenario(yaml: hello)), .remoteMockServer("greeting", at: Shared.adminURL))
    func idle() { Body.runs() }

    @Suite(
        "on a suite", .runs(failing: []), .mockServer(try Scenario(yaml: hello)),
        .remoteMockServer("greeting", at: Shared.adminURL))
    struct OnSuite {
        @Test("are both those of a test without its own") func inherited() async throws { try await visit() }
    }

    @Suite("of which one is on the suite", .runs(failing: []), .mockServer(try Scenario(yaml: hello)))
    struct Mixed {
        @Test("and one on the test are both the test's", .remoteMockServer("greeting", at: Shared.adminURL))
        func both() async throws { try await visit() }
    }

    @Test(
        "fail the test without running it if one can't start", .runs(0, failing: ["Unmade"]),
        .remoteMockServer("greeting", at: Shared.adminURL), .mockServer(try unmade()))
    func unmadeLocal() { Body.runs() }

    @Test(
        "fail the test without running it if the remote one is not reached",
        .runs(0, failing: ["127.0.0.1:9", "hello"]),
        .mockServer(try Scenario(yaml: hello)), .remoteMockServer("greeting", at: "http://127.0.0.1:9"))
    func unreached() { Body.runs() }
}

private struct Unmade: Error {}

private func unmade() throws -> Scenario { throw Unmade() }

/// Asks both servers of the test for what their scenarios want.
private func visit() async throws {
    Body.runs()
    _ = try await Guest(url: MockServer.current.url).get("hello")
    let guest = Guest(url: try RemoteMockServer.current.url)
    try await guest.hello()
    try await guest.goodbye()
}

/// Whether the body of the current test has run.
private enum Body {
    @TaskLocal static var count: Locked<Int>?

    static func runs() { count?.withLock { $0 += 1 } }
}

/// Expects the body of a test to run so often, and the test to fail by issues that name these.
private struct ExpectedRun: TestTrait, SuiteTrait, TestScoping {
    let count: Int
    let failures: [String]
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let count = Locked(0)
        let issues = try await Body.$count.withValue(count) {
            try await recordedIssues(isIntermittent: true) { try await function() }
        }
        #expect(count.withLock { $0 } == self.count, "\(test.name)")
        #expect(issues.isEmpty == failures.isEmpty, "\(issues)")
        for failure in failures { #expect(issues.contains { $0.text.contains(failure) }, "\(failure) in \(issues)") }
    }
}

extension Trait where Self == ExpectedRun {
    fileprivate static func runs(_ count: Int = 1, failing failures: [String]) -> Self {
        ExpectedRun(count: count, failures: failures)
    }
}
