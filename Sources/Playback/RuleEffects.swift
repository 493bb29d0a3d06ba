import Scenarios

/// What a rule's `capture` and `set` do with a request that it takes.
///
/// A pure function of the rule and the scope, so that whoever explains a failure asks it again for the reasons.
struct RuleEffects {
    /// Why a variable got no value.
    enum Problem {
        case capture(Capture, CaptureProblem)
        case assignment(Assignment, EvaluationError)

        /// Whether the response can't be the scripted one because of it.
        var isUnmade: Bool { if case .assignment = self { true } else { false } }

        var kind: FailureKind {
            switch self {
            case .capture: .capture
            case .assignment: .template
            }
        }
    }

    /// The scope with the variables as the request leaves them.
    private(set) var scope: EvaluationContext
    private(set) var problems: [Problem] = []

    /// Captures from the request, then evaluates `set` in written order.
    init(of rule: Rule, on view: RequestView, in before: EvaluationContext) {
        scope = before
        for capture in rule.captures {
            switch capture.value(from: view, in: before) {
            case .success(let value):
                scope.variables[capture.variable] = .value(value, setAt: capture.position)
            case .failure(let problem):
                scope.variables[capture.variable] = .broken(at: capture.position)
                problems.append(.capture(capture, problem))
            }
        }
        for assignment in rule.sets {
            do throws(EvaluationError) {
                let value = try assignment.value.evaluate(in: scope)
                scope.variables[assignment.variable] = .value(value, setAt: assignment.position)
            } catch {
                scope.variables[assignment.variable] = .broken(at: assignment.position)
                problems.append(.assignment(assignment, error))
            }
        }
    }
}

extension RequestMatch {
    /// Whether the request matches.
    var isMatched: Bool { if case .matched = self { true } else { false } }
}
