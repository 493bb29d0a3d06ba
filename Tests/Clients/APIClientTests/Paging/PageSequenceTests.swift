import APIClient
import Foundation
import Testing

@Suite("Pages of a list") struct PageSequenceTests {
    private let orders = APIRequest(.get, "/orders", expecting: .json([String].self))
    private let page = APIRequest(.get, "/orders", expecting: .json(CursorPage.self))
    private let cursor = Pagination<CursorPage>.cursor("cursor") { $0.nextCursor }

    @Test("are fetched only when they, or their first items, are asked for")
    func laziness() async throws {
        let list = ListDouble([
            "/orders": .page(#"{"orders": ["a", "b"], "nextCursor": "2"}"#),
            "/orders?cursor=2": .page(#"{"orders": ["c"]}"#),
        ])
        let pages = try list.pages(of: page, by: cursor)
        var items = pages.items { $0.orders }.makeAsyncIterator()
        #expect(list.urls.isEmpty)
        #expect(try await items.next() == "a")
        #expect(try await items.next() == "b")
        #expect(list.urls == ["https://h/orders"])
        #expect(try await items.next() == "c")
        #expect(list.urls == ["https://h/orders", "https://h/orders?cursor=2"])
        for _ in 1...2 { #expect(try await items.next() == nil) }
        #expect(list.urls.count == 2)

        var iterator = pages.makeAsyncIterator()
        #expect(list.urls.count == 2)
        #expect(try await iterator.next() == CursorPage(orders: ["a", "b"], nextCursor: "2"))
        #expect(list.urls.count == 3)
        #expect(try await iterator.next() == CursorPage(orders: ["c"]))
        for _ in 1...2 { #expect(try await iterator.next() == nil) }
        #expect(list.urls.count == 4)
    }

    @Test("have their cursor behind the query of the list, and end with an empty one")
    func emptyCursor() async throws {
        let list = ListDouble([
            "/orders?limit=1": .page(#"{"orders": ["a"], "nextCursor": "2"}"#),
            "/orders?limit=1&cursor=2": .page(#"{"orders": ["b"], "nextCursor": ""}"#),
        ])
        let pages = try list.pages(of: page.asking(("limit", "1")), by: cursor)
        let (items, error) = await pages.items { $0.orders }.collected()
        #expect(items == ["a", "b"])
        #expect(error == nil)
        #expect(list.urls.count == 2)
    }

    @Test("begin at the cursor of the request, at whose place the others are")
    func initialCursor() async throws {
        let last = RESTResponse.page(#"{"orders": ["b"], "nextCursor": "2"}"#)
        let first = RESTResponse.page(#"{"orders": ["a"], "nextCursor": "3"}"#)
        let list = ListDouble([
            "/orders?cursor=2&limit=1": first, "/orders?cursor=2&limit=1&cursor=2": first,
            "/orders?cursor=3&limit=1": last,
        ])
        let once = page.asking(("cursor", "2"), ("limit", "1"))
        let (items, error) = try await list.pages(of: once, by: cursor).items { $0.orders }.collected()
        #expect(items == ["a", "b"])
        #expect(error == .invalidData("page 3 is one that was fetched before", last))
        #expect(list.urls.count == 2)
        // The first page once more, at its other URL.
        let twice = page.asking(("cursor", "2"), ("limit", "1"), ("cursor", "2"))
        let (again, circle) = try await list.pages(of: twice, by: cursor).items { $0.orders }.collected()
        #expect(again == ["a", "b"])
        #expect(circle == .invalidData("page 3 is one that was fetched before", first))
        #expect(list.urls.count == 5)
    }

    @Test("with a cursor that the server ignores end before the first page is handed out again")
    func ignoredCursor() async throws {
        let first = RESTResponse.page(#"{"orders": ["a"], "nextCursor": "2"}"#)
        let list = ListDouble(["/orders": first, "/orders?cursor=2": first])
        let (items, error) = try await list.pages(of: page, by: cursor).items { $0.orders }.collected()
        #expect(items == ["a"])
        #expect(error == .invalidData("page 2 is one that was fetched before", first))
    }

    @Test("that are counted are not the first one again, and there are none after an error")
    func firstAgain() async throws {
        let first = RESTResponse.page(#"["a"]"#)
        let list = ListDouble([
            "/orders?n=1": first, "/orders?n=2": .page(#"["b"]"#), "/orders?n=3": .page(#"["c"]"#),
            "/orders?n=4": first,
        ])
        var pages = try list.pages(of: orders, by: .number("n") { $0.isEmpty }).makeAsyncIterator()
        for expected in ["a", "b", "c"] { #expect(try await pages.next() == [expected]) }
        do {
            let page = try await pages.next()
            Issue.record("\(String(describing: page))")
        } catch {
            #expect(error as? RESTError == .invalidData("page 4 is one that was fetched before", first))
        }
        #expect(try await pages.next() == nil)
        #expect(list.urls.count == 4)
    }

    @Test("that are counted may have a body of long before, and the last may be the first")
    func countedBodies() async throws {
        let list = ListDouble([
            "/orders?n=5": .page("1"), "/orders?n=6": .page("2"), "/orders?n=7": .page("3"), "/orders?n=8": .page("2"),
            "/orders?n=9": .page("9"),
        ])
        let numbers = APIRequest(.get, "/orders", expecting: .json(Int.self))
        let (pages, error) = try await list.pages(of: numbers, by: .number("n", from: 5) { $0 == 9 }).collected()
        #expect(pages == [1, 2, 3, 2, 9])
        #expect(error == nil)
        let (last, _) = try await list.pages(of: numbers, by: .number("n", from: 9) { $0 == 9 }).collected()
        #expect(last == [9])
    }

    @Test("end with the error of a response, and with that of a body that can't be read")
    func errors() async throws {
        let broken = RESTResponse.page("{", link: "<?p=3>; rel=next")
        let list = ListDouble(["/orders": .page(#"["a"]"#, link: "<?p=2>; rel=next"), "/orders?p=2": broken])
        let (pages, error) = try await list.pages(of: orders, by: .link).collected()
        #expect(pages == [["a"]])
        guard case .invalidData(_, broken) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let missing = APIRequest(.get, "/missing", expecting: orders.expected)
        let (none, status) = try await list.pages(of: missing, by: .link).collected()
        #expect(none.isEmpty)
        #expect(status == .status(RESTResponse(status: 404)))
    }

    @Test("are not fetched for a task that is cancelled between them")
    func cancellation() async throws {
        let list = ListDouble([
            "/orders": .page(#"["a", "b"]"#, link: "<?p=2>; rel=next"), "/orders?p=2": .page(#"["c"]"#),
        ])
        let pages = try list.pages(of: orders, by: .link)
        let task = Task {
            var read: [String] = []
            do {
                for try await item in pages.items({ $0 }) {
                    read.append(item)
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                return (read, false)
            } catch {
                return (read, error is CancellationError)
            }
        }
        let (read, isCancelled) = await task.value
        #expect(read == ["a", "b"])
        #expect(isCancelled)
        #expect(list.urls == ["https://h/orders"])
    }
}
