import Foundation
import Testing

@testable import APIClient

struct BaseURLTests {
    @Test(
        "a path is joined below the base URL and its prefix",
        arguments: [
            ("http://h", "/me", "http://h/me"), ("http://h/", "/me", "http://h/me"), ("http://h", "me", "http://h/me"),
            ("http://h/api/v1", "/me", "http://h/api/v1/me"), ("http://h/api/v1/", "/me", "http://h/api/v1/me"),
            ("http://h/api/v1/", "", "http://h/api/v1"), ("http://h/a%20b//", "c", "http://h/a%20b/c"),
            ("HTTPS://[::1]:8443/x", "/é/", "HTTPS://[::1]:8443/x/%C3%A9/"),
            ("http://127.0.0.1:8080", "//x", "http://127.0.0.1:8080//x"),
        ])
    func joined(_ base: String, _ path: String, _ whole: String) throws {
        #expect(try BaseURL(base).url(RequestPath(path), query: []).absoluteString == whole)
    }

    @Test(
        "a base URL that calls can't be joined to is refused",
        arguments: [
            "", "not a url", "h", "//h/x", "http:", "http://", "http:///x", "ftp://h", "file:///etc", "http://a host",
            "http://h/{id}", "http://h:0", "http://h:70000", "http://h?q=1", "http://h#f", " http://h",
        ])
    func refused(_ base: String) {
        let error = #expect(throws: RESTError.self) { try RESTClient(baseURL: base) }
        guard case .badURL = error else {
            Issue.record("\(base) gave \(String(describing: error))")
            return
        }
    }

    @Test("query items are encoded so that every decoder reads them back")
    func query() throws {
        let items = [
            URLQueryItem(name: "q", value: "a+b &=é"), URLQueryItem(name: "flag", value: nil),
            URLQueryItem(name: "empty", value: ""),
        ]
        let url = try BaseURL("http://h").url("/s", query: items)
        #expect(url.absoluteString == "http://h/s?q=a%2Bb%20%26%3D%C3%A9&flag&empty=")
    }

    @Test(
        "a path with a dot segment is refused, also as a value", arguments: ["/a/../b", "/./a", "/users/\("..")", "."])
    func dotSegment(_ path: RequestPath) throws {
        let base = try BaseURL("http://h")
        #expect(throws: RESTError.self) { try base.url(path, query: []) }
    }

    @Test("dots in a name are no dot segment")
    func dots() throws {
        #expect(try BaseURL("http://h").url("/a..b/.c", query: []).absoluteString == "http://h/a..b/.c")
    }
}
