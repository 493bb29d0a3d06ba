import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Keeps the session that a client made for itself, and invalidates it when the client's last copy has gone.
final class SessionOwner: Sendable {
    let session: URLSession

    /// A session without cookies, cache and credentials of other clients.
    init(timeout: TimeInterval) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        // On Linux this is the only time-out that ends a task: that of a request is not looked at, and of this the
        // fraction of a second is cut off, so that less than one would be none.
        configuration.timeoutIntervalForRequest = timeout.rounded(.up)
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: RedirectGuard(), delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }
}
