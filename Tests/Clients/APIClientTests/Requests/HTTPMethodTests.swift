import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A method") struct HTTPMethodTests {
    @Test("is idempotent if several such requests have the effect of one")
    func idempotent() {
        #expect(HTTPMethod.allCases.filter(\.isIdempotent) == [.get, .head, .put, .delete])
    }

    @Test("is safe if it asks for no change")
    func safe() {
        #expect(HTTPMethod.allCases.filter(\.isSafe) == [.get, .head])
    }

    @Test("of a request is one that the module knows, or none")
    func ofRequest() throws {
        var request = URLRequest(url: try #require(URL(string: "http://h/")))
        #expect(request.method == .get)
        request.httpMethod = "PATCH"
        #expect(request.method == .patch)
        request.httpMethod = "BREW"
        #expect(request.method == nil)
    }
}
