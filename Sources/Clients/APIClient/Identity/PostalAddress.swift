/// Where a user lives.
public struct PostalAddress: Codable, Sendable, Equatable {
    /// The street and the number.
    public let street: String
    /// The postal code; `nil` where there are none.
    public let postalCode: String?
    /// The town.
    public let city: String
    /// The country, by its code of two letters (ISO 3166-1).
    public let country: String

    /// An address from its parts.
    public init(street: String, postalCode: String? = nil, city: String, country: String) {
        self.street = street
        self.postalCode = postalCode
        self.city = city
        self.country = country
    }
}
