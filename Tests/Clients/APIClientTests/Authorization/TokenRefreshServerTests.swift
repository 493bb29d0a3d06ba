import ClientTestSupport
import APIClient
import MockServerXCTest
import XCTest

/// Profile and token refresh, each test with its own server; failures of the server's run are failures of the test.
final class TokenRefreshServerTests: ServerTestCase {
    private let ada = Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com")

    /// A service whose access token is `expired` and whose refresh token is `rt-1`.
    private func service(_ server: TestServer) throws -> IdentityService {
        let client = try server.client()
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        return IdentityService(client: client.authorized(by: tokens))
    }

    func testAProfileIsFetched() async throws {
        let server = try startServer("profile")
        let profile = try await service(server).fetchProfile()
        XCTAssertEqual(profile, ada)
        XCTAssertEqual(server.journal.map(\.request.target), ["/me"])
    }

    func testAnInvalidBodyIsTheServicesError() async throws {
        let server = try startServer("invalid-profile")
        do {
            _ = try await service(server).fetchProfile()
            XCTFail("the profile lacks its name")
        } catch IdentityError.invalidProfile(let reason) {
            XCTAssertTrue(reason.contains("name"), reason)
        }
    }

    func testAnExpiredTokenIsRefreshedOnceAndTheCallRetried() async throws {
        // The scenario asserts the refresh's body and the retried request's token.
        let server = try startServer("token-refresh")
        let profile = try await service(server).fetchProfile()
        XCTAssertEqual(profile, ada)
        XCTAssertEqual(server.journal.compactMap(\.status), [401, 200, 200])
        XCTAssertEqual(server.journal.compactMap(\.step), ["rejected", "refresh", "retried"])
    }

    func testAFailingRefreshDoesNotLoop() async throws {
        let server = try startServer("failing-refresh")
        do {
            _ = try await service(server).fetchProfile()
            XCTFail("the refresh was refused")
        } catch IdentityError.unauthorized {}
        XCTAssertEqual(server.journal.count, 2)
    }

    func testASecond401EndsTheCall() async throws {
        let server = try startServer("second-401")
        do {
            _ = try await service(server).fetchProfile()
            XCTFail("the fresh token was refused")
        } catch IdentityError.unauthorized {}
    }

    func testTenParallelCallsShareOneRefresh() async throws {
        let server = try startServer("ten-parallel-calls")
        let service = try service(server)
        let profiles = try await withThrowingTaskGroup(of: Profile.self) { group in
            for _ in 0..<10 { group.addTask { try await service.fetchProfile() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(profiles, Array(repeating: ada, count: 10))
        XCTAssertEqual(server.journal.count { $0.request.path == "/auth/refresh" }, 1)
    }
}
