public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of one REST API.
///
/// Calls name a path below the base URL and accept JSON unless they say otherwise. A response outside 200 to 299 is an
/// error, as is a body of another form than expected; see ``RESTError``. A cancelled task throws `CancellationError`.
///
///     let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: URLSession.shared)
///     let user = try await client.send(APIRequest(.get, "/me", expecting: .json(User.self)))
public struct RESTClient: Sendable {
    private let baseURL: BaseURL
    private let timeout: TimeInterval
    /// What sends the requests, and what was added to it, such as retries.
    var base: any HTTPTransport
    /// Adds the access token, above all else.
    var authorization: @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 }
    var transport: any HTTPTransport { authorization(base) }

    /// A client of the API at `baseURL`, an absolute `http` or `https` URL, perhaps with a path prefix. `timeout` is the
    /// `timeoutInterval` of its requests, in seconds. Throws ``RESTError/badURL(_:)``.
    public init(baseURL: String, transport: any HTTPTransport, timeout: TimeInterval = 30) throws(RESTError) {
        (self.baseURL, base, self.timeout) = (try BaseURL(baseURL), transport, timeout)
    }

    /// Sends a request and returns what its response is read as. Throws ``RESTError``, or `CancellationError`.
    public func send<Response>(_ request: APIRequest<Response>) async throws -> Response {
        try await request.expected.output(of: send(urlRequest(for: request)))
    }

    /// Sends a request and returns the response if its status is from 200 to 299.
    public func send(_ request: URLRequest) async throws -> RESTResponse {
        let response = try await transport.response(to: request)
        guard response.isSuccess else { throw RESTError.status(response) }
        return response
    }

    /// What is sent for a request, but for its token. Throws ``RESTError/badURL(_:)``.
    public func urlRequest<Response>(for request: APIRequest<Response>) throws(RESTError) -> URLRequest {
        var sent = URLRequest(url: try baseURL.url(request.path, query: request.query), timeoutInterval: timeout)
        sent.httpMethod = request.method.rawValue
        sent.httpBody = request.body?.bytes
        sent.setValue("application/json", forHTTPHeaderField: "Accept")
        sent.setValue(request.body?.contentType, forHTTPHeaderField: "Content-Type")
        for (name, value) in request.headers.fields { sent.setValue(value, forHTTPHeaderField: name) }
        return sent
    }
}
