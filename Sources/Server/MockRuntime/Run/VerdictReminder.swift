import CPlatform
import Locking
package import Playback
import Scenarios

/// Says when a server is released that nobody has asked for its verdict: else a test that forgets to ask would pass
/// whatever its client does.
///
/// That fails the test if `MockServerTesting` or `MockServerXCTest` is linked. In Swift Testing the last reference must
/// go in the test's own task; in XCTest on any thread, before the test has ended that made the server. Anywhere else,
/// as on a thread of the server's or in a property of an `XCTestCase`, which lives until all tests have ended, there is
/// no test that a failure could belong to: then it is only written to standard error.
package final class VerdictReminder: Sendable {
    private struct State {
        /// Whether someone has asked, or was warned.
        var isDone = false
        /// Whether someone has read the verdict, which calls no closure that judges requests.
        var isRead = false
    }

    private let state = Locked(State())
    private let write: (@Sendable (String) -> Void)?
    /// The XCTest that runs when the server is made; 0 if that is not known.
    private let test: Int64

    /// - Parameter write: takes the warning; nil to fail the test, or else for standard error.
    package init(_ write: (@Sendable (String) -> Void)? = nil) {
        self.write = write
        test = cplatform_current_xctest()
    }

    /// Someone has asked for the verdict, or for a report.
    package func verified() { state.withLock { $0.isDone = true } }

    /// Someone has read the verdict while no closure had requests to judge. More may come, which nobody would judge.
    package func read() { state.withLock { $0.isRead = true } }

    /// Whether someone has asked, or was warned.
    package var isVerified: Bool { state.withLock { $0.isDone || $0.isRead } }

    /// The server, or what else has the verdict, is released: warns if nobody has asked, once.
    ///
    /// - Parameters:
    ///   - hasUnjudged: whether closures have still to judge requests.
    ///   - owner: what is released.
    ///   - remedy: what to do instead, as sentences.
    package func released(
        _ verdict: @autoclosure () -> Verdict, hasUnjudged: @autoclosure () -> Bool, of owner: String = "server",
        remedy: String
    ) {
        let before = state.withLock { state in
            defer { state.isDone = true }
            return state
        }
        guard !before.isDone, !before.isRead || hasUnjudged() else { return }
        let verdict = verdict()
        // Reading the verdict is not enough then.
        let omission =
            verdict.unjudged == nil
            ? "nobody asked for the verdict of this \(owner)"
            : "nobody called verify() on this \(owner), whose closures still have requests to judge,"
        let text = """
            \(omission) before it was released:
               \(verdict.summary())
               \(remedy)
            """
        let warning = "mockserver: warning: \(text)\n"
        if let write { return write(warning) }
        guard !cplatform_record_issue(text) else { return }
        cplatform_record_failure(text, test)
        SystemCall.writeToStandardError(warning)
    }
}
