public import Foundation

/// Completions on a queue, in place of no particular thread. Each form returns the request, which can be cancelled by it.
extension NetworkRequesting {
    /// Sends the request, if that is still to be done, and calls back once on a queue with its whole response.
    @discardableResult
    public func response(
        queue: DispatchQueue, completion: @escaping @Sendable (Result<RESTResponse, any Error>) -> Void
    ) -> Self {
        response { result in queue.async { completion(result) } }
        return self
    }

    /// Sends the request, if that is still to be done, and calls back once on a queue with what its response is read as.
    @discardableResult
    public func responseObject<Value>(
        _ expected: Expected<Value>, queue: DispatchQueue,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Self {
        responseObject(expected) { result in queue.async { completion(result) } }
        return self
    }
}
