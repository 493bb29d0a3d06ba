import APIClient
import MockServerTesting
import Testing

@Test(.mockServer("token-refresh"))
func anExpiredTokenIsRefreshedOnce() async throws {
    let client = try RESTClient(baseURL: MockServer.current.url)
    let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
    let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
    #expect(profile.name == "Ada Lovelace")
}
