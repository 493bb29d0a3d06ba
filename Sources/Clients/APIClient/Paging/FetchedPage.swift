import Foundation

/// A page with what is known of its fetch, from which a ``Pagination`` finds the next one.
struct FetchedPage<Page: Sendable>: Sendable {
    /// The URL it was asked for at.
    let url: URL?
    /// The response it was read from.
    let response: RESTResponse
    /// The page.
    let page: Page
    /// The number of pages before it.
    let index: Int
    /// The body of the first page.
    let firstBody: Data
}

/// What the request of a page has in place of the list's own.
enum PageReference: Sendable {
    /// This query item in place of those of its name.
    case query(URLQueryItem)
    /// This URL.
    case url(URL)
}
