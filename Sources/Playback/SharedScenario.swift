import Scenarios

/// A scenario by reference: what a run changes is passed about with each request, and the scenario would be with it.
final class SharedScenario: Sendable {
    let scenario: Scenario
    let redactor: Redactor
    /// Whether any target can hold what is redacted, which each request asks.
    let redactsTargets: Bool

    init(_ scenario: Scenario) {
        self.scenario = scenario
        redactor = Redactor(scenario.redaction)
        redactsTargets = redactor.concernsTargets
    }
}
