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
    let flag = "--mockserver-scenario"
    if let index = arguments.lastIndex(where: { $0 == flag || $0.hasPrefix(flag + "=") }) {
        let next = arguments[(index + 1)...].first ?? ""
        let path = arguments[index] == flag ? next : String(arguments[index].dropFirst(flag.count + 1))
        return try .mockServer(Scenario(contentsOf: path))
    }
    #endif
    return .default
}

/// What an element shows that the UI test reads, once the app has what it wanted.
func scenarioFailure(of configuration: URLSessionConfiguration) async -> String? {
    #if DEBUG
    guard let verdict = await configuration.mockServer?.verify(), !verdict.passed else { return nil }
    return verdict.text()
    #else
    return nil
    #endif
}

@Suite("The guide: With UI tests", .alone) struct UIGuide {  // not in the guide
    private static let path = Package.folder.appendingPathComponent("Tests/GuideTests/Scenarios/app-profile.yaml").path

    @Test(
        "an app plays the scenario that it is launched with",
        arguments: [
            ["--mockserver-scenario", path], ["--mockserver-scenario=\(path)"],
            ["--mockserver-scenario", "none.yaml", "--mockserver-scenario=\(path)"],
        ])
    func launchedWithScenario(_ arguments: [String]) async throws {
        let configuration = try appConfiguration(["App"] + arguments)
        let profile = try await fetchProfile(by: configuration, refreshToken: "rt-1")
        #expect(profile.name == "Ada Lovelace")
        #expect(await configuration.mockServer?.verify().passed == true)
        #expect(await scenarioFailure(of: configuration) == nil)
    }

    private func fetchProfile(by configuration: URLSessionConfiguration, refreshToken: String) async throws -> Profile {
        let transport = URLSessionTransport(configuration: configuration)
        let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: transport)
        let tokens = TokenStore(Tokens(access: "expired", refresh: refreshToken), refreshingThrough: client)
        return try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
    }

    @Test("an app shows the failure of its scenario, though it got what it wanted")
    func failure() async throws {
        let configuration = try appConfiguration(["App", "--mockserver-scenario", Self.path])
        _ = try await fetchProfile(by: configuration, refreshToken: "rt-0")
        let text = try #require(await scenarioFailure(of: configuration))
        #expect(text.contains("json $.refreshToken differs"))
    }

    @Test(
        "an argument that names no scenario is an error",
        arguments: [
            ["--mockserver-scenario"], ["--mockserver-scenario="], ["--mockserver-scenario", "none.yaml"],
            ["--mockserver-scenario=none.yaml"], ["--mockserver-scenario", path, "--mockserver-scenario"],
        ])
    func launchedWithNoScenario(_ arguments: [String]) {
        #expect(throws: ScenarioError.self) { try appConfiguration(["App"] + arguments) }
    }

    @Test("an app without that argument calls its API")
    func launchedWithoutScenario() throws {
        #expect(try appConfiguration(["App"]).mockServer == nil)
    }
}  // not in the guide
