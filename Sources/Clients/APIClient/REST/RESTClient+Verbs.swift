public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// One call for each method. `query` is added to the URL, and `modify` changes the request last.
extension RESTClient {
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
