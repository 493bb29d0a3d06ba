import Scenarios

/// The explanation of a decided failure.
package struct ExplainedFailure: Sendable {
    let ordinal: Int?
    /// The rule that took the request.
    let rule: Int?
    let findings: [FailureDraft]
    /// The failure that is sent instead of the response, and its status; nil if the response is sent as planned.
    package private(set) var response: (failure: Failure, status: Int)?
    /// The request as reports show it, if the explanation changed its entry.
    package let amendedEntry: TimelineEntry?

    init(
        _ decided: DecidedFailure, _ findings: [FailureDraft], rule: Int? = nil,
        response: (failure: Failure, status: Int)? = nil, amendedEntry: TimelineEntry? = nil
    ) {
        ordinal = decided.ordinal
        self.rule = rule
        self.findings = findings
        self.response = response
        self.amendedEntry = amendedEntry
    }

    /// The explanation with each value of the index replaced in the failure that is sent: it may show earlier requests.
    package func redactingResponse(_ index: SecretIndex) -> ExplainedFailure {
        guard let (failure, status) = response, !index.isEmpty else { return self }
        var explained = self
        explained.response = (failure.redacted(index), status)
        return explained
    }

    /// The failures of the run that are not consequences of another one.
    package var failures: [Failure] {
        ordinal == nil ? [] : findings.lazy.filter { $0.brokenCause == nil }.map(\.failure)
    }
}

/// A failure that was found but is not kept yet.
struct FailureDraft: Sendable {
    var failure: Failure
    /// The position that should have set a variable, if the missing value is the only reason.
    var brokenCause: Position?
    /// The position that should have set a variable but did not, because of this failure.
    var breaks: Position?
    /// The names that are there instead of a missing one, which end the title or the note.
    var hint: NameHint?
    var hintsInNote = false
    /// The step that a refused request was for.
    var refused: RefusedStep?
    /// The steps that lack requests: had those come in order, there were no such failure. Empty if there is another reason.
    var lacks: [LackingStep] = []
    /// The number of a request that was interrupted and did not come again, of which the failure tells.
    var missed: Int?
    /// Whether a request came again automatically, where the client should have asked for the outcome of the first one.
    var resends = false
    /// Whether it prevents the scripted response.
    var isUnmade = false

    /// `cause` is the expression that is the only reason.
    init(_ failure: Failure, cause: EvaluationError? = nil, breaks: Position? = nil) {
        self.failure = failure
        if case .broken(_, let position)? = cause?.reason { brokenCause = position }
        self.breaks = breaks
    }
}
