import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A cache of responses") struct ResponseCacheTests {
    private let cache = ResponseCache(capacity: 100)
    private let request: URLRequest
    private let response = RESTResponse(status: 200, headers: ["ETag": "\"v1\""], body: Data("1234".utf8))

    init() throws {
        request = URLRequest(url: try #require(URL(string: "http://h/me")))
    }

    private func store(_ request: URLRequest, _ response: RESTResponse? = nil) async throws {
        let key = try #require(CacheKey(request))
        let (_, generation) = await cache.lookup(key, request)
        await cache.store(CachedResponse(response ?? self.response, to: request), for: key, asOf: generation)
    }

    private func stored(_ request: URLRequest) async throws -> RESTResponse? {
        try await cache.lookup(#require(CacheKey(request)), request).0?.response
    }

    @Test("has the capacity that was asked for, or else 16 MiB")
    func capacity() async {
        #expect(cache.capacity == 100)
        #expect(ResponseCache().capacity == 16_777_216)
        #expect(await cache.byteCount == 0)
    }

    @Test("stores responses up to its capacity")
    func full() async throws {
        let second = request.settingHeader("Cookie", to: "2")
        try await store(request)
        #expect(try await stored(request) == response)
        #expect(await cache.byteCount == 12)
        try await store(second, RESTResponse(status: 200, headers: ["ETag": "\"v1\""], body: Data(count: 92)))
        #expect(await cache.byteCount == 100)
        #expect(try await stored(request) == nil)
        #expect(try await stored(second) != nil)
    }

    @Test("removes the old response for one that can't be stored")
    func replaced() async throws {
        try await store(request)
        try await store(request, RESTResponse(status: 404))
        #expect(try await stored(request) == nil)
        #expect(await cache.byteCount == 0)
    }

    @Test("removes the responses of a URL, of all users")
    func removedURL() async throws {
        let other = URLRequest(url: try #require(URL(string: "http://h/you")))
        let ada = request.addingBearerAuthorization(token: "ada")
        for request in [request, ada, other] { try await store(request) }
        await cache.removeAll(of: try #require(request.url))
        #expect(try await stored(request) == nil)
        #expect(try await stored(ada) == nil)
        #expect(try await stored(other) == response)
    }

    @Test("removes all responses")
    func removed() async throws {
        try await store(request)
        await cache.removeAll()
        #expect(try await stored(request) == nil)
        #expect(await cache.byteCount == 0)
    }

    @Test("stores nothing that was asked for before a removal, and removes nothing for it")
    func lateResponse() async throws {
        let key = try #require(CacheKey(request))
        let (_, before) = await cache.lookup(key, request)
        await cache.removeAll()
        await cache.store(CachedResponse(response, to: request), for: key, asOf: before)
        #expect(try await stored(request) == nil)
        try await store(request)
        await cache.store(nil, for: key, asOf: before)
        #expect(try await stored(request) == response)
    }
}
