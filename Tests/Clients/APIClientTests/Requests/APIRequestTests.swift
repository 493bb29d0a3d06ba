import APIClient
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request of these tests, with one change.
private func request(_ change: (inout APIRequest<String>) -> Void) -> APIRequest<String> {
    var made = APIRequest<String>(
        .get, "/items", query: [URLQueryItem(name: "page", value: "1")], headers: ["X-Trace": "7"],
        sending: .bytes(Data("a".utf8), contentType: "text/plain"), expecting: .json())
    change(&made)
    return made
}

@Suite("A request as a value") struct APIRequestTests {
    @Test("what is sent makes requests equal, not what their responses are read as")
    func equality() {
        #expect(request { _ in } == request { $0.expected = .result() })
        #expect(request { _ in } == request { $0.headers = ["x-trace": "7"] })
        #expect(Set([request { _ in }, request { $0.headers = ["X-TRACE": "7"] }]).count == 1)
    }

    @Test("another type of response keeps all that is sent")
    func expecting() {
        let raw = request { _ in }.expecting(.raw)
        #expect(raw.expecting(Expected<String>.json()) == request { _ in })
    }

    /// A change, and how the changed request differs from the unchanged one.
    struct Difference: Sendable, CustomTestStringConvertible {
        let change: @Sendable (inout APIRequest<String>) -> Void
        let descriptions: [String]
        var testDescription: String { descriptions.joined(separator: "; ") }

        init(_ descriptions: String..., change: @escaping @Sendable (inout APIRequest<String>) -> Void) {
            self.descriptions = descriptions
            self.change = change
        }
    }

    static let differences = [
        Difference("method: expected GET, received PUT") { $0.method = .put },
        Difference("path: expected /items, received /items/a%2Fb") { $0.path = "/items/\("a/b")" },
        Difference("query page: expected 1, received 2") { $0.query[0].value = "2" },
        Difference("query page: expected 1, received none") { $0.query = [] },
        Difference("query page: expected 1, received (no value)") { $0.query[0].value = nil },
        Difference("query page: expected 1, received [1, 2]") { $0.query.append(.init(name: "page", value: "2")) },
        Difference("query sort: expected none, received up") { $0.query.append(.init(name: "sort", value: "up")) },
        Difference("header X-Trace: expected 7, received 8") { $0.headers["x-trace"] = "8" },
        Difference("header X-Trace: expected 7, received none") { $0.headers = [:] },
        Difference("header Accept: expected none, received text/plain") { $0.headers["Accept"] = "text/plain" },
        Difference("content type: expected text/plain, received a/b") {
            $0.body = .bytes(Data("a".utf8), contentType: "a/b")
        },
        Difference("body: expected a, received b") { $0.body = .bytes(Data("b".utf8), contentType: "text/plain") },
        Difference("body: expected a, received 2 bytes that are not text") {
            $0.body = .bytes(Data([0xFF, 0xFE]), contentType: "text/plain")
        },
        Difference("content type: expected text/plain, received none", "body: expected a, received none") {
            $0.body = nil
        },
        Difference("method: expected GET, received POST", "query page: expected 1, received 3") {
            $0.method = .post
            $0.query[0].value = "3"
        },
        Difference(
            "method: expected GET, received POST", "path: expected /items, received /orders",
            "query page: expected 1, received none", "header X-Trace: expected 7, received none",
            "content type: expected text/plain, received none", "body: expected a, received none"
        ) { $0 = APIRequest(.post, "/orders", expecting: .json()) },
    ]

    @Test("a changed part is named, with both values", arguments: differences)
    func changedPart(row: Difference) {
        let changed = request { row.change(&$0) }
        #expect(changed != request { _ in })
        #expect(changed.differences(from: request { _ in }).map(\.description) == row.descriptions)
    }

    @Test("equal requests have no difference")
    func noDifference() {
        #expect(request { _ in }.differences(from: request { $0.headers = ["x-trace": "7"] }).isEmpty)
    }

    @Test("the order of query items and a value in place of none are differences of the query")
    func queryAsSent() {
        let items = ["a", "b"].map { URLQueryItem(name: $0, value: "1") }
        let difference = request { $0.query = items }.differences(from: request { $0.query = items.reversed() })
        #expect(difference.map(\.description) == ["query: expected b=1&a=1, received a=1&b=1"])
        let plain = request { $0.query = [URLQueryItem(name: "q", value: nil)] }
        let named = request { $0.query = [URLQueryItem(name: "q", value: "(no value)")] }
        #expect(
            named.differences(from: plain).map(\.description) == ["query: expected q, received q=%28no%20value%29"])
    }

    @Test("bodies that are not text differ by their bytes")
    func binaryBodies() {
        let bodies = [Data([0xFF]), Data([0xFE])].map { RequestBody.bytes($0, contentType: "a/b") }
        let differences = request { $0.body = bodies[0] }.differences(from: request { $0.body = bodies[1] })
        #expect(
            differences.map(\.description) == [
                "body: expected 1 bytes that are not text, received 1 bytes that are not text"
            ])
    }

    @Test("a request's header is sent in place of the client's and the body's")
    func headersAsSent() throws {
        let client = try RESTClient(baseURL: "http://h/v1")
        let sent = try client.urlRequest(
            for: request { $0.headers = ["accept": "text/plain", "Content-Type": "a/b", "X-Trace": "7"] })
        #expect(sent.allHTTPHeaderFields == ["Accept": "text/plain", "Content-Type": "a/b", "X-Trace": "7"])
    }
}
