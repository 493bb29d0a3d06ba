import APIClient
import MockServerXCTest

/// A client that plays `Scenarios/greeting.yaml`.
struct Guest: Sendable {
    private struct Greeting: Decodable, Sendable { let word: String }

    let client: RESTClient

    init(of server: MockServer) throws { client = try RESTClient(baseURL: server.url) }

    /// Says hello in a language and returns the greeting, which is unique to the run.
    @discardableResult
    func hello(in language: String = "en") async throws -> String {
        try await client.get("/hello", expecting: .json(Greeting.self)) {
            $0.settingHeader("Accept-Language", to: language)
        }.word
    }

    func goodbye() async throws { try await client.get("/goodbye", expecting: .noContent) }
}
