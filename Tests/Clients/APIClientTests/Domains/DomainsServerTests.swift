import APIClient
import ClientTestSupport
import Foundation
import MockServerKit
import TestSupport
import Testing

@Suite("The calls of the API, over a server", .alone) struct DomainsServerTests {
    private static func order(_ id: String, _ item: String, _ quantity: Int) -> PlacedOrder {
        PlacedOrder(id: id, item: item, quantity: quantity)
    }

    @Test("list and place orders, and find one of the archive once")
    func orders() async throws {
        try await withServer("orders") { server in
            let orders = OrderRepository(service: try server.client())
            var listed: [PlacedOrder] = []
            var next: Int? = 1
            while let page = next {
                let answer = try await orders.orders(page: page)
                listed += answer.orders
                next = answer.next
            }
            #expect(listed == [Self.order("o-3", "Lamp", 1), Self.order("o-2", "Desk", 1)])
            let placed = try await orders.place(OrderDraft(item: "Chair & stool", quantity: 4), key: "key-1")
            #expect(placed == Self.order("o-4", "Chair & stool", 4))
            for _ in 1...2 { #expect(try await orders.order("a/1") == Self.order("a/1", "Bed", 1)) }
            #expect(try await orders.order("o-9") == nil)
        }
    }

    @Test("a broken answer is an error, not an order that is missing")
    func broken() async throws {
        try await withServer("orders-broken") { server in
            let orders = OrderRepository(service: try server.client())
            await #expect(throws: RESTError.self) { try await orders.order("cut") }
            let error = await #expect(throws: RESTError.self) { try await orders.order("empty") }
            guard case .invalidData = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("a profile is read, and changed in one member")
    func profile() async throws {
        try await withServer("profile-change") { server in
            let service: any APIService = try server.client()
            #expect(try await service.send(APIEndpoint.User.current()).name == "Ada Lovelace")
            let changed = try await service.send(APIEndpoint.User.update(ProfileChange(name: "Ada King")))
            #expect(changed == Profile(id: "user-1", name: "Ada King", email: "ada@example.com"))
        }
    }

    @Test("requests of two domains go to two servers through one service")
    func domains() async throws {
        let profile = """
            mockserver: 1
            steps:
              - request: GET /me
                response: { json: { result: { id: user-1, name: Ada, email: ada@example.com } } }
            """
        let page = """
            mockserver: 1
            steps:
              - request: GET /orders?page=1
                response: { json: { orders: [{ id: o-3, item: Lamp, quantity: 1 }] } }
            """
        try await withServer(Scenario(yaml: profile)) { accounts in
            try await withServer(Scenario(yaml: page)) { shop in
                let service = DomainService(try shop.client(), domains: ["accounts": try accounts.client()])
                #expect(try await service.send(APIEndpoint.User.current().inDomain("accounts")).name == "Ada")
                let orders = OrderRepository(service: service)
                #expect(try await orders.orders().orders == [Self.order("o-3", "Lamp", 1)])
            }
        }
    }
}
