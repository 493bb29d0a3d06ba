package import HTTPMessage
package import Scenarios

extension Script {
    /// Decides a request. It is matched, counted, checked, captured from and gets a response before any other event.
    /// There is always a response to a complete request.
    ///
    /// A request of which only the head has come is decided if the first rule that may match decides at the head. If
    /// not, this has no effect, and `evaluation.needsBody` is set.
    ///
    /// - Returns: nil, with no effect, if `evaluation` lacks results that take too long to compute under a lock. Let it
    ///   compute them by `resolve`, then call this again.
    package mutating func arrived(
        _ id: ExchangeID, _ view: RequestView, evaluation: inout RequestEvaluation, at instant: Instant
    ) -> Decision? {
        evaluation.begin(revision: revision, variablesSize: variablesSize)
        let counted = expectationsThatCount(view, &evaluation)
        guard !evaluation.lacksCandidates else { return nil }
        if let (step, parameters) = chooseStep(view, &evaluation) {
            let later = compiled.steps.hasOverlaps ? laterStep(than: step, view, &evaluation) : nil
            let taking = taking(step, view, parameters: parameters, evaluation: &evaluation, at: instant)
            guard !evaluation.isIncomplete else { return nil }
            if let reason = evaluation.refusal {
                return refuse(id, reason, view, counted, at: instant)
            }
            let decision = take(
                id, rule: step, view, parameters: parameters, found: taking, entry: newEntry(view, at: instant),
                insteadOf: later, at: instant)
            order.take(step: step)
            if progress[step].count >= scenario.steps[step].rule.times.lower { order.complete(step: step) }
            while let first = compiled.steps.first(stepProgress, inBucketOf: step), isDone(step: first) {
                compiled.steps.skipFirst(&stepProgress, inBucketOf: step)
            }
            if scenario.connectionSteps.contains(step) {
                connections[step] = view.request.connection.index
                revision += 1
            }
            return tallied(decision, id, counted, at: instant)
        }
        guard !evaluation.lacksCandidates, !evaluation.needsBody else { return nil }
        let choice = chooseStub(view, &evaluation)
        if let (stub, parameters) = choice, !scenario.stubs[stub].never {
            let rule = scenario.steps.count + stub
            let step = stepThatWouldTake(view, &evaluation)
            let taking = taking(rule, view, parameters: parameters, evaluation: &evaluation, at: instant)
            guard !evaluation.isIncomplete else { return nil }
            if let reason = evaluation.refusal {
                return refuse(id, reason, view, counted, at: instant)
            }
            let decision = take(
                id, rule: rule, view, parameters: parameters, found: taking, entry: newEntry(view, at: instant),
                insteadOf: step, at: instant)
            while let first = compiled.stubs.first(stubProgress, inBucketOf: stub),
                isExhausted(rule: scenario.steps.count + first, scenario.stubs[first])
            { compiled.stubs.skipFirst(&stubProgress, inBucketOf: stub) }
            return tallied(decision, id, counted, at: instant)
        }
        guard !evaluation.lacksCandidates, !evaluation.needsBody else { return nil }
        if let reason = evaluation.refusal, !evaluation.isIncomplete,
            !view.isHeadOnly || choice != nil
        {
            return refuse(id, reason, view, counted, at: instant)
        }
        if view.isHeadOnly, choice == nil {
            evaluation.needsBody = !evaluation.isIncomplete
            return nil
        }
        // A stub that must never be called is asked first: so a scenario can forbid preflights.
        if choice == nil, isPreflight(view) {
            guard !evaluation.isIncomplete else { return nil }
            return answerPreflight(id, view, entry: newEntry(view, at: instant))
        }
        let reason = noMatchReason(of: view, neverStub: choice?.stub, &evaluation)
        guard !evaluation.isIncomplete else { return nil }
        return refuse(id, evaluation.refusal ?? reason, view, counted, at: instant)
    }

    private mutating func refuse(
        _ id: ExchangeID, _ reason: NoMatchReason, _ view: RequestView, _ counted: [Int], at instant: Instant
    ) -> Decision {
        let decision = refuse(id, reason, view: view, entry: newEntry(view, at: instant), at: instant)
        return tallied(decision, id, counted, at: instant)
    }

    /// Has the items of `expect` at these indices count the request of a decision.
    private mutating func tallied(
        _ decision: consuming Decision, _ id: ExchangeID, _ expectations: [Int], at instant: Instant
    ) -> Decision {
        guard !expectations.isEmpty, let entry = decision.plan?.entry else { return decision }
        tallies.add(entry, to: expectations)
        guard timing != nil, let effects = watchLimits(of: expectations, id, entry, at: instant) else {
            return decision
        }
        decision.timing = decision.timing?.followed(by: effects) ?? effects
        return decision
    }

    /// Releases the exchange's request: its response is rendered, and nothing that shows the request follows.
    package mutating func releaseRequest(_ id: ExchangeID) {
        guard var exchange = exchanges.remove(id) else { return }
        exchange.request = nil
        exchanges.insert(exchange, for: id)
    }

    /// Decides a request, however long that takes.
    package mutating func arrived(_ id: ExchangeID, _ view: RequestView, at instant: Instant) -> Decision {
        var evaluation = RequestEvaluation(view)
        while true {
            if let decision = arrived(id, view, evaluation: &evaluation, at: instant) { return decision }
            _ = evaluation.resolve(view, composer)
        }
    }

    /// The entry of the next request, which is being decided.
    private mutating func newEntry(_ view: RequestView, at instant: Instant) -> TimelineEntry {
        let (number, origin) = count(at: instant)
        var entry = spares.popLast() ?? TimelineEntry()
        entry.assign(number, view.request, arrival: instant, since: origin)
        if compiled.redactsQueries || !entry.hasPathAsTarget
            || compiled.redactsUserInformation && entry.mayNameUser
        {
            entry.redact(compiled.redactor)
        }
        return entry
    }

    /// The assertions and effects of the rule for the request, if they are costly and already computed.
    private func taking(
        _ number: Int, _ view: RequestView, parameters: [PathParameter], evaluation: inout RequestEvaluation,
        at instant: Instant
    ) -> RequestEvaluation.Taking? {
        let rule = rule(number)
        guard !rule.onlyResponds, evaluation.isCostly(taking: rule) else { return nil }
        let count = progress[number].count + 1
        return evaluation.taking(number, rule, count: count, revision: revision) {
            var view = view
            view.parameters = parameters
            return scope(rule: number, view, count: count, at: instant)
        }
    }

    /// Notes that a response is due. `view` is the request if sentences about the response may show parts of it.
    mutating func beginExchange(_ id: ExchangeID, _ entry: TimelineEntry, rule: Int?, view: RequestView?) {
        exchanges.insert(Exchange(rule: rule, entry: entry, request: view.map(ExplainableRequest.init)), for: id)
    }

    /// Counts a request, and returns its number and the arrival of the run's first request.
    mutating func count(at instant: Instant) -> (number: Int, origin: Instant) {
        requests += 1
        let origin = firstArrival ?? instant
        firstArrival = origin
        return (requests, origin)
    }

    private mutating func chooseStep(
        _ view: RequestView, _ evaluation: inout RequestEvaluation
    ) -> (step: Int, parameters: [PathParameter])? {
        if evaluation.hasCandidates { return chooseCandidate(view, &evaluation) }
        var traversal = compiled.steps.traverse(for: view, stepProgress)
        while !evaluation.lacksCandidates, !evaluation.needsBody, let step = compiled.steps.next(&traversal) {
            if let parameters = parameters(ifTakenBy: step, view, &evaluation) { return (step, parameters) }
        }
        return nil
    }

    /// Chooses one of the steps that were found outside the lock.
    private mutating func chooseCandidate(
        _ view: RequestView, _ evaluation: inout RequestEvaluation
    ) -> (step: Int, parameters: [PathParameter])? {
        for step in evaluation.candidates?.stepRules ?? [] where !evaluation.needsBody {
            if let parameters = parameters(ifTakenBy: step, view, &evaluation) { return (step, parameters) }
        }
        return nil
    }

    /// The values of the step's path parameters if it is open and takes the request; else nil.
    private mutating func parameters(
        ifTakenBy step: Int, _ view: RequestView, _ evaluation: inout RequestEvaluation
    ) -> [PathParameter]? {
        let match = match(openStep: step, view, &evaluation)
        if case .waiting(let variable) = match { progress[step].awaited = variable }
        return parameters(of: match, scenario.steps[step].rule, view, &evaluation)
    }

    /// The values of the path parameters if the rule takes the request; nil if it does not, or not before the body.
    private func parameters(
        of match: RequestMatch, _ rule: Rule, _ view: RequestView, _ evaluation: inout RequestEvaluation
    ) -> [PathParameter]? {
        switch match {
        case .matched(let parameters):
            guard view.isHeadOnly, !rule.decidesAtHead else { return parameters }
            // While results are missing, another rule may turn out to be the first.
            evaluation.needsBody = !evaluation.isIncomplete
        case .needsBody: evaluation.needsBody = !evaluation.isIncomplete
        case .notMatched, .undecided, .waiting: break
        }
        return nil
    }

    private func match(openStep step: Int, _ view: RequestView, _ evaluation: inout RequestEvaluation) -> RequestMatch {
        let rule = scenario.steps[step].rule
        guard !isExhausted(rule: step, rule), !order.isClosed(step: step), order.isOpen(step: step) else {
            return .notMatched
        }
        let match = match(rule, step, view: view, evaluation: &evaluation)
        switch match {
        case .matched, .needsBody: return conditionsHold(rule, step, evaluation: &evaluation) ? match : .notMatched
        case .notMatched, .undecided, .waiting: return match
        }
    }

    private func chooseStub(
        _ view: RequestView, _ evaluation: inout RequestEvaluation
    ) -> (stub: Int, parameters: [PathParameter])? {
        for stub in stubs(for: view, evaluation) where !evaluation.lacksCandidates && !evaluation.needsBody {
            let rule = scenario.stubs[stub]
            let number = scenario.steps.count + stub
            guard !isExhausted(rule: number, rule) else { continue }
            let match = match(rule, number, view: view, evaluation: &evaluation)
            switch match {
            case .notMatched, .waiting: continue
            case .undecided where !rule.never: continue
            case .matched, .undecided, .needsBody: break
            }
            guard conditionsHold(rule, number, evaluation: &evaluation) else { continue }
            if case .undecided = match { evaluation.undecided = .never(stub: stub) }
            guard let parameters = parameters(of: match, rule, view, &evaluation)
            else { continue }
            return (stub, parameters)
        }
        return nil
    }

    /// The steps that may take the request, in file order.
    private func steps(
        for view: RequestView, includingDone: Bool = false, _ evaluation: RequestEvaluation
    ) -> some Sequence<Int> {
        evaluation.candidates.map { RuleSequence(found: $0.stepRules) }
            ?? compiled.steps.rules(for: view, includingDone ? nil : stepProgress)
    }

    /// The stubs that may take the request, by their index among the stubs.
    func stubs(for view: RequestView, includingDone: Bool = false, _ evaluation: RequestEvaluation) -> some Sequence<
        Int
    > {
        evaluation.candidates.map { RuleSequence(found: $0.stubRules) }
            ?? compiled.stubs.rules(for: view, includingDone ? nil : stubProgress)
    }

    private func match(
        _ rule: Rule, _ number: Int, view: RequestView, evaluation: inout RequestEvaluation
    ) -> RequestMatch {
        if let matches = rule.request.matches(view) { return matches ? .matched(parameters: []) : .notMatched }
        if let known = candidate(number, evaluation)?.match { return known }
        if evaluation.isCostly(rule.request) {
            return evaluation.match(.rule(number), rule.request, revision: revision) { scope(rule: number) }
        }
        let steps = rule.request.cost.steps(forSize: view.size)
        guard evaluation.mayInspect(steps: steps, revision: revision, { scope(rule: -1) }) else { return .notMatched }
        // Its steps count all the same: what a request gets does not depend on whether its head came alone.
        if evaluation.excludes(number) { return .notMatched }
        let match = rule.request.match(view, in: scope(rule: number))
        if view.isHeadOnly, case .notMatched = match, !rule.request.cost.readsVariables { evaluation.exclude(number) }
        return match
    }

    private func candidate(_ number: Int, _ evaluation: RequestEvaluation) -> CandidateRules.Candidate? {
        evaluation.candidates?.candidate(rule: number, firstStub: scenario.steps.count)
    }

    /// Whether the conditions under the rule's `when` are met.
    private func conditionsHold(_ rule: Rule, _ number: Int, evaluation: inout RequestEvaluation) -> Bool {
        if rule.when.isEmpty { return true }
        if let known = candidate(number, evaluation)?.conditionsHold { return known }
        if evaluation.isCostly(rule.when) {
            return evaluation.conditionsHold(number, revision: revision) { scope(rule: number) }
        }
        let steps = rule.when.reduce(0) { $0 + $1.cost.comparisons }
        guard evaluation.mayInspect(steps: steps, revision: revision, { scope(rule: -1) }) else { return false }
        let context = scope(rule: number)
        return rule.when.allSatisfy { $0.matches(in: context) }
    }

    /// The most steps of work for what only a failure's text says.
    static var stepsForText: Int { 10_000 }

    /// Whether the conditions under the step's `when` are met; false if finding that takes more steps of work.
    func conditionsHold(ofStep step: Int, steps: inout Int) -> Bool {
        let conditions = scenario.steps[step].rule.when
        if conditions.isEmpty { return true }
        guard steps > 0 else { return false }
        return conditions.match(in: scope(rule: step), steps: &steps) && steps >= 0
    }

    /// Whether the request matches the step, whether or not it is open.
    private func matches(step: Int, _ view: RequestView, _ evaluation: inout RequestEvaluation) -> Bool {
        match(scenario.steps[step].rule, step, view: view, evaluation: &evaluation).isMatched
    }

    /// Whether the request matches the stub, regardless of earlier requests.
    func matches(stub: Int, _ view: RequestView, _ evaluation: inout RequestEvaluation) -> Bool {
        match(scenario.stubs[stub], scenario.steps.count + stub, view: view, evaluation: &evaluation).isMatched
    }

    /// The steps that match the request, whether or not they are open, in file order.
    func stepsThatMatch(_ view: RequestView, _ evaluation: inout RequestEvaluation) -> [Int] {
        var matching: [Int] = []
        for step in steps(for: view, includingDone: true, evaluation) where !evaluation.lacksCandidates {
            if matches(step: step, view, &evaluation) { matching.append(step) }
        }
        return matching
    }

    /// The first step that still needs a request and would take this one if it were open.
    private func stepThatWouldTake(_ view: RequestView, _ evaluation: inout RequestEvaluation) -> Int? {
        guard order.incompleteSteps > 0 else { return nil }
        return steps(for: view, evaluation).first {
            evaluation.lacksCandidates || !order.isComplete(step: $0) && matches(step: $0, view, &evaluation)
        }
    }

    /// The limit of the search for a later step, which runs for each request that a step takes.
    private static let comparedLaterSteps = 16

    /// The first later step that still needs a request and would have taken this one if `taker` had not.
    ///
    /// If `taker` needs the request too and both match the same, `taker` gets it: the script expects them in order.
    private func laterStep(than taker: Int, _ view: RequestView, _ evaluation: inout RequestEvaluation) -> Int? {
        let taking = scenario.steps[taker].rule
        let isSpare = order.isComplete(step: taker)
        guard order.incompleteSteps > (isSpare ? 0 : 1) else { return nil }
        return steps(for: view, evaluation).prefix(Self.comparedLaterSteps).first { step in
            step > taker && !order.isComplete(step: step)
                && (isSpare || scenario.steps[step].rule.summary != taking.summary)
                && matches(step: step, view, &evaluation)
        }
    }

    private func isDone(step: Int) -> Bool {
        isExhausted(rule: step, scenario.steps[step].rule) || order.isClosed(step: step)
    }

    func isExhausted(rule number: Int, _ rule: Rule) -> Bool {
        rule.times.upper.map { progress[number].count >= $0 } ?? false
    }
}
