import APIClient

struct Book: Codable, Sendable, Equatable, Identifiable {
    let id: String
    let title: String
}

func library(_ service: any APIService) -> Repository<Book> {
    Repository(
        service: service,
        asking: .eachTime { APIRequest(.get, "/loans/\($0)", expecting: .json()) },
        .once { APIRequest(.get, "/books/\($0)", expecting: .json()) })
}

import MockServerTesting
import Testing
import TestSupport  // not in the guide

@Suite("The guide: repository", .alone) struct RepositoryGuide {  // not in the guide
    @Test(.mockServer("kept-book"))
    func aBookIsKept() async throws {
        let books = library(try RESTClient(baseURL: MockServer.current.url))
        let book = Book(id: "b-1", title: "Notes on the Analytical Engine")
        for _ in 1...2 {
            let found = try await books.value("b-1")
            #expect(found == book)
        }
    }
}  // not in the guide
