import Dispatch
public import Foundation
public import MockServerRemote
public import XCTest

extension XCTestCase {
    /// Has a remote server play the scenario named `name` for this test.
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
    /// - Parameter vars: values that replace those of the scenario's `vars`, by name.
    /// - Throws: ``RemoteMockServerError``, or ``RemoteHarnessMisuse`` if no test is running.
    public func useMockServer(
        _ server: some RemoteServer, _ name: String, vars: [String: String] = [:], file: StaticString = #filePath,
        line: UInt = #line, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let scenario = RemoteScenario.file(name, vars: vars, from: "\(file)")
        try await useMockServer(server, playing: scenario, file: file, line: line)
    }

    /// Has a remote server play a scenario for this test, from its beginning. When the test ends, each failure of the
    /// run is recorded as a failure of the test: at the scenario's line if the file that the server names is on this
    /// machine, else at the call. The text names the scenario as the server does.
    ///
    /// Runs that the test ends by `reset`, by `play` or by another use of the server count, too, unless they had no
    /// requests: their failures come first.
    ///
    /// ```swift
    /// try await useMockServer(server, playing: .named("login.yaml"))
    /// ```
    ///
    /// - Throws: ``RemoteMockServerError``, or ``RemoteHarnessMisuse`` if no test is running.
    public func useMockServer(
        _ server: some RemoteServer, playing scenario: RemoteScenario = .current, file: StaticString = #filePath,
        line: UInt = #line, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        guard testRun?.startDate != nil, testRun?.stopDate == nil else { throw RemoteHarnessMisuse.outsideATest }
        let call = CallSite(file: "\(file)", line: Int(clamping: line), column: 1)
        let run = try await RemoteTestRun(server, playing: scenario, at: call)
        addTeardownBlock { [self] in
            // On the test's own thread: a failure recorded elsewhere is lost or attributed to another test.
            for failure in Self.failures(of: run) {
                let (path, line) = failure.location.map { ($0.path, $0.line) } ?? (failure.call.file, failure.call.line)
                record(failure.textWithoutPosition, path, line: line)
            }
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

/// Why a remote server can't be used here: a sentence that says what to do.
public enum RemoteHarnessMisuse: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// No test is running that would record the run's failures.
    case outsideATest

    /// The sentence for the user.
    public var description: String {
        "useMockServer was called while no test of this XCTestCase runs, so the failures of the run would be lost; "
            + "call it in the test or in setUp, and in Swift Testing import MockServerRemoteTesting"
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
