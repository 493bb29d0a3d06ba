/// Why a test can't have a server here: a sentence that says what to do.
public enum HarnessMisuse: Error, Hashable, Sendable, CustomStringConvertible {
    /// `startMockServer` was called while no test of its `XCTestCase` runs, which would record the run's failures.
    case outsideXCTestCase
    /// `withMockServer` was called, or `MockServer.current` read, where no Swift Testing test runs.
    case outsideSwiftTesting
    /// `MockServer.current` was read in a test that has no server.
    case noCurrentServer
    /// A test, or one of its suites, has several traits `.mockServer`.
    case severalTraits
    /// `startMockServer` was called in teardown, after which nothing stops the server.
    case inTeardown
    /// `server` of a `MockServerTestCase` was read before its set-up or after its teardown.
    case serverNotStarted
    /// A subclass of `MockServerTestCase` does not say which scenario it plays.
    case noScenario(testCase: String)

    public var description: String {
        switch self {
        case .outsideXCTestCase:
            "startMockServer was called while no test of this XCTestCase runs, so its failures would be lost; call it "
                + "in the test or in setUp. In a Swift Testing test import MockServerTesting and add the trait "
                + ".mockServer(\"name\") to it"
        case .outsideSwiftTesting:
            "no Swift Testing test runs here, so the failures of a mock server would be lost. In an XCTestCase import "
                + "MockServerXCTest and call try startMockServer(\"name\"); a detached task does not belong to its test, "
                + "so take the server before it starts"
        case .noCurrentServer:
            "this test has no mock server: add the trait .mockServer(\"name\") to its @Test or @Suite, or call "
                + "try await withMockServer(\"name\") { server in … }"
        case .severalTraits:
            "this test or one of its suites has several traits .mockServer and would have one server only; keep one of "
                + "them, and give the other servers to parts of the test by withMockServer"
        case .inTeardown:
            "startMockServer was called in teardown, after which nothing would stop the server and record its failures; "
                + "call it in the test or in setUp"
        case .serverNotStarted:
            "the server runs from the end of MockServerTestCase.setUp() async throws to the end of the test; a subclass "
                + "that overrides it must first call try await super.setUp()"
        case .noScenario(let testCase):
            "\(testCase) does not say which scenario it plays; write override var scenario: TestScenario { "
                + ".named(\"token-refresh\") }, or { .stubs() } for a test that stubs inline"
        }
    }
}
