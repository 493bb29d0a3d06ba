import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A stored response") struct CachedResponseTests {
    private let request: URLRequest

    init() throws {
        request = URLRequest(url: try #require(URL(string: "http://h/me")))
    }

    private func cached(
        _ headers: HTTPHeaders, status: Int = 200, to request: URLRequest? = nil
    ) -> CachedResponse? {
        CachedResponse(
            RESTResponse(status: status, headers: headers, body: Data("ada".utf8)), to: request ?? self.request)
    }

    @Test("is a 200 with a validator that may be stored")
    func storable() {
        #expect(cached(["ETag": "\"v1\""]) != nil)
        #expect(cached(["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]) != nil)
        #expect(cached(["ETag": "\"v1\"", "Cache-Control": "private, no-cache", "Vary": "Accept"]) != nil)
        #expect(cached([:]) == nil)
        for status in [199, 201, 203, 206, 304, 404] { #expect(cached(["ETag": "\"v1\""], status: status) == nil) }
        #expect(cached(["ETag": "\"v1\"", "Cache-Control": "no-store"]) == nil)
        #expect(cached(["ETag": "\"v1\"", "Cache-Control": "private,\tNo-Store"]) == nil)
        #expect(cached(["ETag": "\"v1\"", "Vary": "*"]) == nil)
        #expect(cached(["ETag": "\"v1\"", "Vary": "Accept, *"]) == nil)
    }

    @Test("takes the bytes of its body, and of the names and values of its headers")
    func byteCount() {
        #expect(cached(["ETag": "\"v1\"", "X": "é"])?.byteCount == 3 + 4 + 4 + 1 + 2)
    }

    @Test("is chosen by the request's headers that Vary names, and by no others")
    func varying() throws {
        let english = request.settingHeader("Accept-Language", to: "en").settingHeader("X-Trace", to: "1")
        let varying = try #require(cached(["ETag": "\"v1\"", "Vary": "accept-language, Accept"], to: english))
        #expect(varying.matches(english))
        #expect(varying.matches(english.settingHeader("X-Trace", to: "2")))
        #expect(!varying.matches(english.settingHeader("Accept-Language", to: "de")))
        #expect(!varying.matches(english.removingHeader("Accept-Language")))
        #expect(!varying.matches(english.acceptingJSON()))
        let same = try #require(cached(["ETag": "\"v1\"", "Vary": "Accept, Accept"], to: english.acceptingJSON()))
        #expect(same.matches(english.acceptingJSON()))
        #expect(!same.matches(english))
    }

    @Test("is validated by its entity tag and its date")
    func validating() throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let both = try #require(cached(["ETag": "W/\"v1\"", "Last-Modified": date])).validating(request)
        #expect(both.allHTTPHeaderFields == ["If-None-Match": "W/\"v1\"", "If-Modified-Since": date])
        let tag = try #require(cached(["ETag": "\"v1\""])).validating(request.acceptingJSON())
        #expect(tag.allHTTPHeaderFields == ["Accept": "application/json", "If-None-Match": "\"v1\""])
        let dated = try #require(cached(["Last-Modified": date])).validating(request)
        #expect(dated.allHTTPHeaderFields == ["If-Modified-Since": date])
    }

    @Test(
        "is meant by a 304 without an entity tag, or with the same one by weak comparison",
        arguments: [
            ("\"v1\"", nil, true), ("\"v1\"", "\"v1\"", true), ("\"v1\"", "W/\"v1\"", true),
            ("W/\"v1\"", "\"v1\"", true), ("W/\"v1\"", "W/\"v1\"", true), ("\"v1\"", "\"v2\"", false),
            ("W/\"v1\"", "W/\"v2\"", false), (nil, nil, true), (nil, "\"v1\"", false),
        ] as [(String?, String?, Bool)])
    func meant(_ stored: String?, _ received: String?, _ isMeant: Bool) throws {
        var headers: HTTPHeaders = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
        headers["ETag"] = stored
        var notModified: HTTPHeaders = [:]
        notModified["ETag"] = received
        let response = try #require(cached(headers))
        #expect(response.isMeant(by: RESTResponse(status: 304, headers: notModified)) == isMeant)
    }

    @Test("gets the headers of a 304, but for those about the message")
    func updated() throws {
        let response = try #require(
            cached([
                "ETag": "\"v1\"", "Content-Type": "text/plain", "Content-Length": "3", "X-Left": "9", "X-Kept": "1",
            ]))
        let updated = response.updated(
            by: RESTResponse(
                status: 304,
                headers: [
                    "etag": "W/\"v1\"", "x-left": "8", "X-New": "1", "Connection": "close",
                    "content-encoding": "gzip", "Content-Length": "0", "Content-Range": "bytes 0-1/2",
                    "Content-Type": "text/html", "Transfer-Encoding": "chunked",
                ], body: Data("no".utf8)))
        #expect(updated.status == 200)
        #expect(updated.body == Data("ada".utf8))
        #expect(
            updated.headers == [
                "ETag": "W/\"v1\"", "Content-Type": "text/plain", "Content-Length": "3", "X-Left": "8",
                "X-Kept": "1", "X-New": "1",
            ])
    }
}
