import HTTPMessage
import Scenarios

extension Script {
    /// The reason that no rule takes a request, with the rules that it is about.
    enum NoMatchReason {
        case never(stub: Int)
        case outOfOrder(waiting: [Int], exhausted: [Int])
        /// The steps that took their last request, or if there are none, the stubs. By their number among all rules.
        case exhausted(rules: [Int])
        case unmatched
        /// Deciding it takes more than so many steps of work.
        case tooMuchWork(steps: Int)
        /// It may be one by which the run fails, but comparing it stopped at a limit.
        case undecided(UndecidedRule)

        var kind: FailureKind {
            switch self {
            case .never: .never
            case .outOfOrder: .outOfOrder
            case .exhausted: .exhausted
            case .unmatched, .tooMuchWork, .undecided: .unmatched
            }
        }

        /// Whether it is known that no rule is about the request, or which one is.
        var isDecided: Bool {
            switch self {
            case .never, .outOfOrder, .exhausted, .unmatched: true
            case .tooMuchWork, .undecided: false
            }
        }
    }

    /// The reason, by precedence; `neverStub` is a stub that matches the request but must never get one.
    func noMatchReason(of view: RequestView, neverStub: Int?, _ evaluation: inout RequestEvaluation) -> NoMatchReason {
        if let neverStub { return .never(stub: neverStub) }
        let matching = stepsThatMatch(view, &evaluation)
        let exhausted = matching.filter { isExhausted(rule: $0, scenario.steps[$0].rule) }
        let waiting = matching.filter { !isExhausted(rule: $0, scenario.steps[$0].rule) }
        if !waiting.isEmpty { return .outOfOrder(waiting: waiting, exhausted: exhausted) }
        if !exhausted.isEmpty { return .exhausted(rules: exhausted) }
        let stubs = exhaustedStubs(for: view, &evaluation)
        return stubs.isEmpty ? .unmatched : .exhausted(rules: stubs)
    }

    /// The stubs that match the request but took as many as their `times` allow.
    private func exhaustedStubs(for view: RequestView, _ evaluation: inout RequestEvaluation) -> [Int] {
        stubs(for: view, includingDone: true, evaluation).compactMap { stub in
            let number = scenario.steps.count + stub
            guard isExhausted(rule: number, scenario.stubs[stub]), matches(stub: stub, view, &evaluation) else {
                return nil
            }
            return number
        }
    }

    /// Answers a request that no rule takes.
    mutating func refuse(
        _ id: ExchangeID, _ reason: NoMatchReason, view: RequestView, entry: consuming TimelineEntry,
        at instant: Instant
    ) -> Decision {
        entry.outcome = .failed(reason.kind)
        var unmatchedResponse: UnmatchedResponse?
        if reason.kind == .unmatched {
            unmatched += 1
            unmatchedResponse = scenario.unmatched
        }
        let scope = self.scope(rule: -1, view, count: unmatched, at: instant)
        let scripted = unmatchedResponse?.response
        entry.response = scripted?.plannedResponse(on: view.request.connection.stream) ?? .status(501)
        let isAllowed = unmatchedResponse?.allow ?? false && reason.isDecided
        if isAllowed { entry.isAllowed = true }
        beginExchange(id, entry, rule: nil, view: view)
        lastRefused = copy entry
        let facts = facts(of: reason, view, entry, isResponse: scripted == nil)
        if case .exhausted(let facts) = facts { progress[facts.rule].extra += 1 }
        if !interruptions.isEmpty { interruptions.removeAll { $0.request == entry.groupingKey } }

        var failure: DecidedFailure?
        if !isAllowed {
            failure = reserve(reason.kind, facts, entry: entry, view: view, scope: scope, at: instant)
        } else if scripted == nil {
            failure = DecidedFailure(
                reason.kind, facts, ordinal: nil, entry: entry, view: view, scope: scope, at: instant)
        }
        let response = scripted.map { ResponsePlan.Response.scripted($0) } ?? .failure(status: 501)
        return Decision(
            ResponsePlan(response: response, scope: scope, entry: entry, isAllowed: isAllowed), failure: failure)
    }

    private func facts(
        of reason: NoMatchReason, _ view: RequestView, _ entry: TimelineEntry, isResponse: Bool
    ) -> FailureFacts {
        switch reason {
        case .never(let stub): .never(stub: stub, recent: lastTaken())
        case .outOfOrder(let waiting, let exhausted): .outOfOrder(outOfOrder(waiting, exhausted, entry: entry))
        case .exhausted(let rules): .exhausted(self.exhausted(rules, view, entry))
        case .unmatched: .unmatched(nearMisses(of: view), isResponse: isResponse)
        case .tooMuchWork(let steps): .tooMuchWork(steps: steps, isResponse: isResponse)
        case .undecided(let rule): .undecided(rule, isResponse: isResponse)
        }
    }

    private func outOfOrder(
        _ waiting: [Int], _ exhausted: [Int], entry: TimelineEntry
    ) -> FailureFacts.OutOfOrder {
        // The first is named at the caret, the others below it.
        let named = waiting.prefix(1 + FailureFacts.shownSteps).map(unavailable)
        let counts = counts(of: exhausted)
        let room = scenario.steps[waiting[0]].rule.times.upper.map { $0 - progress[waiting[0]].count }
        return FailureFacts.OutOfOrder(
            waiting: named, moreWaiting: waiting.count - named.count, exhausted: counts,
            moreExhausted: exhausted.count - counts.count, interruption: interruption(like: entry),
            unrepeated: unrepeated(besides: entry),
            refused: RefusedStep(step: waiting[0], room: room), lacks: stepsLacking(before: waiting[0]))
    }

    /// The incomplete steps that a step waits for, if nothing else keeps a request from it.
    private func stepsLacking(before step: Int) -> [LackingStep] {
        var steps = Self.stepsForText
        guard order.closer(ofStep: step) == nil, conditionsHold(ofStep: step, steps: &steps) else { return [] }
        let limit = LackingStep.limit
        let (waits, count) = order.waitsFor(step: step, atMost: limit)
        guard count <= limit else { return [] }
        var lacking: [LackingStep] = []
        for dependency in waits {
            let incomplete = order.incompleteSteps(of: dependency, atMost: limit + 1 - lacking.count)
            lacking += incomplete.map { rule in
                LackingStep(step: rule, count: scenario.steps[rule].rule.times.lower - progress[rule].count)
            }
            if lacking.count > limit { return [] }
        }
        return lacking
    }

    private func exhausted(
        _ rules: [Int], _ view: RequestView, _ entry: TimelineEntry
    ) -> FailureFacts.Exhausted {
        let rule = lastTaker(of: rules)
        let others = rules.filter { $0 != rule }
        let counts = counts(of: others)
        return FailureFacts.Exhausted(
            rule: rule, count: progress[rule].count + progress[rule].extra + 1, last: progress[rule].recent.last,
            others: counts, moreOthers: others.count - counts.count, open: openSteps(near: view),
            interruption: interruption(like: entry))
    }

    /// The open steps for requests with this method and path, which none of them takes.
    private func openSteps(near view: RequestView) -> [NearMiss] {
        let limit = FailureFacts.Exhausted.openLimit
        var steps = Self.stepsForText
        let open = compiled.steps.rules(for: view, stepProgress).prefix(limit.searched).filter { step in
            state(ofRule: step) == .live && conditionsHold(ofStep: step, steps: &steps)
        }
        return open.prefix(limit.listed).map { NearMiss(rule: $0, state: .live) }
    }

    private func counts(of rules: [Int]) -> [RuleCount] { rules.prefix(FailureFacts.shownSteps).map(ruleCount) }

    private func ruleCount(_ rule: Int) -> RuleCount { RuleCount(rule: rule, count: progress[rule].count) }

    /// The rule that last took a request.
    private func lastTaker(of rules: [Int]) -> Int {
        let last = { (rule: Int) in progress[rule].recent.last?.number ?? 0 }
        return rules.max { last($0) < last($1) } ?? rules[0]
    }

    /// The reason that a step does not take a request that it matches.
    func unavailable(_ step: Int) -> UnavailableStep {
        if let closer = order.closer(ofStep: step) {
            let first = progress[closer].first?.number
            return UnavailableStep(step: step, reason: .closed(by: closer, first: first))
        }
        let (waits, count) = order.waitsFor(step: step, atMost: UnavailableStep.shown)
        if waits.isEmpty { return UnavailableStep(step: step, reason: .condition) }
        let pending = waits.map { dependency -> PendingDependency in
            switch dependency {
            case .step(let step): .step(ruleCount(step))
            case .block(let block):
                .block(block, order.incompleteSteps(of: dependency, atMost: UnavailableStep.shown).map(ruleCount))
            }
        }
        return UnavailableStep(step: step, reason: .waits(pending, more: count - waits.count))
    }

    /// The interrupted requests that did not come again, without those that are equal to this one.
    private func unrepeated(besides entry: TimelineEntry) -> [Interruption] {
        if interruptions.isEmpty { return [] }
        let key = entry.groupingKey
        return interruptions.filter { $0.request != key }.map(\.interruption)
    }

    /// The most rules whose last requests are looked at, and the most requests.
    private static let lastTakenLimit = (rules: 2_000, requests: 16)

    /// The last requests that rules took, in order of arrival, with the ends of their responses; empty for failures that
    /// are not explained by earlier requests.
    func lastTaken() -> [TimelineEntry] {
        guard log.nextOrdinal < DecidedFailure.explainedByEarlier else { return [] }
        let entries = progress.indices.prefix(Self.lastTakenLimit.rules).flatMap { progress[$0].recent.all }
        return entries.sorted { $0.number < $1.number }.suffix(Self.lastTakenLimit.requests)
    }

    /// The response that ended the connection of an equal request.
    private func interruption(like entry: TimelineEntry) -> Interruption? {
        interruptions.last { $0.request == entry.groupingKey }?.interruption
    }

    // MARK: - Near misses

    /// The most rules that are candidates for the nearest one.
    private static let nearMisses = 1_000

    /// All rules in order. If there are very many: those with the request's path, then some that may take a request
    /// now, then the first ones, so that the search is short enough for the lock.
    private func nearMisses(of view: RequestView) -> [NearMiss] {
        let (limit, steps) = (Self.nearMisses, scenario.steps.count)
        guard progress.count > limit else {
            return progress.indices.filter { !isRemoved(rule: $0) }.map { NearMiss(rule: $0, state: state(ofRule: $0)) }
        }
        var rules = Array(compiled.steps.rules(for: view).prefix(limit / 8))
        rules += compiled.stubs.rules(for: view).prefix(limit / 8).map { steps + $0 }
        // In a script of very many steps, only the steps near its current one are checked.
        let start = order.firstIncompleteStep ?? 0
        let next = start..<min(start + 2 * limit, steps)
        rules += next.lazy.filter { state(ofRule: $0) == .live }.prefix(limit / 4)
        rules += (steps..<progress.count).prefix(limit / 4)
        rules += progress.indices.prefix(limit / 4)
        rules.sort()
        var former = -1
        return rules.compactMap { rule in
            guard rule != former, !isRemoved(rule: rule) else { return nil }
            former = rule
            return NearMiss(rule: rule, state: state(ofRule: rule))
        }
    }

    private func isRemoved(rule number: Int) -> Bool {
        !compiled.removedStubs.isEmpty && compiled.removedStubs.contains(number - scenario.steps.count)
    }

    /// Whether the rule would take a request that matches.
    private func state(ofRule number: Int) -> NearMiss.State {
        if isExhausted(rule: number, rule(number)) { return .exhausted }
        if number >= scenario.steps.count { return .live }
        return order.isOpen(step: number) && !order.isClosed(step: number) ? .live : .notOpen
    }
}
