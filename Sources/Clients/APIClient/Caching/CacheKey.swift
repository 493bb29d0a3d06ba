import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a stored response belongs to: a URL, and the credentials it was asked for with, so that no user gets the
/// response of another.
struct CacheKey: Hashable, Sendable {
    let url: URL
    private let authorization: String?
    private let cookie: String?

    /// The key of a request; `nil` for one whose response is neither looked up nor stored: another method than `GET`, a
    /// body, a part or a condition of the caller's own, or `no-store` (RFC 9111, section 5.2.1.5).
    init?(_ request: URLRequest) {
        let headers = HTTPHeaders(request)
        guard let url = request.url, request.method == .get, request.httpBody == nil, request.httpBodyStream == nil,
            !headers.list("Cache-Control").contains("no-store"), Self.callersOwn.allSatisfy({ headers[$0] == nil })
        else { return nil }
        self.url = url
        authorization = headers["Authorization"]
        cookie = headers["Cookie"]
    }

    private static let callersOwn = [
        "Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
    ]
}

extension HTTPHeaders {
    /// The headers of a request.
    init(_ request: URLRequest) {
        self.init((request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
    }
}
