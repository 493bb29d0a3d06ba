package import Scenarios

/// A script's decision about an event. It contains no sentence: failures are explained outside the lock.
package struct Decision: Sendable {
    /// The response to the event's exchange; nil if the event needs no response.
    package let plan: ResponsePlan?
    /// The failure, with its position in the order of the run's failures; nil if nothing failed.
    package let failure: DecidedFailure?
    /// What the scenario's timing makes of it; nil for most decisions.
    package internal(set) var timing: TimingEffects?

    /// The kind of the first failure that makes the run fail.
    package var firstKind: FailureKind? { failure?.countedKind ?? timing?.failures.first?.kind }

    init(_ plan: ResponsePlan? = nil, failure: DecidedFailure? = nil, timing: TimingEffects? = nil) {
        self.plan = plan
        self.failure = failure
        self.timing = timing
    }
}

/// The response to an exchange, before it is rendered.
package struct ResponsePlan: Sendable {
    package enum Response: Sendable {
        /// As the scenario states it.
        case scripted(ResponseTemplate)
        /// With the text of the failure that belongs to the same decision.
        case failure(status: Int)
        /// The permissions that a CORS preflight asks for.
        case preflight

        /// Its status: there is no content.
        package static let statusOfPreflight = 204
    }

    private final class Snapshot: Sendable {
        let scope: EvaluationContext

        init(_ scope: EvaluationContext) { self.scope = scope }
    }

    package let response: Response
    private let snapshot: Snapshot?
    /// The context of the response's templates; nil for a response without templates.
    package var scope: EvaluationContext? { snapshot?.scope }
    /// The scripted response; nil if a failure's text is the response.
    package var template: ResponseTemplate? { if case .scripted(let template) = response { template } else { nil } }
    /// The index of the response's template if it has no templates and its rule only responds, so that the response
    /// does not depend on the request.
    package let constantIndex: Int?
    /// The request's timeline entry, as reports show it.
    package let entry: TimelineEntry
    /// Whether no rule took the request, but the scenario allows that.
    package let isAllowed: Bool

    package init(response: Response, scope: EvaluationContext?, entry: TimelineEntry, isAllowed: Bool = false) {
        self.isAllowed = isAllowed
        self.response = response
        snapshot = scope.map(Snapshot.init)
        if scope == nil, case .scripted(let template) = response {
            constantIndex = template.index
        } else {
            constantIndex = nil
        }
        self.entry = entry
    }
}
