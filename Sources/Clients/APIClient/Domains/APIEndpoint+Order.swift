import Foundation

extension APIEndpoint {
    /// The signed-in user's orders.
    public enum Order {
        /// `GET /orders`: a page of the orders, the newest first.
        ///
        /// - Parameter page: the page's number, from 1.
        public static func list(page: Int = 1) -> APIRequest<OrderPage> {
            APIRequest(.get, "/orders", query: [URLQueryItem(name: "page", value: "\(page)")], expecting: .json())
        }

        /// `GET /orders/{id}`: an order that is not in the archive yet; else the status is 404.
        public static func open(_ id: String) -> APIRequest<PlacedOrder> {
            APIRequest(.get, "/orders/\(id)", expecting: .result())
        }

        /// `GET /archive/orders/{id}`: an order of the archive; else the status is 404.
        public static func archived(_ id: String) -> APIRequest<PlacedOrder> {
            APIRequest(.get, "/archive/orders/\(id)", expecting: .result())
        }

        /// `POST /orders`: places an order.
        ///
        /// - Parameters:
        ///   - draft: what is ordered.
        ///   - key: the `Idempotency-Key`. The server places one order for all requests with the same key, so a request
        ///     whose response was lost may be sent again.
        /// - Throws: ``RESTError/invalidData(_:_:)`` if the draft can't be encoded.
        public static func create(_ draft: OrderDraft, key: String) throws(RESTError) -> APIRequest<PlacedOrder> {
            try APIRequest(
                .post, "/orders", headers: ["Idempotency-Key": key], sending: .json(draft), expecting: .result())
        }
    }
}
