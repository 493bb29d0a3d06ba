import APIClient
import Foundation
import MockServerXCTest
import XCTest

/// The examples of the public documentation, so that they are compiled; `DocumentationTests` compares the two.
final class DocumentationExamples: XCTestCase {
    private func server() async throws {
        let server = try MockServer(Scenario(contentsOf: "Scenarios/token-refresh.yaml"))
        // let the client under test call server.url, then:
        let verdict = await server.verify()
        await server.stop()
        print(verdict.text())
    }

    private func session() async throws {
        var options = MockServer.Options()
        options.sessions = .init()
        let scenario = try Scenario(contentsOf: "Scenarios/token-refresh.yaml")
        let server = try MockServer(scenario, options: options)
        let session = try server.beginSession(scenario)
        // let the client under test call session.url, then:
        let verdict = await session.finish()
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

    private func authority(of server: MockServer) -> String? {
        let trusted = server.certificateAuthority?.pem
        return trusted
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

    private func bySource() throws -> MockServer {
        let server = try startMockServer(.named("token-refresh", vars: ["refreshToken": "rt-7"]))
        return server
    }

    private func replacing() throws -> Scenario {
        let scenario = try Scenario(contentsOf: "Scenarios/token-refresh.yaml")
        let ofThisTest = try scenario.replacing(vars: ["refreshToken": "rt-7"])
        return ofThisTest
    }

    private func exchanges(of server: MockServer) async {
        for await exchange in server.exchanges where exchange.step == "refresh" {
            print(exchange.request.path, exchange.offset)
            break
        }
    }

    private class WithScenario: MockServerTestCase {
        override var scenario: TestScenario { .named("token-refresh", vars: ["refreshToken": "rt-7"]) }
    }

    private func stubs() throws {
        let server = try MockServer()
        server.stub(.get, "/me").respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
            .then(.get, "/me").respond(json: ["name": "Ada Lovelace"])
        server.stub(.post, "/login").verify { request in print(request.text) }.respond(.noContent)
            .then(.get, "/me").respond(json: ["name": "Ada Lovelace"])
    }

    private func stubsOfTest() throws {
        let server = try startMockServer()
        server.stub(.get, "/me").respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
            .then(.get, "/me").respond(json: ["name": "Ada Lovelace"])
            .verify { request in XCTAssertEqual(request.headers[.authorization], "Bearer at-2") }
    }
}

final class RefreshTests: MockServerTestCase {
    override var scenario: TestScenario { .named("token-refresh") }

    func testAnExpiredTokenIsRefreshedOnce() async throws {
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
    }
}
