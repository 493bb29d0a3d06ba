#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Foundation
import MockServerXCTest
import XCTest

/// The profile as a publisher, each test with its own server; failures of the server's run are failures of the test.
final class ProfileServerTests: ServerTestCase {
    func testAProfileHasItsDateAndItsAddress() async throws {
        let server = try startServer()
        server.stub(.get, "/me").respond(json: [
            "result": [
                "id": "u-1", "name": "Ada Lovelace", "email": "ada@example.com",
                "memberSince": "2024-02-29T12:30:45Z",
                "address": [
                    "street": "12 St James's Square", "postalCode": "SW1Y 4JH", "city": "London", "country": "GB",
                ],
            ]
        ])
        let profile = try await onlyResult(of: server).get()
        XCTAssertEqual(
            profile,
            Profile(
                id: "u-1", name: "Ada Lovelace", email: "ada@example.com",
                memberSince: Date(timeIntervalSince1970: 1_709_209_845),
                address: PostalAddress(
                    street: "12 St James's Square", postalCode: "SW1Y 4JH", city: "London", country: "GB")))
    }

    func testAnInvalidBodyIsTheServicesError() async throws {
        let server = try startServer()
        server.stub(.get, "/me").respond(json: ["result": ["id": "u-1", "email": "ada@example.com"]])
        let result = try await onlyResult(of: server)
        guard case .failure(.invalidProfile("$.result.name is missing")) = result else {
            return XCTFail("\(result)")
        }
    }

    /// What the publisher of a service gives on the main queue.
    private func onlyResult(of server: MockServer) async throws -> Result<Profile, FetchProfileError> {
        let service = IdentityService(client: try RESTClient(baseURL: server.url))
        let publication = await published(
            by: service.fetchProfile(on: DispatchQueue.main)
                .map { Received(result: $0, isOnMainThread: Thread.isMainThread) })
        XCTAssertTrue(publication.hasFinished)
        XCTAssertEqual(publication.values.map(\.isOnMainThread), [true])
        return try XCTUnwrap(publication.values.first).result
    }

    private struct Received: Sendable {
        let result: Result<Profile, FetchProfileError>
        let isOnMainThread: Bool
    }
}
#endif
