import ExactJSON
import HTTPMessage
import Scenarios

extension FailureComposer {
    /// `step "refresh"`, `stub "images"`.
    func ruleText(_ number: Int) -> String {
        let id = scenario.rule(number).id
        return number < scenario.steps.count ? Printable.step(id) : Printable.stub(id)
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

    /// `wants cart to be "full", but it is "empty", set at cart.yaml:4:9`
    func reason(_ condition: Guard, in scope: Scope, _ secrets: Secrets) -> String {
        let name = scenario.variables[condition.variable].name
        let expected = condition.mismatch(in: scope)?.wanted.text ?? condition.matcher.summary
        let wanted = "wants \(name) to be \(Printable.text(expected))"
        switch scope.variables[condition.variable] {
        case .unset: return "\(wanted), but it is not set"
        case .value(let value, let position):
            return "\(wanted), but it is \(Printable.text(secrets.hidden(in: value.text()))), set at \(position)"
        case .broken(let position): return "\(wanted), but it got no value at \(position)"
        }
    }

    // MARK: - Differences

    /// How many lines of either side of a difference are shown.
    private static var shownLines: Int { 20 }

    /// The two sides of a mismatch, with the origin of the values and what is masked masked.
    func difference(_ mismatch: Mismatch, _ variables: [VariableState], _ secrets: Secrets) -> Failure.Difference? {
        guard !mismatch.expected.isEmpty || !mismatch.received.isEmpty else { return nil }
        let mask = Mask(scenario.redaction, mismatch.subject, secrets)
        let expected = mismatch.expected.prefix(Self.shownLines).map { side in
            Failure.Difference.Line(
                text: secrets.capturedHidden(in: side.text), origins: origins(of: side.variables, variables))
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

    private func origins(of indices: [Int], _ variables: [VariableState]) -> [Failure.Difference.Origin] {
        indices.compactMap { index in
            guard case .value(_, let position) = variables[index] else { return nil }
            return Failure.Difference.Origin(variable: scenario.variables[index].name, position: position)
        }
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
