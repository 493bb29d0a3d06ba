public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Fetches typed values, with five errors: for code that works with completions, or that needs no more detail.
///
///     let web = WebClient(session: .shared)
///     let token = web.fetch(request, as: .result(of: Profile.self), on: .main) { result in
///         switch result {
///         case .success(let profile): show(profile)
///         case .failure(.cancelled): break
///         case .failure(let error): show(error)
///         }
///     }
///
/// One that is made from a ``RESTClient`` also fetches paths below its base URL, with its tokens:
///
///     let web = WebClient(client: try RESTClient(baseURL: "https://api.example.com/v1"))
///     let profile = try await web.fetch("/me", as: .result(of: Profile.self))
public struct WebClient: Sendable {
    private let transport: any HTTPTransport
    private let client: RESTClient?

    /// A web client that sends through a session, which the caller still owns. It has no base URL: fetching a path is
    /// ``WebClientError/unknown``.
    public init(session: URLSession) {
        transport = session
        client = nil
    }

    /// A web client that sends through a client, with its base URL, transport and tokens.
    public init(client: RESTClient) {
        transport = client.transport
        self.client = client
    }

    /// Sends a request and reads its response.
    ///
    /// - Throws: ``WebClientError``; `CancellationError` in a cancelled task.
    public func fetch<Value>(_ request: URLRequest, as expected: Expected<Value>) async throws -> Value {
        let response: RESTResponse
        do {
            response = try await transport.response(to: request)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw WebClientError(error)
        }
        guard response.isSuccess else { throw WebClientError.response(response.status) }
        do {
            return try expected.read(response)
        } catch {
            throw (error as? RESTError).map(WebClientError.init) ?? WebClientError.invalidData(error)
        }
    }

    /// Fetches a value with `GET`.
    ///
    /// - Throws: ``WebClientError``; `CancellationError` in a cancelled task.
    public func fetch<Value>(_ path: RequestPath, as expected: Expected<Value>) async throws -> Value {
        try await fetch(APIRequest(.get, path, expecting: expected), as: expected)
    }

    /// Sends a request and reads its response as `expected`, whatever the request itself expects.
    ///
    /// - Throws: ``WebClientError``; `CancellationError` in a cancelled task.
    public func fetch<Sent, Value>(_ request: APIRequest<Sent>, as expected: Expected<Value>) async throws -> Value {
        guard let sent = try? client?.urlRequest(for: request) else { throw WebClientError.unknown }
        return try await fetch(sent, as: expected)
    }
}

/// The same fetches with a completion. It is called exactly once, on the queue, also if the fetch is cancelled. The token
/// cancels the fetch, and need not be kept.
extension WebClient {
    /// Sends a request and reads its response.
    @discardableResult
    public func fetch<Value>(
        _ request: URLRequest,
        as expected: Expected<Value>,
        on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<Value, WebClientError>) -> Void
    ) -> FetchToken {
        start(on: queue, completion) { try await fetch(request, as: expected) }
    }

    /// Fetches a value with `GET`.
    @discardableResult
    public func fetch<Value>(
        _ path: RequestPath,
        as expected: Expected<Value>,
        on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<Value, WebClientError>) -> Void
    ) -> FetchToken {
        start(on: queue, completion) { try await fetch(path, as: expected) }
    }

    /// Sends a request and reads its response as `expected`, whatever the request itself expects.
    @discardableResult
    public func fetch<Sent, Value>(
        _ request: APIRequest<Sent>,
        as expected: Expected<Value>,
        on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<Value, WebClientError>) -> Void
    ) -> FetchToken {
        start(on: queue, completion) { try await fetch(request, as: expected) }
    }

    private func start<Value: Sendable>(
        on queue: DispatchQueue,
        _ completion: @escaping @Sendable (Result<Value, WebClientError>) -> Void,
        _ fetch: @escaping @Sendable () async throws -> Value
    ) -> FetchToken {
        let isCancelled = Protected(false)
        let task = Task {
            let result: Result<Value, WebClientError>
            do {
                result = .success(try await fetch())
            } catch {
                result = .failure(error as? WebClientError ?? .cancelled)
            }
            queue.async {
                // The token may have been used while this waited for the queue.
                completion(isCancelled.withLock { $0 } ? .failure(.cancelled) : result)
            }
        }
        return FetchToken(isCancelled: isCancelled, task: task)
    }
}
