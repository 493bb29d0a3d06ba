import Foundation
import MockServerURLProtocol
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class MockedNameTests: XCTestCase {
    override func tearDown() {
        Mocker.removeAll()
        super.tearDown()
    }

    func testTheNameIsReadAfterARefresh() async throws {
        let api = try XCTUnwrap(URL(string: "https://api.example.com"))
        let me = api.appendingPathComponent("me")
        let name = Mock(url: me, contentType: .json, statusCode: 200, data: [.get: Data(#"{"name": "Ada"}"#.utf8)])
        var rejected = Mock(url: me, contentType: .json, statusCode: 401, data: [.get: Data()])
        rejected.onRequestHandler = OnRequestHandler(httpBodyType: String.self) { _, _ in name.register() }
        rejected.register()
        let tokens = Data(#"{"accessToken": "fresh"}"#.utf8)
        let refresh = api.appendingPathComponent("auth/refresh")
        Mock(url: refresh, contentType: .json, statusCode: 200, data: [.post: tokens]).register()

        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [MockingURLProtocol.self]
        let loader = ProfileLoader(session: URLSession(configuration: configuration), baseURL: api)
        let read = try await loader.name()
        XCTAssertEqual(read, "Ada")
    }
}

final class ScriptedNameTests: XCTestCase {
    func testTheNameIsReadAfterARefresh() async throws {
        let scenario = Scenario("An expired token is refreshed, then the name is read") {
            Step(.get, "/me").assert(.bearer("expired")).respond(.unauthorized)
            Step(.post, "/auth/refresh")
                .assert(.json(["refreshToken": "rt-1"]))
                .respond(json: ["accessToken": "fresh"])
            Step(.get, "/me").assert(.bearer("fresh")).respond(json: ["name": "Ada"])
        }
        let server = try InProcessMockServer(scenario)
        let api = try XCTUnwrap(URL(string: "https://api.example.com"))
        let loader = ProfileLoader(session: server.session, baseURL: api)
        let read = try await loader.name()
        XCTAssertEqual(read, "Ada")
        let verdict = await server.verify()
        XCTAssertTrue(verdict.passed, verdict.text())
    }
}
