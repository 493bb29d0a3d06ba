import Foundation
import MockServerXCTest
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class StubbedNameTests: XCTestCase {
    override func tearDown() {
        HTTPStubs.removeAllStubs()
        super.tearDown()
    }

    func testTheNameIsReadAfterARefresh() async throws {
        stub(condition: isHost("api.example.com") && isPath("/me")) { _ in
            HTTPStubsResponse(data: Data(), statusCode: 401, headers: nil)
        }
        stub(condition: isPath("/me") && hasHeaderNamed("Authorization", value: "Bearer fresh")) { _ in
            HTTPStubsResponse(jsonObject: ["name": "Ada"], statusCode: 200, headers: nil)
        }
        stub(condition: isHost("api.example.com") && isPath("/auth/refresh")) { _ in
            HTTPStubsResponse(jsonObject: ["accessToken": "fresh"], statusCode: 200, headers: nil)
        }
        let configuration = URLSessionConfiguration.ephemeral
        HTTPStubs.setEnabled(true, for: configuration)
        let loader = ProfileLoader(
            session: URLSession(configuration: configuration),
            baseURL: try XCTUnwrap(URL(string: "https://api.example.com")))
        let name = try await loader.name()
        XCTAssertEqual(name, "Ada")
    }
}

final class ServedNameTests: XCTestCase {
    func testTheNameIsReadAfterARefresh() async throws {
        let server = try startMockServer()
        server.stub(.get, "/me").assert(.bearer("expired")).respond(.unauthorized)
            .then(.post, "/auth/refresh").assert(.json(["refreshToken": "rt-1"]))
            .respond(json: ["accessToken": "fresh"])
            .then(.get, "/me").assert(.bearer("fresh")).respond(json: ["name": "Ada"])
        let loader = ProfileLoader(session: URLSession(configuration: .ephemeral), baseURL: server.url)
        let name = try await loader.name()
        XCTAssertEqual(name, "Ada")
    }
}
