#if DEBUG
#if canImport(APIClient)
import APIClient
#endif
import Foundation
import MockServerURLProtocol

/// A scenario that the app plays for its own requests, without a socket, because a UI test launched it with the argument
/// `--mockserver-scenario FILE`.
///
/// The app keeps its URLs: its client only gets another transport, whose requests all come to the scenario. So the
/// scenario has the paths of the app's API, perhaps by `base_path: /v1`. On a device or a simulator the file must be
/// where the app can read it: in its bundle, or in a folder that both may use. Here the test reads the verdict in the
/// exit status and on standard error; an app with a window would show it in an element.
///
/// To do so in an app of your own, let the app's target, not its client layer, depend on `MockServerURLProtocol`, and
/// leave the import out of release builds as here. The product is linked all the same, unless the dependency hangs on a
/// trait: see the guide "Keep mocks out of release builds".
struct ScenarioOverride {
    /// The run failed; the text says how.
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private static let argument = "--mockserver-scenario"

    private let server: InProcessMockServer

    /// The scenario that this process was launched with; nil if there is none.
    ///
    /// - Throws: `ScenarioError` if the argument names no valid scenario, so that a mistake in a test does not lead to
    ///   the real API.
    init?(_ arguments: [String]) throws {
        // As of `--mockserver-url`, the last one wins.
        guard let index = arguments.lastIndex(where: { $0 == Self.argument || $0.hasPrefix(Self.argument + "=") })
        else { return nil }
        let path =
            arguments[index] == Self.argument
            ? arguments[(index + 1)...].first ?? "" : String(arguments[index].dropFirst(Self.argument.count + 1))
        server = try InProcessMockServer(Scenario(contentsOf: path))
    }

    /// Does something with a transport whose requests come to the scenario, then ends the run.
    ///
    /// - Throws: `Failed` if the run failed, else what `body` throws.
    func play<Result>(_ body: (any HTTPTransport) async throws -> Result) async throws -> Result {
        let result: Result
        do {
            result = try await body(URLSessionTransport(configuration: server.configuration))
        } catch {
            try await judge()
            throw error
        }
        try await judge()
        return result
    }

    private func judge() async throws {
        let verdict = await server.finish()
        guard verdict.passed else { throw Failed(description: verdict.text()) }
    }
}
#endif
