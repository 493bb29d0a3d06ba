import ExactJSON
import HTTPMessage
import Scenarios

extension FailureComposer {
    /// `step "refresh"`, `stub "images"`.
    func ruleText(_ number: Int) -> String {
        let id = scenario.rule(number).id
        return number < scenario.steps.count ? Printable.step(id) : Printable.stub(id)
    }

    /// The failure of a template without a value; `name` says what the template is for.
    func templateFailure(
        _ error: EvaluationError, _ name: String, rule: String?, at instant: Instant
    ) -> Failure {
        let (problem, note): (String, String?) =
            switch error.reason {
            case .unset(let variable):
                (
                    "{{\(scenario.variables[variable].name)}} is not "
                        + (unknownVariables[variable] == nil ? "set yet" : "known"), unsetReason(variable)
                )
            case .broken(let variable, let position):
                (
                    "{{\(scenario.variables[variable].name)}} has no value",
                    "\(position) should have set it, but found no value"
                )
            case .invalid(let sentence): (Printable.text(sentence), nil)
            }
        return Failure(.template, at: error.position, rule: rule, "\(name): \(problem)", note: note, instant: instant)
    }

    /// Why a variable is not set yet.
    func unsetReason(_ index: Int) -> String {
        switch unknownVariables[index] {
        case .request(let rule)?: return "\(ruleText(rule)) sets it from a request that is not known here"
        case .random?: return "it is random in each run; --seed gives the values of a run"
        case nil: break
        }
        let variable = scenario.variables[index]
        let definer = variable.definedBy.map { "\(Printable.rule($0)), " } ?? ""
        return "\(definer)which sets it at \(variable.position), has not run"
    }

    /// `wants cart to be "full", but it is "empty", set by step "clear" at cart.yaml:4:9`
    func reason(_ condition: WhenCondition, in scope: EvaluationContext) -> String {
        let name = scenario.variables[condition.variable].name
        let expected = condition.mismatch(in: scope)?.wanted.text ?? condition.matcher.summary
        let wanted = "wants \(name) to be \(Printable.text(expected))"
        switch scope.variables[condition.variable] {
        case .unset:
            let word = unknownVariables[condition.variable] == nil ? "set" : "known"
            return "\(wanted), but it is not \(word): \(unsetReason(condition.variable))"
        case .value(let value, let position):
            let origin = origin(of: condition.variable, at: position)
            return "\(wanted), but it is \(Printable.text(value.text())), \(origin)"
        case .broken(let position): return "\(wanted), but it got no value at \(position)"
        }
    }

    /// `set by step "clear" at cart.yaml:4:9`
    private func origin(of variable: Int, at position: Position) -> String {
        let initial = scenario.initialValues.first { $0.variable == variable && $0.position == position }
        if let initial {
            return initial.isGiven
                ? "given in place of the value of vars at \(position)" : "set by vars at \(position)"
        }
        guard let (number, isCaptured) = scenario.setter(of: variable, at: position) else {
            return "set at \(position)"
        }
        return "\(isCaptured ? "captured" : "set") by \(ruleText(number)) at \(position)"
    }

    /// The names that are there instead of a missing one; nil if they are in a redacted value.
    func hint(_ mismatch: Mismatch) -> NameHint? {
        guard let hint = mismatch.hint else { return nil }
        if let container = hint.container, compiled.redactor.redaction.covers(container, isContainer: false) {
            return nil
        }
        return hint
    }

    /// The first mismatch, redacted: a failure with the problem as its title. Also the number of further leaves.
    func shown(
        _ mismatches: [Mismatch], ofRule number: Int, _ scope: EvaluationContext, _ secrets: SecretValues,
        at instant: Instant
    ) -> (failure: Failure, more: Int) {
        let (rule, first) = (scenario.rule(number), mismatches.first)
        var draft = FailureDraft(
            Failure(
                .unmatched, at: first?.position ?? rule.position, rule: rule.id,
                first.map(problem) ?? "the request differs",
                difference: first.flatMap { difference($0, scope.variables) }, instant: instant))
        draft.hint = first.flatMap(hint)
        return (finish(draft, secrets).failure, max(0, mismatches.reduce(0) { $0 + $1.leaves } - 1))
    }

    // MARK: - Differences

    /// The number of lines that are shown of the expected and of the received values.
    private static var shownLines: Int { 20 }

    /// The expected and received lines of a mismatch, with the origin of the values.
    func difference(_ mismatch: Mismatch, _ variables: [VariableState]) -> Failure.Difference? {
        guard !mismatch.expected.isEmpty || !mismatch.received.isEmpty else { return nil }
        // Where a variable was set is of no interest if what came has its value.
        let sole = mismatch.received.count == 1 ? mismatch.received[0].value : ""
        func line(_ comparedValue: Mismatch.ComparedValue) -> Failure.Difference.Line {
            let missing = comparedValue.variables.filter { !Self.has(sole, variables[$0]) }
            return Failure.Difference.Line(
                label: comparedValue.label, value: comparedValue.value, note: comparedValue.note,
                subject: comparedValue.subject ?? mismatch.subject,
                length: comparedValue.length, origins: origins(of: missing, variables))
        }
        let expected = mismatch.expected.prefix(Self.shownLines).map(line)
        let received = mismatch.received.prefix(Self.shownLines).map(line)
        return Failure.Difference(
            expected: expected + Self.rest(mismatch.expected.count + mismatch.omitted.expected),
            received: received + Self.rest(mismatch.received.count + mismatch.omitted.received))
    }

    /// A line that stands for those that are not shown.
    private static func rest(_ count: Int) -> [Failure.Difference.Line] {
        count > shownLines ? [.init(value: "… (\(count - shownLines) more lines)")] : []
    }

    /// The fewest characters of a value that is not within a longer one by chance.
    private static var unlikelySize: Int { 16 }

    /// Whether a received value has that of a variable in it: apart from other letters and digits, or a long one.
    private static func has(_ received: String, _ variable: VariableState) -> Bool {
        guard case .value(.string(let value), _) = variable, let range = received.firstRange(of: value),
            !value.isEmpty
        else { return false }
        if value.count >= unlikelySize { return true }
        let neighbours = [received[..<range.lowerBound].last, received[range.upperBound...].first]
        return !neighbours.contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
    }

    private func origins(of indices: [Int], _ variables: [VariableState]) -> [Failure.Difference.Origin] {
        indices.compactMap { index in
            guard case .value(_, let position) = variables[index] else { return nil }
            let isGiven = scenario.initialValues.contains {
                $0.isGiven && $0.variable == index && $0.position == position
            }
            return Failure.Difference.Origin(
                variable: scenario.variables[index].name, position: position, isGiven: isGiven)
        }
    }
}

extension Scenario {
    /// The rule that sets the variable at this position, and whether it captures the value from a request.
    func setter(of variable: Int, at position: Position) -> (rule: Int, isCaptured: Bool)? {
        for number in 0..<steps.count + stubs.count {
            if let isCaptured = isCaptured(variable, byRule: number, at: position) { return (number, isCaptured) }
        }
        return nil
    }

    /// Whether the rule captures the variable at this position, or sets it; nil if it does neither. Does not copy the
    /// rule, because there may be very many.
    private func isCaptured(_ variable: Int, byRule number: Int, at position: Position) -> Bool? {
        number < steps.count
            ? steps[number].rule.isCaptured(variable, at: position)
            : stubs[number - steps.count].isCaptured(variable, at: position)
    }
}

extension Rule {
    fileprivate func isCaptured(_ variable: Int, at position: Position) -> Bool? {
        if captures.contains(where: { $0.variable == variable && $0.position == position }) { return true }
        return sets.contains { $0.variable == variable && $0.position == position } ? false : nil
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
