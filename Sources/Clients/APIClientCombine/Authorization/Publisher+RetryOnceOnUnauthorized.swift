#if canImport(Combine) || Combine
#if canImport(APIClient)
import APIClient
#endif

extension Publisher {
    /// This publisher; if it fails with status 401, it is subscribed to once more when a refresh has finished.
    ///
    /// The second subscription ends as it ends: another 401 is its error, and refreshes nothing. A refresh that fails
    /// ends the call with the refresh's error, and one that finishes without a value with the 401.
    ///
    /// The second subscription must send the token that the refresh has stored. So the token is read in `Deferred`, which
    /// runs for each subscription:
    ///
    ///     Deferred {
    ///         let token = session.token
    ///         return client.get(
    ///             "/me", expecting: .result(of: Profile.self), on: queue,
    ///             with: { $0.addingBearerAuthorization(token: token) })
    ///     }
    ///     .retryOnceOnUnauthorized(chaining: session.refresh)
    ///
    /// Each call has a refresh of its own. A client whose calls share one is authorized by a `TokenStore`,
    /// and needs no such operator.
    public func retryOnceOnUnauthorized<Refresh: Publisher>(
        chaining refresh: Refresh
    ) -> AnyPublisher<Output, Failure> where Refresh.Failure == Failure {
        self.catch { error -> AnyPublisher<Output, Failure> in
            let rejected = Fail<Output, Failure>(error: error).eraseToAnyPublisher()
            guard case RESTError.status(let response)? = error as? RESTError, response.status == 401 else {
                return rejected
            }
            return refresh.last()
                .map { _ in eraseToAnyPublisher() }
                .replaceEmpty(with: rejected)
                .flatMap { $0 }
                .eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }
}
#endif
