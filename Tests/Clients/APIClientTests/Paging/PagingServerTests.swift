import APIClient
import ClientTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Pages of a list, over a server", .alone) struct PagingServerTests {
    private let page = APIRequest(.get, "/orders", expecting: .json(CursorPage.self))
    private let list = APIRequest(.get, "/orders", expecting: .json([String].self))
    private let cursor = Pagination<CursorPage>.cursor("cursor") { $0.nextCursor }

    @Test("are found by cursor, with a token that expires between them")
    func cursors() async throws {
        try await withServer("paging-cursor") { server in
            let plain = try server.client()
            let client = plain.authorized(
                by: TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: plain))
            var page = page.asking(("limit", "2"), ("sort", "new"))
            page.headers = ["X-Shop": "north"]
            var items: [String] = []
            for try await order in client.pages(of: page, by: cursor).items({ $0.orders }) { items.append(order) }
            #expect(items == ["o-1", "o-2", "o-3"])
        }
    }

    @Test("end with an error at one that is cut, and are read again from the first")
    func cut() async throws {
        try await withServer("paging-cut") { server in
            let pages = try server.client().pages(of: page, by: cursor)
            let (read, error) = await pages.collected()
            #expect(read == [CursorPage(orders: ["o-1"], nextCursor: "c-2")])
            guard case .connection = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            var items: [String] = []
            for try await order in pages.items({ $0.orders }) { items.append(order) }
            #expect(items == ["o-1", "o-2"])
        }
    }

    @Test("are found by link, absolute and relative, with the headers of the first")
    func links() async throws {
        try await withServer("paging-links") { server in
            let client = try RESTClient(
                baseURL: server.url.absoluteString + "/v1", transport: server.transport(), timeout: 300)
            var list = list
            list.headers = ["X-Shop": "north"]
            let (read, error) = await client.pages(of: list.asking(("limit", "2")), by: .link).collected()
            #expect(read == [["o-1", "o-2"], ["o-3"], [], ["o-4"]])
            #expect(error == nil)
        }
    }

    @Test("are not sought at another origin, which would get the token")
    func away() async throws {
        try await withServer("paging-link-away") { server in
            let client = try server.client()
            let authorized = client.authorized(
                by: TokenStore(Tokens(access: "secret", refresh: "rt-1"), refreshingThrough: client))
            let (read, error) = await authorized.pages(of: list, by: .link).collected()
            #expect(read == [["o-1"]])
            guard case .invalidData(let reason, let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(
                reason == "the link to the next page leads to another origin: "
                    + "http://localhost.example:8080/orders?page=2")
            #expect(response?.body == Data(#"["o-1"]"#.utf8))
        }
    }

    @Test("are not fetched twice, though a link leads back")
    func circle() async throws {
        try await withServer("paging-link-circle") { server in
            let (read, error) = try await server.client().pages(of: list, by: .link).collected()
            #expect(read == [["o-1"], ["o-2"], ["o-3"]])
            guard case .invalidData(let reason, let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason == "page 4 is one that was fetched before")
            #expect(response?.body == Data(#"["o-3"]"#.utf8))
        }
    }

    @Test("are counted until the last")
    func numbers() async throws {
        try await withServer("paging-numbers") { server in
            let list = list.asking(("page", "7"), ("limit", "2"))
            let (read, error) = try await server.client().pages(of: list, by: .number("page") { $0.isEmpty })
                .collected()
            #expect(read == [["o-1", "o-2"], ["o-3"], []])
            #expect(error == nil)
        }
    }

    @Test("are counted no further than the last, if the server gives that again and again")
    func repeated() async throws {
        try await withServer("paging-numbers-repeated") { server in
            let (read, error) = try await server.client().pages(of: list, by: .number("page", from: 0) { $0.isEmpty })
                .collected()
            #expect(read == [["o-1", "o-2"], ["o-3"]])
            guard case .invalidData(let reason, let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason == "page 3 is one that was fetched before")
            #expect(response?.body == Data(#"["o-3"]"#.utf8))
        }
    }
}
