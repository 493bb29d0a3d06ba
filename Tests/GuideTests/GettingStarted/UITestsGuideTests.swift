import APIClient
import TestSupport  // not in the guide
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Foundation
#if DEBUG
import MockServerURLProtocol
#endif

/// What the app makes its session of: the network, or the scenario that a UI test launched it with.
func appConfiguration(_ arguments: [String] = CommandLine.arguments) throws -> URLSessionConfiguration {
    #if DEBUG
    if let path = arguments.drop(while: { $0 != "--mockserver-scenario" }).dropFirst().first {
        return try .mockServer(Scenario(contentsOf: path))
    }
    #endif
    return .default
}

@Suite("The guide: With UI tests", .alone) struct UIGuide {  // not in the guide
    @Test("an app plays the scenario that it is launched with")
    func launchedWithScenario() async throws {
        let path = Package.folder.appendingPathComponent("Tests/GuideTests/Scenarios/app-profile.yaml").path
        let configuration = try appConfiguration(["App", "--mockserver-scenario", path])
        let transport = URLSessionTransport(configuration: configuration)
        let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: transport)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        #expect(profile.name == "Ada Lovelace")
        #expect(await configuration.mockServer?.verify().passed == true)
    }

    @Test("an app without that argument calls its API")
    func launchedWithoutScenario() throws {
        #expect(try appConfiguration(["App"]).mockServer == nil)
    }
}  // not in the guide
