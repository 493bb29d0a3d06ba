import Locking
import RegularExpressions

/// How much work one request may still make, where its values decide how much that is: so that none keeps others waiting.
///
/// It counts steps of regular expressions and comparisons of JSON values, so what a request comes to never depends on how
/// fast the machine is.
package final class Work: Sendable {
    /// So many steps of regular expressions, and so many comparisons of values: some milliseconds each.
    static let limit = (steps: RegularExpression.stepLimit, comparisons: 200_000)
    /// What a match takes less than this is not counted, so that there may be any number of small ones.
    static let freeSteps = 200

    private struct Left {
        var steps = Work.limit.steps
        var comparisons = Work.limit.comparisons
    }

    private let left = Locked(Left())

    package init() {}

    /// Matches within what is left.
    func match(_ regex: RegularExpression, _ value: ArraySlice<UInt8>) -> RegularExpression.Outcome {
        let allowed = left.withLock { $0.steps } + Self.freeSteps
        var steps = allowed
        let outcome = regex.wholeMatch(value, steps: &steps)
        let used = allowed - steps - Self.freeSteps
        if used > 0 { left.withLock { $0.steps = max(0, $0.steps - used) } }
        return outcome
    }

    /// How many comparisons are left.
    var comparisons: Int { left.withLock { $0.comparisons } }

    /// Takes off comparisons that were made.
    func spend(comparisons: Int) {
        left.withLock { $0.comparisons = max(0, $0.comparisons - comparisons) }
    }
}

extension RegularExpression {
    /// Whether the whole value matches, within what `work` leaves.
    func wholeMatch(_ value: ArraySlice<UInt8>, within work: Work?) -> Outcome {
        work?.match(self, value) ?? wholeMatch(value)
    }
}
