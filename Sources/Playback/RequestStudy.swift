import HTTPMessage
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
    private final class Notes: Sendable {
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
    private var notes: Notes?
    private var open: [OpenQuestion] = []
    private var revision = 0
    private var inspected = 0
    /// Whether the script needs the matching rules, as it may check no more. The rest of the round has no effect.
    private(set) var lacksCandidates = false

    package init(_ view: borrowing RequestView) { isLarge = view.request.body.count > Self.largeBody }

    /// Whether the script needs results before it can decide.
    var isIncomplete: Bool { !open.isEmpty }
    /// Whether no further question is accepted before the open ones have results.
    private var isFull: Bool { open.count >= Self.firstQuestions << (notes?.round ?? 0) }

    /// Whether matching may take long.
    func isCostly(_ requestMatcher: RequestMatcher) -> Bool {
        requestMatcher.cost.hasRegex || requestMatcher.cost.comparesInAnyOrder
            || isLarge && requestMatcher.cost.readsBody
    }

    /// Whether computing the rule's assertions and effects may take long.
    func isCostly(taking rule: Rule) -> Bool {
        if isLarge, !(rule.captures.isEmpty && rule.sets.isEmpty) { return true }
        return rule.assertions.contains(where: isCostly) || rule.captures.contains { $0.matches != nil }
    }

    // MARK: - Many rules

    /// The matching rules, if they were found outside the lock.
    var candidates: CandidateRules? { notes?.candidates }
    var hasCandidates: Bool { notes != nil && candidates != nil }

    /// Drops the matching rules if variables have changed since they were found.
    mutating func dropOutdatedCandidates(revision: Int) {
        guard let notes, let candidates = notes.candidates, candidates.revision != revision, mayAsk else { return }
        self.notes = Notes(notes.results, nil, round: notes.round)
    }

    /// Whether the script may check one more rule under the lock. If not, it gets the matching rules in the next round;
    /// until then the request counts as not matching.
    mutating func mayInspect(revision: Int, _ scope: () -> EvaluationContext) -> Bool {
        inspected += 1
        guard inspected > Self.inspectedRules, candidates == nil, mayAsk else { return true }
        if !lacksCandidates { ask(.candidates, nil, scope(), nil, revision) }
        lacksCandidates = true
        return false
    }

    // MARK: - Single results

    /// Whether another question may be asked; false after several rounds.
    private var mayAsk: Bool { (notes?.round ?? 0) < Self.rounds }

    /// Whether the request matches; nil if the script has to find it out itself. If the result is not known yet, the
    /// request counts as not matching.
    mutating func match(
        _ question: Question, _ requestMatcher: RequestMatcher, revision: Int, _ scope: () -> EvaluationContext
    ) -> RequestMatch? {
        if let (result, found) = notes?.results[question], found == nil || found == revision,
            case .match(let match) = result
        {
            return match
        }
        guard mayAsk else { return nil }
        if !isFull { ask(question, requestMatcher, scope(), nil, revision) }
        return .notMatched
    }

    /// The results of the rule for its `count`th request; nil if the script has to compute them itself or has to wait.
    mutating func taking(
        _ number: Int, _ rule: Rule, count: Int, revision: Int, _ scope: () -> EvaluationContext
    ) -> Taking? {
        if let (result, found) = notes?.results[.taking(number)], found == nil || found == revision,
            case .taking(let taking) = result, taking.count == count || rule.sets.isEmpty
        {
            return taking
        }
        if mayAsk {
            let scope = scope()
            ask(.taking(number), nil, scope, scope.request, revision)
        }
        return nil
    }

    private mutating func ask(
        _ question: Question, _ requestMatcher: RequestMatcher?, _ scope: EvaluationContext, _ view: RequestView?,
        _ revision: Int
    ) {
        self.revision = revision
        open.append(OpenQuestion(question: question, requestMatcher: requestMatcher, scope: scope, view: view))
    }

    /// Computes the results that the script needs.
    package mutating func resolve(_ view: RequestView, _ composer: FailureComposer) {
        var results = notes?.results ?? [:]
        var candidates = notes?.candidates
        for asked in open {
            switch asked.question {
            case .rule, .expectation:
                guard let requestMatcher = asked.requestMatcher else { continue }
                let match = requestMatcher.match(view, in: asked.scope)
                results[asked.question] = (.match(match), requestMatcher.cost.readsVariables ? revision : nil)
            case .candidates:
                candidates = CandidateRules(view, asked.scope, revision, composer, isCostly: isCostly)
            case .taking(let number):
                let rule = composer.scenario.rule(number)
                let taking = Taking(rule, asked.view ?? view, in: asked.scope)
                results[asked.question] = (.taking(taking), rule.readsVariables ? revision : nil)
            }
        }
        notes = Notes(results, candidates, round: (notes?.round ?? 0) + 1)
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

extension Rule {
    /// Whether assertions or effects depend on variables.
    fileprivate var readsVariables: Bool {
        assertions.contains { $0.cost.readsVariables }
            || captures.contains { if case .template? = $0.matches { true } else { false } }
            || sets.contains { !$0.value.variables.isEmpty }
    }
}
