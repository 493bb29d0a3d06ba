/// Who is signed in.
public struct Profile: Codable, Sendable, Equatable {
    /// The user's identifier.
    public let id: String
    /// The name to show.
    public let name: String
    /// The address to write to.
    public let email: String

    /// A profile from its parts.
    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}
