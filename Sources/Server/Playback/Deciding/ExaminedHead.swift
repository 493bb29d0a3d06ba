package import HTTPMessage
package import Scenarios

/// The head of a request that could not be decided by it: what it showed is not found again when the body has come.
package final class ExaminedHead: Sendable {
    private let view: RequestView
    /// The scenario whose rules have these numbers.
    private let compiled: CompiledScenario
    let excludedRules: Set<Int>

    /// - Parameter evaluation: what was found for the head; it had no effect.
    package init(_ view: RequestView, _ evaluation: RequestEvaluation, by compiled: CompiledScenario) {
        self.view = view
        self.compiled = compiled
        excludedRules = evaluation.excludedRules
    }

    /// Parses the rest of the request, and begins its evaluation; all of it if it is another request, or for other rules.
    ///
    /// - Parameter share: the steps of work that it may take where others wait; nil if nobody waits.
    package func completed(
        by request: Request, for compiled: CompiledScenario, share: Int?
    ) -> (RequestView, RequestEvaluation) {
        guard view.request.connection == request.connection, self.compiled === compiled else {
            return RequestEvaluation.begun(request, for: compiled, share: share)
        }
        let view = RequestView(request, needs: compiled.scenario.needs, examined: view)
        return (view, RequestEvaluation(view, share: share, excluded: excludedRules))
    }
}

extension RequestEvaluation {
    /// Parses a complete request, and begins its evaluation.
    package static func begun(
        _ request: Request, for compiled: CompiledScenario, share: Int?
    ) -> (RequestView, RequestEvaluation) {
        let view = RequestView(request, needs: compiled.scenario.needs)
        return (view, RequestEvaluation(view, share: share))
    }
}
