import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RedirectGuardTests {
    @Test(
        "credentials follow a redirect only to the same origin",
        arguments: [
            ("http://h/a", "http://h/b", true), ("http://h/a", "http://H:80/b", true),
            ("https://h:443/a", "https://h/b", true), ("http://h/a", "http://h:8080/b", false),
            ("http://h/a", "https://h/b", false), ("http://h/a", "http://other/b", false),
        ])
    func credentials(_ from: String, _ target: String, _ kept: Bool) throws {
        let request = URLRequest(url: try #require(URL(string: target))).addingBearerAuthorization(token: "t")
            .settingHeader("Cookie", to: "a=b").settingHeader("Accept", to: "*/*")
        let redirected = RedirectGuard.redirected(request, from: URL(string: from))
        #expect((redirected.value(forHTTPHeaderField: "Authorization") != nil) == kept)
        #expect((redirected.value(forHTTPHeaderField: "Cookie") != nil) == kept)
        #expect(redirected.value(forHTTPHeaderField: "Accept") == "*/*")
        #expect(redirected.url == request.url)
    }

    @Test("a request whose origin is not known gets no credentials")
    func unknownOrigin() throws {
        let request = URLRequest(url: try #require(URL(string: "http://h/a"))).addingBearerAuthorization(token: "t")
        #expect(RedirectGuard.redirected(request, from: nil).value(forHTTPHeaderField: "Authorization") == nil)
    }
}
