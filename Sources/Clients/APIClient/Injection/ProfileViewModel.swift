import Foundation

/// What a view shows of the user's profile.
public struct ProfileViewState: Sendable, Equatable {
    /// The user's name; it stays while it is loaded again.
    public var name: String?
    /// Why the last attempt gave no name.
    public var errorText: String?
    /// Whether an attempt runs.
    public var isLoading = false

    /// A state from its parts.
    public init(name: String? = nil, errorText: String? = nil, isLoading: Bool = false) {
        self.name = name
        self.errorText = errorText
        self.isLoading = isLoading
    }
}

/// Loads the user's profile for a view. It does not live longer than its view: a running load does not keep it, and is
/// cancelled when it is released.
///
///     let model = ProfileViewModel(container: container)
///     model.onChange = { [weak self] state in self?.nameLabel.text = state.name }
///     model.appear()
@MainActor public final class ProfileViewModel: Injecting {
    /// The services of the view.
    public nonisolated let container: Container

    /// What the view shows.
    public private(set) var state = ProfileViewState() { didSet { onChange?(state) } }

    /// Called after each change of the state.
    public var onChange: (@MainActor (ProfileViewState) -> Void)?

    @Injected(\.profiles) private var profiles

    /// The running load.
    private(set) var load: Task<Void, Never>?

    /// A view model with services.
    public nonisolated init(container: Container) {
        self.container = container
    }

    deinit {
        load?.cancel()
    }

    /// Loads the profile, unless that is under way. Call it when the view appears, and to try again.
    public func appear() {
        guard load == nil else { return }
        load = Task { [weak self, profiles] in
            do {
                let profile = try await profiles.fetchProfile()
                self?.end(with: ProfileViewState(name: profile.name))
            } catch {
                self?.fail(error)
            }
        }
        // Last, because the view may call this again for it.
        state = ProfileViewState(name: state.name, isLoading: true)
    }

    private func fail(_ error: any Error) {
        end(with: ProfileViewState(name: state.name, errorText: error.localizedDescription))
    }

    private func end(with state: ProfileViewState) {
        load = nil
        self.state = state
    }
}
