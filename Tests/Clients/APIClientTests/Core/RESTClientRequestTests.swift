import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RESTClientRequestTests {
    private let client: RESTClient

    init() throws {
        client = try RESTClient(baseURL: "http://h/v1", timeout: 7)
    }

    @Test("a call without a body accepts JSON and says nothing of a content type")
    func withoutBody() throws {
        let request = try client.urlRequest(for: APIRequest(.delete, "/orders/\("a b")", expecting: .noContent))
        #expect(request.httpMethod == "DELETE")
        #expect(request.url?.absoluteString == "http://h/v1/orders/a%20b")
        #expect(request.allHTTPHeaderFields == ["Accept": "application/json"])
        #expect(request.timeoutInterval == 7)
        #expect(request.httpBody == nil)
    }

    @Test("a JSON body is sent with its content type and sorted members")
    func withBody() throws {
        let request = try client.urlRequest(
            for: APIRequest(.patch, "/x", sending: .json(["b": "/", "a": "1"]), expecting: .noContent))
        #expect(request.httpMethod == "PATCH")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.httpBody == Data(#"{"a":"1","b":"/"}"#.utf8))
    }

    @Test("a value that JSON can't hold is invalid data, before anything is sent")
    func unencodable() {
        let error = #expect(throws: RESTError.self) { try RequestBody.json(["x": Double.infinity]) }
        #expect(error?.description.contains("$.x") == true)
    }

    @Test("a call by any method is sent as it is if nothing modifies it")
    func unmodified() async throws {
        let transport = RecordingTransport { _ in RESTResponse(status: 200) }
        let client = try RESTClient(baseURL: "http://h", transport: transport)
        let query = [URLQueryItem(name: "q", value: "1")]
        _ = try await client.get("/a", query: query, expecting: .raw)
        _ = try await client.post("/b", query: query, expecting: .raw)
        _ = try await client.put("/c", query: query, expecting: .raw)
        _ = try await client.patch("/d", query: query, expecting: .raw)
        _ = try await client.delete("/e", query: query, expecting: .raw)
        #expect(transport.requests.map(\.httpMethod) == ["GET", "POST", "PUT", "PATCH", "DELETE"])
        #expect(
            transport.requests.map(\.url?.absoluteString) == ["a", "b", "c", "d", "e"].map { "http://h/\($0)?q=1" })
        for request in transport.requests {
            #expect(request.allHTTPHeaderFields == ["Accept": "application/json"])
            #expect(request.httpBody == nil)
        }
    }
}
