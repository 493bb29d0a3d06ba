import Scenarios

/// Finds values of `vars` that are too large, by evaluating them as a run does. Random values and times are others
/// there, but as long.
enum VariableSizes {
    struct Problem {
        let assignment: Assignment
        let sentence: String
        let position: Position
    }

    /// - Parameter count: the number of the scenario's variables.
    static func problems(of assignments: [Assignment], count: Int) -> [Problem] {
        var context = EvaluationContext(
            variables: Array(repeating: .unset, count: count), randomSource: RandomSource(seed: 0, rule: -1, count: 0),
            now: WallClockTime(nanoseconds: 0), serverURL: "http://localhost:65535")
        var problems: [Problem] = []
        for assignment in assignments {
            do throws(EvaluationError) {
                try context.assign(assignment)
            } catch {
                guard error.isTooLarge, case .invalid(let sentence) = error.reason else { continue }
                problems.append(Problem(assignment: assignment, sentence: sentence, position: error.position))
            }
        }
        return problems
    }
}
