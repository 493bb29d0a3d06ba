import HTTPMessage
import Scenarios

extension FailureComposer {
    /// The number of leaves of one request that are reported as separate failures.
    private static var shownLeaves: Int { 20 }

    /// The problems of a request that a rule took: failed assertions, then captures and `set`.
    func explain(_ decided: DecidedFailure, takenBy number: Int, isRejected: Bool) -> ExplainedFailure {
        guard let view = decided.view else { return ExplainedFailure(decided, []) }
        let rule = scenario.rule(number)
        let effects = RuleEffects(of: rule, on: view, in: decided.scope)
        // A sentence about `set` may show a variable that this request set.
        let secrets = secrets(of: view, effects.scope.variables)
        var findings = assertions(rule, number, decided: decided)
        findings += effects.problems.map { finding($0, rule, number: number, at: decided.instant) }

        let unmade = findings.firstIndex(where: \.isUnmade)
        var amended: TimelineEntry?
        var entry = decided.entry
        if unmade != nil, entry?.response != .status(500) {
            entry?.response = .status(500)
            amended = entry
        }
        for index in findings.indices {
            findings[index].failure.requests += entry.map { [$0] } ?? []
            findings[index] = finish(findings[index], secrets)
        }
        var response: (failure: Failure, status: Int)?
        if let unmade {
            response = (findings[unmade].failure, 500)
        } else if isRejected, let first = findings.first {
            response = (first.failure, 422)
        }
        return ExplainedFailure(decided, findings, rule: number, response: response, amendedEntry: amended)
    }

    private func assertions(_ rule: Rule, _ number: Int, decided: DecidedFailure) -> [FailureDraft] {
        guard let view = decided.view else { return [] }
        var mismatches: [Mismatch] = []
        for requestMatcher in rule.assertions where !requestMatcher.match(view, in: decided.scope).isMatched {
            mismatches += requestMatcher.mismatches(view, in: decided.scope)
        }
        guard !mismatches.isEmpty else { return [] }
        var findings = mismatches.prefix(Self.shownLeaves).map { mismatch in
            if let error = mismatch.blocked {
                let failure = templateFailure(error, ruleText(number), rule: rule.id, at: decided.instant)
                var finding = FailureDraft(failure, cause: error)
                // Of a capture that failed, too: an assertion that can't be checked holds no more than a response that
                // can't be made.
                finding.isUnmade = true
                return finding
            }
            var finding = FailureDraft(
                Failure(
                    .assertion, at: mismatch.position, rule: rule.id,
                    "\(ruleText(number)): \(mismatch.sentence)",
                    difference: difference(mismatch, decided.scope.variables), instant: decided.instant))
            finding.hint = hint(mismatch)
            return finding
        }
        addTraces(of: mismatches, to: &findings, decided)
        if let index = mismatches.prefix(findings.count).firstIndex(where: \.lacksExpect) {
            findings[index].failure.remarks.append(
                "the client sends the body without asking: send Expect: 100-continue, and the body only after 100 Continue"
            )
        }
        let left = mismatches.reduce(-findings.count) { $0 + $1.leaves }
        let isIncomplete = mismatches.contains(where: \.isIncomplete)
        if left > 0 {
            findings[findings.count - 1].failure.remarks.append("and \(isIncomplete ? "at least " : "")\(left) more")
            findings[findings.count - 1].failure.unshown = left
        }
        if isIncomplete {
            findings[findings.count - 1].failure.remarks.append(
                "not all of it was compared, since it is large; assert a part of it")
        }
        return findings
    }

    private func finding(
        _ problem: RuleEffects.Problem, _ rule: Rule, number: Int, at instant: Instant
    ) -> FailureDraft {
        var finding: FailureDraft
        switch problem {
        case .capture(let capture, let problem):
            let name = scenario.variables[capture.variable].name
            finding = FailureDraft(
                Failure(
                    .capture, at: capture.position, rule: rule.id, "\(ruleText(number)): capture \(name) has no value",
                    note: problem.sentence, instant: instant),
                breaks: capture.position)
        case .assignment(let assignment, let error):
            finding = FailureDraft(
                templateFailure(error, ruleText(number), rule: rule.id, at: instant), cause: error,
                breaks: assignment.position)
        }
        finding.isUnmade = problem.isUnmade
        return finding
    }
}

extension Mismatch {
    /// Whether the header is missing by which a client asks before it sends a body (RFC 9110, section 10.1.1).
    fileprivate var lacksExpect: Bool {
        guard saysMissing, case .header(let name) = subject, name.lowercased() == "expect" else { return false }
        return expected.first?.value.lowercased() == "100-continue"
    }
}
