import ExactJSON
import Scenarios

/// Finds conditions of `when` that never hold: no rule gives the variable the wanted value.
struct ConditionCheck {
    let state: LoadingContext
    let rules: [Rule]

    func report() {
        // Beside an error, a value may not be the intended one.
        if state.diagnostics.hasErrors { return }
        var captured: Set<Int> = []
        var values: [Int: [JSON?]] = [:]
        for rule in rules where !rule.captures.isEmpty || !rule.sets.isEmpty {
            for capture in rule.captures { captured.insert(capture.variable) }
            for set in rule.sets { values[set.variable, default: []].append(set.value.constant) }
        }
        for rule in rules {
            for condition in rule.when {
                // A variable of vars can get another value from outside.
                guard !captured.contains(condition.variable),
                    state.variables.definitions[condition.variable].order == nil,
                    case .scalar(let wanted) = condition.matcher.kind, let set = values[condition.variable]
                else { continue }
                let known = set.compactMap { $0 }
                guard known.count == set.count, !known.contains(wanted) else { continue }
                var shown: [String] = []
                for value in known.map({ $0.text() }) where !shown.contains(value) { shown.append(value) }
                let name = state.variables.definitions[condition.variable].name
                state.warning(
                    .neverOpen,
                    "\"\(name)\" is never \(wanted.text()), so no request can reach this: set makes it "
                        + shown.prefix(5).map { $0 }.alternatives, at: condition.position)
            }
        }
    }
}
