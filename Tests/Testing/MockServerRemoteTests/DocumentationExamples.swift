import APIClient
import Foundation
import MockServerRemoteTesting
import MockServerRemoteXCTest
import TestSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of the public documentation, so that they are compiled; `DocumentationTests` compares the two.
private enum DocumentationExamples {
    static func remote(_ adminURL: URL) async throws {
        let server = try await RemoteMockServer(adminURL: adminURL, token: "t0ken")
        let session = try await server.beginSession(.file("token-refresh"))
        // let the client under test call session.url, then:
        let verdict = try await session.finish()
        print(verdict.text())
    }

    static func header(_ server: RemoteMockServer) -> URLRequest {
        var request = URLRequest(url: server.serverURL.appendingPathComponent("me"))
        request.setValue(server.sessionID, forHTTPHeaderField: RemoteMockServer.sessionHeader)
        return request
    }

    static func environment() async throws -> URL {
        let server = try await RemoteMockServer(environment: ProcessInfo.processInfo.environment)
        return server.url
    }

    static func clock(_ server: RemoteMockServer, _ service: IdentityService) async throws -> Profile {
        async let profile = service.fetchProfile()
        try await server.clock.waitForSleepers(1)
        try await server.clock.advance(by: .seconds(3_600))
        return try await profile
    }

    static func session(_ server: RemoteMockServer) async throws -> RESTClient {
        let session = try await server.beginSession(.file("token-refresh"), seed: 7)
        let client = try RESTClient(baseURL: session.url)
        return client
    }

    static func builtSession(_ server: RemoteMockServer) async throws -> URL {
        let session = try await server.beginSession("greeting") {
            Step(.get, "/hello").assert(.header("Accept-Language", "en")).respond(text: "hello")
        }
        return session.url
    }

    static func playing(_ server: RemoteMockServer) async throws {
        try await server.waitFor(step: "refresh")
        try await server.play(.file("token-refresh"))
        try await server.play("greeting") {
            Step(.get, "/hello").assert(.header("Accept-Language", "en")).respond(text: "hello")
        }
        try await server.play(.text("mockserver: 1\nsteps: [{ request: GET /health }]"))
    }

    static func values(_ entry: RemoteMockServer.JournalEntry) {
        XCTAssertEqual(entry.request.headers[.accept], "application/json")
        XCTAssertEqual(entry.request.headers["X-Request-Id"], "7")
        XCTAssertEqual(try entry.request.json(), ["refreshToken": "rt-1"])
        XCTAssertEqual(try entry.request.text(), "name;price\n")
    }

    #if os(macOS) || os(Linux)
    static func process() async throws {
        let server = try await MockServerProcess()
        let session = try await server.beginSession(.file("token-refresh"))
        // let the client under test call session.url, then:
        let verdict = try await session.finish()
        let status = await server.stop()  // 0 if each run passed
        print(verdict.text(), status)
    }

    static func part() async throws {
        let process = try await MockServerProcess()
        try await withRemoteMockServer(process, playing: .file("greeting")) { server in
            _ = try await URLSession.shared.data(from: server.url.appendingPathComponent("hello"))
        }
    }
    #endif
}

extension XCTestCase {
    fileprivate func named() async throws {
        let server = try await startRemoteMockServer("token-refresh")
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
    }

    fileprivate func fromServer() async throws -> URL {
        let server = try await startRemoteMockServer(playing: .named("login.yaml"))
        return server.url
    }

    fileprivate func ownRun() async throws -> RESTClient {
        let server = try await RemoteMockServer(environment: ProcessInfo.processInfo.environment)
        try await useMockServer(server, "token-refresh")
        let client = try RESTClient(baseURL: server.url)
        try await useMockServer(server, playing: .named("login.yaml"))
        return client
    }
}

final class RefreshTests: RemoteMockServerTestCase {
    override var scenario: RemoteScenario { .file("token-refresh") }

    func testAnExpiredTokenIsRefreshedOnce() async throws {
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
    }
}

@Suite("Examples of the documentation that Swift Testing runs", .alone) struct RunExamples {
    let server: RemoteMockServer

    init() async throws { server = try await Examples.remote }

    @Test(arguments: ["rt-1", "rt-2"])
    func aTokenIsRefreshed(refreshToken: String) async throws {
        try await withRemoteMockServer("token-refresh", vars: ["refreshToken": refreshToken], on: server) { server in
            let client = try RESTClient(baseURL: server.url)
            let tokens = TokenStore(Tokens(access: "expired", refresh: refreshToken), refreshingThrough: client)
            _ = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        }
    }
}

@Suite("Examples of the documentation whose server isn't there", .disabled("only compiled")) struct CompiledExamples {
    @Test(.remoteMockServer("token-refresh", at: "http://127.0.0.1:9000"))
    func anExpiredTokenIsRefreshedOnce() async throws {
        let client = try RESTClient(baseURL: RemoteMockServer.current.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        #expect(profile.name == "Ada Lovelace")
    }
}
