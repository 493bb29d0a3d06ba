public import Foundation

/// A call of an API as a value: what is sent, and what its response is read as.
///
/// Two requests are equal if the same would be sent for both: method, path, query, headers and body. What the response
/// is read as does not count, beyond its type.
///
///     let request = APIRequest(.get, "/users/\(id)", expecting: .result(of: User.self))
///     let user = try await client.send(request)
public struct APIRequest<Response: Sendable>: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The path below the base URL of the client that sends the request.
    public var path: RequestPath
    /// The parameters in the URL, in their order.
    public var query: [URLQueryItem]
    /// The headers beside those that the client and the body add. A name that both have is the request's.
    public var headers: HTTPHeaders
    /// The body; `nil` for none.
    public var body: RequestBody?
    /// What a response with a status from 200 to 299 is read as.
    public var expected: Expected<Response>

    /// A request from its parts.
    public init(
        _ method: HTTPMethod,
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        headers: HTTPHeaders = [:],
        sending body: RequestBody? = nil,
        expecting expected: Expected<Response>
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.expected = expected
    }

    /// The same request, whose response is read as something else.
    public func expecting<Other>(_ expected: Expected<Other>) -> APIRequest<Other> {
        APIRequest<Other>(method, path, query: query, headers: headers, sending: body, expecting: expected)
    }

    /// The request with a change.
    func changed(_ change: (inout APIRequest) -> Void) -> APIRequest {
        var copy = self
        change(&copy)
        return copy
    }
}

extension APIRequest: Hashable {
    /// Whether the same would be sent for both.
    public static func == (left: APIRequest, right: APIRequest) -> Bool {
        left.method == right.method && left.path == right.path && left.query == right.query
            && left.headers == right.headers && left.body == right.body
    }

    /// Hashes what is sent.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(path)
        hasher.combine(query)
        hasher.combine(headers)
        hasher.combine(body)
    }
}
