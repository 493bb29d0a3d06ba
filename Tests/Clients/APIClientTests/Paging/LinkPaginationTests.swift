import APIClient
import ClientTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Pages by link") struct LinkPaginationTests {
    private let orders = APIRequest(.get, "/orders", expecting: .json([String].self))

    @Test(
        "are found by the first next link to the same origin, and others are errors that say why",
        arguments: [
            ("</b", "the header Link is malformed: </b"),
            ("</b>; rel=prev, </c", "the header Link is malformed: </b>; rel=prev, </c"),
            ("<http://[>; rel=next", "the link to the next page is not a URL: http://["),
            ("<http://h/b>; rel=next", "the link to the next page leads to another origin: http://h/b"),
            ("<//other/b>; rel=next", "the link to the next page leads to another origin: //other/b"),
            ("<https://h:8443/b>; rel=next", "the link to the next page leads to another origin: https://h:8443/b"),
            ("<file:///b>; rel=next", "the link to the next page leads to another origin: file:///b"),
            ("</orders>; rel=next", "page 2 is one that was fetched before"),
            ("</b>; rel=next", nil),
            ("<https://H:443/b>; rel=next", nil),
            ("</b>; rel=next, <https://other/c>; rel=next", nil),
        ] as [(String, String?)])
    func link(_ link: String, _ reason: String?) async throws {
        let first = RESTResponse.page(#"["a"]"#, link: link)
        let list = ListDouble(["/orders": first, "/b": .page(#"["b"]"#), "https://H:443/b": .page(#"["b"]"#)])
        let (pages, error) = try await list.pages(of: orders, by: .link).collected()
        #expect(pages == (reason == nil ? [["a"], ["b"]] : [["a"]]))
        #expect(error == reason.map { .invalidData($0, first) })
        #expect(list.urls.count == pages.count)
    }

    @Test("may have the same body")
    func sameBody() async throws {
        let list = ListDouble([
            "/orders": .page("[]", link: "</orders?b>; rel=next"), "/orders?b": .page("[]", link: "<?c>; rel=next"),
            "/orders?c": .page(#"["a"]"#),
        ])
        let (items, error) = try await list.pages(of: orders, by: .link).items { $0 }.collected()
        #expect(items == ["a"])
        #expect(error == nil)
    }

    @Test("keep method, headers and body of the request")
    func kept() async throws {
        let list = ListDouble([
            "/search": .page(#"["a"]"#, link: "<?p=2>; rel=next"), "/search?p=2": .page(#"["b"]"#),
        ])
        let body = RequestBody.bytes(Data("swift".utf8), contentType: "text/plain")
        let search = APIRequest(.post, "/search", headers: ["X-A": "b"], sending: body, expecting: orders.expected)
        let (pages, _) = try await list.pages(of: search, by: .link).collected()
        #expect(pages == [["a"], ["b"]])
        let requests = list.transport.requests
        #expect(requests.map(\.httpMethod) == ["POST", "POST"])
        #expect(requests.map(\.httpBody) == [Data("swift".utf8), Data("swift".utf8)])
        #expect(requests.map { $0.value(forHTTPHeaderField: "X-A") } == ["b", "b"])
    }
}
