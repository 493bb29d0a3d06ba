import APIClient

struct Order: Codable, Sendable, Equatable {
    let id: String
    let item: String
}

struct OrderService: Sendable {
    let client: RESTClient

    func order(_ id: String) async throws -> Order {
        try await client.get("/orders/\(id)", expecting: .json(Order.self))
    }
}

import MockServerTesting
import Testing
import TestSupport  // not in the guide

@Suite("The guide: async/await", .alone) struct AsyncAwaitGuide {  // not in the guide
    @Test(.mockServer("one-order"))
    func anOrderIsFetched() async throws {
        let orders = OrderService(client: try RESTClient(baseURL: MockServer.current.url))
        let order = try await orders.order("o-7")
        #expect(order == Order(id: "o-7", item: "Lamp"))
    }
}  // not in the guide
