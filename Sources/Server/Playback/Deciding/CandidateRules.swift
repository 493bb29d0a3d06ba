import Scenarios

/// The rules that match a request, of those with its path. They are found outside the run's lock: if thousands have the
/// same path, checking them takes too long for a lock.
final class CandidateRules: Sendable {
    /// The result for one rule.
    struct Candidate: Sendable {
        let rule: Int
        /// nil if the match may take long; the script requests it when it needs it.
        let match: RequestMatch?
        /// Whether all conditions under the rule's `when` are met; nil if finding that may take long.
        let conditionsHold: Bool?
    }

    /// By rule number, in file order.
    private let steps: [Candidate]
    private let stubs: [Candidate]
    let stepRules: [Int]
    /// By index among the stubs.
    let stubRules: [Int]
    /// The items of `expect` that count the request, or whose check may take long, by index.
    private let expectations: [Candidate]
    let expectationItems: [Int]
    /// The revision of the variables that the results apply to.
    let revision: Int
    /// The steps of work that it took to find them.
    let spent: Int

    /// The steps of work to look at a rule.
    private static let stepsPerRule = 4

    /// Checks all rules with the request's path, with the variables and connections of `outer`, but matches nothing
    /// that `isCostly`, and no conditions under `when` that `areCostly`.
    ///
    /// - Parameter steps: the most steps of work that this may take; reduced by those taken. If they do not suffice, they
    ///   become negative, and the results lack rules.
    init(
        _ view: RequestView, in outer: EvaluationContext, _ revision: Int, composer: FailureComposer,
        steps: inout Int, isCostly: (RequestMatcher) -> Bool, areCostly: ([WhenCondition]) -> Bool
    ) {
        var left = steps
        let size = view.size
        let compiled = composer.compiled
        let scenario = compiled.scenario
        let (variables, connections) = (outer.variables, outer.connections)
        func scope(_ number: Int) -> EvaluationContext {
            composer.scope(rule: number, variables, connections)
        }
        func candidate(_ number: Int, _ rule: Rule) -> Candidate? {
            left -= Self.stepsPerRule
            if left >= 0, !isCostly(rule.request) { left -= rule.request.cost.steps(forSize: size) }
            guard left >= 0 else { return nil }
            let match = isCostly(rule.request) ? nil : rule.request.match(view, in: scope(number))
            if case .notMatched? = match { return nil }
            var conditionsHold: Bool?
            if !areCostly(rule.when) {
                left -= rule.when.reduce(0) { $0 + $1.cost.comparisons }
                guard left >= 0 else { return nil }
                conditionsHold = rule.when.allSatisfy { $0.matches(in: scope(number)) }
            }
            return Candidate(rule: number, match: match, conditionsHold: conditionsHold)
        }
        let firstStub = scenario.steps.count
        self.steps = compiled.steps.rules(for: view).compactMap {
            candidate($0, scenario.steps[$0].rule)
        }
        stubs = compiled.stubs.rules(for: view).compactMap {
            candidate(firstStub + $0, scenario.stubs[$0])
        }
        stepRules = self.steps.map(\.rule)
        stubRules = stubs.map { $0.rule - firstStub }
        expectations = compiled.expectations.rules(for: view).compactMap { index in
            guard case .count(let requestMatcher, _, _) = scenario.expectations[index].kind else { return nil }
            left -= Self.stepsPerRule
            if left >= 0, !isCostly(requestMatcher) { left -= requestMatcher.cost.steps(forSize: size) }
            guard left >= 0 else { return nil }
            let match = isCostly(requestMatcher) ? nil : requestMatcher.match(view, in: scope(-1))
            if case .notMatched? = match { return nil }
            return Candidate(rule: index, match: match, conditionsHold: true)
        }
        expectationItems = expectations.map(\.rule)
        self.revision = revision
        spent = steps - left
        steps = left
    }

    func candidate(rule number: Int, firstStub: Int) -> Candidate? {
        number < firstStub ? Self.find(number, in: steps) : Self.find(number, in: stubs)
    }

    /// Whether an item of `expect` is about the request; nil if checking that may take long.
    func match(ofExpectation index: Int) -> RequestMatch? { Self.find(index, in: expectations)?.match }

    private static func find(_ rule: Int, in candidates: [Candidate]) -> Candidate? {
        var (low, high) = (0, candidates.count)
        while low < high {
            let middle = (low + high) / 2
            if candidates[middle].rule < rule { low = middle + 1 } else { high = middle }
        }
        return low < candidates.count && candidates[low].rule == rule ? candidates[low] : nil
    }
}
