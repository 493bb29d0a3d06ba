/// The items of all pages of a list, one after the other; see ``PageSequence/items(_:)``.
public struct ItemSequence<Page: Sendable, Item: Sendable>: AsyncSequence, Sendable {
    /// An item.
    public typealias Element = Item

    let pages: PageSequence<Page>
    let items: @Sendable (Page) -> [Item]

    /// An iterator that begins at the first item of the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator(), items: items)
    }

    /// Hands out the items of a page, then fetches the next.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private var pages: PageSequence<Page>.Iterator
        private let items: @Sendable (Page) -> [Item]
        private var rest: ArraySlice<Item> = []

        init(pages: PageSequence<Page>.Iterator, items: @escaping @Sendable (Page) -> [Item]) {
            self.pages = pages
            self.items = items
        }

        /// The next item; `nil` after the last, and after an error.
        public mutating func next() async throws -> Item? {
            // Pages may be empty.
            while rest.isEmpty, let page = try await pages.next() { rest = ArraySlice(items(page)) }
            return rest.popFirst()
        }
    }
}
