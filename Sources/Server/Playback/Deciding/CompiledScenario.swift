package import Scenarios

/// A scenario with everything that is derived from it once, for all of its runs. A class, because the run's state is
/// copied with each request and the scenario would be copied with it.
package final class CompiledScenario: Sendable {
    package let scenario: Scenario
    package let redactor: Redactor
    /// Whether the query of any target can contain redacted values; checked for each request.
    let redactsQueries: Bool
    /// Whether the user information of URLs in targets is redacted.
    let redactsUserInformation: Bool
    /// The variables whose values are redacted.
    let redactedVariables: Set<Int>
    let steps: RuleIndex
    let stubs: RuleIndex
    /// The items of `expect` that count requests.
    let expectations: RuleIndex
    /// The indices of the items of `expect` that count connections.
    let connectionExpectations: [Int]

    /// The stubs that take no requests any more, by their index among the stubs.
    package let removedStubs: Set<Int>

    package init(_ scenario: Scenario) {
        self.scenario = scenario
        redactor = Redactor(scenario.redaction)
        redactsQueries = redactor.concernsQueries
        redactsUserInformation = redactor.concernsUserInformation
        redactedVariables = scenario.redactedVariables
        steps = RuleIndex(scenario.steps.lazy.map(\.rule.request))
        stubs = RuleIndex(scenario.stubs.lazy.map(\.request))
        expectations = RuleIndex(scenario.expectations.lazy.map(\.requestMatcher))
        connectionExpectations = scenario.expectations.indices.filter {
            if case .connections = scenario.expectations[$0].kind { true } else { false }
        }
        removedStubs = []
    }

    /// The scenario that `base` becomes when stubs are added to it and removed from it.
    ///
    /// - Parameter scenario: `base`'s scenario with further stubs after its own.
    private init(_ scenario: Scenario, basedOn base: CompiledScenario, without removed: Set<Int>) {
        self.scenario = scenario
        redactor = base.redactor
        redactsQueries = base.redactsQueries
        redactsUserInformation = base.redactsUserInformation
        redactedVariables = scenario.redactedVariables
        steps = base.steps
        expectations = base.expectations
        connectionExpectations = base.connectionExpectations
        stubs = RuleIndex(scenario.stubs.lazy.map(\.request), without: removed)
        removedStubs = removed
    }

    /// The same with further stubs; nil if `scenario` differs from this one by more than that.
    package func adding(stubsOf scenario: Scenario) -> CompiledScenario? {
        let (former, new) = (self.scenario, scenario)
        guard former.steps.count == new.steps.count, former.stubs.count <= new.stubs.count,
            former.expectations.count == new.expectations.count, former.variables.count <= new.variables.count,
            zip(former.variables, new.variables).allSatisfy({ $0.name == $1.name }),
            zip(former.steps, new.steps).allSatisfy({ $0.rule.position == $1.rule.position }),
            zip(former.stubs, new.stubs).allSatisfy({ $0.position == $1.position })
        else { return nil }
        return CompiledScenario(scenario, basedOn: self, without: removedStubs)
    }

    /// The same without a stub.
    package func removing(stub: Int) -> CompiledScenario {
        CompiledScenario(scenario, basedOn: self, without: removedStubs.union([stub]))
    }
}

extension Expectation {
    /// The requests that it counts; nil if it is about something else.
    var requestMatcher: RequestMatcher? {
        if case .count(let requestMatcher, _, _) = kind { requestMatcher } else { nil }
    }
}
