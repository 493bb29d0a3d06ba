import Foundation
package import ScenarioBuilder

/// The use of a remote server by a test, for the test harnesses: a run, and those that follow it if the test ends it.
package struct RemoteTestRun: Sendable {
    /// A failure for a test to record.
    package struct RecordedFailure: Sendable {
        /// The text; its first line is `path:line:column: error: title` for a failure of a run.
        package let text: String
        /// Where it is in a file of this machine; nil if the scenario is not here.
        package let location: (path: String, line: Int, column: Int)?
        /// The call by which the test began to use the server.
        package let call: CallSite

        /// The text without `path:line:column: error: `, for a framework that prints that itself.
        package var textWithoutPosition: String {
            guard location != nil, let mark = text.range(of: ": error: "), !text[..<mark.lowerBound].contains("\n")
            else { return text }
            return String(text[mark.upperBound...])
        }
    }

    /// Tells the uses of a server apart.
    let id = UUID()
    private let server: any RemoteServer
    private let call: CallSite

    /// Begins a run for a test. One that the same test has begun before ends, and counts.
    ///
    /// - Parameter call: the line of the test that asks for it; the files that failures name are looked up from its
    ///   file.
    package init(_ server: any RemoteServer, playing scenario: RemoteScenario, at call: CallSite) async throws {
        self.server = server
        self.call = call
        try await server.play(scenario)
        await ServerUses.shared.begin(self, of: server.remote.id)
    }

    /// The failures when the test ends: of the runs that the test itself has ended, then of the current run, or one
    /// that says why it has no verdict. Empty if a later use of the server in the same test has them.
    package func failures() async -> [RecordedFailure] {
        guard let ended = await ServerUses.shared.end(self, of: server.remote.id) else { return [] }
        let earlier = ended.enumerated().flatMap { index, run in
            run.use.failures(of: run.verdict, remark: "in run \(index + 1) of this test, which the test ended")
        }
        do {
            return earlier + failures(of: try await server.finish(), remark: nil)
        } catch {
            return earlier + [RecordedFailure(text: "there is no verdict: \(error)", location: nil, call: call)]
        }
    }

    private func failures(of verdict: RemoteMockServer.Verdict, remark: String?) -> [RecordedFailure] {
        let end = remark.map { "\n   \($0)" } ?? ""
        guard !verdict.failures.isEmpty || verdict.passed else {
            return [RecordedFailure(text: verdict.text() + end, location: nil, call: call)]
        }
        let lookup = ScenarioLookup(from: call.file)
        return verdict.failures.map { failure in
            let position = failure.position
            let path = lookup.localPath(of: position.path)
            return RecordedFailure(
                text: failure.text() + end, location: path.map { ($0, position.line, position.column) }, call: call)
        }
    }
}
