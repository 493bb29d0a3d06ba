#if canImport(Combine) || Combine
#if canImport(APIClient)
public import APIClient
#endif

/// Publishes who the user is: `IdentityService`, or a double in tests that publishes typed values.
public protocol ProfilePublishing {
    /// The profile of the signed-in user, or why there is none. The publisher never fails.
    ///
    /// - Parameter scheduler: where subscribers get the result.
    func fetchProfile(on scheduler: some Scheduler) -> AnyPublisher<Result<Profile, FetchProfileError>, Never>
}

extension IdentityService: ProfilePublishing {}
#endif
