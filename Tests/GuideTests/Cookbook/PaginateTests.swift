import APIClient
import Foundation
import MockServerTesting
import TestSupport  // not in the guide
import Testing

struct OrderPage: Decodable, Sendable {
    let orders: [String]
    let next: String?
}

@Suite("The guide: Pages", .alone) struct PaginateGuide {  // not in the guide
    @Test(.mockServer("order-pages"))
    func allPagesAreRead() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        let limit = URLQueryItem(name: "limit", value: "2")
        let orders = APIRequest(.get, "/orders", query: [limit], expecting: .json(OrderPage.self))
        var read: [String] = []
        for try await order in client.pages(of: orders, by: .cursor("cursor") { $0.next }).items({ $0.orders }) {
            read.append(order)
        }
        #expect(read == ["o-1", "o-2", "o-3"])
    }

    @Test(.mockServer("repeated-page"))
    func aCircleOfPagesIsAnError() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        let orders = APIRequest(.get, "/orders", expecting: .json(OrderPage.self))
        await #expect(throws: RESTError.self) {
            for try await _ in client.pages(of: orders, by: .cursor("cursor") { $0.next }) {}
        }
    }
}  // not in the guide
