import Foundation
public import Testing
import XCTest

#if canImport(APIClient)
public import APIClient
#endif

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fails a test of Swift Testing at the caller's line if a client should have sent other requests, or to another server,
/// with each difference.
/// What the responses are read as does not count, nor does the order of parameters.
///
///     expectSent(APIEndpoint.User.current(), APIEndpoint.Order.list(page: 2), through: transport, by: client)
public func expectSent<each Response>(
    _ expected: repeat APIRequest<each Response>, through transport: RecordingTransport, by client: RESTClient,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let text = transport.failure(from: all(repeat each expected), sentBy: client)
    if let text { Issue.record("\(text)", sourceLocation: sourceLocation) }
}

/// The same for XCTest.
public func XCTAssertSent<each Response>(
    _ expected: repeat APIRequest<each Response>, through transport: RecordingTransport, by client: RESTClient,
    file: StaticString = #filePath, line: UInt = #line
) {
    let text = transport.failure(from: all(repeat each expected), sentBy: client)
    if let text { XCTFail(text, file: file, line: line) }
}

private func all<each Response>(_ requests: repeat APIRequest<each Response>) -> [APIRequest<RESTResponse>] {
    var all: [APIRequest<RESTResponse>] = []
    for request in repeat each requests { all.append(request.expecting(.raw)) }
    return all
}

extension RecordingTransport {
    /// How the requests that were sent differ from those that a client should have sent; empty if they don't.
    public func differences(
        from expected: [APIRequest<RESTResponse>], sentBy client: RESTClient
    ) throws -> [String] {
        var found: [String] = []
        if requests.count != expected.count {
            found.append("expected \(expected.count) requests, received \(requests.count)")
            found += try requests.dropFirst(expected.count).map { "not expected: \(try APIRequest(sent: $0).line)" }
            found += try expected.dropFirst(requests.count).map { request in
                "not received: \(try APIRequest(sent: client.urlRequest(for: request)).line)"
            }
        }
        for (index, (sent, expected)) in zip(requests, expected).enumerated() {
            let wanted = try client.urlRequest(for: expected)
            if sent.origin != wanted.origin {
                found.append("request \(index + 1): origin: expected \(wanted.origin), received \(sent.origin)")
            }
            let differences = try APIRequest(sent: sent).parameterDifferences(from: APIRequest(sent: wanted))
            found += differences.map { "request \(index + 1): \($0)" }
        }
        return found
    }

    fileprivate func failure(from expected: [APIRequest<RESTResponse>], sentBy client: RESTClient) -> String? {
        do {
            let found = try differences(from: expected, sentBy: client)
            return found.isEmpty ? nil : found.joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }
}

extension APIRequest where Response == RESTResponse {
    /// The method and the path.
    fileprivate var line: String { "\(method.rawValue) \(path)" }

    /// A request as it was sent, with its whole path and all its headers.
    init(sent request: URLRequest) throws {
        guard let url = request.url.flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) }),
            let method = HTTPMethod(rawValue: request.httpMethod ?? "GET"), request.httpBodyStream == nil
        else { throw RESTError.unsupported("\(request.httpMethod ?? "") \(request) can't be compared") }
        let segments = url.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var headers = HTTPHeaders((request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
        var body: RequestBody?
        if let bytes = request.httpBody {
            body = .bytes(bytes, contentType: headers["Content-Type"] ?? "none")
            headers["Content-Type"] = nil
        }
        self.init(
            method,
            RequestPath(segments: segments.map { $0.removingPercentEncoding ?? String($0) }),
            query: url.formItems, headers: headers, sending: body, expecting: .raw)
    }
}

extension URLRequest {
    /// The scheme and the host, with what stands before and after it, to which the request is sent.
    fileprivate var origin: String {
        guard let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "none" }
        (parts.percentEncodedPath, parts.percentEncodedQuery, parts.fragment) = ("", nil, nil)
        return parts.string ?? "none"
    }
}

extension URLComponents {
    /// The items of the query as servers read them, most of which take a `+` for a space.
    fileprivate var formItems: [URLQueryItem] {
        func decoded(_ text: String) -> String { text.replacing("+", with: " ").removingPercentEncoding ?? text }
        return (percentEncodedQueryItems ?? []).map {
            URLQueryItem(name: decoded($0.name), value: $0.value.map(decoded))
        }
    }
}
