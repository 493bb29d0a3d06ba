import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Owns the session that a client made for itself, and invalidates it with the client's last copy.
final class SessionOwner: Sendable {
    let session: URLSession

    /// A session without the cookies, cache and credentials of other clients.
    init(timeout: TimeInterval) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        // On Linux this is the only timeout that ends a task: a request's own is ignored. Its fraction of a second is
        // truncated, so that less than one second would mean no timeout.
        configuration.timeoutIntervalForRequest = timeout.rounded(.up)
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: RedirectGuard(), delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }
}
