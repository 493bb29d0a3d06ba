#if canImport(Combine) || Combine
#if canImport(APIClient)
public import APIClient
#endif

/// Why `IdentityService` published no profile.
public typealias FetchProfileError = IdentityError

extension IdentityService {
    /// The profile of the signed-in user, or why there is none. The publisher never fails, so that a chain which asks
    /// again and again does not end at the first error.
    ///
    /// - Parameter scheduler: where subscribers get the result.
    public func fetchProfile(
        on scheduler: some Scheduler
    ) -> AnyPublisher<Result<Profile, FetchProfileError>, Never> {
        TaskPublisher(on: scheduler) { try await fetchProfile() }
            .map(Result.success)
            .catch { error in Just(.failure(error as? FetchProfileError ?? .unavailable(error))) }
            .eraseToAnyPublisher()
    }
}
#endif
