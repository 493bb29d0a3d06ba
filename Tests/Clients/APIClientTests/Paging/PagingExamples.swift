import APIClient
import Foundation

/// The examples of the documentation of paging, so that they are compiled.
private struct PagingExamples {
    private let limit = URLQueryItem(name: "limit", value: "50")

    private func linked(_ client: RESTClient, _ orders: APIRequest<[String]>) async throws {
        for try await page in client.pages(of: orders, by: .link) { show(page) }
        for try await order in client.pages(of: orders, by: .link).items({ $0 }) { show(order) }
    }

    private func following(_ client: RESTClient, _ orders: APIRequest<CursorPage>) -> PageSequence<CursorPage> {
        client.pages(of: orders, by: .cursor("cursor") { $0.nextCursor })
    }

    private func counting(_ client: RESTClient, _ orders: APIRequest<CursorPage>) -> PageSequence<CursorPage> {
        client.pages(of: orders, by: .number("page") { $0.orders.isEmpty })
    }

    private func flattened(_ client: RESTClient) async throws {
        let orders = APIRequest(.get, "/orders", query: [limit], expecting: .json(CursorPage.self))
        let pages = client.pages(of: orders, by: .cursor("cursor") { $0.nextCursor })
        for try await order in pages.items({ $0.orders }) { show(order) }
    }

    private func show(_ value: Any) {}
}
