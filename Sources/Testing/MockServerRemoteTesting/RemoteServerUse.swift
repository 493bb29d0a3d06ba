import Foundation
import MockServerRemote
import TestTraits
import Testing

/// The use of a remote server by a part of a test.
struct RemoteServerUse: Sendable {
    /// The innermost server of the current test.
    @TaskLocal static var server: RemoteMockServer?
    /// The servers, and the sessions, whose runs the current test has begun.
    @TaskLocal private static var ids: Set<ServerID> = []

    private let run: RemoteTestRun
    /// The server whose turn it is; nil for a session.
    private let turn: ServerID?
    private let location: SourceLocation

    /// Begins a run for the current test: in a session, or the server's own one when it is the test's turn. The
    /// server's own scenario is played in turns in any case, since a session can't be given it.
    static func begin(
        _ server: any RemoteServer, playing scenario: RemoteScenario, sharing: ServerSharing,
        at location: SourceLocation
    ) async throws -> RemoteServerUse {
        guard Test.current != nil else { throw RemoteHarnessMisuse.outsideSwiftTesting }
        let call = location.call
        guard sharing == .byTurns || scenario.isCurrent else {
            let run = try await RemoteTestRun(server, playing: scenario, sharing: .bySession, at: call)
            return RemoteServerUse(run: run, turn: nil, location: location)
        }
        let id = server.remote.id
        guard !ids.contains(id) else { throw RemoteHarnessMisuse.nested(server.remote.adminURL) }
        try await ServerTurns.shared.begin(id)
        do {
            let run = try await RemoteTestRun(server, playing: scenario, sharing: .byTurns, at: call)
            return RemoteServerUse(run: run, turn: id, location: location)
        } catch {
            await ServerTurns.shared.end(id)
            throw error
        }
    }

    /// Performs a part of the test, then records the failures of the run as issues and ends the use.
    func perform<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (RemoteMockServer) async throws -> Result
    ) async throws -> Result {
        let outcome: Swift.Result<Result, any Error>
        do {
            let result = try await Self.$ids.withValue(Self.ids.union([run.remote.id])) {
                try await Self.$server.withValue(run.remote) { try await body(run.remote) }
            }
            outcome = .success(result)
        } catch {
            outcome = .failure(error)
        }
        // In a task of its own, because that of a cancelled test can't ask for the verdict.
        for failure in await Task(operation: { await run.failures() }).value { failure.record(else: location) }
        if let turn { await ServerTurns.shared.end(turn) }
        return try outcome.get()
    }
}

extension SourceLocation {
    /// The position as the harness has it.
    var call: CallSite { CallSite(file: filePath, line: line, column: column) }
}

extension RemoteTestRun.RecordedFailure {
    /// Records an issue at its own line, or at `call` if its file is not here.
    func record(else call: SourceLocation) {
        Issue.record(failure: text, at: sourceLocation ?? call)
    }

    private var sourceLocation: SourceLocation? {
        guard let (path, line, column) = location, line > 0, column > 0 else { return nil }
        let file = URL(fileURLWithPath: path)
        // An identifier has a slash, or Swift Testing traps.
        let id = "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
        return SourceLocation(fileID: id, filePath: path, line: line, column: column)
    }
}
