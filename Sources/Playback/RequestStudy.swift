import HTTPMessage
public import Scenarios

/// What patterns and rules come to for one request, found outside the run's lock where that may take long.
///
/// While the script decides, it asks this for each result that is costly. What the study lacks is noted as a question, the
/// script decides nothing yet, and whoever drives it has `response` find the results outside the lock and asks again. A
/// result that depends on variables counts as long as none has changed.
public struct RequestStudy: Sendable {
    /// From so many bytes on a body takes long to look at.
    private static let largeBody = 16 << 10
    /// So often the script is asked again; then it finds what lacks itself, so that a request can't starve where variables
    /// change all the time.
    private static let rounds = 8
    /// How many questions are answered at first; each round takes twice as many as the one before.
    private static let firstQuestions = 64

    enum Question: Hashable, Sendable {
        /// Whether the request is for the rule.
        case rule(Int)
        /// What the rule makes of the request.
        case taking(Int)
        /// Whether an item of `expect` counts it.
        case expectation(Int)
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
        let round: Int

        init(_ results: [Question: (result: Result, revision: Int?)], round: Int) {
            self.results = results
            self.round = round
        }
    }

    private struct Asked: Sendable {
        let question: Question
        let requestMatcher: RequestMatcher?
        let scope: EvaluationContext
        let view: RequestView?
    }

    private let isLarge: Bool
    private var notes: Notes?
    private var asked: [Asked] = []
    private var revision = 0

    public init(_ view: RequestView) { isLarge = view.request.body.count > Self.largeBody }

    /// Whether the script needs answers before it can decide.
    var isIncomplete: Bool { !asked.isEmpty }
    /// Whether no further question is taken before those so far are answered.
    private var isFull: Bool { asked.count >= Self.firstQuestions << (notes?.round ?? 0) }

    /// Whether the pattern may take long.
    func isCostly(_ requestMatcher: RequestMatcher) -> Bool {
        requestMatcher.cost.hasRegex || requestMatcher.cost.comparesInAnyOrder
            || isLarge && requestMatcher.cost.readsBody
    }

    /// Whether what the rule makes of a request may take long.
    func isCostly(taking rule: Rule) -> Bool {
        if isLarge, !(rule.captures.isEmpty && rule.sets.isEmpty) { return true }
        return rule.assertions.contains(where: isCostly) || rule.captures.contains { $0.matches != nil }
    }

    /// Whether another question may be asked; no more after several rounds.
    private var mayAsk: Bool { (notes?.round ?? 0) < Self.rounds }

    /// Whether the request is as the pattern describes; nil where the script has to find it out itself. Where the answer is
    /// still to be found, the request counts as not matching.
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
        asked.append(Asked(question: question, requestMatcher: requestMatcher, scope: scope, view: view))
    }

    /// Finds the results that the script lacked.
    public mutating func resolve(_ view: RequestView, _ composer: FailureComposer) {
        var results = notes?.results ?? [:]
        for asked in asked {
            switch asked.question {
            case .rule, .expectation:
                guard let requestMatcher = asked.requestMatcher else { continue }
                let match = requestMatcher.match(view, in: asked.scope)
                results[asked.question] = (.match(match), requestMatcher.cost.readsVariables ? revision : nil)
            case .taking(let number):
                let rule = composer.scenario.rule(number)
                let taking = Taking(rule, asked.view ?? view, in: asked.scope)
                results[asked.question] = (.taking(taking), rule.readsVariables ? revision : nil)
            }
        }
        notes = Notes(results, round: (notes?.round ?? 0) + 1)
        asked = []
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
