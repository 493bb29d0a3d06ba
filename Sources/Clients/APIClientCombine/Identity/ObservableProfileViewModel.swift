#if canImport(Combine) || Combine
#if canImport(APIClient)
import APIClient
#endif
import Dispatch

/// What a view shows of the signed-in user: an example of a subscriber that belongs to the main actor.
///
/// It receives on the main queue. A closure that is written here belongs to the main actor, and traps if it is called
/// elsewhere. It holds its subscription, and the subscription does not hold it: whoever releases the model cancels the
/// request.
@MainActor
public final class ObservableProfileViewModel: ObservableObject {
    /// What there is to show.
    public enum State: Sendable, Equatable {
        /// Nothing yet.
        case empty
        /// The profile is on its way.
        case loading
        /// The name of the user.
        case name(String)
        /// A sentence that says why there is no name.
        case failure(String)
    }

    /// What the view shows.
    @Published public private(set) var state = State.empty

    private let service: any ProfilePublishing
    private var fetch: AnyCancellable?

    /// A model that gets the profile from a service: `IdentityService`, or a double in tests.
    public init(service: any ProfilePublishing) {
        self.service = service
    }

    /// Fetches the profile; a fetch that is still under way is cancelled.
    public func load() {
        state = .loading
        fetch = service.fetchProfile(on: DispatchQueue.main).sink { [weak self] result in
            self?.show(result)
        }
    }

    private func show(_ result: Result<Profile, FetchProfileError>) {
        state =
            switch result {
            case .success(let profile): .name(profile.name)
            case .failure(let error): .failure(error.description)
            }
    }
}
#endif
