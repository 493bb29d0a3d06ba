import Locking
import RegularExpressions

/// The work that one request matcher, one assertion or one explanation may still do, so that it can't block others.
///
/// Counted in steps and never in time, so that the result does not depend on the speed of the machine. A step takes
/// about 0.1 µs: one value compared, or one step of a regular expression.
package final class WorkBudget: Sendable {
    /// The most steps of regular expressions and comparisons of elements in any order: a few milliseconds each.
    static let limit = (regexSteps: RegularExpression.stepLimit, comparisons: 200_000)
    /// The steps of each match that are not counted towards that limit, so that the number of small matches is not
    /// limited.
    static let freeSteps = 200
    /// The steps that a step of a JSON schema and of a JSONPath counts for, because it takes so much longer.
    private static let costs = (schema: 10, path: 4)
    /// The bytes of a value that count as one step where it is copied, and where a filter makes another of it.
    private static let bytesPerStep = (copied: 64, filtered: 16)
    /// The steps that preparing a match counts for.
    private static let preparation = 8

    /// Why nothing more is compared, as a clause.
    static let exhausted = "matching takes too long"

    private struct Left {
        var steps: Int
        var regexSteps = WorkBudget.limit.regexSteps
        var comparisons = WorkBudget.limit.comparisons
    }

    private let allowed: Int
    private let left: Locked<Left>

    /// The most steps for a decision about a request, together.
    ///
    /// - Parameter size: the number of bytes of its body.
    package static func steps(forSize size: Int) -> Int { 10_000_000 + 200 * min(size, 1 << 20) }

    /// - Parameter steps: the most steps.
    package init(steps: Int) {
        allowed = steps
        left = Locked(Left(steps: steps))
    }

    /// The steps that were taken; `allowed` at most, and then not all that was wanted was done.
    package var spent: Int { allowed - max(0, left.withLock { $0.steps }) }

    /// Whether it needed more steps than it had.
    package var isExhausted: Bool { left.withLock { $0.steps < 0 } }

    /// Takes steps.
    ///
    /// - Returns: whether there were as many.
    @discardableResult
    func spend(_ steps: Int) -> Bool {
        left.withLock { left in
            left.steps -= steps
            return left.steps >= 0
        }
    }

    /// Takes the steps to copy a value, or to apply a filter to it.
    ///
    /// - Returns: whether there were as many.
    func spend(on value: TemplateValue, filtered: Bool) -> Bool {
        let bytes = filtered ? Self.bytesPerStep.filtered : Self.bytesPerStep.copied
        let most = max(0, left.withLock { $0.steps })
        return spend(1 + value.size(upTo: min(most, 1 << 30) * bytes) / bytes)
    }

    /// Matches with the remaining steps.
    func match(_ regex: RegularExpression, _ value: ArraySlice<UInt8>) -> RegularExpression.Outcome {
        guard spend(Self.preparation) else { return .limitExceeded }
        let (most, own) = left.withLock { (max(0, $0.steps), $0.regexSteps + Self.freeSteps) }
        let allowed = min(own, most)
        var steps = allowed
        let outcome = regex.wholeMatch(value, steps: &steps)
        let used = allowed - steps
        left.withLock { left in
            // A match that lacked steps of the whole is not decided.
            left.steps -= outcome == .limitExceeded && most < own ? most + 1 : used
            left.regexSteps = max(0, left.regexSteps - max(0, used - Self.freeSteps))
        }
        return outcome
    }

    /// Does what a JSONPath needs, which takes its own steps, at most `limit`.
    func query<Result>(limit: Int, _ evaluate: (_ steps: inout Int) -> Result?) -> Result? {
        measure(limit, cost: Self.costs.path, evaluate)
    }

    /// Does what a JSON schema needs, which takes its own steps, at most `limit`.
    func validate<Result>(limit: Int, _ evaluate: (_ steps: inout Int) -> Result?) -> Result? {
        measure(limit, cost: Self.costs.schema, evaluate)
    }

    private func measure<Result>(_ limit: Int, cost: Int, _ evaluate: (_ steps: inout Int) -> Result?) -> Result? {
        let most = max(0, left.withLock { $0.steps })
        let allowed = min(limit, most / cost)
        var steps = allowed
        let result = evaluate(&steps)
        let isCut = result == nil && allowed < limit
        spend(isCut ? most + 1 : cost * (allowed - steps))
        return result
    }

    /// The remaining comparisons.
    var comparisons: Int { left.withLock { max(0, min($0.comparisons, $0.steps)) } }

    /// Subtracts comparisons that were made.
    func spend(comparisons: Int) {
        left.withLock { left in
            // Comparing in any order stops one comparison after the last that it has.
            left.steps -= comparisons
            left.comparisons = max(0, left.comparisons - comparisons)
        }
    }
}

extension RegularExpression {
    /// Matches the whole value with the steps that `work` has left.
    func wholeMatch(_ value: ArraySlice<UInt8>, within work: WorkBudget?) -> Outcome {
        work?.match(self, value) ?? wholeMatch(value)
    }
}

extension EvaluationContext {
    /// This context with a limit of work.
    package func working(within work: WorkBudget?) -> EvaluationContext {
        guard let work else { return self }
        var scope = self
        scope.work = work
        return scope
    }
}
