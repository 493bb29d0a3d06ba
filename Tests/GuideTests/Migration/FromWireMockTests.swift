import Foundation
import MockServerTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("After WireMock") struct AfterWireMockTests {
    @Test(.mockServer("renewed-profile"))
    func theNameIsRead() async throws {
        let loader = try ProfileLoader(
            session: URLSession(configuration: .ephemeral), baseURL: MockServer.current.url)
        #expect(try await loader.name() == "Ada")
    }

    @Test("the mappings of the guide are JSON, and say what the scenario says")
    func mappings() throws {
        struct Mappings: Decodable {
            struct Mapping: Decodable {
                struct Request: Decodable {
                    let method: String
                    let urlPath: String
                }
                struct Response: Decodable {
                    let status: Int
                }
                let requiredScenarioState: String
                let newScenarioState: String?
                let request: Request
                let response: Response
            }
            let mappings: [Mapping]
        }
        let block = try #require(Article.blocks(in: "json").first { $0.article.hasSuffix("/FromWireMock.md") })
        let mappings = try JSONDecoder().decode(Mappings.self, from: Data(block.text.utf8)).mappings
        #expect(mappings.map(\.request.method) == ["GET", "POST", "GET"])
        #expect(mappings.map(\.request.urlPath) == ["/me", "/auth/refresh", "/me"])
        #expect(mappings.map(\.response.status) == [401, 200, 200])
        #expect(mappings.dropFirst().map(\.requiredScenarioState) == mappings.dropLast().map(\.newScenarioState))
    }
}
