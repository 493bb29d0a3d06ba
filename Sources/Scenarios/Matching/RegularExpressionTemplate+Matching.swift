import RegularExpressions

extension RegularExpressionTemplate {
    /// The pattern, with each value that an expression gives standing for itself.
    func compiled(in scope: Scope) throws(EvaluationError) -> RegularExpression {
        switch self {
        case .constant(let pattern): return pattern
        case .template(let template):
            var source = ""
            for segment in template.segments {
                switch segment {
                case .text(let text): source += text
                case .expression(let expression): source += RegularExpression.escape(try expression.text(in: scope))
                }
            }
            do throws(RegularExpressionError) {
                return try RegularExpression(source)
            } catch {
                throw EvaluationError(.invalid(error.description), position: template.position)
            }
        }
    }

    /// Whether the whole value matches.
    func judge(_ value: ArraySlice<UInt8>, _ scope: Scope, _ obstacle: inout Obstacle) -> Judgement {
        do throws(EvaluationError) {
            switch try compiled(in: scope).wholeMatch(value, within: scope.work) {
            case .matched: return .holds
            case .notMatched, .invalidUTF8: return .fails
            case .limitExceeded: return obstacle.giveUp(Self.tooManySteps)
            }
        } catch {
            return obstacle.meet(error)
        }
    }

    /// Why a match was not decided, and what to do.
    static let tooManySteps =
        "the regular expression takes too many steps on it; write one that backtracks less, without nested repeats such "
        + "as (a+)+"
}
