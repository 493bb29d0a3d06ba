/// Tells who the user is.
public protocol ProfileServing: Sendable {
    /// The profile of the signed-in user. Throws in a cancelled task.
    func fetchProfile() async throws -> Profile
}

extension Container {
    /// What tells who the user is. Its default throws ``MissingService``.
    public var profiles: any ProfileServing {
        get { self[ProfileServiceKey.self] }
        set { self[ProfileServiceKey.self] = newValue }
    }
}

private enum ProfileServiceKey: ContainerKey {
    static let defaultValue: any ProfileServing = MissingProfileService()
}

private struct MissingProfileService: ProfileServing {
    func fetchProfile() async throws -> Profile { throw MissingService(name: "profiles") }
}
