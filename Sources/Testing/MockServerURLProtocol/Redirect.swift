import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The request that follows from a redirect, as `URLSession` on Linux makes it over a socket.
struct Redirect {
    /// The most redirects that are followed.
    static let limit = 20

    let request: URLRequest

    /// nil if the response does not redirect.
    init?(_ head: ReceivedHead, of former: URLRequest) {
        guard let location = head.value(of: "Location"), let target = URL(string: location),
            let base = former.url, let url = Self.url(target, from: base)
        else { return nil }
        var request = former
        switch head.status {
        case 301, 302, 303, 305, 306, 307, 308: break
        default: return nil
        }
        if head.status == 303 || [301, 302].contains(head.status) && former.httpMethod == "POST" {
            request.httpMethod = "GET"
        }
        #if canImport(FoundationNetworking)
        // No redirected request has a body there, not even after 307 and 308.
        request.httpBody = nil
        #else
        if request.httpMethod == "GET" { request.httpBody = nil }
        #endif
        request.url = url
        self.request = request
    }

    private static func url(_ target: URL, from base: URL) -> URL? {
        #if canImport(FoundationNetworking)
        if target.scheme != nil, target.host != nil { return target }
        guard var components = URLComponents(url: base, resolvingAgainstBaseURL: true) else { return nil }
        if let host = target.host {
            components.host = host
            components.port = target.port
        }
        // A relative path is taken for one from the root.
        let path = target.path(percentEncoded: true)
        components.percentEncodedPath = path.hasPrefix("/") ? path : "/" + path
        components.percentEncodedQuery = target.query(percentEncoded: true)
        components.percentEncodedFragment = target.fragment(percentEncoded: true)
        return components.url
        #else
        return URL(string: target.relativeString, relativeTo: base)?.absoluteURL
        #endif
    }
}

extension InProcessTransport {
    /// Keeps the cookies that a response sets, as the session's configuration permits it.
    func keepCookies(of head: ReceivedHead, from url: URL) {
        guard configuration.httpCookieAcceptPolicy != .never, let storage = configuration.httpCookieStorage else {
            return
        }
        for value in head.values(of: "Set-Cookie") {
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url)
            storage.setCookies(cookies, for: url, mainDocumentURL: nil)
        }
    }

    /// The request with the cookies that are kept for its URL.
    func addingCookies(to request: URLRequest) -> URLRequest {
        guard let url = request.url, configuration.httpShouldSetCookies,
            let cookies = configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty
        else { return request }
        var request = request
        for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return request
    }
}
