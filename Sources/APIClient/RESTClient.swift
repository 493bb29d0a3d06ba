public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of one REST API on `URLSession`.
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
    private let session: URLSession
    private let sessionOwner: SessionOwner?
    private let timeout: TimeInterval
    private var tokens: TokenStore?

    /// A client of the API at `baseURL`.
    ///
    /// - Parameters:
    ///   - baseURL: an absolute `http` or `https` URL, perhaps with a path prefix.
    ///   - session: the session to use, which the caller still owns; `nil` for the client's own ephemeral one, which
    ///     sends no credentials after a redirect to another origin.
    ///   - timeout: the most seconds in which nothing arrives; a modifier may change it for a call.
    /// - Throws: ``RESTError/badURL(_:)``.
    public init(baseURL: String, session: URLSession? = nil, timeout: TimeInterval = 30) throws(RESTError) {
        self.baseURL = try BaseURL(baseURL)
        if let session {
            self.session = session
            sessionOwner = nil
        } else {
            let owner = SessionOwner(timeout: timeout)
            self.session = owner.session
            sessionOwner = owner
        }
        self.timeout = timeout
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

    /// This client without tokens, on the same session.
    public func unauthorized() -> RESTClient {
        var copy = self
        copy.tokens = nil
        return copy
    }

    /// Sends a request and returns the response if its status is from 200 to 299.
    public func send(_ request: URLRequest) async throws -> RESTResponse {
        let response = try await sendAuthorized(request)
        guard (200...299).contains(response.status) else { throw RESTError.status(response) }
        return response
    }

    /// The request that a call would send, without its token.
    func request(
        _ method: HTTPMethod,
        _ path: RequestPath,
        query: [URLQueryItem],
        body: RequestBody? = nil
    ) throws(RESTError) -> URLRequest {
        let request = try URLRequest(url: baseURL.url(path, query: query), timeoutInterval: timeout)
            .using(method)
            .acceptingJSON()
        guard let body else { return request }
        return request.settingHeader("Content-Type", to: body.contentType).sending(body.bytes)
    }

    private func sendAuthorized(_ request: URLRequest) async throws -> RESTResponse {
        guard let tokens, request.value(forHTTPHeaderField: "Authorization") == nil else {
            return try await exchange(request)
        }
        let lease = try await refreshed { try await tokens.lease() }
        let response = try await exchange(request, bearing: lease)
        guard response.status == 401 else { return response }
        let renewed = try await refreshed { try await tokens.renew(lease) }
        return try await exchange(request, bearing: renewed)
    }

    /// Marks the errors of a refresh, so that callers don't confuse them with errors of their own calls.
    private func refreshed(
        _ lease: @Sendable () async throws -> TokenStore.Lease
    ) async throws -> TokenStore.Lease {
        do {
            return try await lease()
        } catch let error as RESTError {
            throw RESTError.refreshFailed(error)
        }
    }

    private func exchange(_ request: URLRequest, bearing lease: TokenStore.Lease) async throws -> RESTResponse {
        guard let token = lease.accessToken else { return try await exchange(request) }
        return try await exchange(request.addingBearerAuthorization(token: token))
    }

    private func exchange(_ request: URLRequest) async throws -> RESTResponse {
        try Task.checkCancellation()
        let (body, response): (Data, URLResponse)
        do {
            (body, response) = try await session.data(for: request)
        } catch {
            try Task.checkCancellation()
            throw RESTError(transport: error)
        }
        guard let response = response as? HTTPURLResponse else {
            throw RESTError.invalidData("the response is not HTTP", nil)
        }
        return RESTResponse(response, body: body)
    }
}
