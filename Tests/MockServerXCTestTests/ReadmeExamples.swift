import APIClient
import MockServerXCTest
import XCTest

final class TokenTests: XCTestCase {
    func testAnExpiredTokenIsRefreshedOnce() async throws {
        let server = try startMockServer("token-refresh")
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
    }
}

/// Further examples of the README, which is compared with this file.
final class ReadmeExamples: XCTestCase {
    private let profile = ["result": ["id": "u-1", "name": "Ada Lovelace", "email": "ada@example.com"]]

    private func fetchProfile(from server: MockServer) async throws {
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
    }

    func testAScenarioInSwift() async throws {
        let profile = profile
        let scenario = Scenario("token refresh") {
            Step(.get, "/me").respond(.unauthorized)
            Step(.post, "/auth/refresh")
                .assert(.json(["refreshToken": "rt-1"]))
                .respond(json: ["result": ["accessToken": "at-2"]])
            Step(.get, "/me")
                .assert(.bearer("at-2"), .header("Accept", "application/json"))
                .verify { request in XCTAssertNil(request.query) }
                .respond(json: profile)  // any Encodable
        }
        let server = try startMockServer(scenario)
        try await fetchProfile(from: server)
    }

    func testInlineStubs() async throws {
        let server = try startMockServer()
        server.stub(.get, "/me").respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
            .verify { request in XCTAssertEqual(try request.json(), ["refreshToken": "rt-1"]) }
            .then(.get, "/me").respond(json: profile)
            .verify { request in XCTAssertEqual(request.headers[.authorization], "Bearer at-2") }
        try await fetchProfile(from: server)
    }

    func testAScenarioInSwiftHasItsOwnValues() async throws {
        let scenario = Scenario("a profile", vars: ["name": "Ada"]) {
            Step(.get, "/me", id: "profile")
                .assert(.header("Accept", "application/json"))
                .respond(json: ["result": ["id": "u-1", "name": "{{name}}", "email": "ada@example.com"]])
        }
        let server = try startMockServer(scenario, vars: ["name": "Ada Lovelace"])
        try await fetchProfile(from: server)
        try await server.waitFor(step: "profile")
    }
}
