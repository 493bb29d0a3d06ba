import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

@Suite("A service over a double of the seam", .timeLimit(.minutes(60))) struct OrderServiceTests {
    private let networking = NetworkingDouble()
    private var orders: OrderService { OrderService(networking: networking) }

    private let order = PlacedOrder(id: "o-1", item: "Lamp", quantity: 2)
    private let draft = OrderDraft(item: "Lamp", quantity: 2)
    private let pages = CompletionRecorder<OrderPage>()
    private let placed = CompletionRecorder<PlacedOrder>()

    @Test("lists a page, which is asked for once")
    func list() async {
        let page = OrderPage(orders: [order], next: 3)
        networking.answer(APIEndpoint.Order.list(page: 2), with: page)
        orders.list(page: 2, queue: pages.queue, completion: pages.completion())
        await expect(pages.result(), to: beSuccess(page))
        #expect(networking.calls(of: APIEndpoint.Order.list(page: 2)) == 1)
        #expect(networking.received.count == 1)
    }

    @Test("lists the first page, and calls back on the main queue, if nothing else is asked for")
    func defaults() async throws {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        networking.answer(APIEndpoint.Order.list(page: 1), with: OrderPage(orders: [order]))
        networking.answer(try APIEndpoint.Order.create(draft, key: "k-1"), with: order)
        let areOnMain = [
            await withCheckedContinuation { continuation in
                orders.list { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
            },
            await withCheckedContinuation { continuation in
                orders.place(draft, key: "k-1") { _ in
                    continuation.resume(returning: DispatchQueue.getSpecific(key: key))
                }
            },
        ]
        #expect(areOnMain == [true, true])
        #expect(networking.calls(of: APIEndpoint.Order.list(page: 1)) == 1)
    }

    @Test("places an order by the request of its endpoint")
    func place() async throws {
        let request = try APIEndpoint.Order.create(draft, key: "k-1")
        networking.answer(request, with: order)
        orders.place(draft, key: "k-1", queue: placed.queue, completion: placed.completion())
        await expect(placed.result(), to: beSuccess(order))
        #expect(networking.calls(of: request) == 1)
    }

    @Test("places an order with a key, as a check sees it")
    func check() async throws {
        networking.answer(try APIEndpoint.Order.create(draft, key: "any"), with: order) { request in
            #expect(request.headers["Idempotency-Key"] == "k-2")
        }
        orders.place(draft, key: "k-2", queue: placed.queue, completion: placed.completion())
        await expect(placed.result(), to: beSuccess(order))
    }

    @Test("hands the error over, also that of a status", arguments: [RESTError.timedOut, .status(.init(status: 503))])
    func failure(_ error: RESTError) async throws {
        for request in [
            APIEndpoint.Order.list().expecting(.raw), try APIEndpoint.Order.create(draft, key: "k-1").expecting(.raw),
        ] {
            networking.answer(request) { _ in
                guard case .status(let response) = error else { throw error }
                return response
            }
        }
        orders.list(queue: pages.queue, completion: pages.completion())
        await expect(pages.result(), to: beFailure(error))
        orders.place(draft, key: "k-1", queue: placed.queue, completion: placed.completion())
        await expect(placed.result(), to: beFailure(error))
    }

    @Test("drops the answer that comes after the call was cancelled")
    func cancelled() async throws {
        let pending = PendingAnswer<OrderPage>()
        networking.answer(APIEndpoint.Order.list()) { _ in try await pending.value() }
        let listing = orders.list(queue: pages.queue, completion: pages.completion())
        let answer = try #require(await pending.next())
        listing.cancel()
        answer.resume(returning: OrderPage(orders: [order]))
        await #expect(throws: CancellationError.self) { try await pages.result().get() }
    }

    @Test("fails the test if it makes a request that nobody registered")
    func unregistered() async {
        let issues = await RecordedIssue.all {
            let networking = NetworkingDouble()
            networking.answer(APIEndpoint.Order.list(page: 1), with: OrderPage(orders: []))
            OrderService(networking: networking).list(page: 2, queue: pages.queue, completion: pages.completion())
            await #expect(throws: UnexpectedRequest.self) { try await pages.result().get() }
        }
        #expect(
            issues.map(\.text) == [
                "GET /orders is not registered; the nearest differs:\n- query page: expected 1, received 2"
            ])
    }
}
