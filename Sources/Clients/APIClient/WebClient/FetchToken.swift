/// Cancels a fetch of ``WebClient``. Dropping it cancels nothing.
public struct FetchToken: Sendable {
    let isCancelled: Protected<Bool>
    let task: Task<Void, Never>

    /// Ends the fetch. Its completion gets ``WebClientError/cancelled``, unless it has begun already; so a call on the
    /// completion's own serial queue is never too late.
    public func cancel() {
        isCancelled.withLock { $0 = true }
        task.cancel()
    }
}
