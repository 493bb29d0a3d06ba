#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Foundation
import MockServerXCTest
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls whose access token has expired, with the operator and with a token store; failures of the server's run are
/// failures of the test.
final class RefreshServerTests: ServerTestCase {
    /// A session whose user wrote the refresh as a publisher.
    private final class Session {
        private struct Refreshed: Decodable, Sendable { let accessToken: String }

        private let client: RESTClient
        private let queue = DispatchQueue(label: "test")
        private(set) var token = "expired"

        init(_ server: MockServer) throws {
            client = try RESTClient(baseURL: server.url)
        }

        /// Renames the user; each subscription sends the token that is current then.
        var rename: AnyPublisher<RESTResponse, any Error> {
            Deferred {
                let token = self.token
                return self.client.put(
                    "/me", sending: .bytes(Data(#"{"name":"Ada"}"#.utf8), contentType: "application/json"),
                    expecting: .raw, on: self.queue, with: { $0.addingBearerAuthorization(token: token) })
            }
            .retryOnceOnUnauthorized(chaining: refresh)
        }

        /// Gets a new token, and stores it.
        var refresh: AnyPublisher<String, any Error> {
            client.post(
                "/auth/refresh",
                sending: .bytes(Data(#"{"refreshToken":"rt-1"}"#.utf8), contentType: "application/json"),
                expecting: .raw, on: queue
            )
            .unwrapResult(of: Refreshed.self)
            .map(\.accessToken)
            .handleEvents(receiveOutput: { self.token = $0 })
            .eraseToAnyPublisher()
        }
    }

    /// The example of the operator's documentation.
    private func profile(
        _ client: RESTClient, _ session: Session, _ queue: DispatchQueue
    ) -> some Publisher<Profile, any Error> {
        Deferred {
            let token = session.token
            return client.get(
                "/me", expecting: .result(of: Profile.self), on: queue,
                with: { $0.addingBearerAuthorization(token: token) })
        }
        .retryOnceOnUnauthorized(chaining: session.refresh)
    }

    func testTheDocumentedExampleSendsTheNewToken() async throws {
        let server = try startServer()
        server.stub(.get, "/me", .bearer("expired")).respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
            .then(.get, "/me", .bearer("at-2"))
            .respond(json: ["result": ["id": "u-1", "name": "Ada Lovelace", "email": "ada@example.com"]])
        let client = try RESTClient(baseURL: server.url)
        await expect(
            profile(client, try Session(server), DispatchQueue(label: "test")),
            to: beSuccess(Profile(id: "u-1", name: "Ada Lovelace", email: "ada@example.com")))
        XCTAssertEqual(server.journal.map(\.request.path), ["/me", "/auth/refresh", "/me"])
    }

    func testARejectedCallIsRetriedOnceWithTheNewToken() async throws {
        let server = try startServer()
        server.stub(.put, "/me", .bearer("expired")).respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
            .verify { request in
                XCTAssertEqual(try request.json(), ["refreshToken": "rt-1"])
                XCTAssertNil(request.headers[.authorization])
            }
            .then(.put, "/me").respond(.noContent)
            .verify { request in
                XCTAssertEqual(request.headers[.accept], "application/json")
                XCTAssertEqual(request.headers[.contentType], "application/json")
                XCTAssertEqual(request.headers[.authorization], "Bearer at-2")
                XCTAssertEqual(try request.json(), ["name": "Ada"])
            }
        let renamed = await published(by: try Session(server).rename)
        XCTAssertEqual(renamed.values.map(\.status), [204])
        XCTAssertTrue(renamed.hasFinished)
    }

    func testAnEmptyRefreshResponseEndsTheCallWithoutALoop() async throws {
        let server = try startServer()
        server.stub(.put, "/me").respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(.ok)
        let renamed = await published(by: try Session(server).rename)
        guard case .invalidData(_, let response)? = renamed.error as? RESTError else {
            return XCTFail("\(String(describing: renamed.error))")
        }
        XCTAssertEqual(response?.status, 200)
        XCTAssertEqual(server.journal.map(\.request.path), ["/me", "/auth/refresh"])
    }

    func testASecond401EndsTheCall() async throws {
        let server = try startServer()
        server.stub(.put, "/me").respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
            .then(.put, "/me", .bearer("at-2")).respond(.unauthorized, text: "again")
        let renamed = await published(by: try Session(server).rename)
        guard case .status(let response)? = renamed.error as? RESTError else {
            return XCTFail("\(String(describing: renamed.error))")
        }
        XCTAssertEqual(response.status, 401)
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "again")
        XCTAssertEqual(server.journal.count, 3)
    }

    func testParallelCallsOfATokenStoreShareOneRefresh() async throws {
        // All three get 401 at once, and the scenario takes one refresh.
        let server = try startServer("parallel-refresh")
        let client = try server.client()
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        let queue = DispatchQueue(label: "test")
        let names = await published(
            by: (1...3).publisher.flatMap { _ in service.fetchProfile(on: queue) }.map { try? $0.get().name })
        XCTAssertEqual(names.values, ["Ada Lovelace", "Ada Lovelace", "Ada Lovelace"])
        XCTAssertEqual(server.journal.count { $0.request.path == "/auth/refresh" }, 1)
    }

    func testAnEmptyRefreshResponseToATokenStoreIsTheServicesErrorWithoutALoop() async throws {
        let server = try startServer()
        server.stub(.get, "/me").respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(.ok)
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        let profile = await published(by: service.fetchProfile(on: DispatchQueue(label: "test")))
        guard case .failure(.unavailable(RESTError.refreshFailed(.invalidData))) = profile.values.first else {
            return XCTFail("\(profile.values)")
        }
        XCTAssertEqual(server.journal.count, 2)
    }
}
#endif
