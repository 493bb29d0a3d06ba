import APIClient
import MockServerXCTest
import XCTest

final class ProfileTests: XCTestCase {
    func testAnExpiredTokenIsRefreshedOnce() async throws {
        let server = try startMockServer("token-refresh")
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
    }
}
