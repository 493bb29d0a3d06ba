#if canImport(Combine) || Combine
#if canImport(APIClient)
public import APIClient
#endif

extension Networking {
    /// Sends a request for each subscription. A status outside 200 to 299 is an error; cancelling a subscription cancels
    /// its request.
    ///
    /// ```swift
    /// let profile = networking.single(for: APIEndpoint.User.current(), on: DispatchQueue.main)
    /// ```
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - scheduler: where subscribers get the value and the completion.
    public func single<Response>(
        for request: APIRequest<Response>, on scheduler: some Scheduler
    ) -> Single<Response> {
        Single(TaskPublisher(on: scheduler) { try await value(for: request) })
    }
}
#endif
