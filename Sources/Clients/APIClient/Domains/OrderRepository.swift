/// The signed-in user's orders, wherever the API keeps them.
///
/// Its callers don't know which endpoint answered: orders that are open come from one, orders of the archive from
/// another. Those never change, so the latest are kept in memory.
///
///     let orders = OrderRepository(service: client)
///     let order = try await orders.order("o-7")  // nil if there is none
public struct OrderRepository: Sendable {
    private let service: any APIService
    private let orders: Repository<PlacedOrder>

    /// A repository that asks a service. Its copies keep the same orders.
    ///
    /// - Parameters:
    ///   - service: what sends the requests.
    ///   - capacity: how many orders of the archive are kept in memory.
    public init(service: any APIService, capacity: Int = 100) {
        self.service = service
        orders = Repository(
            service: service, capacity: capacity,
            asking: .eachTime(APIEndpoint.Order.open), .once(APIEndpoint.Order.archived))
    }

    /// An order; `nil` if neither endpoint knows it. A failure of an endpoint is not taken for a missing order.
    ///
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    public func order(_ id: String) async throws -> PlacedOrder? {
        try await orders.value(id)
    }

    /// A page of the orders, the newest first.
    ///
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    public func orders(page: Int = 1) async throws -> OrderPage {
        try await service.send(APIEndpoint.Order.list(page: page))
    }

    /// Places an order.
    ///
    /// - Parameters:
    ///   - draft: what is ordered.
    ///   - key: the same one for each attempt to place this order, so that it is placed once.
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    public func place(_ draft: OrderDraft, key: String) async throws -> PlacedOrder {
        try await orders.send(APIEndpoint.Order.create(draft, key: key))
    }
}
