import Scenarios

/// Finds values of `vars` that are too large or take too long to make, by evaluating them as a run does. Random values and
/// times are others there, but as long.
enum VariableSizes {
    struct Problem {
        let assignment: Assignment
        let sentence: String
        let position: Position
    }

    /// The most bytes that the templates of all values may read and write, filter by filter: each run evaluates them when it
    /// begins. A value that goes beyond is the last that is looked at.
    static let bytesLimit = 64 << 20

    /// - Parameter count: the number of the scenario's variables.
    static func problems(of assignments: [Assignment], count: Int) -> [Problem] {
        var context = EvaluationContext(
            variables: Array(repeating: .unset, count: count), randomSource: RandomSource(seed: 0, rule: -1, count: 0),
            now: WallClockTime(nanoseconds: 0), serverURL: "http://localhost:65535")
        var problems: [Problem] = []
        var bytes = 0
        for assignment in assignments {
            bytes += EvaluationBytes(context: context).count(assignment.value)
            guard bytes <= bytesLimit else {
                let sentence = "the templates of vars read and write more than \(bytesLimit >> 20) MiB up to this value"
                problems.append(Problem(assignment: assignment, sentence: sentence, position: assignment.position))
                break
            }
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
