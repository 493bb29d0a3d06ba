public import Foundation
public import MockServerKit
public import XCTest

extension XCTestCase {
    /// Starts a server for this test that plays the scenario named `name`.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, as
    /// far as the package's. When the test ends, the server stops, and each failure of the run is recorded as a failure
    /// of the test at the scenario's own line. Its text names the scenario by its path in the package.
    ///
    /// ```swift
    /// let server = try startMockServer("token-refresh")
    /// let client = try RESTClient(baseURL: server.url)
    /// let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
    /// let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
    /// XCTAssertEqual(profile.name, "Ada Lovelace")
    /// ```
    ///
    /// - Throws: `ScenarioNotFound` with the paths tried, `ScenarioError` with all errors of the file,
    ///   `ServerStartError`, or `HarnessMisuse` if no test is running.
    public func startMockServer(
        _ name: String, options: MockServer.Options = MockServer.Options(), file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> MockServer {
        let lookup = ScenarioLookup(from: "\(file)")
        return try startMockServer(path: try lookup.path(of: name), lookup, options, file: file, line: line)
    }

    /// Starts a server for this test that plays the scenario in the file at `url`.
    ///
    /// ```swift
    /// let server = try startMockServer(contentsOf: folder.appendingPathComponent("greeting.yaml"))
    /// ```
    ///
    /// - Throws: `ScenarioError`, `ServerStartError` or `HarnessMisuse`.
    public func startMockServer(
        contentsOf url: URL, options: MockServer.Options = MockServer.Options(), file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> MockServer {
        try startMockServer(path: url.path, ScenarioLookup(from: "\(file)"), options, file: file, line: line)
    }

    /// Starts a server for this test that plays `scenario`. If it was not read from a file, failures are recorded at
    /// the call.
    ///
    /// ```swift
    /// let scenario = try Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health }]")
    /// let server = try startMockServer(scenario)
    /// ```
    ///
    /// - Throws: `ServerStartError` or `HarnessMisuse`.
    public func startMockServer(
        _ scenario: Scenario, options: MockServer.Options = MockServer.Options(), file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> MockServer {
        let folder = FileManager.default.currentDirectoryPath
        return try startMockServer(scenario, pathsFrom: URL(fileURLWithPath: folder), options, file: file, line: line)
    }

    private func startMockServer(
        path: String, _ lookup: ScenarioLookup, _ options: MockServer.Options, file: StaticString, line: UInt
    ) throws -> MockServer {
        let scenario = try Scenario(contentsOf: path, shownAs: lookup.shownPath(of: path))
        return try startMockServer(scenario, pathsFrom: lookup.package, options, file: file, line: line)
    }

    private func startMockServer(
        _ scenario: Scenario, pathsFrom folder: URL, _ options: MockServer.Options, file: StaticString, line: UInt
    ) throws -> MockServer {
        guard isRunning else { throw HarnessMisuse.outsideATest }
        let server = try MockServer(scenario, options: options)
        let call = (path: "\(file)", line: Int(clamping: line))
        addTeardownBlock { [self] in
            // On the test's own thread: a failure recorded elsewhere is lost or attributed to another test.
            do {
                for failure in try server.finish().failures { record(failure, pathsFrom: folder, call) }
            } catch {
                record("\(error)", call.path, line: call.line)
            }
        }
        return server
    }

    /// Whether a test of this case is running, so that its teardown will run and its failures count.
    private var isRunning: Bool { testRun?.startDate != nil && testRun?.stopDate == nil }

    /// Records a failure at its position. The text names the file by a short path, but an editor needs the whole one.
    private func record(_ failure: Failure, pathsFrom folder: URL, _ call: (path: String, line: Int)) {
        let path = URL(fileURLWithPath: failure.position.file.path, relativeTo: folder).path
        let location = FileManager.default.fileExists(atPath: path) ? (path, failure.position.line) : call
        record(failure.text(), location.0, line: location.1)
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

/// Why a server can't be started here: a sentence that says what to do.
public enum HarnessMisuse: Error, Hashable, Sendable, CustomStringConvertible {
    /// No test is running that would record the run's failures.
    case outsideATest

    public var description: String {
        switch self {
        case .outsideATest:
            "startMockServer was called while no test of this XCTestCase runs, so its failures would be lost; call it "
                + "in the test or in setUp, and in Swift Testing start a MockServer instead"
        }
    }
}
