import ExactJSON

/// Why a `when` condition does not match.
package struct WhenMismatch: Sendable {
    /// The variable, by its index in `Scenario.variables`.
    package let variable: Int
    /// The expected value.
    package let wanted: Mismatch.ComparedValue
    /// The actual state, and where the variable was set.
    package let state: VariableState
    /// The position of the name.
    package let position: Position
}

extension [WhenCondition] {
    /// Whether all variables match.
    ///
    /// - Parameter steps: the most steps of work that this may take; reduced by those taken. If they do not suffice, they
    ///   become negative, and the result has no meaning.
    package func match(in outer: EvaluationContext, steps: inout Int) -> Bool {
        let work = WorkBudget(steps: steps)
        let scope = outer.working(within: work)
        let result = allSatisfy { !work.isExhausted && $0.matches(in: scope) }
        steps -= work.spent
        if work.isExhausted { steps = -1 }
        return result
    }
}

extension WhenCondition {
    /// Whether the variable matches; one that is unset or broken never does.
    package func matches(in scope: EvaluationContext) -> Bool {
        guard let value = value(in: scope) else { return false }
        var context = MatchContext()
        let result = matcher.match(value, exact: true, in: scope, context: &context)
        context.finishCounting(in: scope)
        return result == .matches || context.isOpenByRedaction(result)
    }

    /// Whether it holds only because the variable has a value that is redacted in a recorded request.
    package func isOpenByRedaction(in scope: EvaluationContext) -> Bool {
        guard let value = value(in: scope) else { return false }
        var context = MatchContext()
        let result = matcher.match(value, exact: true, in: scope, context: &context)
        return context.isOpenByRedaction(result)
    }

    /// The mismatch; nil if it matches.
    package func mismatch(in scope: EvaluationContext) -> WhenMismatch? {
        if matches(in: scope) { return nil }
        let state = scope.variables.indices.contains(variable) ? scope.variables[variable] : .unset
        return WhenMismatch(
            variable: variable, wanted: matcher.comparedValue(in: scope), state: state, position: position)
    }

    private func value(in scope: EvaluationContext) -> JSON? {
        guard scope.variables.indices.contains(variable), case .value(let value, _) = scope.variables[variable] else {
            return nil
        }
        return value
    }
}
