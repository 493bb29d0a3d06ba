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

/// Examples of the guide to writing a scenario, which is compared with this file.
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

    func testAScenarioInSwiftWithManyWords() async throws {
        let scenario = Scenario("an export is made, then its parts are fetched together") {
            Step(.post, "/exports", .header("Content-Type", "application/json"), id: "start")
                .capture("key", .header("Idempotency-Key"))
                .assert { request in request.bodySize < 1_024 }
                .verify { request in XCTAssertEqual(try request.json(), ["format": "csv"]) }
                .respond(.accepted, json: ["id": "{{key}}"])
            Step(.get, "/exports/{{key}}", id: "poll")
                .times(.between(1...3))
                .respond(.accepted).respond(json: ["parts": ["a", "b", "c"]]).then(.cycle)
            Parallel {
                Step(.get, "/parts/{name}").times(3).hold(.untilArrivals(3)).respond(text: "{{request.path.name}}")
                InOrder {
                    Step(.get, "/log")
                        .respond(Response().text("A line").delay(.milliseconds(20)).fault(.truncate, afterBytes: 4))
                    Step(.get, "/log", .header("Range", "bytes=4-")).respond(text: "ne")
                }
            }
        }
        let server = try startMockServer(scenario)
        let start = try await server.send(
            "POST", "/exports", ["Idempotency-Key": "e-1"], json: #"{"format": "csv"}"#)
        XCTAssertEqual(start, #"202 {"id":"e-1"}"#)
        for expected in ["202 ", #"200 {"parts":["a","b","c"]}"#] {
            let polled = try await server.send("GET", "/exports/e-1")
            XCTAssertEqual(polled, expected)
        }
        async let a = server.send("GET", "/parts/a")
        async let b = server.send("GET", "/parts/b")
        async let c = server.send("GET", "/parts/c")
        let parts = try await [a, b, c]
        XCTAssertEqual(parts, ["200 a", "200 b", "200 c"])
        let cut = try? await server.send("GET", "/log")
        XCTAssertNil(cut)
        let rest = try await server.send("GET", "/log", ["Range": "bytes=4-"])
        XCTAssertEqual(rest, "200 ne")
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
