import RegularExpressions

extension RegularExpressionTemplate {
    /// The regular expression, with the value of each expression inserted as a literal.
    func compiled(in scope: EvaluationContext) throws(EvaluationError) -> RegularExpression {
        switch self {
        case .constant(let regex): return regex
        case .template(let template):
            var source = ""
            for segment in template.segments {
                switch segment {
                case .text(let text): source += text
                case .expression(let expression): source += RegularExpression.escape(try expression.text(in: scope))
                }
                try scope.check(source.utf8.count, at: template.position)
            }
            // Compiling takes longer than reading.
            scope.work?.spend(50 + source.utf8.count)
            do throws(RegularExpressionError) {
                return try RegularExpression(source)
            } catch {
                throw EvaluationError(.invalid(error.description), position: template.position)
            }
        }
    }

    /// Whether the whole value matches.
    func match(_ value: ArraySlice<UInt8>, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        do throws(EvaluationError) {
            switch try compiled(in: scope).wholeMatch(value, within: scope.work) {
            case .matched: return .matches
            case .notMatched, .invalidUTF8: return .differs
            case .limitExceeded: return context.giveUp(Self.tooManySteps)
            }
        } catch {
            return context.meet(error)
        }
    }

    /// The message for a match with too many steps, with advice.
    static let tooManySteps =
        "the regular expression takes too many steps on it; write one that backtracks less, without nested repeats such "
        + "as (a+)+"
}
