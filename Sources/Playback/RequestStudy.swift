import HTTPMessage
package import Scenarios

/// What request matchers and rules come to for one request, found outside the run's lock where that may take long.
///
/// While the script decides, it asks this for each result that is costly. What the study lacks is noted as a question, the
/// script decides nothing yet, and whoever drives it has `resolve` find the results outside the lock and asks again. Where
/// the script would have to look at many rules, it asks for those that match. A result that depends on variables counts
/// as long as none has changed.
package struct RequestStudy: Sendable {
    /// From so many bytes on a body takes long to look at.
    private static let largeBody = 16 << 10
    /// So often the script is asked again; then it finds what lacks itself, so that a request can't starve where variables
    /// change all the time.
    private static let rounds = 8
    /// How many questions are answered at first; each round takes twice as many as the one before.
    private static let firstQuestions = 64
    /// How many rules are looked at under the lock, so that the lock is not held for long. The rules that match are
    /// found outside it then.
    private static let inspectedRules = 64

    enum Question: Hashable, Sendable {
        /// Whether the request is for the rule.
        case rule(Int)
        /// What the rule makes of the request.
        case taking(Int)
        /// Whether an item of `expect` counts it.
        case expectation(Int)
        /// Which rules the request matches.
        case candidates
    }

    /// What a rule makes of a request that it takes.
    struct Taking: Sendable {
        let count: Int
        let assertionsHold: Bool
        let effects: RuleEffects
    }

    private enum Result: Sendable {
        case match(RequestMatch)
        case taking(Taking)
    }

    /// By reference, since most requests ask nothing.
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

    /// A question with what is needed to find its result.
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
    /// Whether the script has looked at as many rules as it may, and is to be told of those that match: the rest is in vain.
    private(set) var lacksCandidates = false

    package init(_ view: borrowing RequestView) { isLarge = view.request.body.count > Self.largeBody }

    /// Whether the script needs results before it can decide.
    var isIncomplete: Bool { !open.isEmpty }
    /// Whether no further question is taken before those so far have their results.
    private var isFull: Bool { open.count >= Self.firstQuestions << (notes?.round ?? 0) }

    /// Whether to match it may take long.
    func isCostly(_ requestMatcher: RequestMatcher) -> Bool {
        requestMatcher.cost.hasRegex || requestMatcher.cost.comparesInAnyOrder
            || isLarge && requestMatcher.cost.readsBody
    }

    /// Whether what the rule makes of a request may take long.
    func isCostly(taking rule: Rule) -> Bool {
        if isLarge, !(rule.captures.isEmpty && rule.sets.isEmpty) { return true }
        return rule.assertions.contains(where: isCostly) || rule.captures.contains { $0.matches != nil }
    }

    // MARK: - Many rules

    /// The rules that match, where they were found outside the lock.
    var candidates: CandidateRules? { notes?.candidates }
    var hasCandidates: Bool { notes != nil && candidates != nil }

    /// Forgets the rules that match where variables have changed since they were found.
    mutating func dropOutdatedCandidates(revision: Int) {
        guard let notes, let candidates = notes.candidates, candidates.revision != revision, mayAsk else { return }
        self.notes = Notes(notes.results, nil, round: notes.round)
    }

    /// Whether the script may look at one more rule under the lock. Where it may not, it is told of the rules that match in
    /// the next round, and until then the request counts as not matching.
    mutating func mayInspect(revision: Int, _ scope: () -> EvaluationContext) -> Bool {
        inspected += 1
        guard inspected > Self.inspectedRules, candidates == nil, mayAsk else { return true }
        if !lacksCandidates { ask(.candidates, nil, scope(), nil, revision) }
        lacksCandidates = true
        return false
    }

    // MARK: - Single results

    /// Whether another question may be asked; no more after several rounds.
    private var mayAsk: Bool { (notes?.round ?? 0) < Self.rounds }

    /// Whether the request matches; nil where the script has to find it out itself. Where the result is still to be found,
    /// the request counts as not matching.
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

    /// What the rule makes of the request as its `count`th; nil where the script has to find it out itself or to wait.
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

    /// Finds the results that the script lacked.
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
    /// Whether what it makes of a request depends on variables.
    fileprivate var readsVariables: Bool {
        assertions.contains { $0.cost.readsVariables }
            || captures.contains { if case .template? = $0.matches { true } else { false } }
            || sets.contains { !$0.value.variables.isEmpty }
    }
}
