import HTTPMessage
import Scenarios

extension Script {
    /// How many leaves of one request are failures of their own.
    private static var shownLeaves: Int { 20 }
    /// How many lines of either side of a difference are shown.
    private static var shownLines: Int { 20 }

    /// What a request that was taken does not fulfil.
    func assertionFindings(
        _ rule: Rule, _ number: Int, _ view: RequestView, _ scope: Scope, at instant: Instant
    ) -> [Finding] {
        var mismatches: [Mismatch] = []
        for pattern in rule.assertions {
            if case .matched = pattern.match(view, in: scope) { continue }
            mismatches += pattern.mismatches(view, in: scope)
        }
        guard !mismatches.isEmpty else { return [] }
        let secrets = secrets(of: view)
        var findings = mismatches.prefix(Self.shownLeaves).map { mismatch in
            if let error = mismatch.blocked {
                var finding = Finding(templateFailure(error, ruleText(number), rule.id, at: instant), cause: error)
                finding.isUnmade = !error.followsFromCapture
                return finding
            }
            return Finding(
                Failure(
                    .assertion, at: mismatch.position, rule: rule.id,
                    "\(ruleText(number)): \(mismatch.sentence)",
                    difference: difference(mismatch, secrets), instant: instant))
        }
        let left = mismatches.count - findings.count
        if left > 0 { findings[findings.count - 1].failure.remarks.append("and \(left) more") }
        return findings
    }

    /// The two sides of a mismatch, with the origin of the values and what is masked masked.
    func difference(_ mismatch: Mismatch, _ secrets: Secrets) -> Failure.Difference? {
        guard !mismatch.expected.isEmpty || !mismatch.received.isEmpty else { return nil }
        let mask = Mask(scenario.redaction, mismatch.subject, secrets)
        let expected = mismatch.expected.prefix(Self.shownLines).map { side in
            Failure.Difference.Line(text: secrets.capturedHidden(in: side.text), origins: origins(of: side.variables))
        }
        let received = mismatch.received.prefix(Self.shownLines).map { side in
            Failure.Difference.Line(text: mask.text(side.text, against: mismatch.expected.first?.text), origins: [])
        }
        return Failure.Difference(
            expected: expected + Self.rest(of: mismatch.expected),
            received: received + Self.rest(of: mismatch.received))
    }

    private static func rest(of sides: [Mismatch.Side]) -> [Failure.Difference.Line] {
        sides.count > shownLines ? [.init(text: "… (\(sides.count - shownLines) more lines)", origins: [])] : []
    }

    private func origins(of variables: [Int]) -> [Failure.Difference.Origin] {
        variables.compactMap { index in
            guard case .value(_, let position) = self.variables[index] else { return nil }
            return Failure.Difference.Origin(variable: scenario.variables[index].name, position: position)
        }
    }

    /// A template that made no value; `name` says whose it is.
    func templateFailure(
        _ error: EvaluationError, _ name: String, _ rule: String?, at instant: Instant
    ) -> Failure {
        let (problem, note): (String, String?) =
            switch error.reason {
            case .unset(let variable):
                ("{{\(scenario.variables[variable].name)}} is not set yet", unsetReason(variable))
            case .broken(let variable, let position):
                (
                    "{{\(scenario.variables[variable].name)}} has no value",
                    "what should have set it, at \(position), found none"
                )
            case .invalid(let sentence): (Printable.text(sentence), nil)
            }
        return Failure(.template, at: error.position, rule: rule, "\(name): \(problem)", note: note, instant: instant)
    }

    /// Why a variable holds nothing yet.
    func unsetReason(_ index: Int) -> String {
        let variable = scenario.variables[index]
        let definer = variable.definedBy.map { "\(Printable.quoted($0)), " } ?? ""
        return "\(definer)which sets it at \(variable.position), has not run"
    }
}

extension EvaluationError {
    /// Whether the only reason is a capture that failed.
    var followsFromCapture: Bool {
        if case .broken = reason { true } else { false }
    }
}

extension Mismatch {
    /// `header Accept differs`, `not: must not match, but does`.
    var sentence: String {
        if case .combination(let name) = subject { return "\(name): \(problem)" }
        return "\(Printable.text(subject.description)) \(problem)"
    }
}
