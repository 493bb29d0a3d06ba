#if canImport(Combine) || Combine
#if canImport(APIClient)
public import APIClient
#endif

/// Calls of endpoints as publishers, which call for each subscription and end as the asynchronous calls do.
///
/// `scheduler` is where subscribers get values and completions.
extension HTTPTransport {
    /// Calls an endpoint, here by an app's own `URLSession`.
    ///
    /// ```swift
    /// let profile = session.publisher(for: .profile, with: token, host: .staging, on: DispatchQueue.main)
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint to call.
    ///   - input: what endpoints of this kind need: a token, or a responder.
    ///   - host: the host that has it.
    ///   - scheduler: where subscribers get the value and the completion.
    public func publisher<Kind, Response>(
        for endpoint: Endpoint<Kind, Response>, with input: Kind.Input, host: EndpointHost = .default,
        on scheduler: some Scheduler
    ) -> AnyPublisher<Response, any Error> {
        TaskPublisher(on: scheduler) { try await value(for: endpoint, with: input, host: host) }.eraseToAnyPublisher()
    }

    /// Calls an endpoint that needs nothing.
    public func publisher<Kind, Response>(
        for endpoint: Endpoint<Kind, Response>, host: EndpointHost = .default, on scheduler: some Scheduler
    ) -> AnyPublisher<Response, any Error> where Kind.Input == Void {
        publisher(for: endpoint, with: (), host: host, on: scheduler)
    }
}
#endif
