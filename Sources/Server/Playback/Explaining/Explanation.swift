import ExactJSON
package import HTTPMessage
package import Scenarios

/// Why a rule takes a request, or none does: each rule with what keeps it from taking the request.
package struct Explanation: Sendable {
    /// What a rule has to do with the request.
    package enum RuleResult: String, Hashable, Sendable, CaseIterable {
        /// It takes the request.
        case takes
        /// It matches, but a rule before it takes the request.
        case comesLater = "comes later"
        /// The request is not one of those that it takes.
        case differs
        /// It matches, but steps that it waits for are not complete.
        case waits
        /// It matches, but its `when` does not hold.
        case condition = "when"
        /// It matches, but a later step has taken a request.
        case closed
        /// It matches, but has taken its last request.
        case exhausted
        /// It matches, and must never get a request.
        case never
    }

    /// A step or stub.
    package struct Rule: Sendable {
        package let id: String
        package let isStub: Bool
        /// Whether it is a step that may be left out: the run passes if it takes no request.
        package let isOptional: Bool
        package let result: RuleResult
        /// The reason as a clause, without the rule's name.
        package fileprivate(set) var reason: String
        /// What differs if that is the reason, and two values were compared.
        package fileprivate(set) var difference: Failure.Difference?
        /// The number of further parts of the request that differ.
        package let more: Int
        /// The position of the reason: the part that differs, else the rule.
        package let position: Position

        /// `step "refresh"`
        package var name: String { isStub ? Printable.stub(id) : Printable.step(id) }
    }

    /// The request, with its outcome.
    package private(set) var entry: TimelineEntry
    /// Whether no rule takes the request, and the scenario allows that.
    package let isAllowed: Bool
    /// The rules in file order, steps first; empty if they were not asked for.
    package private(set) var rules: [Rule]
    /// What a run would report about the request: failed assertions, or that nothing takes it.
    package private(set) var failures: [Failure]
    /// What is not known of a recorded request, and decides: it counts as expected; nil if all that decides is known.
    package let unknownPart: UnknownPart?
    /// Whether that decides which rule takes the request.
    package let isTakerUnknown: Bool
    /// Whether that decides if an item of `expect` counts the request.
    package let isCountUnknown: Bool

    /// Whether a step or stub takes the request.
    package var isTaken: Bool {
        switch entry.outcome {
        case .step, .stub, .stubBeforeStep: true
        case .failed, .preflight, .refusedPreflight: false
        }
    }

    /// Whether a step or stub takes the request, and nothing about it fails.
    package var passed: Bool { isTaken && failures.isEmpty }

    /// The explanation with each value of the index replaced in its texts.
    package func redacted(_ index: SecretIndex) -> Explanation {
        guard !index.isEmpty else { return self }
        var explanation = self
        explanation.entry = entry.redacted(index)
        explanation.failures = failures.map { $0.redacted(index) }
        for number in rules.indices {
            let rule = rules[number]
            explanation.rules[number].reason = index.replacing(in: rule.reason, isProse: true) ?? rule.reason
            explanation.rules[number].difference = rule.difference?.redacted(index)
        }
        return explanation
    }
}

extension Scenario {
    /// The values that are redacted in requests, except those that the scenario states: at most 1,000.
    package func secrets(in requests: some Sequence<Request>) -> SecretIndex {
        let redactor = Redactor(redaction)
        var values: Set<[UInt8]> = []
        for request in requests where values.count < 10_000 { values.formUnion(redactor.values(in: request).values) }
        return SecretIndex(values.subtracting(stated(among: values)).prefix(1_000), statedBy: self)
    }
}

extension Script {
    /// Decides a request as `arrived` does, and explains the decision.
    ///
    /// - Parameter listsRules: whether the explanation has every rule, which takes as long as there are rules.
    package mutating func explain(
        _ id: ExchangeID, _ view: RequestView, listsRules: Bool = true, at instant: Instant
    ) -> Explanation? {
        let before = self
        let decision = arrived(id, view, at: instant)
        guard let plan = decision.plan else { return nil }
        var failures: [Failure] = []
        for decided in [decision.failure].compactMap(\.self) + (decision.timing?.failures ?? [])
        where decided.isCounted {
            let explained = composer.explain(decided)
            file(explained)
            failures += explained.findings.map(\.failure)
        }
        let taker = exchanges[id]?.rule
        if environment.isUnseeded, let taker {
            for assignment in rule(taker).sets {
                if isRandom(assignment.value) {
                    forget(assignment.variable, setBy: nil)
                } else {
                    know(assignment.variable)
                }
            }
        }
        let target = String(decoding: plan.entry.target, as: UTF8.self)
        let hidden = before.composer.secrets(of: view, before.variables).hidden(in: target)
        var entry = plan.entry
        if hidden != target { entry.replaceTarget(Array(hidden.utf8)) }
        var (unknown, isTakerUnknown, isCountUnknown) = (nil as UnknownPart?, false, false)
        if environment.isRecorded {
            (unknown, isTakerUnknown, isCountUnknown) = before.unknownPart(
                deciding: view, taker: taker, refusal: decision.failure?.facts, at: instant)
            if unknown != .body, let taker, setsUnknown(rule: taker) { unknown = view.isBodyCut ? .body : .redacted }
        }
        return Explanation(
            entry: entry, isAllowed: plan.isAllowed,
            rules: listsRules
                ? before.ruleResults(of: view, taker: taker, outcome: plan.entry.outcome, at: instant) : [],
            failures: failures.map(\.withoutRequests),
            unknownPart: unknown, isTakerUnknown: isTakerUnknown, isCountUnknown: isCountUnknown)
    }

    /// What is not known of a request, and decides that a rule takes or refuses it, that its assertions hold, or that an item
    /// of `expect` counts it; and whether it decides the first and the last.
    private func unknownPart(
        deciding view: RequestView, taker: Int?, refusal: FailureFacts?, at instant: Instant
    ) -> (part: UnknownPart?, isTakerUnknown: Bool, isCountUnknown: Bool) {
        var parts: [UnknownPart] = []
        var isTakerUnknown = false
        if let number = taker ?? refusal.flatMap(self.ruleRefusing) {
            let rule = self.rule(number)
            let scope = self.scope(rule: number)
            if let part = rule.request.unknownPart(deciding: view, in: scope) { parts.append(part) }
            if rule.when.contains(where: { $0.isOpenByRedaction(in: scope) }) { parts.append(.redacted) }
            isTakerUnknown = !parts.isEmpty
            if taker != nil, case .matched(let parameters) = rule.request.match(view, in: scope) {
                var taken = view
                taken.parameters = parameters
                let asserting = self.scope(rule: number, taken, count: progress[number].count + 1, at: instant)
                parts += rule.assertions.compactMap { $0.unknownPart(deciding: taken, in: asserting) }
            }
        }
        let counting = scenario.expectations.compactMap { expectation in
            guard case .count(let requestMatcher, _, _) = expectation.kind else { return nil as UnknownPart? }
            return requestMatcher.unknownPart(deciding: view, in: self.scope(rule: -1))
        }
        parts += counting
        return (parts.contains(.body) ? .body : parts.first, isTakerUnknown, !counting.isEmpty)
    }

    /// The rule that would take a request, but refuses it; nil if none matches the request.
    private func ruleRefusing(_ facts: FailureFacts) -> Int? {
        switch facts {
        case .never(let stub, _): scenario.steps.count + stub
        case .exhausted(let facts): facts.rule
        case .outOfOrder(let facts): facts.waiting.first?.step
        default: nil
        }
    }

    /// Whether nobody knows if all variables of a rule that takes a request got a value.
    private func setsUnknown(rule number: Int) -> Bool {
        let rule = self.rule(number)
        return (rule.captures.map(\.variable) + rule.sets.map(\.variable)).contains { variable in
            guard case .value(let value, _) = variables[variable] else { return false }
            return value.text().contains(RedactedMark.unknown)
        }
    }

    private func ruleResults(
        of view: RequestView, taker: Int?, outcome: TimelineEntry.Outcome, at instant: Instant
    ) -> [Explanation.Rule] {
        let secrets = composer.secrets(of: view, variables)
        // A stub that must never be called is found before all stubs behind it.
        var first = taker
        return progress.indices.compactMap { number in
            if compiled.removedStubs.contains(number - scenario.steps.count) { return nil }
            let rule = self.rule(number)
            let scope = scope(rule: number)
            guard rule.request.match(view, in: scope).isMatched else {
                return composer.difference(of: number, view, in: scope, secrets, at: instant)
            }
            let (result, reason) = result(ofMatching: number, taker: taker, first: first, scope, outcome)
            if result == .never { first = first ?? number }
            return Explanation.Rule(
                id: rule.id, isStub: number >= scenario.steps.count, isOptional: scenario.isOptional(number),
                result: result,
                reason: secrets.hidden(in: reason), difference: nil, more: 0, position: rule.position)
        }
    }

    /// What a rule that matches a request has to do with it.
    private func result(
        ofMatching number: Int, taker: Int?, first: Int?, _ scope: EvaluationContext,
        _ outcome: TimelineEntry.Outcome
    ) -> (Explanation.RuleResult, String) {
        let rule = self.rule(number)
        if number == taker {
            guard case .stubBeforeStep(_, let step) = outcome else {
                let isStub = number >= scenario.steps.count
                return (
                    .takes, isStub ? "no open step matches, and no stub before it" : "it is open, and matches first"
                )
            }
            return (.takes, "it matches, and \(Printable.step(step)), which would take it too, is not open")
        }
        if isExhausted(rule: number, rule) {
            return (.exhausted, "it took its last request: \(progress[number].count) of \(rule.times.description)")
        }
        if number < scenario.steps.count {
            if order.isClosed(step: number) || !order.isOpen(step: number) {
                let unavailable = unavailable(number)
                let reason = composer.reason(unavailable, scope)
                if case .closed = unavailable.reason { return (.closed, "it \(reason)") }
                return (.waits, "it \(reason)")
            }
        }
        if let unmet = rule.when.first(where: { !$0.matches(in: scope) }) {
            return (.condition, "it \(composer.reason(unmet, in: scope))")
        }
        if let first { return (.comesLater, "it matches too, but \(composer.ruleText(first)) comes first") }
        return (.never, "it matches, and must never get a request")
    }
}

extension FailureComposer {
    /// Why the request is not one of those that a rule takes: the first part that differs.
    fileprivate func difference(
        of number: Int, _ view: RequestView, in scope: EvaluationContext, _ secrets: SecretValues, at instant: Instant
    ) -> Explanation.Rule {
        let rule = scenario.rule(number)
        let (shown, more) = shown(
            rule.request.mismatches(view, in: scope), ofRule: number, scope, secrets, at: instant)
        return Explanation.Rule(
            id: rule.id, isStub: number >= scenario.steps.count, isOptional: scenario.isOptional(number),
            result: .differs, reason: shown.title,
            difference: shown.difference, more: more, position: shown.position)
    }
}

extension Scenario {
    /// Whether the rule is a step of which no request is required.
    fileprivate func isOptional(_ number: Int) -> Bool { number < steps.count && steps[number].rule.times.lower == 0 }
}

extension Failure {
    /// The failure without its requests, for a text that names the request itself.
    fileprivate var withoutRequests: Failure {
        var failure = self
        failure.requests = []
        return failure
    }
}
