import APIClient
import MockServerTesting
import TestSupport  // not in the guide
import Testing

@Suite("The guide: With Swift Testing", .alone) struct SwiftTestingGuide {  // not in the guide
    @Test("an expired token is refreshed once", .mockServer("token-refresh"))
    func expiredToken() async throws {
        let server = try MockServer.current
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        #expect(try await service.fetchProfile().name == "Ada Lovelace")
    }
}  // not in the guide
