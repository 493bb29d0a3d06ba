import APIClient
import Foundation
import MockServerXCTest
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of the public documentation, so that they are compiled; `DocumentationTests` compares the two.
final class DocumentationExamples: XCTestCase {
    private struct User: Decodable, Sendable {}
    private struct Order: Decodable, Sendable {}

    private func server() async throws {
        let server = try MockServer(Scenario(contentsOf: "Scenarios/token-refresh.yaml"))
        // let the client under test call server.url, then:
        let verdict = await server.verify()
        await server.stop()
        print(verdict.text())
    }

    private func clock() async throws {
        let server = try MockServer(Scenario(yaml: "mockserver: 1\nclock: virtual\nstubs: [{ request: GET /a }]"))
        let clock = server.clock
        let waiting = Task { try await clock.sleep(for: .seconds(3_600)) }
        try await clock.waitForSleepers(1)
        try await clock.advance(by: .seconds(3_600))
        try await waiting.value
    }

    private func tls() throws -> MockServer.Options {
        var options = MockServer.Options()
        options.tls = .init()
        options.tls?.clientCertificates = .required(.file("clients-ca.pem"))
        options.tls?.fault = .init(.handshakeRefused, connections: 1)
        options.tls?.certificates = .signed(by: try MockServer.PersistentCertificateAuthority(folder: "ca"))
        return options
    }

    private func report(of server: MockServer) -> [UInt8] {
        let report = server.report()
        let xml = report.bytes(as: .junit)
        return xml
    }

    private func scenario() throws -> Scenario {
        let scenario = try Scenario(contentsOf: "Scenarios/token-refresh.yaml")
        return scenario
    }

    private func named() async throws {
        let server = try startMockServer("token-refresh")
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
    }

    private func byURL(_ folder: URL) throws -> MockServer {
        let server = try startMockServer(contentsOf: folder.appendingPathComponent("greeting.yaml"))
        return server
    }

    private func byValue() throws -> MockServer {
        let scenario = try Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health }]")
        let server = try startMockServer(scenario)
        return server
    }

    private func user(id: String) async throws -> User {
        let client = try RESTClient(baseURL: "https://api.example.com/v1")
        let user = try await client.get("/users/\(id)", expecting: .result(of: User.self))
        return user
    }

    private func order(_ client: RESTClient, id: String) async throws -> Order {
        let order = try await client.get("/orders/\(id)", expecting: .result(of: Order.self))
        return order
    }

    private func path(name: String) -> RequestPath {
        let path: RequestPath = "/files/\(name)/versions"  // name "a/b c" gives /files/a%2Fb%20c/versions
        return path
    }

    private func modified(_ request: URLRequest, token: String) -> URLRequest {
        request.acceptingJSON().addingBearerAuthorization(token: token).timingOut(after: 5)
    }
}
