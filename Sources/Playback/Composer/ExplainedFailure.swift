import Scenarios

/// What a decided failure comes to.
package struct ExplainedFailure: Sendable {
    let ordinal: Int?
    /// The rule that took the request.
    let rule: Int?
    let findings: [FailureDraft]
    /// The failure that is sent in place of a response, and its status; nil where the response is sent as planned.
    package let response: (failure: Failure, status: Int)?
    /// The request as reports show it, where the explanation changed what is said of it.
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

    /// The failures of the run that follow from no other.
    package var failures: [Failure] {
        ordinal == nil ? [] : findings.lazy.filter { $0.brokenCause == nil }.map(\.failure)
    }
}

/// A failure that was found, before it is kept.
struct FailureDraft: Sendable {
    var failure: Failure
    /// Where a variable should have got a value that alone is the reason.
    var brokenCause: Position?
    /// The position that should have set a variable and did not.
    var breaks: Position?
    /// Whether the response can't be the scripted one because of it.
    var isUnmade = false

    /// `cause` is the expression that alone is the reason.
    init(_ failure: Failure, cause: EvaluationError? = nil, breaks: Position? = nil) {
        self.failure = failure
        if case .broken(_, let position)? = cause?.reason { brokenCause = position }
        self.breaks = breaks
    }
}
