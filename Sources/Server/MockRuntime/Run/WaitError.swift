public import Playback
import Scenarios

/// Why waiting for a step or a request failed.
public enum WaitError: Error, Sendable, CustomStringConvertible {
    /// The scenario has no step with that id; `known` are the existing ids.
    case noSuchStep(String, known: [String])
    /// The step took fewer requests than expected in that time; the verdict is the one at that instant.
    case timedOut(step: String, count: Int, expected: Int, after: Duration, verdict: Verdict)
    /// No further request came in that time, or before the server stopped; the verdict is the one at that instant.
    case noRequest(after: Duration, serverStopped: Bool, verdict: Verdict)
    /// The journal has dropped requests that were not taken; this is the first one after them.
    case requestsDropped(before: JournalEntry)

    public var description: String {
        switch self {
        case .noSuchStep(let id, let known):
            let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
            return "the scenario has no step \"\(id)\"; it has \(names.isEmpty ? "none" : names)"
        case .timedOut(let step, let count, let expected, let timeout, let verdict):
            return
                "\(RuleNoun.step.text(step)) took \(count) of \(expected) requests within \(timeout)\n\n\(verdict.text())"
        case .noRequest(let timeout, let stopped, let verdict):
            let reason =
                stopped ? "the server has stopped, so no further request comes" : "no request came within \(timeout)"
            return "\(reason)\n\n\(verdict.text())"
        case .requestsDropped(let next):
            return
                "requests before #\(next.timeline.number) \(next.timeline.requestText) had to leave the journal before "
                + "they were taken; raise options.journalLimit, or take them sooner"
        }
    }
}
