import ClientTestSupport
import APIClient
import Foundation
import MockServerXCTest
import XCTest

/// Tests of the client, each with its own server; failures of the server's run are failures of the test.
final class RESTClientServerTests: ServerTestCase {
    private struct Item: Codable, Sendable, Equatable {
        var id: Int
        var name: String
    }

    func testEveryVerbSendsWhatItShouldAndReadsWhatComesBack() async throws {
        let server = try startServer("verbs")
        let client = try server.client()
        let item = Item(id: 2, name: "two & three")

        let items: [Item] = try await client.get(
            "/items", query: [URLQueryItem(name: "page", value: "2")], expecting: .json())
        XCTAssertEqual(items, [Item(id: 1, name: "one")])
        let created: Item = try await client.post("/items", sending: .json(item), expecting: .result())
        XCTAssertEqual(created, item)
        let replaced: Item = try await client.put("/items/2", sending: .json(item), expecting: .json())
        XCTAssertEqual(replaced, item)
        let patched = try await client.patch(
            "/items/\("a/b")", sending: .json(["name": "four"]), expecting: .raw,
            with: { $0.settingHeader("X-Trace", to: "7") })
        XCTAssertEqual(patched.header("x-trace"), "7")
        XCTAssertEqual(String(decoding: patched.body, as: UTF8.self), "patched")
        try await client.delete("/items/2", expecting: .noContent)
    }

    func testABadBaseURLIsABadURL() {
        for address in ["not a url", "ftp://example.com", "http://", ""] {
            XCTAssertThrowsError(try RESTClient(baseURL: address), address) { error in
                guard case RESTError.badURL = error else { return XCTFail("\(address): \(error)") }
            }
        }
    }

    func testAConnectionThatNobodyTakesIsAConnectionFailure() async throws {
        try XCTSkipUnless(Transport.hasSocket, "nothing refuses a connection without a socket")
        // The port was free a moment ago, and no other server of this process gets it again.
        let server = try MockServer(
            Scenario(yaml: "mockserver: 1\nstubs: [{request: /never}]"), options: Transport.current.options)
        XCTAssertTrue(server.verdict.passed)
        await server.stop()
        let client = try RESTClient(baseURL: server.url)
        do {
            try await client.get("/me", expecting: .noContent)
            XCTFail("nobody listens there")
        } catch RESTError.connection {}
    }

    func testAStatusIsAnErrorWithItsBody() async throws {
        let server = try startServer(
            Scenario(yaml: "{mockserver: 1, steps: [{request: GET /me, response: {status: 503, text: later}}]}"))
        do {
            try await server.client().get("/me", expecting: .noContent)
            XCTFail("503 is no success")
        } catch RESTError.status(let response) {
            XCTAssertEqual(response.status, 503)
            XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "later")
        }
    }

    func testAConnectionThatEndsBeforeAResponseIsAConnectionFailure() async throws {
        for name in ["closed", "reset"] {
            let server = try startServer(name)
            do {
                try await server.client().get("/me", expecting: .noContent)
                XCTFail("\(name): there was no answer")
            } catch RESTError.connection {}
        }
    }

    func testAResponseThatComesTooLateIsATimeout() async throws {
        let server = try startServer("too-late")
        do {
            try await server.client(timeout: 1).get("/me", expecting: .noContent)
            XCTFail("the answer comes in 30 s")
        } catch RESTError.timedOut {}
    }
}
