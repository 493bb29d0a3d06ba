import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The pages of a list, fetched one by one as they are asked for.
///
///     for try await page in client.pages(of: orders, by: .link) { show(page) }
///
/// Each iteration begins anew at the first page. It throws what ``RESTClient/send(_:with:)`` throws, and
/// ``RESTError/invalidData(_:_:)`` if the next page can't be found, or if it is one that was fetched before. It ends
/// after an error. A cancelled task gets a `CancellationError` in place of the next page.
public struct PageSequence<Page: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Page

    let client: RESTClient
    let request: APIRequest<Page>
    let pagination: Pagination<Page>

    /// An iterator that begins at the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, request: request, pagination: pagination)
    }

    /// The items of all pages, in their order. A page is fetched when its first item is asked for.
    ///
    ///     for try await order in client.pages(of: orders, by: .link).items({ $0 }) { show(order) }
    public func items<Item: Sendable>(_ items: @escaping @Sendable (Page) -> [Item]) -> ItemSequence<Page, Item> {
        ItemSequence(pages: self, items: items)
    }

    /// Fetches one page after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private enum Position: Sendable {
            case start
            case after(FetchedPage<Page>)
            case end
        }

        let client: RESTClient
        let request: APIRequest<Page>
        let pagination: Pagination<Page>
        private var position = Position.start
        private var fetched: Set<URL?> = []

        init(client: RESTClient, request: APIRequest<Page>, pagination: Pagination<Page>) {
            self.client = client
            self.request = request
            self.pagination = pagination
        }

        /// The next page; `nil` after the last, and after an error.
        public mutating func next() async throws -> Page? {
            let current = position
            // Stays so if there is no next page, or an error in its place.
            position = .end
            switch current {
            case .start: return try await fetch(pagination.first, after: nil)
            case .after(let previous):
                guard let next = try pagination.next(previous) else { return nil }
                return try await fetch(next, after: previous)
            case .end: return nil
            }
        }

        private mutating func fetch(
            _ reference: PageReference?, after previous: FetchedPage<Page>?
        ) async throws -> Page {
            try Task.checkCancellation()
            let sent = try urlRequest(for: reference)
            let index = fetched.count
            guard fetched.insert(sent.url).inserted else {
                throw RESTError.invalidData("page \(index + 1) is one that was fetched before", previous?.response)
            }
            let response = try await client.send(sent)
            if pagination.comparesBodies, let previous,
                response.body == previous.response.body || response.body == previous.firstBody
            {
                throw RESTError.invalidData("page \(index + 1) is one that was fetched before", response)
            }
            let page = try request.expected.output(of: response)
            position = .after(
                FetchedPage(
                    url: sent.url, response: response, page: page, index: index,
                    firstBody: previous?.firstBody ?? response.body))
            return page
        }

        private func urlRequest(for reference: PageReference?) throws(RESTError) -> URLRequest {
            var page = request
            switch reference {
            case nil: return try client.urlRequest(for: page)
            case .query(let item):
                // At the place of the item before, so that the same page always has the same URL.
                let index = page.query.firstIndex { $0.name == item.name } ?? page.query.endIndex
                page.query.removeAll { $0.name == item.name }
                page.query.insert(item, at: index)
                return try client.urlRequest(for: page)
            case .url(let url):
                var sent = try client.urlRequest(for: page)
                sent.url = url
                return sent
            }
        }
    }
}
