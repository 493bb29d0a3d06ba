import Foundation
public import MockServerHarness
public import MockServerKit
public import XCTest

/// An XCTest case that has a server as a property.
///
/// A subclass says which scenario it plays. Each test gets a server of its own, started in set-up. When the test ends,
/// the server stops, and each failure of the run is recorded as a failure of the test at the scenario's own line.
///
/// ```swift
/// final class RefreshTests: MockServerTestCase {
///     override var scenario: TestScenario { .named("token-refresh") }
///
///     func testAnExpiredTokenIsRefreshedOnce() async throws {
///         let client = try RESTClient(baseURL: server.url)
///         let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
///         let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
///         XCTAssertEqual(profile.name, "Ada Lovelace")
///     }
/// }
/// ```
open class MockServerTestCase: XCTestCase {
    private var running: MockServer?
    private var isSetUp = false

    /// The scenario of the case's tests. Subclasses override it; it is read before each test.
    ///
    /// - Throws: `HarnessMisuse.noScenario` unless it is overridden.
    open var scenario: TestScenario {
        get throws { throw HarnessMisuse.noScenario(testCase: "\(type(of: self))") }
    }

    /// The configuration of the server; it is read before each test.
    open var serverOptions: MockServer.Options { MockServer.Options() }

    /// The server of the test that runs.
    ///
    /// - Throws: `HarnessMisuse.serverNotStarted` before the end of `setUp() async throws`.
    public final var server: MockServer {
        get throws {
            guard let running else { throw HarnessMisuse.serverNotStarted }
            return running
        }
    }

    /// Starts the server. A subclass that overrides this must call it first.
    ///
    /// - Throws: why the server can't be started; then XCTest fails the test and does not run it. Each error of the
    ///   scenario's file is recorded at its own line.
    open override func setUp() async throws {
        isSetUp = true
        try await super.setUp()
        let scenario = try scenario
        let place = (path: scenario.filePath, line: scenario.line)
        let loaded: Scenario
        do {
            loaded = try scenario.make()
        } catch ScenarioError.invalid(let diagnostics) {
            let errors = diagnostics.filter { $0.severity == .error }
            for error in errors {
                record(
                    error.message, else: "\(error.position): \(error.message)", at: error.position, of: scenario, place)
            }
            throw UnplayableScenario(errors: errors.count)
        }
        let server = try scenario.start(loaded, serverOptions)
        running = server
        addTeardownBlock { [self] in
            running = nil
            finish(server, playing: scenario, place)
        }
    }

    /// Runs the test, and fails it if a subclass has kept the server from starting by its own `setUp() async throws`.
    open override func invokeTest() {
        super.invokeTest()
        guard !isSetUp, let testRun, testRun.totalFailureCount == 0, !testRun.hasBeenSkipped else { return }
        XCTFail("\(HarnessMisuse.serverNotStarted)")
    }
}

/// A test's scenario has errors, which are recorded already.
private struct UnplayableScenario: Error, CustomStringConvertible {
    let errors: Int

    var description: String {
        errors == 1
            ? "the scenario has an error, which is reported at its line"
            : "the scenario has \(errors) errors, each of which is reported at its line"
    }
}
