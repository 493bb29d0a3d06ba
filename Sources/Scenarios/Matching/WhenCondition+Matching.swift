import ExactJSON

/// Why a `when` does not hold.
package struct WhenMismatch: Sendable {
    /// The variable, by its index in `Scenario.variables`.
    package let variable: Int
    /// What the scenario wants of it.
    package let wanted: Mismatch.ComparedValue
    /// What it is, and where it was set.
    package let state: VariableState
    /// Where the name stands.
    package let position: Position
}

extension WhenCondition {
    /// Whether the variable is as wanted; one that is unset or broken never is.
    package func matches(in scope: EvaluationContext) -> Bool {
        guard let value = value(in: scope) else { return false }
        var context = MatchContext()
        return matcher.match(value, exact: true, scope, &context) == .matches
    }

    /// What is wrong; nil if it holds.
    package func mismatch(in scope: EvaluationContext) -> WhenMismatch? {
        if matches(in: scope) { return nil }
        let state = scope.variables.indices.contains(variable) ? scope.variables[variable] : .unset
        return WhenMismatch(variable: variable, wanted: matcher.side(in: scope), state: state, position: position)
    }

    private func value(in scope: EvaluationContext) -> JSON? {
        guard scope.variables.indices.contains(variable), case .value(let value, _) = scope.variables[variable] else {
            return nil
        }
        return value
    }
}
