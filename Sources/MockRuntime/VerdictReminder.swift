import Locking
package import Playback
import Scenarios

/// Says when a server is released that nobody has asked for its verdict: else a test that forgets to ask would pass
/// whatever its client does.
package final class VerdictReminder: Sendable {
    private let isDone = Locked(false)
    private let write: @Sendable (String) -> Void

    /// - Parameter write: takes the warning; nil for standard error.
    package init(_ write: (@Sendable (String) -> Void)? = nil) {
        self.write = write ?? { SystemCall.writeToStandardError($0) }
    }

    /// Someone has asked for the verdict, or for a report.
    package func verified() { isDone.withLock { $0 = true } }

    /// Whether someone has asked, or was warned.
    package var isVerified: Bool { isDone.withLock { $0 } }

    /// The server, or what else has the verdict, is released: warns if nobody has asked, once.
    ///
    /// - Parameters:
    ///   - owner: what is released.
    ///   - remedy: what to do instead, as sentences.
    package func released(_ verdict: @autoclosure () -> Verdict, of owner: String = "server", remedy: String) {
        let wasDone = isDone.withLock { isDone in
            defer { isDone = true }
            return isDone
        }
        guard !wasDone else { return }
        let title = "mockserver: warning: nobody asked for the verdict of this \(owner) before it was released:"
        write("\(title)\n   \(verdict().summary())\n   \(remedy)\n")
    }
}
