public import Foundation
public import MockServerKit
public import XCTest

extension XCTestCase {
    /// Starts a server of this test's own that plays the scenario named `name`.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, to
    /// the package's. When the test is over the server stops, and each failure of the run is recorded as a failure of
    /// the test at the scenario's own line. Its text names the scenario by its path in the package.
    ///
    /// ```swift
    /// let server = try startMockServer("token-refresh")
    /// let client = try RESTClient(baseURL: server.url)
    /// let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
    /// let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
    /// XCTAssertEqual(profile.name, "Ada Lovelace")
    /// ```
    ///
    /// - Throws: `ScenarioNotFound` with the paths tried, `ScenarioError` with all that is wrong with the file,
    ///   `ServerStartError`, or `HarnessMisuse` while no test runs.
    public func startMockServer(
        _ name: String, options: MockServer.Options = MockServer.Options(), file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> MockServer {
        let lookup = ScenarioLookup(from: "\(file)")
        return try startMockServer(path: try lookup.path(of: name), lookup, options, file, line)
    }

    /// Starts a server of this test's own that plays the scenario in the file at `url`.
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
        try startMockServer(path: url.path, ScenarioLookup(from: "\(file)"), options, file, line)
    }

    /// Starts a server of this test's own that plays `scenario`. Failures of one that was read from no file are recorded
    /// at the call.
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
        return try startMockServer(scenario, pathsFrom: URL(fileURLWithPath: folder), options, file, line)
    }

    private func startMockServer(
        path: String, _ lookup: ScenarioLookup, _ options: MockServer.Options, _ file: StaticString, _ line: UInt
    ) throws -> MockServer {
        let scenario = try Scenario(contentsOf: path, shownAs: lookup.shownPath(of: path))
        return try startMockServer(scenario, pathsFrom: lookup.package, options, file, line)
    }

    private func startMockServer(
        _ scenario: Scenario, pathsFrom folder: URL, _ options: MockServer.Options, _ file: StaticString, _ line: UInt
    ) throws -> MockServer {
        guard isRunning else { throw HarnessMisuse.outsideATest }
        let server = try MockServer(scenario, options: options)
        let call = (path: "\(file)", line: Int(clamping: line))
        addTeardownBlock { [self] in
            // Here, on the test's own thread: a failure recorded elsewhere lands on no test, or on another one.
            do {
                for failure in try server.finish().failures { record(failure, pathsFrom: folder, call) }
            } catch {
                record("\(error)", call.path, call.line)
            }
        }
        return server
    }

    /// Whether a test of this case is under way, so that its teardown will run and its failures count.
    private var isRunning: Bool { testRun?.startDate != nil && testRun?.stopDate == nil }

    /// Records a failure where it stands: an editor needs the whole path of what the text names in short.
    private func record(_ failure: Failure, pathsFrom folder: URL, _ call: (path: String, line: Int)) {
        let path = URL(fileURLWithPath: failure.position.file.path, relativeTo: folder).path
        let location = FileManager.default.fileExists(atPath: path) ? (path, failure.position.line) : call
        record(failure.text(), location.0, location.1)
    }

    private func record(_ text: String, _ path: String, _ line: Int) {
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

/// Why a server can't be started from here: a sentence that says what to do.
public enum HarnessMisuse: Error, Hashable, Sendable, CustomStringConvertible {
    /// No XCTest runs that would record the run's failures.
    case outsideATest

    public var description: String {
        switch self {
        case .outsideATest:
            "startMockServer was called while no test of this XCTestCase runs, so its failures would be lost; call it "
                + "in the test or in setUp, and in Swift Testing start a MockServer instead"
        }
    }
}
