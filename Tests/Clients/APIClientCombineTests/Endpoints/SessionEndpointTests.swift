#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Foundation
import MockServerURLProtocol
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Endpoints that an app calls by its own `URLSession`, under which a scenario is played without a socket.
final class SessionEndpointTests: XCTestCase {
    private let profile = PrivateEndpoint<Profile>(APIEndpoint.User.current())
    private let host = EndpointHost("https://api.example.com/v1")

    private func startServer(_ steps: String) throws -> InProcessMockServer {
        try InProcessMockServer(Scenario(yaml: "{mockserver: 1, steps: [\(steps)]}"))
    }

    func testASessionPublishesTheValueOfAnEndpoint() async throws {
        let server = try startServer(
            """
            {request: {path: /v1/me, host: api.example.com, bearer: at-1},
             response: {json: {result: {id: user-1, name: Ada Lovelace, email: ada@example.com}}}}
            """)
        let session: URLSession = server.session
        await expect(
            session.publisher(for: profile, with: AccessToken("at-1"), host: host, on: DispatchQueue.main),
            to: beSuccess(Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com")))
        let verdict = await server.finish()
        XCTAssertTrue(verdict.passed, verdict.text())
    }

    func testASessionPublishesTheErrorOfAnEndpoint() async throws {
        let server = try startServer(
            """
            {request: GET /v1/items, response: {status: 404, text: none}}, {request: GET /v1/items, response: {fault: reset}}
            """)
        let call = server.session.publisher(
            for: PublicEndpoint<[String]>("/items"), host: host, on: DispatchQueue.main)
        guard case .status(let response)? = await published(by: call).error as? RESTError else {
            return XCTFail("not a status")
        }
        XCTAssertEqual(response.status, 404)
        XCTAssertEqual(response.body, Data("none".utf8))
        guard case .connection? = await published(by: call).error as? RESTError else {
            return XCTFail("not a connection failure")
        }
        let verdict = await server.finish()
        XCTAssertTrue(verdict.passed, verdict.text())
    }

    func testTheReleaseOfTheSubscriptionCancelsTheTaskOfTheSession() async throws {
        let server = try startServer(
            "{id: slow, request: GET /v1/slow, response: {json: 7, delay: 1h}, client: cancels}")
        var subscription: AnyCancellable? = server.session.publisher(
            for: PublicEndpoint<Int>("/slow"), host: host, on: DispatchQueue.main
        )
        .sink(receiveCompletion: { _ in XCTFail("it was cancelled") }, receiveValue: { _ in })
        try await server.waitFor(step: "slow", timeout: .seconds(600))
        _ = subscription
        subscription = nil
        let verdict = await server.finish()
        XCTAssertTrue(verdict.passed, verdict.text())
    }
}
#endif
