import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session that a transport made for itself, which ends with the transport's last copy.
final class OwnedSession: Sendable {
    let session: URLSession
    let delegate: TransferDelegate

    init(_ configuration: URLSessionConfiguration, delegate: TransferDelegate = TransferDelegate()) {
        self.delegate = delegate
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }
}
