package import Scenarios

/// What a script decided about an event. It holds no sentence: what failed is explained outside the lock.
package struct Decision: Sendable {
    /// How the exchange is answered that the event was about; nil where the event asks for no response.
    package let plan: ResponsePlan?
    /// What failed, with its position in the order of the run's failures; nil where nothing did.
    package let failure: DecidedFailure?

    init(_ plan: ResponsePlan? = nil, failure: DecidedFailure? = nil) {
        self.plan = plan
        self.failure = failure
    }
}

/// How an exchange is answered.
package struct ResponsePlan: Sendable {
    package enum Response: Sendable {
        /// As the scenario states it.
        case scripted(ResponseTemplate)
        /// With the text of the failure that was decided with it.
        case failure(status: Int)
    }

    private final class Snapshot: Sendable {
        let scope: EvaluationContext

        init(_ scope: EvaluationContext) { self.scope = scope }
    }

    package let response: Response
    private let snapshot: Snapshot?
    /// What the response's templates see; nil for one that has none.
    package var scope: EvaluationContext? { snapshot?.scope }
    /// The response that the scenario states; nil where a failure's text is the response.
    package var template: ResponseTemplate? { if case .scripted(let template) = response { template } else { nil } }
    /// Whether the response is one without templates of a rule that only answers, so that it says nothing of its
    /// request.
    package var isConstant: Bool { snapshot == nil && template != nil }
    /// The request's timeline entry, as reports give it.
    package let entry: TimelineEntry
    /// Whether the request is not a failure although nothing took it.
    package let isAllowed: Bool

    package init(response: Response, scope: EvaluationContext?, entry: TimelineEntry, isAllowed: Bool = false) {
        self.isAllowed = isAllowed
        self.response = response
        snapshot = scope.map(Snapshot.init)
        self.entry = entry
    }
}
