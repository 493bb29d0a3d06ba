public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// One call for each method. `query` is added to the URL, and `modify` changes the request last.
///
///     let user = try await client.get("/users/\(id)", expecting: .result(of: User.self))
extension RESTClient {
    /// Changes a request before it is sent.
    public typealias Modifier = @Sendable (URLRequest) -> URLRequest

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

    /// `GET`.
    public func get<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await send(
            APIRequest(.get, path, query: query, expecting: expecting), with: modify)
    }

    /// `POST`.
    public func post<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await send(
            APIRequest(.post, path, query: query, sending: body, expecting: expecting), with: modify)
    }

    /// `PUT`.
    public func put<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await send(
            APIRequest(.put, path, query: query, sending: body, expecting: expecting), with: modify)
    }

    /// `PATCH`.
    public func patch<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await send(
            APIRequest(.patch, path, query: query, sending: body, expecting: expecting), with: modify)
    }

    /// `DELETE`.
    public func delete<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await send(
            APIRequest(.delete, path, query: query, expecting: expecting), with: modify)
    }
}
