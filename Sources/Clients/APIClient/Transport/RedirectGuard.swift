import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Removes the credentials, `Authorization` and `Cookie`, from a request that follows a redirect to another origin, which
/// FoundationNetworking does not do by itself.
enum RedirectGuard {
    static func redirected(_ request: URLRequest, from origin: URL?) -> URLRequest {
        guard let origin, let target = request.url, isSameOrigin(origin, target) else {
            var stripped = request
            stripped.setValue(nil, forHTTPHeaderField: "Authorization")
            stripped.setValue(nil, forHTTPHeaderField: "Cookie")
            return stripped
        }
        return request
    }

    /// Whether scheme, host and port are the same (RFC 6454, section 4).
    static func isSameOrigin(_ left: URL, _ right: URL) -> Bool {
        left.scheme?.lowercased() == right.scheme?.lowercased()
            && left.host?.lowercased() == right.host?.lowercased()
            && (left.port ?? standardPort(left)) == (right.port ?? standardPort(right))
    }

    private static func standardPort(_ url: URL) -> Int {
        url.scheme?.lowercased() == "https" ? 443 : 80
    }
}
