import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The key of a stored response") struct CacheKeyTests {
    private let request: URLRequest

    init() throws {
        request = URLRequest(url: try #require(URL(string: "http://h/orders?page=1")))
    }

    @Test("is the URL, Authorization and Cookie of a GET, and nothing else")
    func parts() throws {
        let key = try #require(CacheKey(request))
        #expect(key.url == request.url)
        #expect(CacheKey(request.settingHeader("Accept", to: "text/plain")) == key)
        var other = request
        other.url = URL(string: "http://h/orders?page=2")
        let requests = [
            request, other, request.addingBearerAuthorization(token: "a"),
            request.addingBearerAuthorization(token: "b"), request.settingHeader("Cookie", to: "session=a"),
            request.settingHeader("cookie", to: "session=b"),
        ]
        let keys = try requests.map { try #require(CacheKey($0)) }
        #expect(Set(keys).count == 6)
    }

    @Test("is missing for other methods", arguments: [HTTPMethod.head, .post, .put, .patch, .delete])
    func methods(_ method: HTTPMethod) {
        var other = request
        other.httpMethod = method.rawValue
        #expect(CacheKey(other) == nil)
    }

    @Test("is missing for a request without a URL, and for one with a body")
    func unusual() {
        var other = request
        other.url = nil
        #expect(CacheKey(other) == nil)
        #expect(CacheKey(request.sending(Data("{}".utf8))) == nil)
        other = request
        other.httpBodyStream = InputStream(data: Data("{}".utf8))
        #expect(CacheKey(other) == nil)
    }

    @Test(
        "is missing for a part, for the caller's own condition, and for what must not be stored",
        arguments: [
            ("Range", "bytes=5-"), ("If-Match", "*"), ("If-None-Match", "\"v1\""),
            ("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"), ("If-Range", "\"v1\""),
            ("Cache-Control", "no-store"), ("cache-control", "max-age=0, No-Store"),
        ])
    func ownConditions(_ name: String, _ value: String) {
        #expect(CacheKey(request.settingHeader(name, to: value)) == nil)
    }

    @Test("is there for a request that must be validated")
    func noCache() {
        #expect(CacheKey(request.settingHeader("Cache-Control", to: "no-cache")) == CacheKey(request))
    }
}
