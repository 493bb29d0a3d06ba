import Foundation
package import ScenarioBuilder

/// The use of a remote server by a test, for the test harnesses: a run, in a session or the server's own, and those that
/// follow it if the test ends it.
package struct RemoteTestRun: Sendable {
    /// A failure for a test to record.
    package struct RecordedFailure: Sendable {
        /// The text; its first line is `path:line:column: error: title` for a failure of a run.
        package let text: String
        /// Where it is in a file of this machine; nil if the scenario is not here.
        package let location: (path: String, line: Int, column: Int)?
        /// The call by which the test began to use the server.
        package let call: CallSite

        /// The text for a framework that prints `error: ` itself, and the position if the file is on this machine.
        package var textWithoutPosition: String {
            guard let mark = text.range(of: ": error: "), !text[..<mark.lowerBound].contains("\n") else { return text }
            let message = text[mark.upperBound...]
            return location == nil ? "\(text[..<mark.lowerBound]): \(message)" : String(message)
        }
    }

    /// Tells the uses of a server apart.
    let id = UUID()
    /// The server, or the session, whose run it is.
    package let remote: RemoteMockServer
    private let call: CallSite

    /// Begins a run for a test: in a session of its own, or the server's own one. What the same test has begun before
    /// of the server's own run ends, and counts.
    ///
    /// - Parameter call: the line of the test that asks for it; the files that failures name are looked up from its
    ///   file.
    package init(
        _ server: any RemoteServer, playing scenario: RemoteScenario, sharing: ServerSharing, at call: CallSite
    ) async throws {
        switch sharing {
        case .bySession: remote = try await server.beginSession(scenario).remote
        case .byTurns:
            remote = server.remote
            try await remote.play(scenario)
        }
        self.call = call
        await ServerUses.shared.begin(self, of: remote.id)
    }

    /// The errors of a scenario that could not be played, each at its own line.
    package static func failures(
        of diagnostics: [RemoteMockServer.Diagnostic], at call: CallSite
    ) -> [RecordedFailure] {
        let lookup = ScenarioLookup(from: call.file)
        return diagnostics.filter { $0.severity == .error }.map { error in
            RecordedFailure(text: "\(error)", location: location(error.position, lookup), call: call)
        }
    }

    private static func location(
        _ position: RemoteMockServer.Position, _ lookup: ScenarioLookup
    ) -> (path: String, line: Int, column: Int)? {
        lookup.localPath(of: position.path).map { ($0, position.line, position.column) }
    }

    /// The failures when the test ends: of the runs that the test itself has ended, then of the current run, or one
    /// that says why it has no verdict. Empty if a later use of the server in the same test has them.
    package func failures() async -> [RecordedFailure] {
        guard let ended = await ServerUses.shared.end(self, of: remote.id) else { return [] }
        let earlier = ended.enumerated().flatMap { index, run in
            run.use.failures(of: run.verdict, remark: "in run \(index + 1) of this test, which the test ended")
        }
        do {
            // The end of a session has the failures of its earlier runs once more, before those of the last one.
            let told = remote.sessionID == nil ? 0 : ended.reduce(0) { $0 + $1.verdict.failures.count }
            return earlier + failures(of: try await finish(), afterTold: told, remark: nil)
        } catch {
            return earlier + [RecordedFailure(text: "there is no verdict: \(error)", location: nil, call: call)]
        }
    }

    /// The verdict at the end of the test, which shows its failures; ends a session. A run that needs nothing more and
    /// passed is not waited for.
    private func finish() async throws -> RemoteMockServer.Verdict {
        let verdict = try await remote.admin.verdict()
        let isOver = verdict.isComplete && verdict.passed
        guard remote.sessionID != nil else {
            return isOver ? verdict : try await remote.admin.shownVerdict(settling: .seconds(5))
        }
        return try await remote.admin.endSession(settling: isOver ? nil : .seconds(5), isShown: true)
    }

    /// - Parameter told: the number of failures that are left out, because others had them before.
    private func failures(
        of verdict: RemoteMockServer.Verdict, afterTold told: Int = 0, remark: String?
    ) -> [RecordedFailure] {
        let end = remark.map { "\n   \($0)" } ?? ""
        guard !verdict.failures.isEmpty || verdict.passed else {
            return [RecordedFailure(text: verdict.text() + end, location: nil, call: call)]
        }
        let lookup = ScenarioLookup(from: call.file)
        return verdict.failures.dropFirst(told).map { failure in
            RecordedFailure(
                text: failure.text() + end, location: Self.location(failure.position, lookup), call: call)
        }
    }
}
