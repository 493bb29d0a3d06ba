/// One request of ``Networking``. It is sent when its response is first asked for, and at most once.
///
/// Each completion is called exactly once, on no particular thread: with the response, with an error, or with
/// `CancellationError` after ``cancel()``. Validations and progress handlers count if they are added before the response
/// is asked for.
public protocol NetworkRequesting: Sendable {
    /// Calls a handler, on no particular thread, for each piece of the response's body.
    @discardableResult
    func progress(_ handler: @escaping @Sendable (TransferProgress) -> Void) -> Self

    /// Adds a condition on the response: an error that the function throws is the request's. The first one counts.
    /// Without a condition every status is a success.
    @discardableResult
    func validate(_ check: @escaping @Sendable (RESTResponse) throws -> Void) -> Self

    /// Sends the request, if that is still to be done, and calls back with its whole response.
    func response(_ completion: @escaping @Sendable (Result<RESTResponse, any Error>) -> Void)

    /// Sends the request, if that is still to be done, and calls back with what its response is read as.
    func responseObject<Value>(
        _ expected: Expected<Value>, completion: @escaping @Sendable (Result<Value, any Error>) -> Void)

    /// Ends the request. One that is not sent yet never will be; one that has ended is not changed.
    func cancel()
}

extension NetworkRequesting {
    /// Reads the response of ``response(_:)``.
    public func responseObject<Value>(
        _ expected: Expected<Value>, completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        response { result in completion(result.flatMap { response in Result { try expected.output(of: response) } }) }
    }

    /// The whole response. Cancelling the task cancels the request.
    public func response() async throws -> RESTResponse {
        try await awaited { response($0) }
    }

    /// What the response is read as. Cancelling the task cancels the request.
    public func responseObject<Value>(_ expected: Expected<Value>) async throws -> Value {
        try await awaited { responseObject(expected, completion: $0) }
    }

    private func awaited<Value: Sendable>(
        _ begin: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin { continuation.resume(with: $0) }
            }
        } onCancel: {
            cancel()
        }
    }
}
