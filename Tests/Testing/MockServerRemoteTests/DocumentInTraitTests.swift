import Foundation
import MockServerRemoteTesting
import TestSupport
import Testing

@Suite("A scenario that is written in a remote server's trait", .alone) struct DocumentInTraitTests {
    @Test(
        "fails at the lines of its own steps",
        .failsAtMarkedLines,
        .remoteMockServer(
            playing: .document(
                ScenarioDocument("greeting") {
                    Step(.get, "/hello")
                        .assert(.header("Accept-Language", "en"))  // it differs
                    Step(.get, "/goodbye")  // it does not come
                }), at: Shared.adminURL))
    func lines() async throws { try await Guest(url: RemoteMockServer.current.url).hello(in: "fr") }
}

/// Expects that a scope within this one fails the test by an issue at each line of this file with a comment.
private struct ExpectedLines: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let lines = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        let marked = lines.indices.filter { lines[$0].contains("  // " + "it ") }.map { $0 + 1 }
        let issues = try await recordedIssues { try await function() }
        #expect(issues.map(\.line) == marked, "\(issues)")
        #expect(issues.map(\.path) == [#filePath, #filePath])
    }
}

extension Trait where Self == ExpectedLines {
    fileprivate static var failsAtMarkedLines: Self { ExpectedLines() }
}
