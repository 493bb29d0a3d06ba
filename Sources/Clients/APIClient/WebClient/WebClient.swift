public import Foundation

/// Fetches typed values, with five errors: for code that works with completions, or that needs no more detail.
///
///     let web = WebClient(client: try RESTClient(baseURL: "https://api.example.com/v1"))
///     let token = web.fetch("/me", as: .result(of: Profile.self), on: .main) { result in
///         switch result {
///         case .success(let profile): show(profile)
///         case .failure(.cancelled): break
///         case .failure(let error): show(error)
///         }
///     }
public struct WebClient: Sendable {
    private let client: RESTClient

    /// A web client that sends through a client, with its base URL, transport and tokens.
    public init(client: RESTClient) {
        self.client = client
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
        do {
            return try await client.send(request.expecting(expected))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw WebClientError(error)
        }
    }

    /// Fetches a value with `GET`, as the other form with a completion does.
    @discardableResult
    public func fetch<Value>(
        _ path: RequestPath,
        as expected: Expected<Value>,
        on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<Value, WebClientError>) -> Void
    ) -> FetchToken {
        fetch(APIRequest(.get, path, expecting: expected), as: expected, on: queue, completion: completion)
    }

    /// Sends a request and reads its response as `expected`, whatever the request itself expects.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - expected: how the response is read.
    ///   - queue: where the completion is called.
    ///   - completion: called exactly once, also if the fetch is cancelled.
    /// - Returns: what cancels the fetch; it need not be kept.
    @discardableResult
    public func fetch<Sent, Value>(
        _ request: APIRequest<Sent>,
        as expected: Expected<Value>,
        on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<Value, WebClientError>) -> Void
    ) -> FetchToken {
        let isCancelled = Protected(false)
        let task = Task {
            let result = await result(of: request, as: expected)
            queue.async {
                // The token may have been used while this waited for the queue.
                completion(isCancelled.withLock { $0 } ? .failure(.cancelled) : result)
            }
        }
        return FetchToken(isCancelled: isCancelled, task: task)
    }

    private func result<Sent, Value>(
        of request: APIRequest<Sent>, as expected: Expected<Value>
    ) async -> Result<Value, WebClientError> {
        do {
            return .success(try await fetch(request, as: expected))
        } catch {
            return .failure(error as? WebClientError ?? .cancelled)
        }
    }
}
