#if canImport(Combine) || Combine
extension Publisher {
    /// This publisher; if it fails with an error of a kind, it is subscribed to once more. The second subscription ends as
    /// it ends.
    ///
    ///     client.get("/items", expecting: .json([Item].self), on: queue)
    ///         .retryOnce(on: { error in error as? RESTError == .timedOut })
    ///
    /// - Parameter isRetried: whether an error is of that kind.
    public func retryOnce(on isRetried: @escaping (Failure) -> Bool) -> AnyPublisher<Output, Failure> {
        retry(maxAttempts: 2, on: isRetried)
    }

    /// This publisher, which is subscribed to again at once whenever it fails with an error of a kind.
    ///
    /// Values from before an error stay. Retry only a call that may be sent twice: a server may have done what was asked
    /// although no response came.
    ///
    /// - Parameters:
    ///   - maxAttempts: how many subscriptions there are at most, with the first; the last one ends as it ends.
    ///   - isRetried: whether an error is of that kind.
    public func retry(
        maxAttempts: Int, on isRetried: @escaping (Failure) -> Bool
    ) -> AnyPublisher<Output, Failure> {
        // An error that is not retried passes `retry` as a value.
        map(Result<Output, Failure>.success)
            .catch { error in
                (isRetried(error) ? Result<Result<Output, Failure>, Failure>.failure(error) : .success(.failure(error)))
                    .publisher
            }
            .retry(Swift.max(maxAttempts, 1) - 1)
            .flatMap(maxPublishers: .max(1)) { $0.publisher }
            .eraseToAnyPublisher()
    }
}
#endif
