import Locking
import MockServerKit

/// The verdicts of runs and sessions that are printed as soon as they have ended, before the last one. Any thread prints
/// them, each once.
final class PrintedVerdicts: Sendable {
    private struct State {
        /// How often each verdict was printed, by the hash of its key.
        var printed: [Int: Int] = [:]
        /// How often each failure was in a printed verdict, by the hash of its text: of sessions by their ids, and of the
        /// server's own runs by an empty one.
        var told: [String: [Int: Int]] = [:]
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
    ///   - failures: those in the verdict.
    ///   - session: the id of the session that it is on; nil for a run of the server's own.
    ///   - print: called at once. It must not block.
    func print(
        _ key: String, _ failures: [Failure] = [], of session: String? = nil, _ print: () -> Void
    ) {
        // Under the lock, so that none is printed after the last verdict.
        state.withLock { state in
            guard !state.isClosed else { return }
            state.printed[key.hashValue, default: 0] += 1
            for failure in failures {
                state.told[session ?? "", default: [:]][failure.text().hashValue, default: 0] += 1
            }
            print()
        }
    }

    /// Notes that a test shows failures of a session, or of the server's own run, to its user.
    func show(_ failures: [Failure], of session: String?) {
        let hashes = Set(failures.map(Self.hash))
        state.withLock { $0.shown[session ?? "", default: []].formUnion(hashes) }
    }

    /// Those that tests have shown of a session, or of the server's own run.
    func shown(of session: String?) -> ToldFailures {
        let hashes = state.withLock { $0.shown[session ?? ""] ?? [] }
        return hashes.isEmpty ? .nothing : .shown { hashes.contains(Self.hash(of: $0)) }
    }

    /// Those of a verdict on a run or a session which were in a printed one. What several runs have alike is found as often
    /// as it was printed.
    ///
    /// - Returns: nil if there are none.
    func takeTold(_ failures: [Failure], of session: String?) -> ToldFailures? {
        let hashes = failures.map { $0.text().hashValue }
        let told = state.withLock { state in
            Set(
                hashes.filter { hash in
                    guard let count = state.told[session ?? ""]?[hash], count > 0 else { return false }
                    state.told[session ?? ""]?[hash] = count - 1
                    return true
                })
        }
        return told.isEmpty ? nil : .above { told.contains($0.text().hashValue) }
    }

    private static func hash(of failure: Failure) -> Int {
        // The rest of its text changes with each request that comes after it was shown.
        (failure.kind == .unmet ? failure.headline : failure.text()).hashValue
    }

    /// The server's own run has ended: tests have shown nothing of the next one.
    func forgetShown() { state.withLock { $0.shown[""] = nil } }

    /// Those of the last verdicts that are not printed yet. Nothing else is printed from now on.
    ///
    /// - Parameter isPrinted: called with each of the others.
    func rest<Element: Sendable>(
        of last: [Element], key: (Element) -> String, isPrinted: (Element) -> Void = { _ in }
    ) -> [Element] {
        let keys = last.map { key($0).hashValue }
        let rest = state.withLock { state in
            state.isClosed = true
            return keys.map { key in
                guard let count = state.printed[key], count > 0 else { return true }
                state.printed[key] = count - 1
                return false
            }
        }
        return zip(last, rest).compactMap { element, isRest in
            if !isRest { isPrinted(element) }
            return isRest ? element : nil
        }
    }
}
