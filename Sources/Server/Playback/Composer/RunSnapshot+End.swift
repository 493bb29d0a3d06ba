import HTTPMessage
import Scenarios

extension RunSnapshot {
    /// The failures at the end of the run: steps that did not get their requests, then the checks of `expect`. Also the
    /// log so far, which lists consequences under the failures that caused them.
    ///
    /// - Parameter isGoingOn: whether its responses will still be sent, so that only those are judged which never will be.
    func ending(at instant: Instant, isGoingOn: Bool) -> (log: FailureLog, failures: [Failure], omitted: Int) {
        var log = log
        log.settle(composer.explain)
        let secrets = composer.secrets(of: nil, variables)
        // The end of the run decides them before it is judged.
        for hold in isGoingOn ? [] : closedHolds {
            let failure = composer.holdTimeout(
                rule: hold.rule, arrivals: hold.arrivals, held: hold.held, .stop, at: instant)
            log.add(composer.finish(FailureDraft(failure), secrets).failure)
        }
        // A log of its own, so that a flood of bad requests leaves room for the failures at the end.
        var end = FailureLog()
        let told = Set(log.failures.lazy.filter { $0.kind == .outOfOrder }.flatMap(\.remarks))
        let unmet = isCutShort ? [] : unmetFindings(at: instant)
        for draft in unmet {
            // A step without its requests is like no other. Texts are only made of what is shown.
            guard !end.isFull || draft.brokenCause != nil else {
                end.omit()
                continue
            }
            let finding = composer.finish(draft, secrets)
            if let cause = finding.brokenCause, log.list(finding.failure, under: cause) { continue }
            var failure = finding.failure
            if let missed = finding.missed, failure.remarks.contains(where: told.contains) {
                failure.remarks.removeAll(where: told.contains)
                // The step's own requests stay.
                let isOwn = finding.lacks.first.map { progress[$0.step].recent.contains(missed) } ?? false
                if !isOwn { failure.requests.removeAll { $0.number == missed } }
            }
            failure.cause =
                log.cause(of: finding) ?? (unmet.count == 1 ? log.resending(lastRequest: lastRequest.entry) : nil)
            if failure.cause == nil, let step = finding.lacks.first?.step, let other = log.failure(awaiting: step) {
                failure.remarks.append("the failure at \(other.place) follows from this one")
            }
            end.add(failure)
        }
        let unsent = undeliveredFailures(isGoingOn ? undelivered.filter(\.isJudged) : undelivered, at: instant)
        for failure in unsent + (isGoingOn ? [] : unfinishedFailures(at: instant) + unacceptedFailures(at: instant)) {
            end.add(composer.finish(FailureDraft(failure), secrets).failure)
        }
        let expectations = scenario.expectations
        for index in expectations.indices where fails(index, expectations[index].kind) {
            guard !end.isFull else {
                end.omit()
                continue
            }
            let draft = FailureDraft(expectFailure(index, expectations[index], at: instant))
            end.add(composer.finish(draft, secrets).failure)
        }
        return (log, end.failures, end.omitted)
    }

    private func unmetFindings(at instant: Instant) -> [FailureDraft] {
        let unmet = scenario.steps.indices.filter { !order.isComplete(step: $0) }
        var findings: [Int: FailureDraft] = [:]
        let last: (entry: TimelineEntry?, rule: Int?) = unmet.isEmpty ? (nil, nil) : lastRequest
        let preflights = unmet.isEmpty ? [:] : stepsOfPreflights()
        for step in unmet where order.isOpen(step: step) {
            findings[step] = unmetFinding(
                step, last: last.entry, takenBy: last.rule, preflights[step] ?? [], at: instant)
        }
        var known: [Int: Int] = [:]
        var behind: [Int: [Int]] = [:]
        for step in unmet where !order.isOpen(step: step) {
            guard let reached = order.reachedStep(before: step, known: &known) else { continue }
            behind[reached, default: []].append(step)
        }
        for (reached, steps) in behind {
            let names = steps.prefix(8).map { Printable.rule(scenario.steps[$0].rule.id) }.joined(separator: ", ")
            let more = steps.count > 8 ? ", …" : ""
            findings[reached]?.failure.remarks.append(
                "\(EnglishText.count(steps.count, "later step")) \(steps.count == 1 ? "was" : "were") not reached either: "
                    + "\(names)\(more)")
            findings[reached]?.lacks = steps.count < LackingStep.limit ? ([reached] + steps).map(lacking) : []
        }
        return unmet.compactMap { findings[$0] }
    }

    private func lacking(_ step: Int) -> LackingStep {
        LackingStep(step: step, count: scenario.steps[step].rule.times.lower - progress[step].count)
    }

    /// The last request that came, and the rule that took it, if any did.
    private var lastRequest: (entry: TimelineEntry?, rule: Int?) {
        var (last, taker) = (lastRefused, nil as Int?)
        for rule in progress.indices {
            guard let entry = progress[rule].recent.last, entry.number > last?.number ?? 0 else { continue }
            (last, taker) = (entry, rule)
        }
        return (last, taker)
    }

    /// The refused preflights, by each step that may be for the request about which the browser asked: its method,
    /// path and query don't differ.
    private func stepsOfPreflights() -> [Int: [RefusedPreflight]] {
        var found: [Int: [RefusedPreflight]] = [:]
        for preflight in refusedPreflights {
            for step in composer.compiled.steps.rules(for: preflight.view).prefix(Self.comparedSteps)
            where !order.isComplete(step: step) {
                let mismatches = scenario.steps[step].rule.request.mismatches(preflight.view, in: scope(rule: step))
                if mismatches.allSatisfy({ $0.blocked != nil || !$0.subject.isInRequestLine }) {
                    found[step, default: []].append(preflight)
                }
            }
        }
        return found
    }

    /// The most steps with which the request of a refused preflight is compared.
    private static let comparedSteps = 100

    /// - Parameters:
    ///   - last: the last request of the run.
    ///   - taker: the rule that took it.
    ///   - preflights: refused preflights for requests to this step.
    private func unmetFinding(
        _ step: Int, last: TimelineEntry?, takenBy taker: Int?, _ preflights: [RefusedPreflight],
        at instant: Instant
    ) -> FailureDraft {
        let rule = scenario.steps[step].rule
        let state = progress[step]
        let scope = self.scope(rule: step)
        let previous = taker.map(scenario.rule) ?? (step > 0 ? scenario.steps[step - 1].rule : nil)
        let isFurther = previous.map { $0 !== rule && $0.summary == rule.summary } ?? false
        let wanted = composer.wantedRequest(of: rule, showsQuery: isFurther, in: scope)
        var (note, cause): (String, EvaluationError?) = ("waiting for \(wanted)", nil)
        if let unmet = rule.when.first(where: { !$0.matches(in: scope) }) {
            note = "it \(composer.reason(unmet, in: scope))"
            cause = brokenCause(unmet.variable, at: unmet.position)
        } else if let variable = state.awaited {
            cause = brokenCause(variable, at: rule.request.position)
            if case .unset = variables[variable] {
                note += ", which uses {{\(scenario.variables[variable].name)}}: \(composer.unsetReason(variable))"
            }
        }
        // The step's own requests are listed below it.
        if let last, last.number != state.recent.last?.number {
            note += "; last was #\(last.number) \(last.requestText), \(last.responseText)"
        }
        let missed = missedRepeat(step, last: last)
        var requests = state.recent.all
        if let missed, !requests.contains(where: { $0.number == missed.entry.number }) {
            requests.insert(missed.entry, at: 0)
        }
        let hidden = state.lostCount - state.lost.count
        let failure = Failure(
            .unmet, at: rule.position, rule: rule.id,
            "\(ruleText(step)): \(EnglishText.count(state.count, "request")), expected \(rule.times.description)",
            note: note,
            remarks: (isFurther ? furtherPage(after: taker) : [])
                + (missed.map { $0.missedText(awaitedBy: isLike($0, step) ? rule : nil) } ?? [])
                + state.lost.map(\.text)
                + (hidden > 0 ? ["and \(hidden) more"] : [])
                + preflights.map { $0.text(scenario.crossOrigin) },
            requests: requests, instant: instant)
        var finding = FailureDraft(failure, cause: cause)
        finding.lacks = [lacking(step)]
        finding.missed = missed?.entry.number
        return finding
    }

    /// The request that a step without its requests was probably to repeat, since its response was a fault: one like
    /// those of the step, or the last of the run.
    private func missedRepeat(_ step: Int, last: TimelineEntry?) -> Interruption? {
        unrepeated.last { $0.lossText != nil && ($0.entry.number == last?.number || isLike($0, step)) }
    }

    /// Whether a step is for requests like the one that was interrupted.
    private func isLike(_ interruption: Interruption, _ step: Int) -> Bool {
        scenario.rule(interruption.rule).summary == scenario.steps[step].rule.summary
    }

    /// The error of a variable that has no value because of another failure.
    private func brokenCause(_ variable: Int, at position: Position) -> EvaluationError? {
        guard case .broken(let index) = variables[variable] else { return nil }
        return EvaluationError(.broken(variable: variable, at: index), position: position)
    }

    /// The assertions on clients that were not shown to hold.
    private func undeliveredFailures(_ undelivered: [ResponseDelivery], at instant: Instant) -> [Failure] {
        undelivered.compactMap { delivery in
            guard let assertion = scenario.rule(delivery.rule).timing?.client else { return nil }
            let isCancelled = assertion.behavior == .cancels
            // Who has ended its own direction and not taken the rest has left.
            if isCancelled, delivery.ended != nil { return nil }
            var requests = [delivery.entry]
            let (title, note): (String, String?)
            if let ended = delivery.ended {
                title = "the client left before the response was complete, expected it to stay"
                requests[0].left = ended
                note = requests[0].leavingText.map {
                    $0 + composer.eventText(delivery.sentEvents, rule: delivery.rule)
                }
            } else if delivery.hasNoEnd, isCancelled {
                (title, note) = ("the client did not leave the response, which has no end", nil)
            } else {
                title =
                    isCancelled
                    ? "the client neither left nor got the whole response, expected it to leave"
                    : "the response was not delivered to its end, expected the client to take it"
                note = delivery.obstacleText
            }
            return Failure(
                .client, at: assertion.position, rule: scenario.rule(delivery.rule).id,
                "\(ruleText(delivery.rule)): \(title)", note: note, requests: requests, instant: instant)
        }
    }

    /// The requests that had begun when the run ended, which may be those that it should not have had.
    private func unfinishedFailures(at instant: Instant) -> [Failure] {
        guard !receiving.isEmpty else { return [] }
        var connections: [Int] = []
        for request in receiving where connections.last != request.connection { connections.append(request.connection) }
        let names = connections.prefix(Self.named).map { "connection \($0)" }.joined(separator: ", ")
        let more = connections.count > Self.named ? ", …" : ""
        return [
            Failure(
                .badRequest, at: scenario.position,
                "\(EnglishText.count(receiving.count, "unfinished request")): begun on \(names)\(more), but not whole "
                    + "when the run ended", remarks: partTexts, instant: instant)
        ]
    }

    /// The connections that waited in vain when the run ended.
    private func unacceptedFailures(at instant: Instant) -> [Failure] {
        unaccepted.map { [Failure(.unmet, at: scenario.position, $0, instant: instant)] } ?? []
    }

    /// What had come of the requests that had begun, as far as it tells them.
    private var partTexts: [String] {
        let known = receiving.filter { $0.part != nil }
        let texts = known.prefix(Self.named).compactMap { request in
            request.part?.text(on: "connection \(request.connection)", composer.compiled.redactor)
        }
        return texts + (known.count > texts.count ? ["and \(known.count - texts.count) more"] : [])
    }

    /// Whether an item of `expect` fails, which takes the same time whatever it counts and however many requests came.
    private func fails(_ index: Int, _ kind: Expectation.Kind) -> Bool {
        switch kind {
        case .count(_, let range, _), .connections(let range):
            let count = tallies[index].count
            return !range.contain(count) && !(isCutShort && count < range.lower)
        case .before(let step, let other):
            guard let last = progress[step].recent.last, let first = progress[other].first else { return !isCutShort }
            return last.number > first.number
        }
    }

    /// What is said of an item of `expect` that fails.
    private func expectFailure(_ index: Int, _ expectation: Expectation, at instant: Instant) -> Failure {
        let (tally, position) = (tallies[index], expectation.position)
        switch expectation.kind {
        case .count(_, let range, let summary):
            let wanted = range.upper == 0 ? "none" : range.description
            return Failure(
                .expect, at: position, "\(summary): \(EnglishText.count(tally.count, "request")), expected \(wanted)",
                requests: tally.recent.all, instant: instant)
        case .connections(let range):
            let count = EnglishText.count(tally.count, "connection")
            return Failure(
                .expect, at: position, "\(count) carried a request, expected \(range.description)",
                requests: tally.recent.all, instant: instant)
        case .before(let step, let other):
            return beforeFailure(step, other, at: position, instant: instant)
        }
    }

    private func beforeFailure(_ step: Int, _ other: Int, at position: Position, instant: Instant) -> Failure {
        let title = "expected \(ruleText(step)) before \(ruleText(other))"
        guard let last = progress[step].recent.last, let first = progress[other].first else {
            let names = [step, other].filter { progress[$0].count == 0 }.map(ruleText).joined(separator: " and ")
            return Failure(.expect, at: position, title, note: "\(names) took no request", instant: instant)
        }
        return Failure(
            .expect, at: position, title,
            note: "its last request is #\(last.number), the other's first is #\(first.number)",
            requests: [first, last], instant: instant)
    }
}

extension BegunRequest.Part {
    /// `POST /a on connection 2 lacks the end of its body of 5 bytes`
    fileprivate func text(on connection: String, _ redactor: Redactor) -> String {
        let shown = Printable.text(redactor.target(head.target))
        guard let method else { return "a request for \(shown) on \(connection) lacks the end of its head" }
        let length = head.fields.first(named: "Content-Length")?.prefix(20)
        let size = length.map { " of \(Printable.text($0)) bytes" } ?? ""
        return "\(Printable.text(method)) \(shown) on \(connection) lacks the end of its body\(size)"
    }
}

extension RequestPart {
    /// Whether a preflight has it like the request about which it asks.
    fileprivate var isInRequestLine: Bool {
        switch self {
        case .method, .target, .path, .pathParameter, .query: true
        default: false
        }
    }
}

extension Script.LostRequest {
    /// `stub "all" took #1 GET /b before this step was open`
    fileprivate var text: String {
        let start = "\(entry.takerText) took #\(entry.number) \(entry.requestText)"
        return wasOpen ? "\(start), as it comes first in the file" : "\(start) before this step was open"
    }
}

extension ResponseDelivery {
    /// What stood in the way.
    fileprivate var obstacleText: String {
        if isWritten { return "its last byte was sent, but the client's system had not acknowledged it" }
        return switch obstacle {
        case .time: "at the end of the run it still waited for its time"
        case .hold: "at the end of the run it was still held"
        case .order: "at the end of the run it still waited for the response before it on its connection"
        case .client where entry.connection.stream != nil:
            "at the end of the run it was not sent to its end: the client did not read it, or left its flow-control "
                + "window shut"
        case .client: "at the end of the run it was not sent to its end: the client did not read it"
        }
    }
}

extension CountRange {
    fileprivate func contain(_ count: Int) -> Bool { count >= lower && upper.map { count <= $0 } ?? true }
}
