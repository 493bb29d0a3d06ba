import Foundation

/// How a client finds the next page of a list: by a cursor in the body, by a link in the header, or by counting.
public struct Pagination<Page: Sendable>: Sendable {
    /// What the first request has in place of the list's own; `nil` for nothing.
    let first: PageReference?
    /// Whether a page counts as fetched before if its body is that of the first page or of the one before it.
    let comparesBodies: Bool
    /// The page after one; `nil` if that was the last.
    let next: @Sendable (FetchedPage<Page>) throws(RESTError) -> PageReference?

    /// Pages whose body has a cursor, which the next request sends back in its query. The last page has none, or an empty
    /// one. A page with the body of the one before it, or of the first, would lead in a circle and is an error.
    ///
    ///     client.pages(of: orders, by: .cursor("cursor") { $0.nextCursor })
    ///
    /// - Parameters:
    ///   - name: the name of the query item.
    ///   - cursor: reads the cursor of the next page from a page.
    public static func cursor(
        _ name: String, _ cursor: @escaping @Sendable (Page) -> String?
    ) -> Pagination {
        Pagination(first: nil, comparesBodies: true) { fetched throws(RESTError) in
            guard let value = cursor(fetched.page), !value.isEmpty else { return nil }
            return .query(URLQueryItem(name: name, value: value))
        }
    }

    /// Pages with a number in the query, counted by the client.
    ///
    /// Some servers answer a number beyond the last page with the last page, or with the first, again and again. So a
    /// page with the body of the one before it, or of the first, is an error.
    ///
    ///     client.pages(of: orders, by: .number("page") { $0.orders.isEmpty })
    ///
    /// - Parameters:
    ///   - name: the name of the query item.
    ///   - start: the number of the first page.
    ///   - isLast: whether a page is the last.
    public static func number(
        _ name: String, from start: Int = 1, isLast: @escaping @Sendable (Page) -> Bool
    ) -> Pagination {
        let reference: @Sendable (Int) -> PageReference = { .query(URLQueryItem(name: name, value: String($0))) }
        return Pagination(first: reference(start), comparesBodies: true) { fetched throws(RESTError) in
            isLast(fetched.page) ? nil : reference(start + fetched.index + 1)
        }
    }

    /// Pages whose `Link` header leads to the next one by `rel=next` (RFC 8288). The last page has no such link.
    ///
    /// The URL may be relative. It must have the origin of the page, because the next request has the client's
    /// credentials.
    public static var link: Pagination {
        Pagination(first: nil, comparesBodies: false) { fetched throws(RESTError) in
            guard let value = fetched.response.headers["Link"] else { return nil }
            guard let links = WebLink.links(in: value) else {
                throw .invalidData("the header Link is malformed: \(value)", fetched.response)
            }
            guard let target = links.first(where: { $0.leads(to: "next") })?.target else { return nil }
            guard let page = fetched.url, let url = URL(string: target, relativeTo: page)?.absoluteURL else {
                throw .invalidData("the link to the next page is not a URL: \(target)", fetched.response)
            }
            guard RedirectGuard.isSameOrigin(url, page) else {
                throw .invalidData("the link to the next page leads to another origin: \(target)", fetched.response)
            }
            return .url(url)
        }
    }
}
