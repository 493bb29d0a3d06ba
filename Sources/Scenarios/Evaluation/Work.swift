import Locking
import RegularExpressions

/// The work that one request may still do where its values decide how much is needed, so that it can't block others.
///
/// Counts steps of regular expressions and comparisons of JSON values, so that the result never depends on the speed
/// of the machine.
package final class Work: Sendable {
    /// The limits for steps of regular expressions and for comparisons of values: a few milliseconds each.
    static let limit = (steps: RegularExpression.stepLimit, comparisons: 200_000)
    /// The steps of each match that are not counted, so that the number of small matches is not limited.
    static let freeSteps = 200

    private struct Left {
        var steps = Work.limit.steps
        var comparisons = Work.limit.comparisons
    }

    private let left = Locked(Left())

    package init() {}

    /// Matches with the remaining steps.
    func match(_ regex: RegularExpression, _ value: ArraySlice<UInt8>) -> RegularExpression.Outcome {
        let allowed = left.withLock { $0.steps } + Self.freeSteps
        var steps = allowed
        let outcome = regex.wholeMatch(value, steps: &steps)
        let used = allowed - steps - Self.freeSteps
        if used > 0 { left.withLock { $0.steps = max(0, $0.steps - used) } }
        return outcome
    }

    /// The remaining comparisons.
    var comparisons: Int { left.withLock { $0.comparisons } }

    /// Subtracts comparisons that were made.
    func spend(comparisons: Int) {
        left.withLock { $0.comparisons = max(0, $0.comparisons - comparisons) }
    }
}

extension RegularExpression {
    /// Matches the whole value with the steps that `work` has left.
    func wholeMatch(_ value: ArraySlice<UInt8>, within work: Work?) -> Outcome {
        work?.match(self, value) ?? wholeMatch(value)
    }
}
