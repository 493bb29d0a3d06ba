#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Foundation
import MockServerXCTest
import XCTest

/// Calls that are retried without another request between, each test with its own server; failures of the server's run are
/// failures of the test.
final class RetryOnServerTests: ServerTestCase {
    private func items(of server: MockServer) throws -> AnyPublisher<[String], any Error> {
        try RESTClient(baseURL: server.url).get("/items", expecting: .json(), on: DispatchQueue(label: "test"))
    }

    private static func isUnavailable(_ error: any Error) -> Bool {
        if case .status(let response)? = error as? RESTError { response.status == 503 } else { false }
    }

    func testAnUnavailableServerIsAskedOnceMore() async throws {
        let server = try startServer()
        server.stub(.get, "/items").respond(.serviceUnavailable)
            .then(.get, "/items").respond(json: ["lamp"])
        await expect(try items(of: server).retryOnce(on: Self.isUnavailable), to: beSuccess(["lamp"]))
        XCTAssertEqual(server.journal.compactMap(\.status), [503, 200])
    }

    func testAServerThatStaysUnavailableIsNotAskedTwiceMore() async throws {
        let server = try startServer()
        server.stub(.get, "/items").respond(.serviceUnavailable)
            .then(.get, "/items").respond(.serviceUnavailable)
        let call = await published(by: try items(of: server).retryOnce(on: Self.isUnavailable))
        XCTAssertTrue(call.error.map(Self.isUnavailable) ?? false)
        XCTAssertEqual(server.journal.compactMap(\.status), [503, 503])
    }

    func testAServerIsAskedAsOftenAsItMayBe() async throws {
        let server = try startServer()
        server.stub(.get, "/items").respond(.serviceUnavailable)
            .then(.get, "/items").respond(.serviceUnavailable)
            .then(.get, "/items").respond(json: ["lamp"])
        await expect(
            try items(of: server).retry(maxAttempts: 3, on: Self.isUnavailable), to: beSuccess(["lamp"]))
        XCTAssertEqual(server.journal.compactMap(\.status), [503, 503, 200])
    }

    func testAnErrorOfAnotherKindEndsTheCall() async throws {
        let server = try startServer()
        server.stub(.get, "/items").respond(.serviceUnavailable)
            .then(.get, "/items").respond(.notFound)
        let call = await published(by: try items(of: server).retry(maxAttempts: 3, on: Self.isUnavailable))
        guard case .status(let response)? = call.error as? RESTError else {
            return XCTFail("\(String(describing: call.error))")
        }
        XCTAssertEqual(response.status, 404)
        XCTAssertEqual(server.journal.compactMap(\.status), [503, 404])
    }
}
#endif
