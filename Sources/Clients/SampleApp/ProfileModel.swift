import APIClient

#if canImport(Combine)
import Combine
#endif

/// What the app's window shows: a label, and a button that loads the profile. Tests of it need no window.
@MainActor final class ProfileModel {
    /// The text of the label.
    #if canImport(Combine)
    @Published private(set) var text = "No profile yet"
    #else
    private(set) var text = "No profile yet"
    #endif

    private let fetchProfile: @Sendable () async throws -> Profile
    private var isLoading = false

    /// A model that gets the profile from a function.
    init(_ fetchProfile: @escaping @Sendable () async throws -> Profile) {
        self.fetchProfile = fetchProfile
    }

    /// Loads the profile, and shows the user's name or why there is none. A tap while it loads does nothing.
    func tap() async {
        guard !isLoading else { return }
        isLoading = true
        text = "Loading…"
        do {
            text = try await fetchProfile().name
        } catch {
            text = "\(error)"
        }
        isLoading = false
    }
}

#if canImport(Combine)
extension ProfileModel: ObservableObject {}
#endif
