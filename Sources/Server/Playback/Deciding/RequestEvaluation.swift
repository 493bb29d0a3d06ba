import HTTPMessage
package import Scenarios

/// Results of request matchers and rules for one request, computed outside the run's lock if that may take long.
///
/// While the script decides, it asks this for each costly result. A missing result is noted as a question, and the
/// script decides nothing yet: its caller lets `resolve` compute the results outside the lock, then asks the script
/// again. Instead of checking many rules, the script asks for those that match. A result that depends on variables is
/// valid until one of them changes.
///
/// The results that a decision uses may take a number of steps of work together. Each result is computed as if it were
/// the only one, and says how many steps it took; the script adds them up in the order in which it uses them. So it does
/// not matter to a decision in which order, how often or where results were computed.
package struct RequestEvaluation: Sendable {
    /// The size of a request from which on its conditions take long to compare.
    private static let largeSize = 4 << 10
    /// How often the script asks again because variables changed. After that it takes the results as they are, so that a
    /// request can't starve while variables change all the time.
    private static let retries = 16
    /// The number of questions in the first round; each round allows twice as many as the one before.
    private static let firstQuestions = 64
    /// The most comparisons under the lock, in rules of a few conditions, so that it is not held for long. If there are
    /// more, the matching rules are found outside the lock.
    private static let inspectedRules = 64
    /// The most expressions and filters of `set` that are evaluated under the lock.
    private static let quicklyEvaluated = 64
    /// The fewest comparisons under the lock, even if no share of work is left for the request; and the steps that each
    /// takes of it.
    private static let (leastInspected, stepsPerInspection) = (16, 4)
    /// The steps of a round from which on nothing more is computed once a rule matches: it probably takes the request.
    private static let stepsAhead = 50_000

    enum Question: Hashable, Sendable {
        /// Whether the request is for the rule.
        case rule(Int)
        /// The rule's assertions and effects for the request.
        case taking(Int)
        /// Whether an item of `expect` counts it.
        case expectation(Int)
        /// Whether the conditions under the rule's `when` are met.
        case conditions(Int)
        /// Which rules the request matches.
        case candidates
        /// Whether the head alone shows that the rule does not take the request, whatever its body and the variables are.
        case excluded(Int)
    }

    /// The result of a rule for a request that it takes: its assertions and its effects.
    struct Taking: Sendable {
        let count: Int
        let assertionsHold: Bool
        let effects: RuleEffects
    }

    private enum Result: Sendable {
        case match(RequestMatch)
        case taking(Taking)
    }

    /// A result, the steps of work that it took, and the revision of the variables that it applies to; nil for any.
    private struct Found: Sendable {
        let result: Result
        let steps: Int
        let revision: Int?
    }

    /// A class, so that an evaluation without questions, as for most requests, is small.
    private final class FinishedRounds: Sendable {
        let results: [Question: Found]
        let candidates: CandidateRules?
        let round: Int
        let retries: Int

        init(_ results: [Question: Found], _ candidates: CandidateRules?, round: Int, retries: Int) {
            self.results = results
            self.candidates = candidates
            self.round = round
            self.retries = retries
        }
    }

    /// A question with the inputs of its result.
    private struct OpenQuestion: Sendable {
        let question: Question
        let requestMatcher: RequestMatcher?
        let scope: EvaluationContext
        let view: RequestView?
    }

    private let size: Int
    private var isLarge: Bool { size > Self.largeSize }
    /// Whether the variables are so large that it takes long to evaluate templates with them.
    private var hasLargeVariables = false
    /// The most steps of work for the decision.
    let budget: Int
    /// The steps of work that `resolve` may still take before it is interrupted; nil where it may block.
    package var share: Int?
    private var finished: FinishedRounds?
    private var open: [OpenQuestion] = []
    private var revision = 0
    private var inspected = 0
    /// The results that the script has used in this round, and the rules that the head excludes.
    private var used: Set<Question> = []
    /// The steps of those results.
    private var spent = 0
    /// Whether the script needs the matching rules, as it may check no more. The rest of the round has no effect.
    private(set) var lacksCandidates = false
    /// A rule that fails the run if the request is one of its own, which can't be said.
    var undecided: UndecidedRule?
    /// Whether only the head has come, and the request can't be decided before its body has.
    package internal(set) var needsBody = false

    /// - Parameters:
    ///   - share: the steps of work that it may take where others wait; nil if nobody waits.
    ///   - budget: the most steps of work for the decision; nil for as many as the request's size allows.
    package init(_ view: borrowing RequestView, share: Int? = nil, budget: Int? = nil) {
        size = view.size
        self.budget = budget ?? WorkBudget.steps(forSize: view.bodySize)
        self.share = share
    }

    /// Whether the script needs results before it can decide.
    var isIncomplete: Bool { !open.isEmpty }
    /// Whether the results that the script used took more steps of work than a decision may.
    var isOverBudget: Bool { spent > budget }
    /// Why no rule takes the request, whatever matches it; nil if one may.
    var refusal: Script.NoMatchReason? {
        isOverBudget ? .tooMuchWork(steps: budget) : undecided.map { .undecided($0) }
    }
    /// Whether no further question is accepted before the open ones have results.
    private var isFull: Bool { open.count >= Self.firstQuestions << min(finished?.round ?? 0, 32) }

    /// Whether matching may take long.
    func isCostly(_ requestMatcher: RequestMatcher) -> Bool {
        let cost = requestMatcher.cost
        return cost.needsLimit || isLarge && (cost.readsBody || cost.readsNames)
            || hasLargeVariables && cost.readsVariables
    }

    /// Whether checking the conditions under a rule's `when` may take long.
    func isCostly(_ conditions: [WhenCondition]) -> Bool {
        conditions.contains { $0.cost.needsLimit || hasLargeVariables && $0.cost.comparisons > 1 }
    }

    /// Whether computing the rule's assertions and effects may take long.
    func isCostly(taking rule: Rule) -> Bool {
        if isLarge, !(rule.captures.isEmpty && rule.sets.isEmpty) { return true }
        if !rule.sets.isEmpty {
            if hasLargeVariables { return true }
            if rule.sets.reduce(0, { $0 + $1.evaluations }) > Self.quicklyEvaluated { return true }
            if rule.sets.contains(where: \.chainsFilters) { return true }
        }
        return rule.assertions.contains(where: isCostly) || rule.captures.contains(where: \.needsLimit)
    }

    /// The script begins to decide, with the variables of this revision, which have so many bytes together.
    mutating func begin(revision: Int, variablesSize: Int) {
        hasLargeVariables = variablesSize > Self.largeSize
        undecided = nil
        guard finished != nil else { return }
        dropOutdatedCandidates(revision: revision)
        used = []
        spent = candidates?.spent ?? 0
    }

    // MARK: - A head that was examined before its body came

    /// For a complete request whose head has excluded these rules.
    init(_ view: borrowing RequestView, share: Int?, excluded rules: Set<Int>) {
        self.init(view, share: share)
        let results = rules.map { (Question.excluded($0), Found(result: .match(.notMatched), steps: 0, revision: nil)) }
        finished = FinishedRounds(Dictionary(uniqueKeysWithValues: results), nil, round: 0, retries: 0)
    }

    /// Notes that the head alone shows that the rule does not take the request.
    mutating func exclude(_ rule: Int) { used.insert(.excluded(rule)) }

    /// Whether the head has shown that.
    func excludes(_ rule: Int) -> Bool { finished?.results[.excluded(rule)] != nil }

    /// The rules that were excluded in this round.
    var excludedRules: Set<Int> {
        Set(used.compactMap { if case .excluded(let rule) = $0 { rule } else { nil } })
    }

    // MARK: - Many rules

    /// The matching rules, if they were found outside the lock.
    var candidates: CandidateRules? { finished?.candidates }
    var hasCandidates: Bool { finished != nil && candidates != nil }

    /// Drops the matching rules if variables have changed since they were found.
    private mutating func dropOutdatedCandidates(revision: Int) {
        guard let finished, let candidates = finished.candidates, candidates.revision != revision, mayRetry else {
            return
        }
        self.finished = FinishedRounds(finished.results, nil, round: finished.round, retries: finished.retries + 1)
    }

    /// Whether the script may check a rule under the lock. If not, it gets the matching rules in the next round; until
    /// then the request counts as not matching.
    ///
    /// - Parameter steps: the steps of work that the comparison takes.
    mutating func mayInspect(steps: Int, revision: Int, _ scope: () -> EvaluationContext) -> Bool {
        let comparisons = 1 + steps / 16
        inspected += comparisons
        var most = Self.inspectedRules
        if let share {
            most = min(most, Self.leastInspected + share / Self.stepsPerInspection)
            self.share = max(0, share - comparisons * Self.stepsPerInspection)
        }
        guard inspected > most, candidates == nil else { return true }
        if !lacksCandidates { ask(.candidates, nil, in: scope(), view: nil, revision: revision) }
        lacksCandidates = true
        return false
    }

    // MARK: - Single results

    /// Whether results are computed again because variables changed.
    private var mayRetry: Bool { (finished?.retries ?? 0) < Self.retries }

    /// The result of a question, if it is known and still valid.
    private mutating func found(_ question: Question, revision: Int) -> Result? {
        guard let found = finished?.results[question],
            found.revision == nil || found.revision == revision || !mayRetry
        else { return nil }
        if used.insert(question).inserted { spent += found.steps }
        return found.result
    }

    /// Whether the request matches. If the result is not known yet, the request counts as not matching.
    mutating func match(
        _ question: Question, _ requestMatcher: RequestMatcher, revision: Int, scope: () -> EvaluationContext
    ) -> RequestMatch {
        if isOverBudget { return .notMatched }
        if case .match(let match) = found(question, revision: revision) {
            return isOverBudget ? .notMatched : match
        }
        if !isFull { ask(question, requestMatcher, in: scope(), view: nil, revision: revision) }
        return .notMatched
    }

    /// Whether the conditions under the rule's `when` are met. If that is not known yet, they count as not met.
    mutating func conditionsHold(_ number: Int, revision: Int, scope: () -> EvaluationContext) -> Bool {
        if isOverBudget { return false }
        if case .match(let match) = found(.conditions(number), revision: revision) {
            return !isOverBudget && match.isMatched
        }
        if !isFull { ask(.conditions(number), nil, in: scope(), view: nil, revision: revision) }
        return false
    }

    /// The results of the rule for its `count`th request; nil if the script has to wait.
    mutating func taking(
        _ number: Int, _ rule: Rule, count: Int, revision: Int, scope: () -> EvaluationContext
    ) -> Taking? {
        if isOverBudget { return nil }
        if case .taking(let taking) = found(.taking(number), revision: revision) {
            let isCurrent = finished?.results[.taking(number)]?.revision.map { $0 == revision } ?? true
            if isCurrent, taking.count == count || rule.sets.isEmpty { return taking }
            // What `set` gives must be made of what other requests gave.
            if !mayRetry { return taking.setting(rule, in: scope()) }
        }
        let scope = scope()
        ask(.taking(number), nil, in: scope, view: scope.request, revision: revision)
        return nil
    }

    private mutating func ask(
        _ question: Question, _ requestMatcher: RequestMatcher?, in scope: EvaluationContext, view: RequestView?,
        revision: Int
    ) {
        self.revision = revision
        open.append(OpenQuestion(question: question, requestMatcher: requestMatcher, scope: scope, view: view))
    }

    /// Computes results that the script needs: at least one, and all if they take few steps of work.
    ///
    /// - Returns: false, with no other effect, if `share` does not suffice. Set it to nil where nobody waits, and call
    ///   this again.
    package mutating func resolve(_ view: RequestView, _ composer: FailureComposer) -> Bool {
        var results = finished?.results ?? [:]
        var candidates = finished?.candidates
        var isRetry = false
        var spent = 0
        for asked in open {
            let allowed = min(budget, share ?? .max)
            var left = allowed
            var isMatch = false
            if results[asked.question] != nil { isRetry = true }
            switch asked.question {
            case .excluded: continue
            case .rule, .expectation:
                guard let requestMatcher = asked.requestMatcher else { continue }
                let match = requestMatcher.match(view, in: asked.scope, steps: &left)
                if case .rule = asked.question { isMatch = match.isMatched }
                results[asked.question] = Found(
                    result: .match(match), steps: left < 0 ? budget + 1 : allowed - left,
                    revision: requestMatcher.cost.readsVariables ? revision : nil)
            case .conditions(let number):
                let holds = composer.scenario.rule(number).when.match(in: asked.scope, steps: &left)
                results[asked.question] = Found(
                    result: .match(holds ? .matched(parameters: []) : .notMatched),
                    steps: left < 0 ? budget + 1 : allowed - left, revision: revision)
            case .candidates:
                candidates = CandidateRules(
                    view, in: asked.scope, revision, composer: composer, steps: &left, isCostly: isCostly,
                    areCostly: isCostly)
            case .taking(let number):
                let rule = composer.scenario.rule(number)
                let taking = Taking(rule, asked.view ?? view, in: asked.scope, steps: &left)
                results[asked.question] = Found(
                    result: .taking(taking), steps: left < 0 ? budget + 1 : allowed - left,
                    revision: rule.readsVariables ? revision : nil)
            }
            if let share {
                if left < 0 {
                    self.share = 0
                    return false
                }
                self.share = share - (allowed - left)
            }
            spent += left < 0 ? budget + 1 : allowed - left
            if spent > budget || isMatch && spent > Self.stepsAhead { break }
        }
        let (round, retries) = ((finished?.round ?? 0) + 1, (finished?.retries ?? 0) + (isRetry ? 1 : 0))
        finished = FinishedRounds(results, candidates, round: round, retries: retries)
        (open, lacksCandidates, inspected) = ([], false, 0)
        return true
    }
}

extension RequestEvaluation.Taking {
    /// - Parameter steps: the most steps of work that this may take; reduced by those taken. If they do not suffice, they
    ///   become negative, and the result has no meaning.
    init(_ rule: Rule, _ view: RequestView, in scope: EvaluationContext, steps: inout Int) {
        count = scope.count
        var holds = true
        for assertion in rule.assertions where holds && steps >= 0 {
            holds = assertion.match(view, in: scope, steps: &steps).isMatched
        }
        assertionsHold = holds
        effects = RuleEffects(of: rule, on: view, in: scope, steps: &steps)
    }

    /// The result for a rule whose assertions and captures are quick.
    init(_ rule: Rule, _ view: RequestView, in scope: EvaluationContext) {
        count = scope.count
        assertionsHold = rule.assertions.allSatisfy { $0.match(view, in: scope).isMatched }
        effects = RuleEffects(of: rule, on: view, in: scope)
    }

    /// The same, as far as what the rule captures and sets has room beside the variables of `before`.
    func fitting(_ rule: Rule, in before: EvaluationContext) -> Self {
        Self(count: count, assertionsHold: assertionsHold, effects: effects.fitting(rule, in: before))
    }

    /// The same assertions and captures, with what the rule sets in `scope`.
    fileprivate func setting(_ rule: Rule, in scope: EvaluationContext) -> Self {
        Self(
            count: scope.count, assertionsHold: assertionsHold,
            effects: RuleEffects(of: rule, captured: effects.captured, in: scope))
    }
}

extension Rule {
    /// Whether assertions or effects depend on variables.
    fileprivate var readsVariables: Bool {
        assertions.contains { $0.cost.readsVariables }
            || captures.contains { if case .template? = $0.matches { true } else { false } }
            || sets.contains { !$0.value.variables.isEmpty }
    }
}
