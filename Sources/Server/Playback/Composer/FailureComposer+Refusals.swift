import HTTPMessage
import Scenarios

extension FailureComposer {
    func never(_ stub: Int, _ recent: [TimelineEntry], _ decided: DecidedFailure) -> Failure {
        let rule = scenario.stubs[stub]
        let trace = neverTrace(recent, decided)
        return Failure(
            .never, at: rule.position, rule: rule.id,
            "\(ruleText(scenario.steps.count + stub)): \(decided.requestText) came, which must never come",
            remarks: trace?.lines ?? [], requests: (trace?.entries ?? []) + decided.requests, instant: decided.instant)
    }

    func outOfOrder(_ facts: FailureFacts.OutOfOrder, _ decided: DecidedFailure) -> Failure {
        let rule = scenario.steps[facts.waiting[0].step].rule
        let missed = missedRepeat(facts)
        let refused = refusedCredentials(decided)
        let others = facts.waiting.dropFirst().map { wouldTake($0, decided.scope) }
        let missing =
            (refused?.lines ?? earlyRemark(facts, decided))
            + (missed.map { $0.interruption.missedText(awaitedBy: $0.step) } ?? [])
        // That a rule took its last request is of use only where nothing better is known.
        let exhausted =
            missing.isEmpty ? facts.exhausted.map(hadItsLast) + Self.more(facts.moreExhausted) : []
        return Failure(
            .outOfOrder, at: rule.position, rule: rule.id,
            (missed?.interruption.oversightText.map { "\($0): " } ?? "") + "\(decided.requestText) came out of order",
            note: wouldTake(facts.waiting[0], decided.scope),
            remarks: missing + others + Self.more(facts.moreWaiting) + exhausted
                + resendRemark(facts.interruption, decided),
            requests: ((refused?.entries ?? []) + (missed.map { [$0.interruption.entry] } ?? [])).inOrder
                + decided.requests,
            instant: decided.instant)
    }

    /// That a request came before the refusal or redirect that it answers to: nothing has come for the one step that it
    /// waits for, and no response had the status of that step's.
    private func earlyRemark(_ facts: FailureFacts.OutOfOrder, _ decided: DecidedFailure) -> [String] {
        guard facts.waiting.count == 1, facts.moreWaiting == 0, facts.unrepeated.isEmpty,
            case .waits(let pending, more: 0) = facts.waiting[0].reason, pending.count == 1,
            case .step(let awaited) = pending[0], awaited.count == 0,
            earlier.isEmpty || earlier.first?.entry.number == 1
        else { return [] }
        let rule = scenario.rule(awaited.rule)
        guard rule.responses.count == 1, case .constant(let status) = rule.responses[0].status,
            (300..<600).contains(status),
            rule.responses[0].fault == nil, !earlier.contains(where: { $0.entry.response == .status(status) })
        else { return [] }
        return [
            "the client sent \(decided.requestText) before any \(status): send \(Printable.text(rule.summary)) first"
        ]
    }

    /// The request that was to be repeated before the steps come that a request waits for, since its response was a
    /// fault, and the step that awaits it.
    private func missedRepeat(_ facts: FailureFacts.OutOfOrder) -> (interruption: Interruption, step: Rule)? {
        guard !facts.unrepeated.isEmpty, case .waits(let pending, _) = facts.waiting[0].reason else { return nil }
        let steps = pending.flatMap(\.steps).map(scenario.rule)
        for interruption in facts.unrepeated.reversed() where interruption.lossText != nil {
            let summary = scenario.rule(interruption.rule).summary
            if let step = steps.first(where: { $0.summary == summary }) { return (interruption, step) }
        }
        return nil
    }

    func exhausted(
        _ facts: FailureFacts.Exhausted, _ rejections: Rejections?, _ decided: DecidedFailure
    ) -> Failure {
        let rule = scenario.rule(facts.rule)
        return Failure(
            .exhausted, at: rule.position, rule: rule.id,
            "\(ruleText(facts.rule)): \(EnglishText.count(facts.count, "request")), expected \(rule.times.description)",
            note: facts.last.flatMap { last in
                decided.entry.map { gap(from: last, count: facts.count, rule, to: $0) }
            },
            remarks: (rejections?.lines(sharing: decided) ?? sharingRemark(facts, decided))
                + reuseRemark(facts, decided)
                + lastResponseRemark(facts) + resendRemark(facts.interruption, decided) + leftRemark(facts, decided)
                + facts.others.map(hadItsLast)
                + Self.more(facts.moreOthers, isStub(facts.rule) ? "more stub" : "more step")
                + openRemark(facts.open, decided),
            requests: (rejections?.shown ?? []) + (facts.last.map { [$0] } ?? []) + decided.requests,
            instant: decided.instant)
    }

    /// `step "page" is open, but query page differs (expected 2, received 1)`: the nearest open step with the request's
    /// method and path. One with another method or path was hardly meant.
    private func openRemark(_ open: [NearMiss], _ decided: DecidedFailure) -> [String] {
        guard let view = decided.view, let nearest = nearestRule(of: open, view, decided.scope) else { return [] }
        let scope = self.scope(rule: nearest.rule, decided.scope.variables, decided.scope.connections)
        let mismatches = scenario.rule(nearest.rule).request.mismatches(view, in: scope)
        guard !mismatches.isEmpty, !mismatches.contains(where: { [.method, .path].contains($0.subject) }) else {
            return []
        }
        let shown = shown(
            mismatches, ofRule: nearest.rule, scope, secrets(of: view, scope.variables), at: decided.instant)
        let more = shown.more > 0 ? " and \(shown.more) more" : ""
        let values = shown.failure.difference?.inlineText.map { " \($0)" } ?? ""
        return ["\(ruleText(nearest.rule)) is open, but \(shown.failure.title)\(values)\(more)"]
    }

    private static func more(_ count: Int, _ noun: String = "more step") -> [String] {
        count > 0 ? ["and so with \(EnglishText.count(count, noun))"] : []
    }

    private func isStub(_ rule: Int) -> Bool { rule >= scenario.steps.count }

    /// `the 2nd came 0.4 ms after the 1st, while the 1st was still unanswered`
    private func gap(from last: TimelineEntry, count: Int, _ rule: Rule, to entry: TimelineEntry) -> String {
        let taken = EnglishText.ordinal(rule.times.upper ?? count - 1)
        let start =
            "the \(EnglishText.ordinal(count)) came \(TimeText.text(entry.arrival - last.arrival)) after the \(taken)"
        if let left = last.left {
            return "\(start), \(TimeText.text(entry.arrival - left)) after the client gave it up"
        }
        guard let answered = last.answered else { return "\(start), while the \(taken) was still unanswered" }
        return "\(start), \(TimeText.text(entry.arrival - answered)) after \(last.endText)"
    }

    /// Why a step that matches a request does not take it.
    private func wouldTake(_ unavailable: UnavailableStep, _ scope: EvaluationContext) -> String {
        "\(ruleText(unavailable.step)) would take it, but \(reason(unavailable, scope))"
    }

    /// `waits for step "refresh" (POST /refresh, 0 of 1)`
    func reason(_ unavailable: UnavailableStep, _ scope: EvaluationContext) -> String {
        switch unavailable.reason {
        case .closed(let closer, let first):
            return "takes no more since \(ruleText(closer)) began\(first.map { " with #\($0)" } ?? "")"
        case .waits(let pending, let more):
            let names = pending.map(dependencyText).joined(separator: ", ")
            return "waits for \(names)\(more > 0 ? " and \(more) more" : "")"
        case .condition:
            let scope = self.scope(rule: unavailable.step, scope.variables, scope.connections)
            let conditions = scenario.steps[unavailable.step].rule.when
            guard let unmet = conditions.first(where: { !$0.matches(in: scope) }) else { return "is not open" }
            return reason(unmet, in: scope)
        }
    }

    private func hadItsLast(_ state: RuleCount) -> String {
        let times = scenario.rule(state.rule).times
        return "\(ruleText(state.rule)) took its last request: \(state.count) of \(times.description)"
    }

    /// `step "refresh" (POST /refresh, 0 of 1)`, `parallel "both": step "a" (GET /a, 0 of 1)`.
    private func dependencyText(_ pending: PendingDependency) -> String {
        switch pending {
        case .step(let state):
            let rule = scenario.rule(state.rule)
            return "\(ruleText(state.rule)) (\(rule.summary), \(state.count) of \(rule.times.lower))"
        case .block(let block, let states):
            let steps = states.map { dependencyText(.step($0)) }.joined(separator: ", ")
            return scenario.blocks[block].id.map { "parallel \(Printable.quoted($0)): \(steps)" } ?? steps
        }
    }
}

extension TimelineEntry {
    /// `its response`, `the reset`: what ended the exchange.
    fileprivate var endText: String {
        switch response {
        case .status: breaksOff == nil ? "its response" : "its response broke off"
        case .fault("reset"): "the reset"
        case .fault("close"), .fault("empty"): "its connection was closed"
        case .fault("raw"): "its response"
        case .fault(let name) where name.hasPrefix("rst_stream"): "the reset"
        case .fault(let name): "the \(name)"
        }
    }
}

extension DecidedFailure {
    /// `GET /me`
    var requestText: String { entry?.requestText ?? "" }
}

extension PendingDependency {
    /// The steps that are incomplete.
    fileprivate var steps: [Int] {
        switch self {
        case .step(let state): [state.rule]
        case .block(_, let states): states.map(\.rule)
        }
    }
}
