#if canImport(APIClient)
import APIClient
#endif

/// A request of a ``NetworkingDouble``, which hands over a typed value in place of a response that is read.
final class TypedRequest: NetworkRequesting {
    private let received: NetworkingDouble.Received
    private let location: TestLocation
    private let value: Protected<any Sendable>
    /// Called when the response is first asked for; `nil` after that, and once the request is cancelled.
    private let onSend: Protected<(@Sendable () -> Void)?>
    /// Makes the answer once, cancels it and judges it. An answer that is not a response itself counts as an empty one.
    private let base: NetworkRequest

    init(
        _ received: NetworkingDouble.Received, _ answer: @escaping @Sendable () async throws -> any Sendable,
        _ location: TestLocation, onSend: @escaping @Sendable () -> Void
    ) {
        self.received = received
        self.location = location
        self.onSend = Protected(onSend)
        let value = Protected<any Sendable>(())
        self.value = value
        base = NetworkRequest { _ in
            let made = try await answer()
            value.withLock { $0 = made }
            return made as? RESTResponse ?? RESTResponse(status: 200)
        }
    }

    /// Adds nothing: a typed value has no pieces.
    @discardableResult
    func progress(_ handler: @escaping @Sendable (TransferProgress) -> Void) -> Self { self }

    @discardableResult
    func validate(_ check: @escaping @Sendable (RESTResponse) throws -> Void) -> Self {
        base.validate(check)
        return self
    }

    func response(_ completion: @escaping @Sendable (Result<RESTResponse, any Error>) -> Void) {
        responseObject(.raw, completion: completion)
    }

    func responseObject<Value>(
        _ expected: Expected<Value>, completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        takeOnSend()?()
        base.response { [self] result in
            completion(result.flatMap { response in Result { try object(of: response, as: expected) } })
        }
    }

    func cancel() {
        _ = takeOnSend()
        base.cancel()
    }

    private func takeOnSend() -> (@Sendable () -> Void)? {
        onSend.withLock { onSend in
            defer { onSend = nil }
            return onSend
        }
    }

    private func object<Value>(of response: RESTResponse, as expected: Expected<Value>) throws -> Value {
        let made = value.withLock { $0 }
        if let typed = made as? Value { return typed }
        if made is RESTResponse { return try expected.output(of: response) }
        let error = WrongAnswerType(
            description: "\(received.method.rawValue) \(received.path) is read as \(Value.self), "
                + "but registered with \(type(of: made))")
        location.fail("\(error)")
        throw error
    }
}

/// A request's response is read as another type than it was registered with.
struct WrongAnswerType: Error, CustomStringConvertible {
    let description: String
}
