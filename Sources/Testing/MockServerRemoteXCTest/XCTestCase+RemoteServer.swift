import Dispatch
import Foundation
public import MockServerRemote
public import XCTest

extension XCTestCase {
    /// Begins a session for this test, in which a remote server plays the scenario named `name`.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, as
    /// far as the package's; its text is sent to the server. When the test ends, its session ends, and each failure of
    /// the run is recorded as a failure of the test at the scenario's own line.
    ///
    /// ```swift
    /// let server = try await startRemoteMockServer("token-refresh")
    /// let client = try RESTClient(baseURL: server.url)
    /// let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
    /// let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
    /// XCTAssertEqual(profile.name, "Ada Lovelace")
    /// ```
    ///
    /// - Parameters:
    ///   - name: the file's name, with or without its extension.
    ///   - vars: values that replace those of the scenario's `vars`, by name.
    ///   - server: the server, which tests of other processes may use at the same time; nil for the one that the
    ///     environment variables `MOCKSERVER_ADMIN_URL`, `MOCKSERVER_ADMIN_TOKEN` and `MOCKSERVER_URL` name.
    ///   - file: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    ///   - isolation: the caller's actor; leave it out.
    /// - Returns: the session. Let the client call its URL, not that of `server`.
    /// - Throws: `RemoteMockServerError`, or `RemoteHarnessMisuse` if no test is running.
    public func startRemoteMockServer(
        _ name: String, vars: [String: String] = [:], on server: (any RemoteServer)? = nil,
        file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation
    ) async throws -> RemoteMockServer {
        let scenario = RemoteScenario.file(name, vars: vars, from: "\(file)")
        return try await startRemoteMockServer(playing: scenario, on: server, file: file, line: line)
    }

    /// Begins a session for this test, in which a remote server plays a scenario. When the test ends, its session ends,
    /// and each failure of the run is recorded as a failure of the test: at the scenario's line if the file that the
    /// server names is on this machine, else at the call.
    ///
    /// Runs that the test ends by `reset` or `play` count, too, unless they had no requests: their failures come first.
    /// If the session is gone at the end, that is a failure, because then there is no verdict.
    ///
    /// ```swift
    /// let server = try await startRemoteMockServer(playing: .named("login.yaml"))
    /// ```
    ///
    /// - Parameters:
    ///   - scenario: any but `.current`, the server's own; `useMockServer` plays that.
    ///   - server: where the session begins.
    ///   - file: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    ///   - isolation: the caller's actor; leave it out.
    /// - Throws: `RemoteMockServerError`, or `RemoteHarnessMisuse` if no test is running.
    public func startRemoteMockServer(
        playing scenario: RemoteScenario, on server: (any RemoteServer)? = nil, file: StaticString = #filePath,
        line: UInt = #line, isolation: isolated (any Actor)? = #isolation
    ) async throws -> RemoteMockServer {
        let call = CallSite(file: "\(file)", line: Int(clamping: line), column: 1)
        let server: any RemoteServer =
            if let server { server } else {
                try await RemoteMockServer(environment: ProcessInfo.processInfo.environment)
            }
        return try await begin(server, playing: scenario, sharing: .bySession, at: call)
    }

    /// Has a remote server play the scenario named `name` for this test as its own run, at its own URL.
    ///
    /// This is for a client that can't call a session's URL, and for a server without sessions: else prefer
    /// `startRemoteMockServer`, which shares the server with others. No other process may use the server meanwhile.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, as
    /// far as the package's; its text is sent to the server. When the test ends, each failure of the run is recorded as
    /// a failure of the test at the scenario's own line.
    ///
    /// ```swift
    /// let server = try await RemoteMockServer(environment: ProcessInfo.processInfo.environment)
    /// try await useMockServer(server, "token-refresh")
    /// let client = try RESTClient(baseURL: server.url)
    /// ```
    ///
    /// - Parameters:
    ///   - server: what plays it.
    ///   - name: the file's name, with or without its extension.
    ///   - vars: values that replace those of the scenario's `vars`, by name.
    ///   - file: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    ///   - isolation: the caller's actor; leave it out.
    /// - Throws: `RemoteMockServerError`, or `RemoteHarnessMisuse` if no test is running.
    public func useMockServer(
        _ server: some RemoteServer, _ name: String, vars: [String: String] = [:], file: StaticString = #filePath,
        line: UInt = #line, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let scenario = RemoteScenario.file(name, vars: vars, from: "\(file)")
        try await useMockServer(server, playing: scenario, file: file, line: line)
    }

    /// Has a remote server play a scenario for this test, from its beginning, as its own run, at its own URL. When the
    /// test ends, each failure of the run is recorded as a failure of the test: at the scenario's line if the file that
    /// the server names is on this machine, else at the call. The text names the scenario as the server does.
    ///
    /// Runs that the test ends by `reset`, by `play` or by another use of the server count, too, unless they had no
    /// requests: their failures come first.
    ///
    /// ```swift
    /// try await useMockServer(server, playing: .named("login.yaml"))
    /// ```
    ///
    /// - Throws: `RemoteMockServerError`, or `RemoteHarnessMisuse` if no test is running.
    public func useMockServer(
        _ server: some RemoteServer, playing scenario: RemoteScenario = .current, file: StaticString = #filePath,
        line: UInt = #line, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let call = CallSite(file: "\(file)", line: Int(clamping: line), column: 1)
        _ = try await begin(server, playing: scenario, sharing: .byTurns, at: call)
    }

    /// Begins a run, whose failures are recorded when the test ends.
    ///
    /// - Returns: the server, or the session.
    func begin(
        _ server: any RemoteServer, playing scenario: RemoteScenario, sharing: ServerSharing, at call: CallSite,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> RemoteMockServer {
        guard testRun?.startDate != nil, testRun?.stopDate == nil else { throw RemoteHarnessMisuse.outsideXCTestCase }
        let run = try await RemoteTestRun(server, playing: scenario, sharing: sharing, at: call)
        addTeardownBlock { [self] in
            // On the test's own thread: a failure recorded elsewhere is lost or attributed to another test.
            record(Self.failures(of: run))
        }
        return run.remote
    }

    /// Records failures, each at its own line, or at the call if its file is not here.
    func record(_ failures: [RemoteTestRun.RecordedFailure]) {
        for failure in failures {
            let (path, line) = failure.location.map { ($0.path, $0.line) } ?? (failure.call.file, failure.call.line)
            record(failure.textWithoutPosition, path, line: line)
        }
    }

    /// The failures of the run; blocks the thread.
    private static func failures(of run: RemoteTestRun) -> [RemoteTestRun.RecordedFailure] {
        let done = DispatchSemaphore(value: 0)
        // Read after the semaphore, which the task signals after its only write.
        nonisolated(unsafe) var failures: [RemoteTestRun.RecordedFailure] = []
        Task.detached {
            failures = await run.failures()
            done.signal()
        }
        done.wait()
        return failures
    }

    private func record(_ text: String, _ path: String, line: Int) {
        #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(filePath: path, lineNumber: line)
        record(
            XCTIssue(
                type: .assertionFailure, compactDescription: text,
                sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
        recordFailure(withDescription: text, inFile: path, atLine: line, expected: true)
        #endif
    }
}
