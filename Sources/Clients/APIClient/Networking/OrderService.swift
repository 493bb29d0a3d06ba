public import Foundation

/// The signed-in user's orders over the seam, for code that works with completions.
///
/// Each completion is called once, on its queue: with a value, with an error, or with `CancellationError` after the
/// request that the call returned was cancelled.
///
///     let orders = OrderService(networking: client)
///     let listing = orders.list(page: 2) { result in print(result) }
///     listing.cancel()
public struct OrderService: Sendable {
    /// What is called with an outcome.
    public typealias Completion<Value> = @Sendable (Result<Value, any Error>) -> Void

    private let networking: any Networking

    /// A service over a seam: a ``RESTClient``, or a double in tests.
    public init(networking: any Networking) {
        self.networking = networking
    }

    /// A page of the orders, the newest first.
    ///
    /// - Parameters:
    ///   - page: the page's number, from 1.
    ///   - queue: where the completion is called.
    ///   - completion: gets the page, or why there is none.
    @discardableResult
    public func list(
        page: Int = 1, queue: DispatchQueue = .main, completion: @escaping Completion<OrderPage>
    ) -> any NetworkRequesting {
        networking.request("/orders", parameters: ["page": .integer(page)])
            .validate()
            .responseObject(.json(), queue: queue, completion: completion)
    }

    /// Places an order.
    ///
    /// - Parameters:
    ///   - draft: what is ordered.
    ///   - key: the same one for each attempt to place this order, so that it is placed once.
    ///   - queue: where the completion is called.
    ///   - completion: gets the order, or why there is none.
    @discardableResult
    public func place(
        _ draft: OrderDraft, key: String, queue: DispatchQueue = .main, completion: @escaping Completion<PlacedOrder>
    ) -> any NetworkRequesting {
        networking.request(
            "/orders", method: .post, parameters: ["item": .string(draft.item), "quantity": .integer(draft.quantity)],
            encoding: .json, headers: ["Idempotency-Key": key]
        )
        .validate()
        .responseObject(.result(), queue: queue, completion: completion)
    }
}
