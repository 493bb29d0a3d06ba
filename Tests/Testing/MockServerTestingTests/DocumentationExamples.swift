import APIClient
import MockServerTesting
import Testing

/// The examples of the public documentation that need Swift Testing, so that they are compiled and run;
/// `DocumentationTests` compares the two.
@Suite struct DocumentationExamples {
    @Test(.mockServer("token-refresh"))
    func anExpiredTokenIsRefreshedOnce() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        #expect(profile.name == "Ada Lovelace")
    }

    @Test(arguments: ["rt-1", "rt-2"])
    func aTokenIsRefreshed(refreshToken: String) async throws {
        try await withMockServer("token-refresh", vars: ["refreshToken": refreshToken]) { server in
            let client = try RESTClient(baseURL: server.url)
            let tokens = TokenStore(Tokens(access: "expired", refresh: refreshToken), refreshingThrough: client)
            _ = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        }
    }

    @Test func takingARequest() async throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                stubs:
                  - request: GET /me
                    response: { json: { result: { id: u-1, name: Ada, email: ada@example.com } } }
                """)
        try await withMockServer(scenario) { server in
            let client = try RESTClient(baseURL: server.url)
            let service = IdentityService(client: client)
            _ = try await service.fetchProfile()
            let request = try await server.takeRequest().request
            #expect(request.path == "/me")
        }
    }

    @Test(.mockServer())
    func aUserHasAProfile() async throws {
        let server = try MockServer.current
        server.stub(.get, "/me").respond(json: ["result": ["id": "u-1", "name": "Ada", "email": "ada@example.com"]])
        let client = try RESTClient(baseURL: server.url)
        #expect(try await IdentityService(client: client).fetchProfile().name == "Ada")
    }

    @Test func stubbingInline() async throws {
        try await withMockServer { server in
            server.stub(.get, "/me").respond(json: ["result": ["id": "u-1", "name": "Ada", "email": "ada@example.com"]])
            _ = try await IdentityService(client: RESTClient(baseURL: server.url)).fetchProfile()
        }
    }
}
