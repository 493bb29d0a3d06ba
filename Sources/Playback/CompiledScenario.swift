import Scenarios

/// A scenario with what is made from it once, by reference: what a run changes is copied with each request, and the
/// scenario would be copied with it.
final class CompiledScenario: Sendable {
    let scenario: Scenario
    let redactor: Redactor
    /// Whether any target can hold what is redacted, which each request asks.
    let redactsTargets: Bool
    let steps: RuleIndex
    let stubs: RuleIndex

    init(_ scenario: Scenario) {
        self.scenario = scenario
        redactor = Redactor(scenario.redaction)
        redactsTargets = redactor.concernsTargets
        steps = RuleIndex(scenario.steps.lazy.map(\.rule.request))
        stubs = RuleIndex(scenario.stubs.lazy.map(\.request))
    }
}
