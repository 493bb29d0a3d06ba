import ExactJSON
import HTTPMessage
import Scenarios

extension Script {
    /// Why nobody takes a request, with the rules that it is about.
    enum Refusal {
        case never(stub: Int)
        case outOfOrder(steps: [Int])
        case exhausted(steps: [Int])
        case unmatched

        var kind: FailureKind {
            switch self {
            case .never: .never
            case .outOfOrder: .outOfOrder
            case .exhausted: .exhausted
            case .unmatched: .unmatched
            }
        }
    }

    /// The kind, in the order of precedence.
    func kindOfRefusal(_ view: RequestView) -> Refusal {
        if let stub = neverStub(for: view) { return .never(stub: stub) }
        let matching = stepsThatMatch(view)
        let exhausted = matching.filter { isExhausted(rule: $0, scenario.steps[$0].rule) }
        let waiting = matching.filter { !isExhausted(rule: $0, scenario.steps[$0].rule) }
        if !waiting.isEmpty { return .outOfOrder(steps: waiting) }
        if !exhausted.isEmpty { return .exhausted(steps: exhausted) }
        return .unmatched
    }

    /// The failure of a request that nobody takes.
    func refusal(
        _ refusal: Refusal, _ view: RequestView, _ scope: Scope, _ entry: TimelineEntry, at instant: Instant
    ) -> Failure {
        switch refusal {
        case .never(let stub): never(stub, entry, at: instant)
        case .outOfOrder(let steps): outOfOrder(steps, view, entry, at: instant)
        case .exhausted(let steps): exhausted(steps, entry, at: instant)
        case .unmatched: unmatched(view, scope, entry, at: instant)
        }
    }

    private func never(_ stub: Int, _ entry: TimelineEntry, at instant: Instant) -> Failure {
        let rule = scenario.stubs[stub]
        return Failure(
            .never, at: rule.position, rule: rule.id,
            "\(ruleText(rule)): \(entry.requestText) came, which must never come", requests: [entry], instant: instant)
    }

    private func outOfOrder(
        _ steps: [Int], _ view: RequestView, _ entry: TimelineEntry, at instant: Instant
    ) -> Failure {
        let exhausted = stepsThatMatch(view).filter { isExhausted(rule: $0, scenario.steps[$0].rule) }
        let rule = scenario.steps[steps[0]].rule
        return Failure(
            .outOfOrder, at: rule.position, rule: rule.id, "\(entry.requestText) came out of order",
            note: wouldTake(steps[0]),
            remarks: steps.dropFirst().prefix(5).map(wouldTake) + exhausted.prefix(5).map(hadItsLast)
                + resendRemark(entry, rule),
            requests: [entry], instant: instant)
    }

    private func exhausted(_ steps: [Int], _ entry: TimelineEntry, at instant: Instant) -> Failure {
        // The last of them is the one that took the request before this.
        let step = steps.max { (progress[$0].last ?? 0) < (progress[$1].last ?? 0) } ?? steps[0]
        let rule = scenario.steps[step].rule
        let count = progress[step].count + extraRequests(rule) + 1
        return Failure(
            .exhausted, at: rule.position, rule: rule.id,
            "\(ruleText(rule)): \(TimeText.count(count, "request")), expected \(rule.times.description)",
            note: progress[step].recent.last.map { gap(from: $0, count: count, rule, to: entry) },
            remarks: steps.filter { $0 != step }.prefix(5).map(hadItsLast) + resendRemark(entry, rule),
            requests: (progress[step].recent.last.map { [$0] } ?? []) + [entry], instant: instant)
    }

    /// How many requests came for the rule after its last.
    private func extraRequests(_ rule: Rule) -> Int {
        log.failures.reduce(0) { sum, failure in
            failure.kind == .exhausted && failure.position == rule.position ? sum + failure.repeats : sum
        }
    }

    /// `the 2nd came 0.4 ms after the 1st, while the 1st was still unanswered`
    private func gap(from last: TimelineEntry, count: Int, _ rule: Rule, to entry: TimelineEntry) -> String {
        let taken = TimeText.ordinal(rule.times.upper ?? count - 1)
        let start =
            "the \(TimeText.ordinal(count)) came \(TimeText.text(entry.arrival - last.arrival)) after the \(taken)"
        guard let answered = last.answered else { return "\(start), while the \(taken) was still unanswered" }
        return "\(start), \(TimeText.text(entry.arrival - answered)) after its answer"
    }

    /// What a step that would take a request waits for.
    private func wouldTake(_ step: Int) -> String {
        let rule = scenario.steps[step].rule
        let start = "step \(Printable.quoted(rule.id)) would take it, but "
        if order.isClosed(step: step) { return start + "takes no more: a later step has begun" }
        let waits = order.waitsFor(step: step)
        if !waits.isEmpty {
            let names = waits.prefix(3).map(dependencyText).joined(separator: ", ")
            let more = waits.count > 3 ? " and \(waits.count - 3) more" : ""
            return start + "waits for \(names)\(more)"
        }
        let scope = self.scope(rule: step)
        if let unmet = rule.when.first(where: { !$0.holds(in: scope) }) {
            return start + unmet.reason(in: scope, scenario)
        }
        return start + "is not open"
    }

    private func hadItsLast(_ step: Int) -> String {
        let rule = scenario.steps[step].rule
        return "step \(Printable.quoted(rule.id)) took its last: \(progress[step].count) of \(rule.times.description)"
    }

    /// `step "refresh" (0 of 1)`, `block "both" (step "a" (0 of 1))`.
    private func dependencyText(_ dependency: Dependency) -> String {
        switch dependency {
        case .step(let step):
            let rule = scenario.steps[step].rule
            return "step \(Printable.quoted(rule.id)) (\(progress[step].count) of \(rule.times.lower))"
        case .block(let block):
            let steps = order.incompleteSteps(of: dependency).prefix(3).map { dependencyText(.step($0)) }
                .joined(separator: ", ")
            return scenario.blocks[block].id.map { "parallel \(Printable.quoted($0)): \(steps)" } ?? steps
        }
    }

    /// HTTP stacks send an idempotent request again by themselves when its connection ends.
    private func resendRemark(_ entry: TimelineEntry, _ rule: Rule) -> [String] {
        guard let faulted, faulted.method == entry.method, faulted.target == entry.target else { return [] }
        return [
            "the same request before it was answered by \(faulted.fault): HTTP stacks resend by themselves then;",
            "to allow it, write `times: { at_least: 1 }` at \(rule.position)",
        ]
    }

    // MARK: - Unmatched

    private func unmatched(
        _ view: RequestView, _ scope: Scope, _ entry: TimelineEntry, at instant: Instant
    ) -> Failure {
        let title = "nothing takes \(entry.requestText)"
        guard let number = nearestRule(view, scope) else {
            return Failure(
                .unmatched, at: scenario.position, title, note: "the scenario has no steps and no stubs",
                requests: [entry], instant: instant)
        }
        let rule = self.rule(number)
        let mismatches = rule.request.mismatches(view, in: scope)
        guard let first = mismatches.first else {
            return Failure(
                .unmatched, at: rule.position, rule: rule.id, title, requests: [entry], instant: instant)
        }
        return Failure(
            .unmatched, at: first.position, rule: rule.id, title,
            note: "nearest is \(ruleText(rule)): \(problem(first))", difference: difference(first),
            remarks: mismatches.dropFirst().prefix(5).map { "also: \(problem($0))" }
                + (isExhausted(rule: number, rule) ? ["and it took its last request already"] : []),
            requests: [entry], instant: instant)
    }

    private func problem(_ mismatch: Mismatch) -> String {
        guard let error = mismatch.blocked else { return "\(mismatch.subject.description) \(mismatch.problem)" }
        return switch error.reason {
        case .unset(let variable):
            "it uses {{\(scenario.variables[variable].name)}}: \(unsetReason(variable))"
        case .broken(let variable, let position):
            "it uses {{\(scenario.variables[variable].name)}}, which got no value at \(position)"
        case .invalid(let sentence): sentence
        }
    }

    /// The rule that the request comes nearest to: of those alike an open one, then the first.
    private func nearestRule(_ view: RequestView, _ scope: Scope) -> Int? {
        let looked = 2_000
        let steps = scenario.steps.indices.prefix(looked)
        let stubs = scenario.stubs.indices.prefix(looked).map { scenario.steps.count + $0 }
        var best: (number: Int, distance: Int)?
        for number in Array(steps) + stubs {
            let isOpen = number >= scenario.steps.count || (order.isOpen(step: number) && !order.isClosed(step: number))
            let done = isExhausted(rule: number, rule(number))
            let distance = 2 * rule(number).request.distance(view, in: scope) + (isOpen && !done ? 0 : 1)
            if best.map({ distance < $0.distance }) ?? true { best = (number, distance) }
        }
        return best?.number
    }
}

extension Guard {
    /// `wants cart to be "full", but it is "empty", set at cart.yaml:4:9`
    func reason(in scope: Scope, _ scenario: Scenario) -> String {
        let name = scenario.variables[variable].name
        let wanted = "wants \(name) to be \(matcher.summary)"
        switch scope.variables[variable] {
        case .unset: return "\(wanted), but it is not set"
        case .value(let value, let position): return "\(wanted), but it is \(value.text()), set at \(position)"
        case .broken(let position): return "\(wanted), but it got no value at \(position)"
        }
    }
}
