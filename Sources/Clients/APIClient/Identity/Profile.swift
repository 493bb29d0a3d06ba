public import Foundation

/// The signed-in user.
public struct Profile: Codable, Sendable, Equatable {
    /// The user's identifier.
    public let id: String
    /// The display name.
    public let name: String
    /// The e-mail address.
    public let email: String
    /// When the user signed up, an ISO 8601 date in JSON; `nil` if the service doesn't say.
    public let memberSince: Date?
    /// Where the user lives; `nil` if the service doesn't say.
    public let address: PostalAddress?

    /// A profile from its parts.
    public init(
        id: String, name: String, email: String, memberSince: Date? = nil, address: PostalAddress? = nil
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.memberSince = memberSince
        self.address = address
    }
}
