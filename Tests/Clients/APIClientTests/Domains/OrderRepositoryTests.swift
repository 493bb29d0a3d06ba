import APIClient
import ClientTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A double of the service: it records the calls as values, and answers by their paths, else 404.
private actor RecordingService: APIService {
    private(set) var calls: [APIRequest<RESTResponse>] = []
    private let answers: [RequestPath: RESTResponse]

    init(_ answers: [RequestPath: RESTResponse] = [:]) {
        self.answers = answers
    }

    func send<Response>(_ request: APIRequest<Response>) async throws -> Response {
        calls.append(request.expecting(.raw))
        let answer = answers[request.path] ?? RESTResponse(status: 404)
        let client = try RESTClient(baseURL: "http://h", transport: Responder { _ in answer })
        return try await client.send(request)
    }
}

@Suite("An order repository") struct OrderRepositoryTests {
    private static func order(_ id: String) -> PlacedOrder { PlacedOrder(id: id, item: "Lamp", quantity: 2) }

    private static func archive(_ ids: [String]) throws -> [RequestPath: RESTResponse] {
        try Dictionary(
            uniqueKeysWithValues: ids.map { ("/archive/orders/\($0)", try .json(["result": order($0)])) })
    }

    private func open(_ id: String) -> APIRequest<RESTResponse> { APIEndpoint.Order.open(id).expecting(.raw) }
    private func archived(_ id: String) -> APIRequest<RESTResponse> { APIEndpoint.Order.archived(id).expecting(.raw) }

    @Test("asks for an open order each time, and not in the archive")
    func openOrder() async throws {
        let service = try RecordingService(["/orders/o-1": .json(["result": Self.order("o-1")])])
        let orders = OrderRepository(service: service)
        for _ in 1...2 { #expect(try await orders.order("o-1") == Self.order("o-1")) }
        #expect(await service.calls == [open("o-1"), open("o-1")])
    }

    @Test("finds an order of the archive, and keeps it")
    func archivedOrder() async throws {
        let service = try RecordingService(Self.archive(["a"]))
        let orders = OrderRepository(service: service)
        for _ in 1...2 { #expect(try await orders.order("a") == Self.order("a")) }
        #expect(await service.calls == [open("a"), archived("a")])
    }

    @Test("has no order that neither knows, and asks again for it")
    func missingOrder() async throws {
        let service = RecordingService()
        let orders = OrderRepository(service: service)
        for _ in 1...2 { #expect(try await orders.order("a") == nil) }
        #expect(await service.calls == [open("a"), archived("a"), open("a"), archived("a")])
    }

    @Test("takes no failure for a missing order", arguments: [403, 410, 503])
    func failure(_ status: Int) async throws {
        let service = RecordingService(["/orders/a": RESTResponse(status: status)])
        let orders = OrderRepository(service: service)
        await #expect(throws: RESTError.status(RESTResponse(status: status))) { try await orders.order("a") }
        #expect(await service.calls == [open("a")])
    }

    @Test("keeps as many orders of the archive as it may, the latest ones", arguments: [nil, 2])
    func capacity(_ given: Int?) async throws {
        let capacity = given ?? 100
        let ids = (0...capacity).map { "o-\($0)" }
        let service = try RecordingService(Self.archive(ids))
        let orders =
            given.map { OrderRepository(service: service, capacity: $0) } ?? OrderRepository(service: service)
        for id in ids.dropLast() { _ = try await orders.order(id) }
        let first = await service.calls.count
        #expect(try await orders.order("o-0") == Self.order("o-0"))
        #expect(await service.calls.count == first)
        // One more takes the place of the first.
        _ = try await orders.order(try #require(ids.last))
        let full = await service.calls.count
        for id in ids.dropFirst() { #expect(try await orders.order(id) == Self.order(id)) }
        #expect(await service.calls.count == full)
        _ = try await orders.order("o-0")
        #expect(await service.calls.suffix(2) == [open("o-0"), archived("o-0")])
        #expect(await service.calls.count == full + 2)
    }

    @Test("lists and places orders by one request each, as a recording transport sees it")
    func sent() async throws {
        let draft = OrderDraft(item: "Lamp", quantity: 2)
        let page = OrderPage(orders: [Self.order("o-1")])
        let transport = RecordingTransport(
            answeredBy: Responder { request in
                request.httpMethod == "POST"
                    ? try .json(["result": Self.order("o-2")], status: 201) : try .json(page)
            })
        let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: transport)
        let orders = OrderRepository(service: client)
        #expect(try await orders.orders() == page)
        #expect(try await orders.orders(page: 3) == page)
        #expect(try await orders.place(draft, key: "k-1") == Self.order("o-2"))
        expectSent(
            APIEndpoint.Order.list(page: 1), APIEndpoint.Order.list(page: 3),
            try APIEndpoint.Order.create(draft, key: "k-1"), through: transport, by: client)
    }
}
