import Foundation
public import MockServerRemote
public import XCTest

/// An XCTest case that has a session of a remote server as a property.
///
/// A subclass says which scenario it plays. Each test gets a session of its own, begun in set-up; so the tests of several
/// processes can share one server. When the test ends, its session ends, and each failure of the run is recorded as a
/// failure of the test at the scenario's own line.
///
/// ```swift
/// final class RefreshTests: RemoteMockServerTestCase {
///     override var scenario: RemoteScenario { .file("token-refresh") }
///
///     func testAnExpiredTokenIsRefreshedOnce() async throws {
///         let client = try RESTClient(baseURL: server.url)
///         let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
///         let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
///         XCTAssertEqual(profile.name, "Ada Lovelace")
///     }
/// }
/// ```
open class RemoteMockServerTestCase: XCTestCase {
    private var running: RemoteMockServer?
    private var isSetUp = false

    /// The scenario of the case's tests. Subclasses override it; it is read before each test.
    ///
    /// - Throws: `RemoteHarnessMisuse.noScenario` unless it is overridden.
    open var scenario: RemoteScenario {
        get throws { throw RemoteHarnessMisuse.noScenario(testCase: "\(type(of: self))") }
    }

    /// The server that the tests share; it is read before each test. Unless a subclass overrides it, the environment
    /// variables `MOCKSERVER_ADMIN_URL`, `MOCKSERVER_ADMIN_TOKEN` and `MOCKSERVER_URL` name it.
    ///
    /// - Throws: `RemoteMockServerError`.
    open var sharedServer: any RemoteServer {
        get async throws { try await RemoteMockServer(environment: ProcessInfo.processInfo.environment) }
    }

    /// The session of the test that runs.
    ///
    /// - Throws: `RemoteHarnessMisuse.serverNotStarted` before the end of `setUp() async throws`.
    public final var server: RemoteMockServer {
        get throws {
            guard let running else { throw RemoteHarnessMisuse.serverNotStarted }
            return running
        }
    }

    /// Begins the session. A subclass that overrides this must call it first.
    ///
    /// - Throws: why there is no session; then XCTest fails the test and does not run it. Each error of the scenario's
    ///   file is recorded at its own line.
    open override func setUp() async throws {
        isSetUp = true
        try await super.setUp()
        let scenario = try scenario
        let call = scenario.site ?? CallSite(file: #filePath, line: #line, column: 1)
        do {
            running = try await begin(try await sharedServer, playing: scenario, sharing: .bySession, at: call)
        } catch RemoteMockServerError.invalidScenario(let diagnostics) {
            let errors = RemoteTestRun.failures(of: diagnostics, at: call)
            record(errors)
            throw UnplayableScenario(errors: errors.count)
        }
        addTeardownBlock { [self] in running = nil }
    }

    /// Runs the test, and fails it if a subclass has kept the session from starting by its own `setUp() async throws`.
    open override func invokeTest() {
        super.invokeTest()
        guard !isSetUp, let testRun, testRun.totalFailureCount == 0, !testRun.hasBeenSkipped else { return }
        XCTFail("\(RemoteHarnessMisuse.serverNotStarted)")
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
