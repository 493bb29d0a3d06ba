import Foundation

/// A run of a remote server for one test, for the test harnesses.
package struct RemoteTestRun: Sendable {
    /// A failure for a test to record.
    package struct RecordedFailure: Sendable {
        /// The text; its first line is `path:line:column: error: title` for a failure of the run.
        package let text: String
        /// Where it is in a file of this machine; nil if the scenario is not here.
        package let location: (path: String, line: Int, column: Int)?

        /// The text without `path:line:column: error: `, for a framework that prints that itself.
        package var textWithoutPosition: String {
            guard location != nil, let mark = text.range(of: ": error: "), !text[..<mark.lowerBound].contains("\n")
            else { return text }
            return String(text[mark.upperBound...])
        }
    }

    private let server: any RemoteServer
    private let lookup: ScenarioLookup

    /// Begins a run for a test.
    ///
    /// - Parameter testFile: the test's source file, from which the files that failures name are looked up.
    package init(_ server: any RemoteServer, playing scenario: RemoteScenario, testFile: String) async throws {
        self.server = server
        lookup = ScenarioLookup(from: testFile)
        try await server.play(scenario)
    }

    /// The failures of the run when the test ends; one that says why there is no verdict if the server is gone.
    package func failures() async -> [RecordedFailure] {
        let verdict: RemoteMockServer.Verdict
        do {
            verdict = try await server.finish()
        } catch {
            return [RecordedFailure(text: "there is no verdict: \(error)", location: nil)]
        }
        var failures = verdict.failures.map { failure in
            let position = failure.position
            let path = lookup.localPath(of: position.path)
            return RecordedFailure(
                text: failure.text(), location: path.map { ($0, position.line, position.column) })
        }
        if verdict.failures.isEmpty, !verdict.passed {
            failures = [RecordedFailure(text: verdict.text(), location: nil)]
        }
        return failures
    }
}
