import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Follows redirects, but removes the credentials from a request that leads to another origin, which
/// FoundationNetworking does not do by itself. It must be the session's delegate: Linux does not call a task's own
/// delegate.
final class RedirectGuard: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(Self.redirected(request, from: task.originalRequest?.url))
    }

    static func redirected(_ request: URLRequest, from origin: URL?) -> URLRequest {
        guard let origin, let target = request.url, isSameOrigin(origin, target) else {
            return request.removingHeader("Authorization")
        }
        return request
    }

    private static func isSameOrigin(_ left: URL, _ right: URL) -> Bool {
        left.scheme?.lowercased() == right.scheme?.lowercased()
            && left.host?.lowercased() == right.host?.lowercased()
            && (left.port ?? standardPort(left)) == (right.port ?? standardPort(right))
    }

    private static func standardPort(_ url: URL) -> Int {
        url.scheme?.lowercased() == "https" ? 443 : 80
    }
}
