/// The signed-in user's orders, wherever the API keeps them.
///
/// Its callers don't know which endpoint answered: orders that are open come from one, orders of the archive from
/// another. Those never change, so the latest are kept in memory.
///
///     let orders = OrderRepository(service: client)
///     let order = try await orders.order("o-7")  // nil if there is none
public actor OrderRepository {
    private let service: any APIService
    private let capacity: Int
    /// Orders of the archive, the latest last.
    private var archived: [PlacedOrder] = []

    /// A repository that asks a service.
    ///
    /// - Parameters:
    ///   - service: what sends the requests.
    ///   - capacity: how many orders of the archive are kept in memory.
    public init(service: any APIService, capacity: Int = 100) {
        self.service = service
        self.capacity = capacity
    }

    /// An order; `nil` if neither endpoint knows it. A failure of an endpoint is not taken for a missing order.
    ///
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    public func order(_ id: String) async throws -> PlacedOrder? {
        if let known = archived.first(where: { $0.id == id }) { return known }
        if let open = try await found(APIEndpoint.Order.open(id)) { return open }
        guard let order = try await found(APIEndpoint.Order.archived(id)) else { return nil }
        archived.append(order)
        if archived.count > capacity { archived.removeFirst() }
        return order
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
        try await service.send(APIEndpoint.Order.create(draft, key: key))
    }

    /// What an endpoint knows; `nil` if it answers 404.
    private func found(_ request: APIRequest<PlacedOrder>) async throws -> PlacedOrder? {
        do {
            return try await service.send(request)
        } catch RESTError.status(let response) where response.status == 404 {
            return nil
        }
    }
}
