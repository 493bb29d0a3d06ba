import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct URLRequestModifiersTests {
    private let request: URLRequest

    init() throws {
        request = URLRequest(url: try #require(URL(string: "http://h/me")))
    }

    @Test("modifiers chain, each keeping what the others did")
    func chain() {
        let changed = request.acceptingJSON().sendingJSON().addingBearerAuthorization(token: "at-1")
            .timingOut(after: 2).sending(Data("{}".utf8))
        #expect(
            changed.allHTTPHeaderFields == [
                "Accept": "application/json", "Content-Type": "application/json", "Authorization": "Bearer at-1",
            ])
        #expect(changed.timeoutInterval == 2)
        #expect(changed.httpBody == Data("{}".utf8))
    }

    @Test("a modifier leaves the request it was called on as it was")
    func copies() {
        _ = request.acceptingJSON().timingOut(after: 2)
        #expect(request.value(forHTTPHeaderField: "Accept") == nil)
        #expect(request.timeoutInterval != 2)
    }

    @Test("a second token takes the place of the first")
    func bearerTwice() {
        let changed = request.addingBearerAuthorization(token: "a").addingBearerAuthorization(token: "b")
        #expect(changed.value(forHTTPHeaderField: "Authorization") == "Bearer b")
    }

    @Test("the method is one that the module knows, or none")
    func method() {
        var request = request
        #expect(request.method == .get)
        request.httpMethod = "PATCH"
        #expect(request.method == .patch)
        request.httpMethod = "BREW"
        #expect(request.method == nil)
    }

    @Test("a header is set, added to and removed")
    func headers() {
        let added = request.settingHeader("X-A", to: "1").addingHeader("x-a", value: "2")
        #expect(added.value(forHTTPHeaderField: "X-A") == "1,2")
        #expect(added.removingHeader("X-a").value(forHTTPHeaderField: "X-A") == nil)
    }

    @Test("an Idempotency-Key is the given one, or a new one each time")
    func idempotencyKeys() throws {
        let given = request.addingIdempotencyKey("order-7")
        #expect(given.value(forHTTPHeaderField: "Idempotency-Key") == "order-7")
        let keys = try (0..<2).map { _ in
            try #require(request.addingIdempotencyKey().value(forHTTPHeaderField: "Idempotency-Key"))
        }
        #expect(keys[0] != keys[1])
        #expect(UUID(uuidString: keys[0]) != nil)
        #expect(keys[0] == keys[0].lowercased())
    }
}
