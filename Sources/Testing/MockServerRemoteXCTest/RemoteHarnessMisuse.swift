public import Foundation

/// Why a remote server can't be used here: a sentence that says what to do.
public enum RemoteHarnessMisuse: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// No test is running that would record the run's failures.
    case outsideATest
    /// `server` of a `RemoteMockServerTestCase` was read before its set-up or after its teardown.
    case serverNotStarted
    /// A subclass of `RemoteMockServerTestCase` does not say which scenario it plays.
    case noScenario(testCase: String)

    /// The sentence for the user.
    public var description: String {
        switch self {
        case .outsideATest:
            "startRemoteMockServer or useMockServer was called while no test of this XCTestCase runs, so the failures of "
                + "the run would be lost; call it in the test or in setUp, and in Swift Testing import "
                + "MockServerRemoteTesting"
        case .serverNotStarted:
            "the session lasts from the end of RemoteMockServerTestCase.setUp() async throws to the end of the test; a "
                + "subclass that overrides it must first call try await super.setUp()"
        case .noScenario(let testCase):
            "\(testCase) does not say which scenario it plays; write override var scenario: RemoteScenario { "
                + ".file(\"token-refresh\") }"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
