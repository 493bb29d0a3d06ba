import HTTPMessage
import Scenarios

extension FailureComposer {
    func holdTimeout(
        rule number: Int, arrivals: Int, held: [TimelineEntry], _ end: HoldEnd, at instant: Instant
    ) -> Failure {
        let rule = scenario.rule(number)
        let hold = rule.timing?.hold
        let limit = end == .timeout ? "within \(TimeText.text(hold?.timeout ?? .zero))" : "before the run ended"
        return Failure(
            .holdTimeout, at: hold?.position ?? rule.position, rule: rule.id,
            "\(ruleText(number)): its hold did not open \(limit)",
            note: hold.map { waited(for: $0.until, arrivals: arrivals) },
            remarks: end == .stop ? [] : ["the held responses are sent without it"],
            requests: Array(held.prefix(Self.shownHeld)), instant: instant)
    }

    func releaseConflict(rule number: Int, first: TimelineEntry, _ decided: DecidedFailure) -> Failure {
        let rule = scenario.rule(number)
        let second = decided.entry.map { "#\($0.number)" } ?? "the other"
        return Failure(
            .holdTimeout, at: rule.timing?.hold?.position ?? rule.position, rule: rule.id,
            "\(ruleText(number)): its responses can't be released in the stated order",
            note: "#\(first.number) is to be answered before \(second), but both came on \(first.connectionText), "
                + "and HTTP/1.1 sends responses in the order of the requests",
            remarks: ["the held responses are sent together"], requests: decided.requests + [first],
            instant: decided.instant)
    }

    func inFlight(
        _ count: Int, _ limit: RequestLimit, rule number: Int?, others: [TimelineEntry], _ decided: DecidedFailure
    ) -> Failure {
        let name = number.map { "\(ruleText($0)): " } ?? ""
        return Failure(
            .maxInFlight, at: limit.position, rule: number.map { scenario.rule($0).id },
            "\(name)\(EnglishText.count(count, "request")) in flight at once, expected at most \(limit.count)",
            note: decided.entry.map {
                let cure =
                    limit.count == 1
                    ? "send them one after the other, each after the response to the one before"
                    : "wait for the response to one of them first"
                return "#\($0.number) came while \(Self.names(of: others, count: count - 1)) unanswered: \(cure)"
            },
            requests: others + decided.requests, instant: decided.instant)
    }

    /// `#4 and #5 were`, `the others were`: the subject of a clause about the other requests in flight.
    private static func names(of others: [TimelineEntry], count: Int) -> String {
        var names = others.map { "#\($0.number)" }
        guard names.count == count, let last = names.popLast() else { return "the others were" }
        return names.isEmpty ? "\(last) was" : "\(names.joined(separator: ", ")) and \(last) were"
    }

    func interval(
        _ interval: ArrivalInterval, _ limit: IntervalLimits.Limit, rule number: Int, _ recent: [TimelineEntry],
        _ decided: DecidedFailure
    ) -> Failure {
        var precision = 0
        var received = "before the response before it was complete"
        if case .since(let duration) = interval {
            precision = TimeText.precision(telling: duration, from: limit.duration)
            received = "\(TimeText.text(duration, precision: precision)) after the response before it"
        }
        let isLower = [.greater, .greaterOrEqual].contains(limit.comparison)
        let trace = isLower ? retryAfterTrace(decided) : waitsTrace(recent, limit, precision, decided)
        return Failure(
            .interval, at: limit.position, rule: scenario.rule(number).id,
            "\(ruleText(number)): \(decided.requestText) came \(received), expected \(limit.text(precision))",
            remarks: trace?.lines ?? [], requests: (trace?.entries ?? []) + decided.requests, instant: decided.instant)
    }

    /// The waits before a request that came too late, and before those like it, if there are several.
    private func waitsTrace(
        _ recent: [TimelineEntry], _ limit: IntervalLimits.Limit, _ precision: Int, _ decided: DecidedFailure
    ) -> Trace? {
        guard let entry = decided.entry else { return nil }
        var waits: [(entry: TimelineEntry, duration: Duration)] = []
        for (before, later) in zip(recent, recent.dropFirst()) where later.groupingKey == entry.groupingKey {
            guard let answered = before.answered, answered < later.arrival else { continue }
            waits.append((later, later.arrival - answered))
        }
        waits = Array(waits.suffix(Self.shownWaits))
        guard waits.count > 1, waits.last?.entry.number == entry.number else { return nil }
        var (names, times) = (waits.map { "#\($0.entry.number)" }, waits.map { TimeText.text($0.duration) })
        let (lastName, lastTime) = (names.removeLast(), times.removeLast())
        return Trace(
            lines: [
                "the waits before \(names.joined(separator: ", ")) and \(lastName) were "
                    + "\(times.joined(separator: ", ")) and \(lastTime); cap them at "
                    + TimeText.text(limit.duration, precision: precision)
            ], entries: waits.dropLast().map { $0.entry })
    }

    /// The number of waits that a failure shows.
    private static var shownWaits: Int { 4 }

    func client(
        _ assertion: ClientAssertion, _ outcome: ClientOutcome, rule number: Int, sentEvents: Int?,
        _ decided: DecidedFailure
    ) -> Failure {
        let title =
            outcome == .left
            ? "the client left before the response was complete, expected it to stay"
            : "the client took the whole response, expected it to leave before"
        return Failure(
            .client, at: assertion.position, rule: scenario.rule(number).id, "\(ruleText(number)): \(title)",
            note: decided.entry?.leavingText.map { $0 + eventText(sentEvents, rule: number) },
            requests: decided.requests, instant: decided.instant)
    }

    /// `, when 1 of 3 events had been sent`; empty if that is not known.
    func eventText(_ sent: Int?, rule number: Int) -> String {
        guard let sent, let all = scenario.rule(number).sentEvents, sent <= all else { return "" }
        return ", when \(sent) of \(EnglishText.count(all, "event")) had been sent"
    }

    /// The number of held requests that a failure shows.
    private static var shownHeld: Int { 5 }

    func waited(for condition: Hold.Condition, arrivals: Int) -> String {
        switch condition {
        case .arrivals(let count, _):
            "it waits for \(EnglishText.count(count, "request")), of which \(arrivals) came"
        case .step(let step, _, .taken):
            "it waits for \(ruleText(step)) to take a request"
        case .step(let step, _, .answered):
            "it waits for the first response of \(ruleText(step))"
        case .step(let step, _, .quiet(let duration)):
            "it waits until a response of \(ruleText(step)) is delivered and no request has come for "
                + TimeText.text(duration)
        }
    }
}

extension IntervalLimits.Limit {
    /// `at least 1 s`
    fileprivate func text(_ precision: Int) -> String {
        let duration = TimeText.text(duration, precision: precision)
        return switch comparison {
        case .greater: "more than \(duration)"
        case .greaterOrEqual: "at least \(duration)"
        case .less: "less than \(duration)"
        case .lessOrEqual: "at most \(duration)"
        }
    }
}
