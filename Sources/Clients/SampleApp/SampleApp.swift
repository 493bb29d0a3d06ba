import APIClient
import Foundation

/// A small app for tests to launch: it prints the profile of the user whose tokens are in `SAMPLE_APP_ACCESS_TOKEN` and
/// `SAMPLE_APP_REFRESH_TOKEN`.
///
/// It calls its API, or in a debug build the mock server that a test names, or else a scenario that it plays itself:
///
/// ```
/// SampleApp --mockserver-url http://127.0.0.1:8080
/// MOCKSERVER_URL=http://127.0.0.1:8080 SampleApp
/// SampleApp --mockserver-scenario token-refresh.yaml
/// ```
@main
struct SampleApp {
    /// A domain that never exists (RFC 2606), so that the sample calls no one.
    static let productionURL = "https://api.example.invalid/v1"

    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let tokens = Tokens(
            access: environment["SAMPLE_APP_ACCESS_TOKEN"] ?? "", refresh: environment["SAMPLE_APP_REFRESH_TOKEN"] ?? ""
        )
        let baseURL = MockServerOverride.baseURL ?? productionURL
        do {
            let profile = try await profile(from: baseURL, tokens)
            write("\(profile.name) <\(profile.email)>\n", to: .standardOutput)
        } catch {
            write("\(baseURL): \(error)\n", to: .standardError)
            exit(1)
        }
    }

    private static func profile(from baseURL: String, _ tokens: Tokens) async throws -> Profile {
        #if DEBUG
        if let scenario = try ScenarioOverride(CommandLine.arguments) {
            return try await scenario.play { transport in
                try await profile(by: RESTClient(baseURL: baseURL, transport: transport), tokens)
            }
        }
        #endif
        return try await profile(by: RESTClient(baseURL: baseURL), tokens)
    }

    private static func profile(by client: RESTClient, _ tokens: Tokens) async throws -> Profile {
        let store = TokenStore(tokens, refreshingThrough: client)
        return try await IdentityService(client: client.authorized(by: store)).fetchProfile()
    }

    private static func write(_ text: String, to handle: FileHandle) { handle.write(Data(text.utf8)) }
}
