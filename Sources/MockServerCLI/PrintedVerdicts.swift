import Locking
import MockServerKit

/// The verdicts of runs and sessions that are printed as soon as they have ended, before the last one. Any thread prints
/// them, each once.
final class PrintedVerdicts: Sendable {
    private struct State {
        /// How often each verdict was printed, by its key.
        var printed: [String: Int] = [:]
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
