import APIClient

struct HeroData: Decodable, Sendable {
    struct Hero: Decodable, Sendable { let name: String }
    let hero: Hero
}

func heroName(_ id: String, by client: RESTClient) async throws -> String {
    let query = "query Hero($id: ID!) { hero(id: $id) { name } }"
    let operation = GraphQLOperation("Hero", query, variables: ["id": id], returning: HeroData.self)
    return try await client.perform(operation).hero.name
}

import MockServerTesting
import Testing
import TestSupport  // not in the guide

@Suite("The guide: GraphQL", .alone) struct GraphQLGuide {  // not in the guide
    @Test(.mockServer("one-hero"))
    func aHeroIsAskedForById() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        let name = try await heroName("7", by: client)
        #expect(name == "Leia")
    }
}  // not in the guide
