#if canImport(Combine) || Combine
#if canImport(APIClientCombine)
import APIClient
import APIClientCombine
#endif

/// A typed double of `ProfilePublishing`, which counts its calls. Results come where its publisher sends them, so a test on
/// the main actor sees at once what they change.
final class ProfilePublishingDouble: ProfilePublishing {
    private(set) var calls = 0
    private let results: AnyPublisher<Result<Profile, FetchProfileError>, Never>

    /// A double whose calls return a publisher.
    init(_ results: some Publisher<Result<Profile, FetchProfileError>, Never>) {
        self.results = results.eraseToAnyPublisher()
    }

    func fetchProfile(on scheduler: some Scheduler) -> AnyPublisher<Result<Profile, FetchProfileError>, Never> {
        calls += 1
        return results
    }
}
#endif
