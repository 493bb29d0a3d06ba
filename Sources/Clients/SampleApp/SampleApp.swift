import APIClient
import Foundation

#if canImport(SwiftUI)
import SwiftUI
#endif

/// A small app for tests to launch: it shows the profile of the user whose tokens are in `SAMPLE_APP_ACCESS_TOKEN` and
/// `SAMPLE_APP_REFRESH_TOKEN`. In a terminal it prints the profile; where SwiftUI is it also has a window, ``ProfileApp``.
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

    private static var baseURL: String { MockServerOverride.baseURL ?? productionURL }

    @MainActor static func main() {
        #if canImport(SwiftUI)
        if ProfileApp.hasWindow { return ProfileApp.main() }
        #endif
        Task { await exit(printProfile()) }
        dispatchMain()
    }

    /// Prints the profile, or why there is none, and returns the exit status.
    private static func printProfile() async -> Int32 {
        do {
            let profile = try await fetchProfile()
            write("\(profile.name) <\(profile.email)>\n", to: .standardOutput)
            return 0
        } catch {
            write("\(baseURL): \(error)\n", to: .standardError)
            return 1
        }
    }

    /// The profile from the API, or from the scenario that the app was launched with.
    static func fetchProfile() async throws -> Profile {
        #if DEBUG
        if let scenario = try ScenarioOverride(CommandLine.arguments) {
            return try await scenario.play { transport in
                try await profile(by: RESTClient(baseURL: baseURL, transport: transport))
            }
        }
        #endif
        return try await profile(by: RESTClient(baseURL: baseURL))
    }

    private static func profile(by client: RESTClient) async throws -> Profile {
        let environment = ProcessInfo.processInfo.environment
        let tokens = Tokens(
            access: environment["SAMPLE_APP_ACCESS_TOKEN"] ?? "", refresh: environment["SAMPLE_APP_REFRESH_TOKEN"] ?? ""
        )
        let store = TokenStore(tokens, refreshingThrough: client)
        return try await IdentityService(client: client.authorized(by: store)).fetchProfile()
    }

    private static func write(_ text: String, to handle: FileHandle) { handle.write(Data(text.utf8)) }
}
