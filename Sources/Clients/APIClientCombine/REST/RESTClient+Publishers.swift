#if canImport(Combine) || Combine
#if canImport(APIClient)
public import APIClient
#endif
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The calls of the client as publishers, which send for each subscription and end as the asynchronous calls do: with
/// their value, or with their error, mostly `RESTError`. Cancelling a subscription cancels its request.
///
///     client.get("/users/\(id)", expecting: .result(of: User.self), on: DispatchQueue.main)
///         .sink(receiveCompletion: { end in print(end) }, receiveValue: { user in print(user) })
///
/// A client that is authorized by a `TokenStore` refreshes the token for its publishers as for its other
/// calls: once for all that are answered 401 at a time.
///
/// `scheduler` is where subscribers get values and completions, and `modify` changes the request last.
extension RESTClient {
    /// Sends a request.
    public func publisher<Response>(
        for request: APIRequest<Response>,
        on scheduler: some Scheduler,
        with modify: @escaping Modifier = { $0 }
    ) -> AnyPublisher<Response, any Error> {
        TaskPublisher(on: scheduler) { try await send(request, with: modify) }.eraseToAnyPublisher()
    }

    /// `GET`.
    public func get<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        expecting: Expected<Output>,
        on scheduler: some Scheduler,
        with modify: @escaping Modifier = { $0 }
    ) -> AnyPublisher<Output, any Error> {
        publisher(for: APIRequest(.get, path, query: query, expecting: expecting), on: scheduler, with: modify)
    }

    /// `POST`.
    public func post<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        on scheduler: some Scheduler,
        with modify: @escaping Modifier = { $0 }
    ) -> AnyPublisher<Output, any Error> {
        publisher(
            for: APIRequest(.post, path, query: query, sending: body, expecting: expecting), on: scheduler,
            with: modify)
    }

    /// `PUT`.
    public func put<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        on scheduler: some Scheduler,
        with modify: @escaping Modifier = { $0 }
    ) -> AnyPublisher<Output, any Error> {
        publisher(
            for: APIRequest(.put, path, query: query, sending: body, expecting: expecting), on: scheduler, with: modify)
    }

    /// `PATCH`.
    public func patch<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        sending body: RequestBody? = nil,
        expecting: Expected<Output>,
        on scheduler: some Scheduler,
        with modify: @escaping Modifier = { $0 }
    ) -> AnyPublisher<Output, any Error> {
        publisher(
            for: APIRequest(.patch, path, query: query, sending: body, expecting: expecting), on: scheduler,
            with: modify)
    }

    /// `DELETE`.
    public func delete<Output>(
        _ path: RequestPath,
        query: [URLQueryItem] = [],
        expecting: Expected<Output>,
        on scheduler: some Scheduler,
        with modify: @escaping Modifier = { $0 }
    ) -> AnyPublisher<Output, any Error> {
        publisher(for: APIRequest(.delete, path, query: query, expecting: expecting), on: scheduler, with: modify)
    }
}
#endif
