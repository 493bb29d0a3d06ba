import Locking
import MockServerKit

/// The verdicts of runs and sessions that are printed as soon as they have ended, before the last one. Any thread prints
/// them, each once.
final class PrintedVerdicts: Sendable {
    private struct State {
        /// How often each verdict was printed, by its key.
        var printed: [String: Int] = [:]
        /// The hashes of the failures that tests have shown: of sessions by their ids, and of the server's own run by an
        /// empty one.
        var shown: [String: Set<Int>] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    /// Prints a verdict, unless `rest` was called: then the end of the command prints it.
    ///
    /// - Parameters:
    ///   - key: tells the verdict from others, and from that of the same run before something else happened.
    ///   - print: called at once. It must not block.
    func print(_ key: String, _ print: () -> Void) {
        // Under the lock, so that none is printed after the last verdict.
        state.withLock { state in
            guard !state.isClosed else { return }
            state.printed[key, default: 0] += 1
            print()
        }
    }

    /// Notes that a test shows failures of a session, or of the server's own run, to its user.
    func show(_ failures: [Failure], of session: String?) {
        let hashes = Set(failures.map(Self.hash))
        state.withLock { $0.shown[session ?? "", default: []].formUnion(hashes) }
    }

    /// Tells the failures that tests have shown of a session, or of the server's own run.
    func shown(of session: String?) -> (Failure) -> Bool {
        let hashes = state.withLock { $0.shown[session ?? ""] ?? [] }
        guard !hashes.isEmpty else { return { _ in false } }
        return { hashes.contains(Self.hash(of: $0)) }
    }

    private static func hash(of failure: Failure) -> Int {
        // The rest of its text changes with each request that comes after it was shown.
        (failure.kind == .unmet ? failure.headline : failure.text()).hashValue
    }

    /// The server's own run has ended: tests have shown nothing of the next one.
    func forgetShown() { state.withLock { $0.shown[""] = nil } }

    /// Those of the last verdicts that are not printed yet. Nothing else is printed from now on.
    func rest<Element: Sendable>(of last: [Element], key: (Element) -> String) -> [Element] {
        state.withLock { state in
            state.isClosed = true
            return last.filter { element in
                let key = key(element)
                guard let count = state.printed[key], count > 0 else { return true }
                state.printed[key] = count - 1
                return false
            }
        }
    }
}
