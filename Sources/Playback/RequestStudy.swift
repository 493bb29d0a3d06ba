import HTTPMessage
import JSONPath
package import Scenarios

/// Results of request matchers and rules for one request, computed outside the run's lock if that may take long.
///
/// While the script decides, it asks this for each costly result. A missing result is noted as a question, and the
/// script decides nothing yet: its caller lets `resolve` compute the results outside the lock, then asks the script
/// again. Instead of checking many rules, the script asks for those that match. A result that depends on variables is
/// valid until one of them changes.
package struct RequestStudy: Sendable {
    /// The number of bytes from which on a body takes long to inspect.
    private static let largeBody = 16 << 10
    /// The most rounds in which the script asks. After that it computes missing results itself, so that a request can't
    /// starve while variables change all the time.
    private static let rounds = 8
    /// The number of questions in the first round; each round allows twice as many as the one before.
    private static let firstQuestions = 64
    /// The most rules that are checked under the lock, so that it is not held for long. If there are more, the matching
    /// rules are found outside the lock.
    private static let inspectedRules = 64

    enum Question: Hashable, Sendable {
        /// Whether the request is for the rule.
        case rule(Int)
        /// The rule's assertions and effects for the request.
        case taking(Int)
        /// Whether an item of `expect` counts it.
        case expectation(Int)
        /// Which rules the request matches.
        case candidates
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

    /// A class, so that a study without questions, as for most requests, is small.
    private final class FinishedRounds: Sendable {
        let results: [Question: (result: Result, revision: Int?)]
        let candidates: CandidateRules?
        let round: Int

        init(
            _ results: [Question: (result: Result, revision: Int?)], _ candidates: CandidateRules?, round: Int
        ) {
            self.results = results
            self.candidates = candidates
            self.round = round
        }
    }

    /// A question with the inputs of its result.
    private struct OpenQuestion: Sendable {
        let question: Question
        let requestMatcher: RequestMatcher?
        let scope: EvaluationContext
        let view: RequestView?
    }

    private let isLarge: Bool
    private var finished: FinishedRounds?
    private var open: [OpenQuestion] = []
    private var revision = 0
    private var inspected = 0
    /// Whether the script needs the matching rules, as it may check no more. The rest of the round has no effect.
    private(set) var lacksCandidates = false
    /// Whether only the head has come, and the request can't be decided before its body has.
    package internal(set) var needsBody = false

    package init(_ view: borrowing RequestView) { isLarge = view.bodySize > Self.largeBody }

    /// Whether the script needs results before it can decide.
    var isIncomplete: Bool { !open.isEmpty }
    /// Whether no further question is accepted before the open ones have results.
    private var isFull: Bool { open.count >= Self.firstQuestions << (finished?.round ?? 0) }

    /// Whether matching may take long.
    func isCostly(_ requestMatcher: RequestMatcher) -> Bool {
        let cost = requestMatcher.cost
        return cost.hasRegex || cost.hasCostlyQuery || cost.comparesInAnyOrder || cost.readsParts
            || isLarge && cost.readsBody
    }

    /// Whether computing the rule's assertions and effects may take long.
    func isCostly(taking rule: Rule) -> Bool {
        if isLarge, !(rule.captures.isEmpty && rule.sets.isEmpty) { return true }
        return rule.assertions.contains(where: isCostly) || rule.captures.contains(where: \.isCostly)
    }

    // MARK: - Many rules

    /// The matching rules, if they were found outside the lock.
    var candidates: CandidateRules? { finished?.candidates }
    var hasCandidates: Bool { finished != nil && candidates != nil }

    /// Drops the matching rules if variables have changed since they were found.
    mutating func dropOutdatedCandidates(revision: Int) {
        guard let finished, let candidates = finished.candidates, candidates.revision != revision, mayAsk else {
            return
        }
        self.finished = FinishedRounds(finished.results, nil, round: finished.round)
    }

    /// Whether the script may check one more rule under the lock. If not, it gets the matching rules in the next round;
    /// until then the request counts as not matching.
    mutating func mayInspect(revision: Int, _ scope: () -> EvaluationContext) -> Bool {
        inspected += 1
        guard inspected > Self.inspectedRules, candidates == nil, mayAsk else { return true }
        if !lacksCandidates { ask(.candidates, nil, in: scope(), view: nil, revision: revision) }
        lacksCandidates = true
        return false
    }

    // MARK: - Single results

    /// Whether another question may be asked; false after several rounds.
    private var mayAsk: Bool { (finished?.round ?? 0) < Self.rounds }

    /// Whether the request matches; nil if the script has to find it out itself. If the result is not known yet, the
    /// request counts as not matching.
    mutating func match(
        _ question: Question, _ requestMatcher: RequestMatcher, revision: Int, scope: () -> EvaluationContext
    ) -> RequestMatch? {
        if let (result, found) = finished?.results[question], found == nil || found == revision,
            case .match(let match) = result
        {
            return match
        }
        guard mayAsk else { return nil }
        if !isFull { ask(question, requestMatcher, in: scope(), view: nil, revision: revision) }
        return .notMatched
    }

    /// The results of the rule for its `count`th request; nil if the script has to compute them itself or has to wait.
    mutating func taking(
        _ number: Int, _ rule: Rule, count: Int, revision: Int, scope: () -> EvaluationContext
    ) -> Taking? {
        if let (result, found) = finished?.results[.taking(number)], found == nil || found == revision,
            case .taking(let taking) = result, taking.count == count || rule.sets.isEmpty
        {
            return taking
        }
        if mayAsk {
            let scope = scope()
            ask(.taking(number), nil, in: scope, view: scope.request, revision: revision)
        }
        return nil
    }

    private mutating func ask(
        _ question: Question, _ requestMatcher: RequestMatcher?, in scope: EvaluationContext, view: RequestView?,
        revision: Int
    ) {
        self.revision = revision
        open.append(OpenQuestion(question: question, requestMatcher: requestMatcher, scope: scope, view: view))
    }

    /// Computes the results that the script needs.
    package mutating func resolve(_ view: RequestView, _ composer: FailureComposer) {
        var results = finished?.results ?? [:]
        var candidates = finished?.candidates
        for asked in open {
            switch asked.question {
            case .rule, .expectation:
                guard let requestMatcher = asked.requestMatcher else { continue }
                let match = requestMatcher.match(view, in: asked.scope)
                results[asked.question] = (.match(match), requestMatcher.cost.readsVariables ? revision : nil)
            case .candidates:
                candidates = CandidateRules(view, in: asked.scope, revision, composer: composer, isCostly: isCostly)
            case .taking(let number):
                let rule = composer.scenario.rule(number)
                let taking = Taking(rule, asked.view ?? view, in: asked.scope)
                results[asked.question] = (.taking(taking), rule.readsVariables ? revision : nil)
            }
        }
        finished = FinishedRounds(results, candidates, round: (finished?.round ?? 0) + 1)
        (open, lacksCandidates, inspected) = ([], false, 0)
    }
}

extension RequestStudy.Taking {
    init(_ rule: Rule, _ view: RequestView, in scope: EvaluationContext) {
        count = scope.count
        assertionsHold = rule.assertions.allSatisfy { $0.match(view, in: scope).isMatched }
        effects = RuleEffects(of: rule, on: view, in: scope)
    }
}

extension Capture {
    /// Whether it may take long even on a small request.
    fileprivate var isCostly: Bool {
        if matches != nil { return true }
        return if case .json(let query) = source { !query.isLinear } else { false }
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
