package import Scenarios

/// A scenario with everything that is derived from it once, for all of its runs. A class, because the run's state is
/// copied with each request and the scenario would be copied with it.
package final class CompiledScenario: Sendable {
    package let scenario: Scenario
    package let redactor: Redactor
    /// Whether any target can contain redacted values; checked for each request.
    let redactsTargets: Bool
    let steps: RuleIndex
    let stubs: RuleIndex

    package init(_ scenario: Scenario) {
        self.scenario = scenario
        redactor = Redactor(scenario.redaction)
        redactsTargets = redactor.concernsTargets
        steps = RuleIndex(scenario.steps.lazy.map(\.rule.request))
        stubs = RuleIndex(scenario.stubs.lazy.map(\.request))
    }
}
