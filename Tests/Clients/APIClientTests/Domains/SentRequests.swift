import APIClient
import ClientTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension APIRequest where Response == RESTResponse {
    /// A request as it was sent, with its whole path and all its headers.
    init(sent request: URLRequest) throws {
        let url = try #require(request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) })
        let segments = url.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var headers = HTTPHeaders((request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
        var body: RequestBody?
        if let bytes = request.httpBody {
            body = .bytes(bytes, contentType: headers["Content-Type"] ?? "none")
            headers["Content-Type"] = nil
        }
        self.init(
            try #require(HTTPMethod(rawValue: request.httpMethod ?? "GET")),
            RequestPath(segments: try segments.map { try #require($0.removingPercentEncoding) }),
            query: url.queryItems ?? [], headers: headers, sending: body, expecting: .raw)
    }
}

extension RecordingTransport {
    /// How the requests that were sent differ from those that a client should have sent; empty if they don't.
    func differences(
        from expected: [APIRequest<RESTResponse>], sentBy client: RESTClient
    ) throws -> [String] {
        var found: [String] = []
        if requests.count != expected.count {
            found.append("expected \(expected.count) requests, received \(requests.count)")
        }
        for (index, (sent, expected)) in zip(requests, expected).enumerated() {
            let differences = try APIRequest(sent: sent).differences(
                from: APIRequest(sent: client.urlRequest(for: expected)))
            found += differences.map { "request \(index + 1): \($0)" }
        }
        return found
    }
}

extension RESTResponse {
    /// A response with a value as its JSON body.
    static func json(_ value: some Encodable, status: Int = 200) throws -> RESTResponse {
        RESTResponse(status: status, body: try RequestBody.json(value).bytes)
    }
}
