import HTTPMessage
import Scenarios

extension FailureComposer {
    func unmatched(_ candidates: [NearMiss], _ decided: DecidedFailure) -> FailureDraft {
        let title = "nothing takes \(decided.requestText)"
        guard let view = decided.view, let nearest = nearestRule(of: candidates, view, decided.scope) else {
            return FailureDraft(
                Failure(
                    .unmatched, at: scenario.position, title, note: "the scenario has no steps and no stubs",
                    requests: decided.requests, instant: decided.instant))
        }
        let rule = scenario.rule(nearest.rule)
        let mismatches = rule.request.mismatches(view, in: decided.scope)
        let exhausted = nearest.state == .exhausted ? ["and it took its last request already"] : []
        guard let first = mismatches.first else {
            return FailureDraft(
                Failure(
                    .unmatched, at: rule.position, rule: rule.id, title,
                    note: "nearest is \(ruleText(nearest.rule))"
                        + (exhausted.isEmpty ? "" : ", which took its last request already"),
                    requests: decided.requests, instant: decided.instant))
        }
        let shown = 5
        let others = mismatches.dropFirst()
        let more = others.count > shown ? ["and \(others.count - shown) more"] : []
        let failure = Failure(
            .unmatched, at: first.position, rule: rule.id, title,
            note: "nearest is \(ruleText(nearest.rule)): \(problem(first))",
            difference: difference(first, decided.scope.variables),
            remarks: others.prefix(shown).map { "also: \(problem($0))" } + more + exhausted,
            requests: decided.requests, instant: decided.instant)
        // If the only reason is a capture that found nothing, this failure follows from the capture's.
        let follows = mismatches.allSatisfy { $0.blocked?.followsFromCapture ?? false }
        return FailureDraft(failure, cause: follows ? first.blocked : nil)
    }

    private func problem(_ mismatch: Mismatch) -> String {
        guard let error = mismatch.blocked else {
            return mismatch.sentence
        }
        return switch error.reason {
        case .unset(let variable):
            "it uses {{\(scenario.variables[variable].name)}}: \(unsetReason(variable))"
        case .broken(let variable, let position):
            "it uses {{\(scenario.variables[variable].name)}}, which got no value at \(position)"
        case .invalid(let sentence): Printable.text(sentence)
        }
    }
}
