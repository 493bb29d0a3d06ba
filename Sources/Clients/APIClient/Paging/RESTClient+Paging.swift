extension RESTClient {
    /// The pages of a list as an asynchronous sequence.
    ///
    ///     let orders = APIRequest(.get, "/orders", query: [limit], expecting: .json(CursorPage.self))
    ///     let pages = client.pages(of: orders, by: .cursor("cursor") { $0.nextCursor })
    ///     for try await order in pages.items({ $0.orders }) { show(order) }
    ///
    /// - Parameters:
    ///   - request: the request of the first page. The others differ from it by their query or URL only.
    ///   - pagination: how the next page is found.
    public func pages<Page>(of request: APIRequest<Page>, by pagination: Pagination<Page>) -> PageSequence<Page> {
        PageSequence(client: self, request: request, pagination: pagination)
    }
}
