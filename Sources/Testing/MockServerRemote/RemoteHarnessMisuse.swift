public import Foundation

/// Why a test can't use a remote server here: a sentence that says what to do. `MockServerRemoteXCTest` and
/// `MockServerRemoteTesting` throw it.
public enum RemoteHarnessMisuse: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// `startRemoteMockServer` or `useMockServer` was called while no test of its `XCTestCase` runs, which would record the
    /// run's failures.
    case outsideXCTestCase
    /// `withRemoteMockServer` was called where no test of Swift Testing runs, which would record the run's failures.
    case outsideSwiftTesting
    /// `server` of a `RemoteMockServerTestCase` was read before its set-up or after its teardown.
    case serverNotStarted
    /// A subclass of `RemoteMockServerTestCase` does not say which scenario it plays.
    case noScenario(testCase: String)
    /// The test has taken its turn at the server with that admin API already.
    case nested(URL)
    /// The test has no remote server.
    case noServer
    /// A test, or one of its suites, has several traits `.remoteMockServer` for one server.
    case severalTraits
    /// The test has waited for its turn at a server, while another test had its turn for so long.
    case noTurn(after: Duration)

    /// The sentence for the user.
    public var description: String {
        switch self {
        case .outsideXCTestCase:
            "startRemoteMockServer or useMockServer was called while no test of this XCTestCase runs, so the failures of "
                + "the run would be lost; call it in the test or in setUp, and in Swift Testing import "
                + "MockServerRemoteTesting"
        case .outsideSwiftTesting:
            "withRemoteMockServer was called outside a test of Swift Testing, so the failures of the run would be "
                + "lost; call it in a test, and in XCTest import MockServerRemoteXCTest and call startRemoteMockServer"
        case .serverNotStarted:
            "the session lasts from the end of RemoteMockServerTestCase.setUp() async throws to the end of the test; a "
                + "subclass that overrides it must first call try await super.setUp()"
        case .noScenario(let testCase):
            "\(testCase) does not say which scenario it plays; write override var scenario: RemoteScenario { "
                + ".file(\"token-refresh\") }"
        case .nested(let url):
            "this test has the run of the server with the admin API at \(url) already, and a server plays one beside its "
                + "sessions; call play on it for another scenario, or begin a session"
        case .noServer:
            "this test has no remote server; give it the trait .remoteMockServer(…), and read RemoteMockServer.current "
                + "in the test's own task"
        case .noTurn(let time):
            "this test has waited for its turn at the server's own run, but another test has had it for \(time); see "
                + "what that one waits for, or share the server by sessions: sharing: .bySession"
        case .severalTraits:
            "this test or one of its suites has several traits .remoteMockServer for the same server, and only one of "
                + "their runs would get requests; keep one of them, and give the others to parts of the test by "
                + "withRemoteMockServer"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
