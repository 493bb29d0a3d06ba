import APIClient
import MockServerXCTest
import XCTest

final class TokenTests: XCTestCase {
    func testAnExpiredTokenIsRefreshedOnce() async throws {
        let server = try startMockServer("token-refresh")
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        let profile = try await service.fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
    }
}
