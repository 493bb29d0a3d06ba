import Locking
import Playback

extension ScenarioRun {
    /// `the closure of stub "a" that makes the response to #1`, as long as it has not returned; nil if there is none. The
    /// first of several is named.
    package var closureText: String? {
        let closures = state.withLock { $0.closures }
        guard let first = closures.first else { return nil }
        return "the closure of \(first.takerText) that makes the response to #\(first.number)\(more(closures.count))"
    }

    /// Why a verdict is made although a request is still being decided after `limit`, for people.
    func undecidedText(after limit: Duration) -> String {
        if let closureText {
            return
                "\(closureText) has not returned within \(limit), so the verdict is without it: let it return, and wait in "
                + "the test itself"
        }
        let responses = state.withLock { $0.unsettled }
        if let first = responses.first {
            return
                "the response to #\(first)\(more(responses.count)) is still being made after \(limit), so the verdict is "
                + "without it: let its template, or the rule that the request fails, read less of a large body"
        }
        return
            "a request is still being decided after \(limit), so the verdict is without it: let the scenario read less of "
            + "a large body"
    }

    private func more(_ count: Int) -> String { count > 1 ? ", and \(count - 1) more," : "" }
}
