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

    /// Answers a request that nobody takes.
    mutating func refuse(
        _ id: ExchangeID, _ view: RequestView, _ entry: inout TimelineEntry, at instant: Instant
    ) -> Effects {
        let refusal = kindOfRefusal(view)
        entry.outcome = .failed(refusal.kind)
        var unmatchedAnswer: UnmatchedAnswer?
        if case .unmatched = refusal {
            unmatched += 1
            unmatchedAnswer = scenario.unmatched
        }
        let scope = self.scope(rule: -1, view, count: unmatched, at: instant)
        let scripted = unmatchedAnswer?.response
        entry.answer = scripted?.plannedAnswer(on: view.request.connection.stream) { scope } ?? .status(501)
        owe(id, entry, rule: nil, view)
        var finding = finding(refusal, view, scope, entry, at: instant)
        finding.failure = finding.failure.hiding(secrets(of: view))
        if case .exhausted(let steps) = refusal { progress[lastTaker(of: steps)].extra += 1 }
        if !interruptions.isEmpty { interruptions.removeAll { $0.request == entry.likeness } }

        let answer = scripted.map { ReplyPlan.Answer.scripted($0) } ?? .failure(finding.failure, status: 501)
        let isAllowed = unmatchedAnswer?.allow ?? false
        let failures = isAllowed ? [] : record(finding)
        let plan = ReplyPlan(answer: answer, scope: scope, entry: entry, isAllowed: isAllowed)
        return Effects(id, plan, failures: failures)
    }

    private func finding(
        _ refusal: Refusal, _ view: RequestView, _ scope: Scope, _ entry: TimelineEntry, at instant: Instant
    ) -> Finding {
        switch refusal {
        case .never(let stub): Finding(never(stub, entry, at: instant))
        case .outOfOrder(let steps): Finding(outOfOrder(steps, view, entry, at: instant))
        case .exhausted(let steps): Finding(exhausted(steps, entry, at: instant))
        case .unmatched: unmatched(view, scope, entry, at: instant)
        }
    }

    private func never(_ stub: Int, _ entry: TimelineEntry, at instant: Instant) -> Failure {
        let rule = scenario.stubs[stub]
        return Failure(
            .never, at: rule.position, rule: rule.id,
            "\(ruleText(scenario.steps.count + stub)): \(entry.requestText) came, which must never come",
            requests: [entry], instant: instant)
    }

    private func outOfOrder(
        _ steps: [Int], _ view: RequestView, _ entry: TimelineEntry, at instant: Instant
    ) -> Failure {
        let exhausted = stepsThatMatch(view).filter { isExhausted(rule: $0, scenario.steps[$0].rule) }
        let rule = scenario.steps[steps[0]].rule
        return Failure(
            .outOfOrder, at: rule.position, rule: rule.id, "\(entry.requestText) came out of order",
            note: wouldTake(steps[0]),
            remarks: listed(Array(steps.dropFirst()), wouldTake) + listed(exhausted, hadItsLast) + resendRemark(entry),
            requests: [entry], instant: instant)
    }

    /// A line for each of the steps, as far as anybody reads them.
    private func listed(_ steps: [Int], _ line: (Int) -> String) -> [String] {
        let shown = 20
        let rest = steps.count > shown ? ["and so with \(TimeText.count(steps.count - shown, "more step"))"] : []
        return steps.prefix(shown).map(line) + rest
    }

    private func exhausted(_ steps: [Int], _ entry: TimelineEntry, at instant: Instant) -> Failure {
        let step = lastTaker(of: steps)
        let rule = scenario.steps[step].rule
        let state = progress[step]
        let count = state.count + state.extra + 1
        return Failure(
            .exhausted, at: rule.position, rule: rule.id,
            "\(ruleText(step)): \(TimeText.count(count, "request")), expected \(rule.times.description)",
            note: state.recent.last.map { gap(from: $0, count: count, rule, to: entry) },
            remarks: listed(steps.filter { $0 != step }, hadItsLast) + resendRemark(entry),
            requests: (state.recent.last.map { [$0] } ?? []) + [entry], instant: instant)
    }

    /// The one of the steps that took a request last.
    private func lastTaker(of steps: [Int]) -> Int {
        let last = { (step: Int) in progress[step].recent.last?.number ?? 0 }
        return steps.max { last($0) < last($1) } ?? steps[0]
    }

    /// `the 2nd came 0.4 ms after the 1st, while the 1st was still unanswered`
    private func gap(from last: TimelineEntry, count: Int, _ rule: Rule, to entry: TimelineEntry) -> String {
        let taken = TimeText.ordinal(rule.times.upper ?? count - 1)
        let start =
            "the \(TimeText.ordinal(count)) came \(TimeText.text(entry.arrival - last.arrival)) after the \(taken)"
        if let left = last.left {
            return "\(start), \(TimeText.text(entry.arrival - left)) after its client left without the answer"
        }
        guard let answered = last.answered else { return "\(start), while the \(taken) was still unanswered" }
        return "\(start), \(TimeText.text(entry.arrival - answered)) after its answer"
    }

    /// What a step that would take a request waits for.
    private func wouldTake(_ step: Int) -> String {
        let rule = scenario.steps[step].rule
        let start = "\(ruleText(step)) would take it, but "
        if let closer = order.closer(ofStep: step) {
            let taken = progress[closer].first.map { " with #\($0.number)" } ?? ""
            return start + "takes no more since \(ruleText(closer)) began\(taken)"
        }
        let waits = order.waitsFor(step: step)
        if !waits.isEmpty {
            let names = waits.prefix(3).map(dependencyText).joined(separator: ", ")
            let more = waits.count > 3 ? " and \(waits.count - 3) more" : ""
            return start + "waits for \(names)\(more)"
        }
        let scope = self.scope(rule: step)
        if let unmet = rule.when.first(where: { !$0.holds(in: scope) }) {
            return start + unmet.reason(in: scope, scenario, secrets(of: nil))
        }
        return start + "is not open"
    }

    private func hadItsLast(_ step: Int) -> String {
        let rule = scenario.steps[step].rule
        return "\(ruleText(step)) took its last: \(progress[step].count) of \(rule.times.description)"
    }

    /// `step "refresh" (0 of 1)`, `block "both" (step "a" (0 of 1))`.
    private func dependencyText(_ dependency: Dependency) -> String {
        switch dependency {
        case .step(let step):
            let rule = scenario.steps[step].rule
            return "\(ruleText(step)) (\(progress[step].count) of \(rule.times.lower))"
        case .block(let block):
            let steps = order.incompleteSteps(of: dependency).prefix(3).map { dependencyText(.step($0)) }
                .joined(separator: ", ")
            return scenario.blocks[block].id.map { "parallel \(Printable.quoted($0)): \(steps)" } ?? steps
        }
    }

    /// HTTP stacks send a request again by themselves when its connection ends.
    private func resendRemark(_ entry: TimelineEntry) -> [String] {
        guard let interruption = interruptions.last(where: { $0.request == entry.likeness }) else { return [] }
        return [
            "\(ruleText(interruption.rule)) answered the same request by \(interruption.fault): "
                + "HTTP stacks resend by themselves then;",
            "to allow it, write `times: { at_least: 1 }` at \(rule(interruption.rule).position)",
        ]
    }

    // MARK: - Unmatched

    private func unmatched(
        _ view: RequestView, _ scope: Scope, _ entry: TimelineEntry, at instant: Instant
    ) -> Finding {
        let title = "nothing takes \(entry.requestText)"
        guard let number = nearestRule(view, scope) else {
            return Finding(
                Failure(
                    .unmatched, at: scenario.position, title, note: "the scenario has no steps and no stubs",
                    requests: [entry], instant: instant))
        }
        let rule = self.rule(number)
        let mismatches = rule.request.mismatches(view, in: scope)
        let exhausted = isExhausted(rule: number, rule) ? ["and it took its last already"] : []
        guard let first = mismatches.first else {
            return Finding(
                Failure(
                    .unmatched, at: rule.position, rule: rule.id, title,
                    note: "nearest is \(ruleText(number))\(exhausted.isEmpty ? "" : ", which took its last already")",
                    requests: [entry], instant: instant))
        }
        let shown = 5
        let others = mismatches.dropFirst()
        let more = others.count > shown ? ["and \(others.count - shown) more"] : []
        let failure = Failure(
            .unmatched, at: first.position, rule: rule.id, title,
            note: "nearest is \(ruleText(number)): \(problem(first))",
            difference: difference(first, secrets(of: view)),
            remarks: others.prefix(shown).map { "also: \(problem($0))" } + more + exhausted, requests: [entry],
            instant: instant)
        // Where all that is wrong is a capture that found nothing, that is the failure.
        let follows = mismatches.allSatisfy { $0.blocked?.followsFromCapture ?? false }
        return Finding(failure, cause: follows ? first.blocked : nil)
    }

    private func problem(_ mismatch: Mismatch) -> String {
        guard let error = mismatch.blocked else {
            return mismatch.sentence
        }
        return switch error.reason {
        case .unset(let variable):
            "it uses {{\(scenario.variables[variable].name)}}: \(unsetReason(variable))"
        case .broken(let variable, let position):
            "it uses {{\(scenario.variables[variable].name)}}, which got no value at \(position)"
        case .invalid(let sentence): Printable.text(sentence)
        }
    }

    /// The rule that the request comes nearest to: of those alike an open one, then the first.
    private func nearestRule(_ view: RequestView, _ scope: Scope) -> Int? {
        var best: (number: Int, distance: Int)?
        for number in rulesWorthAGuess(view) {
            let isLive = isLive(number)
            let distance = 2 * rule(number).request.distance(view, in: scope) + (isLive ? 0 : 1)
            let isNearer = best.map { ($0.distance, $0.number) > (distance, number) } ?? true
            if isNearer { best = (number, distance) }
        }
        return best?.number
    }

    /// Rules of the request's very path, then such as may take a request now, then the rest; of each no more than can be
    /// looked at while a client waits.
    private func rulesWorthAGuess(_ view: RequestView) -> Set<Int> {
        let limit = 500
        let steps = scenario.steps.indices
        let all = steps.startIndex..<progress.count
        guard all.count > limit else { return Set(all) }
        var rules: Set<Int> = []
        rules.formUnion(stepIndex.candidates(for: view, includingDone: true).prefix(limit / 4))
        rules.formUnion(
            stubIndex.candidates(for: view, includingDone: true).prefix(limit / 4).map { steps.count + $0 })
        rules.formUnion(all.lazy.filter { isLive($0) }.prefix(limit / 2))
        rules.formUnion(all.prefix(limit))
        return rules
    }

    /// Whether the rule would take a request that fits.
    private func isLive(_ number: Int) -> Bool {
        if isExhausted(rule: number, rule(number)) { return false }
        return number >= scenario.steps.count || (order.isOpen(step: number) && !order.isClosed(step: number))
    }
}

extension Guard {
    /// `wants cart to be "full", but it is "empty", set at cart.yaml:4:9`
    func reason(in scope: Scope, _ scenario: Scenario, _ secrets: Secrets) -> String {
        let name = scenario.variables[variable].name
        let wanted = "wants \(name) to be \(Printable.text(mismatch(in: scope)?.wanted.text ?? matcher.summary))"
        switch scope.variables[variable] {
        case .unset: return "\(wanted), but it is not set"
        case .value(let value, let position):
            return "\(wanted), but it is \(Printable.text(secrets.hidden(in: value.text()))), set at \(position)"
        case .broken(let position): return "\(wanted), but it got no value at \(position)"
        }
    }
}
