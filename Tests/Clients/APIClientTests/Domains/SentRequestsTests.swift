import APIClient
import ClientTestSupport
import Foundation
import Testing
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What a recording transport says of the requests that were sent") struct SentRequestsTests {
    private let transport = RecordingTransport(answeredBy: Responder.data(Data("{}".utf8)))

    private func client() throws -> RESTClient { try RESTClient(baseURL: "http://h/v1", transport: transport) }

    @Test("names each part that is not as expected, and a request too many")
    func differences() async throws {
        let client = try client()
        _ = try await client.send(
            APIEndpoint.Order.create(OrderDraft(item: "Lamp", quantity: 1), key: "1").expecting(.raw))
        _ = try await client.send(APIEndpoint.Order.list(page: 2).expecting(.raw))
        let expected = try APIEndpoint.Order.create(OrderDraft(item: "Lamp", quantity: 2), key: "2").expecting(.raw)
        #expect(
            try transport.differences(from: [expected], sentBy: client) == [
                "expected 1 requests, received 2", "not expected: GET /v1/orders",
                "request 1: header Idempotency-Key: expected 2, received 1",
                "request 1: body $.quantity: expected 2, received 1",
            ])
        #expect(
            try transport.differences(
                from: [APIEndpoint.User.current().expecting(.raw), APIEndpoint.Order.list(page: 3).expecting(.raw)],
                sentBy: client
            ).suffix(1) == ["request 2: query page: expected 3, received 2"])
    }

    @Test("shows a token that was sent")
    func token() async throws {
        let client = try client()
        let tokens = TokenStore(Tokens(access: "at-1", refresh: "rt-1"), refreshingThrough: client)
        _ = try await client.authorized(by: tokens).send(APIEndpoint.User.current().expecting(.raw))
        #expect(
            try transport.differences(from: [APIEndpoint.User.current().expecting(.raw)], sentBy: client) == [
                "request 1: header Authorization: expected none, received Bearer at-1"
            ])
    }

    @Test(
        "is nothing if they are as expected, but for the order of parameters, and an issue at the caller's line if not")
    func expected() async throws {
        let client = try client()
        _ = try await client.send(APIRequest(.get, "/a", query: items("x", "y"), expecting: .raw))
        _ = try await client.send(APIEndpoint.Order.list(page: 2).expecting(.raw))
        let first = APIRequest(.get, "/a", query: items("y", "x"), expecting: .noContent)
        expectSent(first, APIEndpoint.Order.list(page: 2), through: transport, by: client)
        let line = #line + 3
        let issues = await RecordedIssue.all { [transport] in
            expectSent(first, APIEndpoint.Order.list(page: 2), through: transport, by: client)
            expectSent(first, APIEndpoint.Order.list(page: 1), through: transport, by: client)
        }
        let text = "request 2: query page: expected 1, received 2"
        #expect(issues == [RecordedIssue(text: text, line: line)])
        expectSent(through: RecordingTransport { _ in RESTResponse(status: 200) }, by: client)
    }

    @Test("names the server, if it is another")
    func origin() async throws {
        let client = try client()
        for baseURL in ["http://other/v1", "https://h/v1", "http://h:81/v1"] {
            _ = try await RESTClient(baseURL: baseURL, transport: transport)
                .send(APIEndpoint.User.current().expecting(.raw))
        }
        let expected = Array(repeating: APIEndpoint.User.current().expecting(.raw), count: 3)
        #expect(
            try transport.differences(from: expected, sentBy: client) == [
                "request 1: origin: expected http://h, received http://other",
                "request 2: origin: expected http://h, received https://h",
                "request 3: origin: expected http://h, received http://h:81",
            ])
    }

    @Test("takes a plus sign that is not escaped for a space, as servers do")
    func plus() async throws {
        let client = try client()
        for query in ["q=a+b", "q=a%2Bb"] {
            _ = try await client.send(URLRequest(url: #require(URL(string: "http://h/v1/find?\(query)"))).acceptingJSON)
        }
        let expected = APIRequest(.get, "/find", query: [URLQueryItem(name: "q", value: "a+b")], expecting: .raw)
        #expect(
            try transport.differences(from: [expected, expected], sentBy: client) == [
                "request 1: query q: expected a+b, received a b"
            ])
    }

    @Test("is an issue if a request has a body that only its receiver can read")
    func streamed() async throws {
        let client = try client()
        let url = try #require(URL(string: "http://h/v1/me"))
        _ = try await client.send(
            URLRequest(url: url).acceptingJSON.changing { $0.httpBodyStream = InputStream(data: Data("x".utf8)) })
        #expect(throws: RESTError.self) {
            try transport.differences(from: [APIEndpoint.User.current().expecting(.raw)], sentBy: client)
        }
    }

    @Test("is an issue if a request has a method that request values do not have")
    func incomparable() async throws {
        let client = try client()
        let url = try #require(URL(string: "http://h/v1/me"))
        _ = try await client.send(URLRequest(url: url).changing { $0.httpMethod = "TRACE" })
        let issues = await RecordedIssue.all { [transport] in
            expectSent(APIEndpoint.User.current(), through: transport, by: client)
        }
        #expect(issues.map(\.text) == ["Not supported: TRACE http://h/v1/me can't be compared."])
    }

    private func items(_ names: String...) -> [URLQueryItem] { names.map { URLQueryItem(name: $0, value: "1") } }
}

extension URLRequest {
    fileprivate var acceptingJSON: URLRequest {
        changing { $0.setValue("application/json", forHTTPHeaderField: "Accept") }
    }

    fileprivate func changing(_ change: (inout URLRequest) -> Void) -> URLRequest {
        var copy = self
        change(&copy)
        return copy
    }
}

final class SentRequestsXCTests: KeptFailures {
    func testADifferenceFailsAtTheCallersLine() async throws {
        let transport = RecordingTransport(answeredBy: Responder.data(Data("{}".utf8)))
        let client = try RESTClient(baseURL: "http://h/v1", transport: transport)
        _ = try await client.send(APIEndpoint.Order.list(page: 2).expecting(.raw))
        XCTAssertSent(APIEndpoint.Order.list(page: 2), through: transport, by: client)
        let line = #line + 2
        let failures = failures {
            XCTAssertSent(APIEndpoint.Order.list(page: 1), APIEndpoint.User.current(), through: transport, by: client)
            XCTAssertSent(APIEndpoint.Order.list(page: 2), through: transport, by: client)
        }
        XCTAssertEqual(failures.map(\.line), [line])
        XCTAssertTrue(
            failures.allSatisfy {
                $0.text.hasSuffix(
                    "expected 2 requests, received 1\nnot received: GET /v1/me\nrequest 1: query page: expected 1, received 2"
                )
            })
    }
}
