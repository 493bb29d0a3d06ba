import ExactJSON
import Scenarios

/// The effects of a rule's `capture` and `set` on a request that it takes.
///
/// A pure function of the rule and the scope, so it can be evaluated again to explain a failure.
struct RuleEffects {
    /// Why a variable got no value.
    enum Problem {
        case capture(Capture, CaptureProblem)
        case assignment(Assignment, EvaluationError)

        /// Whether it prevents the scripted response.
        var isUnmade: Bool { if case .assignment = self { true } else { false } }

        var kind: FailureKind {
            switch self {
            case .capture: .capture
            case .assignment: .template
            }
        }
    }

    /// The scope with the variables as they are after the request.
    private(set) var scope: EvaluationContext
    private(set) var problems: [Problem] = []
    /// What `capture` found, in written order.
    private(set) var captured: [Result<JSON, CaptureProblem>] = []

    /// By how many bytes the variables grow where `variables` are those before.
    func growth(of rule: Rule, in variables: [VariableState]) -> Int {
        Set(rule.captures.map(\.variable) + rule.sets.map(\.variable)).reduce(0) {
            $0 + scope.variables[$1].size - variables[$1].size
        }
    }

    /// Captures from the request, then evaluates `set` in written order.
    init(of rule: Rule, on view: RequestView, in before: EvaluationContext) {
        var steps = WorkBudget.steps(forSize: view.bodySize)
        self.init(of: rule, on: view, in: before, steps: &steps)
    }

    /// - Parameter steps: the most steps of work that the captures may take together; reduced by those taken. If they do
    ///   not suffice, they become negative, and the effects have no meaning.
    init(of rule: Rule, on view: RequestView, in before: EvaluationContext, steps: inout Int) {
        var captured: [Result<JSON, CaptureProblem>] = []
        for capture in rule.captures {
            if steps < 0 { break }
            guard capture.needsLimit else {
                captured.append(capture.value(from: view, in: before))
                continue
            }
            let work = WorkBudget(steps: steps)
            captured.append(capture.value(from: view, in: before.working(within: work)))
            steps = work.isExhausted ? -1 : steps - work.spent
        }
        self.init(of: rule, captured: captured, in: before, steps: &steps)
    }

    /// The effects of what was captured: evaluates `set` in written order.
    init(of rule: Rule, captured: [Result<JSON, CaptureProblem>], in before: EvaluationContext) {
        var steps = WorkBudget.steps(forSize: 0)
        self.init(of: rule, captured: captured, in: before, steps: &steps)
    }

    private init(
        of rule: Rule, captured: [Result<JSON, CaptureProblem>], in before: EvaluationContext, steps: inout Int
    ) {
        scope = before
        self.captured = captured
        for (capture, value) in zip(rule.captures, captured) {
            switch value {
            case .success(let value):
                guard let sentence = scope.set(capture.variable, to: value, at: capture.position) else { continue }
                scope.breakVariable(capture.variable, at: capture.position)
                problems.append(.capture(capture, CaptureProblem(sentence)))
            case .failure(let problem):
                scope.breakVariable(capture.variable, at: capture.position)
                problems.append(.capture(capture, problem))
            }
        }
        for assignment in rule.sets where steps >= 0 {
            do throws(EvaluationError) {
                try scope.assign(assignment, steps: &steps)
            } catch {
                problems.append(.assignment(assignment, error))
            }
        }
    }

    /// The same values, as far as there is room for them beside the variables of `before`. Evaluates nothing.
    func fitting(_ rule: Rule, in before: EvaluationContext) -> RuleEffects {
        var fitting = self
        fitting.scope = before
        for capture in rule.captures {
            guard let sentence = fitting.take(capture.variable, of: self) else { continue }
            fitting.problems.append(.capture(capture, CaptureProblem(sentence)))
        }
        for assignment in rule.sets {
            guard let sentence = fitting.take(assignment.variable, of: self) else { continue }
            let error = EvaluationError(.invalid(sentence), position: assignment.position, isTooLarge: true)
            fitting.problems.append(.assignment(assignment, error))
        }
        return fitting
    }

    /// Sets a variable as `effects` do. Returns why there is no room for it, as a sentence.
    private mutating func take(_ variable: Int, of effects: RuleEffects) -> String? {
        switch effects.scope.variables[variable] {
        case .value(let value, let position):
            guard let sentence = scope.set(variable, to: value, at: position) else { return nil }
            scope.breakVariable(variable, at: position)
            return sentence
        case .broken(let position):
            scope.breakVariable(variable, at: position)
            return nil
        case .unset: return nil
        }
    }
}

extension RequestMatch {
    /// Whether the request matches.
    var isMatched: Bool { if case .matched = self { true } else { false } }
}
