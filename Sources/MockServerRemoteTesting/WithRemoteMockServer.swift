public import Foundation
public import MockServerRemote
public import Testing

/// Has a remote server play a scenario for `body`, which is a part of a test, and records the failures of the run as
/// issues of the test. Runs that `body` ends by `reset` or `play` count, too, unless they had no requests.
///
/// ```swift
/// let process = try await MockServerProcess(scenario: "Scenarios/login.yaml")
/// try await withRemoteMockServer(process) { server in
///     let client = try RESTClient(baseURL: server.url)
/// }
/// ```
///
/// - Parameters:
///   - server: the server; another test that uses it at the same time waits until this one is done.
///   - scenario: the scenario; the one that the server plays already, from its beginning, unless another is given.
/// - Throws: ``RemoteMockServerError``, ``RemoteHarnessMisuse``, and what `body` throws.
public func withRemoteMockServer<Result>(
    _ server: some RemoteServer, playing scenario: RemoteScenario = .current, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
    _ body: (RemoteMockServer) async throws -> Result
) async throws -> Result {
    guard Test.current != nil else { throw RemoteHarnessMisuse.outsideATest }
    let remote = server.remote
    guard !CurrentRemoteServers.ids.contains(remote.id) else {
        throw RemoteHarnessMisuse.nested(remote.adminURL)
    }
    try await ServerTurns.shared.begin(remote.id)
    let outcome: Swift.Result<Result, any Error>
    do {
        let call = CallSite(file: filePath, line: sourceLocation.line, column: sourceLocation.column)
        let run = try await RemoteTestRun(server, playing: scenario, at: call)
        let ids = CurrentRemoteServers.ids.union([remote.id])
        do {
            let result = try await CurrentRemoteServers.$ids.withValue(ids) {
                try await CurrentRemoteServers.$innermost.withValue(remote) { try await body(remote) }
            }
            outcome = .success(result)
        } catch {
            outcome = .failure(error)
        }
        // In a task of its own, because that of a cancelled test could not ask for the verdict.
        for failure in await Task(operation: { await run.failures() }).value {
            Issue.record(Comment(rawValue: failure.text), sourceLocation: location(of: failure, else: sourceLocation))
        }
    } catch {
        outcome = .failure(error)
    }
    await ServerTurns.shared.end(remote.id)
    return try outcome.get()
}

private func location(of failure: RemoteTestRun.RecordedFailure, else call: SourceLocation) -> SourceLocation {
    guard let (path, line, column) = failure.location, line > 0, column > 0 else { return call }
    let file = URL(fileURLWithPath: path)
    // An identifier has a slash, or Swift Testing traps.
    let id = "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
    return SourceLocation(fileID: id, filePath: path, line: line, column: column)
}

/// The remote servers that the current test uses.
enum CurrentRemoteServers {
    @TaskLocal static var innermost: RemoteMockServer?
    @TaskLocal static var ids: Set<ServerID> = []
}

extension RemoteMockServer {
    /// The server of the current test's trait `.remoteMockServer(_:)` or of `withRemoteMockServer`; the innermost one.
    ///
    /// - Throws: ``RemoteHarnessMisuse`` if the test has none.
    public static var current: RemoteMockServer {
        get throws {
            guard let server = CurrentRemoteServers.innermost else { throw RemoteHarnessMisuse.noServer }
            return server
        }
    }
}

/// Why a remote server can't be used here: a sentence that says what to do.
public enum RemoteHarnessMisuse: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// No test of Swift Testing is running that would record the run's failures.
    case outsideATest
    /// The test uses the server with that admin API already.
    case nested(URL)
    /// The test has no remote server.
    case noServer

    /// The sentence for the user.
    public var description: String {
        switch self {
        case .outsideATest:
            "withRemoteMockServer was called outside a test of Swift Testing, so the failures of the run would be "
                + "lost; call it in a test, and in XCTest import MockServerRemoteXCTest and call useMockServer"
        case .nested(let url):
            "this test uses the server with the admin API at \(url) already, and a server plays one run; call play on "
                + "it for another scenario"
        case .noServer:
            "this test has no remote server; give it the trait .remoteMockServer(…), and read RemoteMockServer.current "
                + "in the test's own task"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
