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
        try await call(.get, path, query: query, body: nil, expected: expecting, modify: modify)
    }

    /// `POST`.
    public func post<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await call(.post, path, query: query, body: body, expected: expecting, modify: modify)
    }

    /// `PUT`.
    public func put<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await call(.put, path, query: query, body: body, expected: expecting, modify: modify)
    }

    /// `PATCH`.
    public func patch<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await call(.patch, path, query: query, body: body, expected: expecting, modify: modify)
    }

    /// `DELETE`.
    public func delete<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await call(.delete, path, query: query, body: nil, expected: expecting, modify: modify)
    }

    private func call<Output>(
        _ method: HTTPMethod,
        _ path: RequestPath,
        query: [URLQueryItem],
        body: RequestBody?,
        expected: Expected<Output>,
        modify: Modifier
    ) async throws -> Output {
        let response = try await send(modify(request(method, path, query: query, body: body)))
        return try expected.output(of: response)
    }
}
