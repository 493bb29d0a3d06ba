/// A request that a function sends.
public final class NetworkRequest: NetworkRequesting {
    /// Called for each piece of a body.
    public typealias ProgressHandler = @Sendable (TransferProgress) -> Void
    /// Sends the request. It is called at most once, with `nil` if nobody asked for progress.
    public typealias Send = @Sendable (_ progress: ProgressHandler?) async throws -> RESTResponse

    private struct State: Sendable {
        var handlers: [ProgressHandler] = []
        var checks: [@Sendable (RESTResponse) throws -> Void] = []
        /// What gives the one outcome; `nil` until the response is asked for or the request is cancelled.
        var task: Task<RESTResponse, any Error>?
    }

    private let state = Protected(State())
    private let send: Send

    /// A request that is sent by a function.
    public init(_ send: @escaping Send) {
        self.send = send
    }

    @discardableResult
    public func progress(_ handler: @escaping ProgressHandler) -> Self {
        state.withLock { $0.handlers.append(handler) }
        return self
    }

    @discardableResult
    public func validate(_ check: @escaping @Sendable (RESTResponse) throws -> Void) -> Self {
        state.withLock { $0.checks.append(check) }
        return self
    }

    public func response(_ completion: @escaping @Sendable (Result<RESTResponse, any Error>) -> Void) {
        let task = started()
        Task { completion(await task.result) }
    }

    public func cancel() {
        let running = state.withLock { state -> Task<RESTResponse, any Error>? in
            if state.task == nil { state.task = Task { throw CancellationError() } }
            return state.task
        }
        running?.cancel()
    }

    private func started() -> Task<RESTResponse, any Error> {
        state.withLock { [send] state in
            if let task = state.task { return task }
            let (handlers, checks) = (state.handlers, state.checks)
            let task = Task {
                let response = try await Self.outcome(of: send, handlers)
                for check in checks { try check(response) }
                return response
            }
            state.task = task
            return task
        }
    }

    /// The response, but `CancellationError` in a cancelled task whatever the function made of it.
    private static func outcome(of send: Send, _ handlers: [ProgressHandler]) async throws -> RESTResponse {
        let all: ProgressHandler = { progress in
            for handler in handlers { handler(progress) }
        }
        do {
            let response = try await send(handlers.isEmpty ? nil : all)
            try Task.checkCancellation()
            return response
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }
}
