public import HTTPMessage
import Scenarios

/// How many requests an `expect` item counted, and the last of them.
struct ExpectationTally: Sendable {
    private static let kept = 3

    private(set) var count = 0
    private(set) var recent: [TimelineEntry] = []

    mutating func add(_ entry: TimelineEntry) {
        count += 1
        if recent.count == Self.kept { recent.removeFirst() }
        recent.append(entry)
    }
}

extension Script {
    /// The places of the `expect` items that count this request.
    func expectationsThatCount(_ view: RequestView) -> [Int] {
        guard !scenario.expectations.isEmpty else { return [] }
        return scenario.expectations.indices.filter { place in
            guard case .count(let pattern, _, _) = scenario.expectations[place].kind else { return false }
            if case .matched = pattern.match(view, in: scope(rule: -1)) { return true }
            return false
        }
    }

    /// What the end of the run shows: steps that did not get their requests, then the checks of `expect`.
    func endFailures(at instant: Instant) -> [Failure] {
        unmetFailures(at: instant) + expectFailures(at: instant)
    }

    private func unmetFailures(at instant: Instant) -> [Failure] {
        let unmet = scenario.steps.indices.filter { !order.isComplete(step: $0) }
        let reached = unmet.filter { order.isOpen(step: $0) }
        var failures = reached.map { unmetFailure($0, at: instant) }
        let rest = unmet.filter { !order.isOpen(step: $0) }
        if !rest.isEmpty, !failures.isEmpty {
            let names = rest.prefix(8).map { Printable.quoted(scenario.steps[$0].rule.id) }.joined(separator: ", ")
            let more = rest.count > 8 ? ", …" : ""
            failures[0].remarks.append("and \(TimeText.count(rest.count, "step")) after it: \(names)\(more)")
        }
        return failures
    }

    private func unmetFailure(_ step: Int, at instant: Instant) -> Failure {
        let rule = scenario.steps[step].rule
        let state = progress[step]
        let scope = self.scope(rule: step)
        let guarded = rule.when.first { !$0.holds(in: scope) }
        return Failure(
            .unmet, at: rule.position, rule: rule.id,
            "\(ruleText(rule)): \(TimeText.count(state.count, "request")), expected \(rule.times.description)",
            note: guarded.map { "it \($0.reason(in: scope, scenario))" } ?? "waiting for \(rule.summary)",
            remarks: state.lost.map { "\($0.outcomeText) took #\($0.number) \($0.requestText)" },
            requests: state.recent, instant: instant)
    }

    private func expectFailures(at instant: Instant) -> [Failure] {
        scenario.expectations.indices.compactMap { place in
            let expectation = scenario.expectations[place]
            switch expectation.kind {
            case .count(_, let bounds, let summary):
                return countFailure(tallies[place], bounds, summary, at: expectation.position, instant)
            case .before(let step, let other):
                return beforeFailure(step, other, at: expectation.position, instant)
            }
        }
    }

    private func countFailure(
        _ tally: ExpectationTally, _ bounds: Bounds, _ summary: String, at position: Position, _ instant: Instant
    ) -> Failure? {
        if tally.count >= bounds.lower, bounds.upper.map({ tally.count <= $0 }) ?? true { return nil }
        let wanted = bounds.upper == 0 ? "never" : bounds.description
        return Failure(
            .expect, at: position, "\(summary): \(TimeText.count(tally.count, "request")), expected \(wanted)",
            requests: tally.recent, instant: instant)
    }

    private func beforeFailure(_ step: Int, _ other: Int, at position: Position, _ instant: Instant) -> Failure? {
        let names = (scenario.steps[step].rule.id, scenario.steps[other].rule.id)
        let title = "expected step \(Printable.quoted(names.0)) before step \(Printable.quoted(names.1))"
        let missing = [step, other].filter { progress[$0].count == 0 }
        if let first = missing.first {
            return Failure(
                .expect, at: position, title,
                note: "step \(Printable.quoted(scenario.steps[first].rule.id)) took no request", instant: instant)
        }
        guard let last = progress[step].last, let first = progress[other].first, last > first else { return nil }
        return Failure(
            .expect, at: position, title, note: "its last request is #\(last), the other's first is #\(first)",
            requests: (progress[step].recent + progress[other].recent).sorted { $0.number < $1.number },
            instant: instant)
    }

    /// What the run comes to if it ends at `instant`.
    public func verdict(at instant: Instant) -> Verdict {
        Verdict(
            scenario: scenario.name, failures: log.failures + endFailures(at: instant), omittedFailures: log.omitted,
            droppedAnswers: unsentAnswers, requests: requests, steps: scenario.steps.count,
            completeSteps: scenario.steps.count - order.incompleteSteps, seed: seed)
    }
}
