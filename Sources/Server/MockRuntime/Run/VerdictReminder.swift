import CPlatform
import Locking
package import Playback
import Scenarios

/// Says when a server is released that nobody has asked for its verdict, or that has failed by requests or stubs which came
/// after that: else a test that forgets to ask, or asks too early, would pass whatever its client does.
///
/// That fails the test if `MockServerTesting` or `MockServerXCTest` is linked. In Swift Testing the last reference must
/// go in the test's own task; in XCTest on any thread, before the test has ended that made the server. Anywhere else,
/// as on a thread of the server's or in a property of an `XCTestCase`, which lives until all tests have ended, there is
/// no test that a failure could belong to: then it is only written to standard error.
package final class VerdictReminder: Sendable {
    private struct State {
        /// Whether nothing is to be said, or it has been said.
        var isDone = false
        /// The number of events, requests and changes of stubs, on which someone was last told the verdict; nil if nobody has
        /// asked.
        var told: Int?
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

    /// Nobody has to ask for the verdict.
    package func silence() { state.withLock { $0.isDone = true } }

    /// Someone is told the verdict, or a report, on at least this number of events. Nobody knows yet of those that come
    /// after them.
    package func tells(_ events: Int) { state.withLock { $0.told = events } }

    /// Whether someone was told the verdict, or was warned.
    package var hasTold: Bool { state.withLock { $0.isDone || $0.told != nil } }

    /// Whether someone was told the verdict on so many events, was warned, or has nothing to be told.
    package func hasTold(_ events: Int) -> Bool { state.withLock { $0.isDone || $0.told ?? 0 == events } }

    /// The server, or what else has the verdict, is released: warns if nobody has asked, or if it has failed by events
    /// after that, once.
    ///
    /// - Parameters:
    ///   - verdict: the verdict, which fails if closures have still to judge requests.
    ///   - hasMore: whether there were events since someone was told the verdict.
    ///   - owner: what is released.
    ///   - remedy: what to do instead, as sentences.
    package func released(
        _ verdict: @autoclosure () -> Verdict, hasMore: @autoclosure () -> Bool, of owner: String = "server",
        remedy: String
    ) {
        let before = state.withLock { $0 }
        guard !before.isDone, before.told == nil || hasMore() else { return }
        let verdict = verdict()
        guard before.told == nil || !verdict.passed else { return }
        let isDone = state.withLock { state in
            defer { state.isDone = true }
            return state.isDone
        }
        guard !isDone else { return }
        // Reading the verdict is not enough then.
        let omission =
            verdict.unjudged == nil
            ? "nobody asked for the verdict of this \(owner)\(before.told == nil ? "" : " after its last requests and stubs,")"
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
