/// What is to change in the signed-in user's profile; `nil` leaves a member as it is, and is not sent.
public struct ProfileChange: Encodable, Sendable, Hashable {
    /// The new display name.
    public var name: String?
    /// The new e-mail address.
    public var email: String?

    /// A change of the given members.
    public init(name: String? = nil, email: String? = nil) {
        self.name = name
        self.email = email
    }
}
