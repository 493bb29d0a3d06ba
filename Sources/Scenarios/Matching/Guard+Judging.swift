import ExactJSON

/// Why a `when` does not hold.
public struct GuardMismatch: Sendable {
    /// The variable, by its place in `Scenario.variables`.
    public let variable: Int
    /// What the scenario wants of it.
    public let wanted: Mismatch.Side
    /// What it is, and where it was set.
    public let state: VariableState
    /// Where the name stands.
    public let position: Position
}

extension Guard {
    /// Whether the variable is as wanted; one that is unset or broken never is.
    public func holds(in scope: Scope) -> Bool {
        guard let value = value(in: scope) else { return false }
        var obstacle = Obstacle()
        return matcher.judge(value, exact: true, scope, &obstacle) == .holds
    }

    /// What is wrong; nil if it holds.
    public func mismatch(in scope: Scope) -> GuardMismatch? {
        if holds(in: scope) { return nil }
        let state = scope.variables.indices.contains(variable) ? scope.variables[variable] : .unset
        return GuardMismatch(variable: variable, wanted: matcher.side(in: scope), state: state, position: position)
    }

    private func value(in scope: Scope) -> JSON? {
        guard scope.variables.indices.contains(variable), case .value(let value, _) = scope.variables[variable] else {
            return nil
        }
        return value
    }
}
