public import MockServerKit
public import XCTest

extension XCTestCase {
    /// Starts a server of this test's own that plays the scenario named `name`.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, to
    /// the package's. When the test is over the server stops, and each failure of the run is recorded as a failure of
    /// the test at the scenario's own line.
    ///
    /// ```swift
    /// final class ProfileTests: XCTestCase {
    ///     func testAnExpiredTokenIsRefreshedOnce() async throws {
    ///         let server = try startMockServer("token-refresh")
    ///         let profile = try await Client(baseURL: server.url).profile()
    ///         XCTAssertEqual(profile.name, "Ada Lovelace")
    ///     }
    /// }
    /// ```
    ///
    /// - Throws: `ScenarioNotFound` with the paths tried, `ScenarioError` with all that is wrong with the file, or
    ///   `ServerStartError`.
    public func startMockServer(
        _ name: String, options: MockServer.Options = MockServer.Options(), file: StaticString = #filePath
    ) throws -> MockServer {
        let path = try ScenarioLookup(from: "\(file)").path(of: name)
        return try startMockServer(Scenario(contentsOf: path), options: options)
    }

    /// Starts a server of this test's own that plays the scenario in the file at `url`.
    public func startMockServer(
        contentsOf url: URL, options: MockServer.Options = MockServer.Options()
    ) throws -> MockServer {
        try startMockServer(Scenario(contentsOf: url.path), options: options)
    }

    /// Starts a server of this test's own that plays `scenario`.
    public func startMockServer(
        _ scenario: Scenario, options: MockServer.Options = MockServer.Options()
    ) throws -> MockServer {
        guard isRunning else { throw HarnessMisuse.outsideATest }
        let server = try MockServer(scenario, options: options)
        addTeardownBlock { [self] in
            // Here, on the test's own thread: a failure recorded elsewhere lands on no test, or on another one.
            do {
                for failure in try server.finish().failures { record(failure) }
            } catch {
                XCTFail("\(error)")
            }
        }
        return server
    }

    /// Whether a test of this case is under way, so that its teardown will run and its failures count.
    private var isRunning: Bool { testRun?.startDate != nil && testRun?.stopDate == nil }

    private func record(_ failure: Failure) {
        let line = failure.position.line
        #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(filePath: failure.position.file.path, lineNumber: line)
        record(
            XCTIssue(
                type: .assertionFailure, compactDescription: failure.text(),
                sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
        recordFailure(
            withDescription: failure.text(), inFile: failure.position.file.path, atLine: line, expected: true)
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
