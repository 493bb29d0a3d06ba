import CPlatform
import Libc
import Locking

/// Tells whether connections wait that a listener could not accept, mostly for want of descriptors.
package final class UnacceptedConnections: Sendable {
    private let observer = Locked<(@Sendable (String?) -> Void)?>(nil)

    package init() {}

    /// Has `changed` called with a sentence for people when connections begin to wait, and with nil once all of them are
    /// accepted. On the listener's event loop: it must not block. To be called before the listener accepts.
    package func observe(_ changed: @escaping @Sendable (String?) -> Void) {
        observer.withLock { $0 = changed }
    }

    /// - Parameter errno: why they could not be accepted; nil once they are.
    func tell(_ errno: Int32?) {
        observer.withLock { $0 }?(errno.map(Self.text))
    }

    private static func text(_ errno: Int32) -> String {
        let reason =
            errno == EMFILE
            ? "the process may have \(cplatform_descriptors(.max)) descriptors; raise the limit by ulimit -n"
            : SocketError.advice(errno, nil)
        return "connections wait that could not be accepted: \(reason)"
    }
}
