/// The signed-in user.
public struct Profile: Codable, Sendable, Equatable {
    /// The user's identifier.
    public let id: String
    /// The display name.
    public let name: String
    /// The e-mail address.
    public let email: String

    /// A profile from its parts.
    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}
