public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of one REST API.
///
/// Calls name a path below the base URL and accept JSON unless a modifier says otherwise. A response outside 200 to 299
/// is an error, as is a body of another form than expected; see ``RESTError``. A cancelled task throws
/// `CancellationError`.
///
///     let client = try RESTClient(baseURL: "https://api.example.com/v1")
///     let user = try await client.get("/users/\(id)", expecting: .result(of: User.self))
public struct RESTClient: Sendable {
    /// Changes a request before it is sent.
    public typealias Modifier = @Sendable (URLRequest) -> URLRequest

    private let baseURL: BaseURL
    private let timeout: TimeInterval
    private var plain: any HTTPTransport
    private var tokens: TokenStore?

    /// A client of the API at `baseURL` that sends its requests through a transport.
    ///
    /// - Parameters:
    ///   - baseURL: an absolute `http` or `https` URL, perhaps with a path prefix.
    ///   - transport: what sends the requests.
    ///   - timeout: the `timeoutInterval` of the requests, in seconds.
    /// - Throws: ``RESTError/badURL(_:)``.
    public init(
        baseURL: String, transport: any HTTPTransport, timeout: TimeInterval = 30
    ) throws(RESTError) {
        self.baseURL = try BaseURL(baseURL)
        self.timeout = timeout
        plain = transport
    }

    /// A client of the API at `baseURL` on `URLSession`.
    ///
    /// - Parameters:
    ///   - baseURL: an absolute `http` or `https` URL, perhaps with a path prefix.
    ///   - session: the session to use, which the caller still owns; `nil` for the client's own ephemeral one, which
    ///     sends no credentials after a redirect to another origin.
    ///   - timeout: the most seconds in which nothing arrives; a modifier may change it for a call.
    /// - Throws: ``RESTError/badURL(_:)``.
    public init(baseURL: String, session: URLSession? = nil, timeout: TimeInterval = 30) throws(RESTError) {
        let transport: any HTTPTransport =
            session.map(SharedSessionTransport.init) ?? URLSessionTransport(timeout: timeout)
        try self.init(baseURL: baseURL, transport: transport, timeout: timeout)
    }

    /// A client of the API at `baseURL`.
    public init(baseURL: URL, session: URLSession? = nil, timeout: TimeInterval = 30) throws(RESTError) {
        try self.init(baseURL: baseURL.absoluteString, session: session, timeout: timeout)
    }

    /// This client with the access token of `tokens` in its calls. A call answered 401 is retried once, with a token
    /// that is refreshed once for all such calls. A call with its own `Authorization` is left alone.
    public func authorized(by tokens: TokenStore) -> RESTClient {
        var copy = self
        copy.tokens = tokens
        return copy
    }

    /// This client without tokens, on the same transport.
    public func unauthorized() -> RESTClient {
        var copy = self
        copy.tokens = nil
        return copy
    }

    /// This client with something added to what sends its requests, below the authorization.
    func sending(through change: (any HTTPTransport) -> any HTTPTransport) -> RESTClient {
        var copy = self
        copy.plain = change(plain)
        return copy
    }

    /// What sends the calls, with their tokens.
    var transport: any HTTPTransport {
        tokens.map { AuthorizedTransport(base: plain, tokens: $0) } ?? plain
    }

    /// Sends a request and returns what its response is read as.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - modify: changes the request last.
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    public func send<Response>(
        _ request: APIRequest<Response>, with modify: Modifier
    ) async throws -> Response {
        try await request.expected.output(of: send(modify(urlRequest(for: request))))
    }

    /// Sends a request and returns the response if its status is from 200 to 299.
    public func send(_ request: URLRequest) async throws -> RESTResponse {
        try await transport.successfulResponse(to: request)
    }

    /// What is sent for a request, but for its token.
    ///
    /// - Throws: ``RESTError/badURL(_:)``.
    public func urlRequest<Response>(for request: APIRequest<Response>) throws(RESTError) -> URLRequest {
        try request.urlRequest(below: baseURL, timeout: timeout)
    }
}
