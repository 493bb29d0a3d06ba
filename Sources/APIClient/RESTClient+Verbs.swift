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
        try await call(.get, path, query, nil, expecting, modify)
    }

    /// `POST`.
    public func post<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await call(.post, path, query, body, expecting, modify)
    }

    /// `PUT`.
    public func put<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await call(.put, path, query, body, expecting, modify)
    }

    /// `PATCH`.
    public func patch<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await call(.patch, path, query, body, expecting, modify)
    }

    /// `DELETE`.
    public func delete<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        expecting: Expected<Output>,
        with modify: Modifier = { $0 }
    ) async throws -> Output {
        try await call(.delete, path, query, nil, expecting, modify)
    }

    private func call<Output>(
        _ method: HTTPMethod,
        _ path: RequestPath,
        _ query: [URLQueryItem],
        _ body: RequestBody?,
        _ expected: Expected<Output>,
        _ modify: Modifier
    ) async throws -> Output {
        let response = try await send(modify(request(method, path, query: query, body: body)))
        return try expected.output(of: response)
    }
}
