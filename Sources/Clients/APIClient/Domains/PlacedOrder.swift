/// An order as the server knows it.
public struct PlacedOrder: Codable, Sendable, Hashable, Identifiable {
    /// The order's identifier.
    public let id: String
    /// The name of what is ordered.
    public let item: String
    /// How many of it.
    public let quantity: Int

    /// An order from its parts.
    public init(id: String, item: String, quantity: Int) {
        self.id = id
        self.item = item
        self.quantity = quantity
    }
}

/// An order that is not placed yet.
public struct OrderDraft: Encodable, Sendable, Hashable {
    /// The name of what is ordered.
    public var item: String
    /// How many of it.
    public var quantity: Int

    /// A draft from its parts.
    public init(item: String, quantity: Int) {
        self.item = item
        self.quantity = quantity
    }
}

/// A page of a list of orders.
public struct OrderPage: Codable, Sendable, Hashable {
    /// The orders of the page.
    public let orders: [PlacedOrder]
    /// The number of the next page; `nil` on the last one.
    public let next: Int?

    /// A page from its parts.
    public init(orders: [PlacedOrder], next: Int? = nil) {
        self.orders = orders
        self.next = next
    }
}
