import APIClient
import ClientTestSupport
import Foundation
import MockServerKit
import TestSupport
import Testing

@Suite("A GraphQL operation", .alone) struct GraphQLServerTests {
    private struct HeroData: Decodable, Sendable, Equatable {
        struct Hero: Decodable, Sendable, Equatable { let name: String }
        let hero: Hero
    }

    private struct Friends: Decodable, Sendable, Equatable {
        let friends: [HeroData.Hero?]
    }

    private func hero(sha256: String? = nil) -> GraphQLOperation<[String: String], HeroData> {
        GraphQLOperation(
            "Hero", "query Hero($id: ID!) { hero(id: $id) { name } }", variables: ["id": "7"], sha256: sha256)
    }

    @Test("has a name, variables and typed data, or no variables")
    func operations() async throws {
        try await withServer("graphql") { server in
            let client = try server.client()
            #expect(try await client.perform(hero()) == HeroData(hero: .init(name: "Leia")))
            let rate = GraphQLOperation("Rate", "mutation Rate { stars }", returning: [String: Int].self)
            #expect(try await client.response(to: rate).data == ["stars": 5])
        }
    }

    @Test("of which a part fails has data and errors, and is no success as a whole")
    func partial() async throws {
        try await withServer("graphql-partial") { server in
            let client = try server.client()
            let friends = GraphQLOperation("Friends", "{ friends { name } }", returning: Friends.self)
            let error = GraphQLError(
                message: "not found", path: [.field("friends"), .index(1)],
                locations: [GraphQLError.Location(line: 2, column: 3)], code: "NOT_FOUND")
            let response = try await client.response(to: friends, at: "/api/query")
            #expect(response.data == Friends(friends: [.init(name: "Han"), nil]))
            #expect(response.errors == [error])
            await #expect(throws: GraphQLErrors([error])) { try await client.perform(friends, at: "/api/query") }
        }
    }

    @Test("has errors of GraphQL, whatever the status, apart from those of what stands before it")
    func statuses() async throws {
        try await withServer("graphql-status") { server in
            let client = try server.client()
            let invalid = GraphQLError(message: "unknown field", code: "GRAPHQL_VALIDATION_FAILED")
            await #expect(throws: GraphQLErrors([invalid])) { try await client.perform(hero()) }
            let error = await #expect(throws: RESTError.self) { try await client.perform(hero()) }
            guard case .status(let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(response.status == 502)
            let page = await #expect(throws: RESTError.self) { try await client.perform(hero()) }
            guard case .invalidData = page else {
                Issue.record("\(String(describing: page))")
                return
            }
        }
    }

    @Test("whose document is persisted sends it only to a server that doesn't know it")
    func persisted() async throws {
        try await withServer("graphql-persisted") { server in
            let client = try server.client()
            let hero = hero(sha256: "64 digits")
            #expect(try await client.perform(hero).hero.name == "Leia")
            #expect(try await client.perform(hero).hero.name == "Luke")
        }
    }

    @Test("whose document the server never knows is sent twice, not for ever")
    func neverPersisted() async throws {
        try await withServer("graphql-never-persisted") { server in
            _ = await #expect(throws: GraphQLErrors([GraphQLError(message: "who?", code: "PERSISTED_QUERY_NOT_FOUND")]))
            {
                _ = try await server.client().perform(hero(sha256: "64 digits"))
            }
        }
    }

    @Test("reads its data by the decoder that it states")
    func decoder() async throws {
        let yaml = """
            mockserver: 1
            steps:
              - request: { path: /graphql, graphql: { operation: Birth } }
                times: 2
                response: { json: { data: { birth: "1990-02-01T00:00:00Z" } } }
            """
        let decoder: @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
        let birth = ["birth": Date(timeIntervalSince1970: 633_830_400)]
        try await withServer(Scenario(yaml: yaml)) { server in
            let client = try server.client()
            let bare = GraphQLOperation("Birth", "{ birth }", returning: [String: Date].self, decoder: decoder)
            #expect(try await client.perform(bare) == birth)
            let full = GraphQLOperation(
                "Birth", "{ birth }", variables: ["a": 1], returning: [String: Date].self, decoder: decoder)
            #expect(try await client.perform(full) == birth)
        }
    }

    @Test("without a name sends none, and the server takes an empty one as none")
    func unnamed() async throws {
        let yaml = """
            mockserver: 1
            steps:
              - request: { path: /graphql, graphql: { operation: { absent: true } } }
                times: 3
                response: { json: { data: { stars: 5 } } }
            """
        try await withServer(Scenario(yaml: yaml)) { server in
            let client = try server.client()
            let stars = GraphQLOperation("", "{ stars }", returning: [String: Int].self)
            for queriesByGET in [false, true] {
                #expect(try await client.perform(stars, queriesByGET: queriesByGET) == ["stars": 5])
            }
            let body = try RequestBody.json(["operationName": "", "query": "{ stars }"])
            _ = try await client.send(APIRequest(.post, "/graphql", sending: body, expecting: .raw))
        }
    }

    @Test("that is a query may stand in the URL; another is sent by POST all the same")
    func inURL() async throws {
        try await withServer("graphql-get") { server in
            let client = try server.client()
            #expect(try await client.perform(hero(), queriesByGET: true).hero.name == "Leia")
            let search = GraphQLOperation(
                "Search", "query Search($text: String!) { search(text: $text) }", variables: ["text": "a+b&c=%é#;"],
                returning: [String: Int].self)
            #expect(try await client.perform(search, queriesByGET: true) == ["search": 1])
            let stars = GraphQLOperation("Stars", "query Stars { stars }", returning: [String: Int].self)
            #expect(try await client.perform(stars, at: "/api/query", queriesByGET: true) == ["stars": 4])
            let rate = GraphQLOperation("Rate", "mutation Rate { stars }", returning: [String: Int].self)
            #expect(try await client.perform(rate, queriesByGET: true) == ["stars": 5])
            #expect(try await client.response(to: rate, queriesByGET: true).data == ["stars": 6])
        }
    }

    @Test("that stands in the URL by its hash is answered by a cache, once the server knows its document")
    func cached() async throws {
        try await withServer("graphql-get-persisted") { server in
            let client = try server.client().caching(in: ResponseCache())
            for _ in 1...3 {
                let data = try await client.perform(hero(sha256: "64 digits"), queriesByGET: true)
                #expect(data.hero.name == "Leia")
            }
            #expect(server.journal.compactMap(\.status) == [200, 200, 200, 304])
        }
    }
}
