import Patterns
import TextCoding

extension PatternTemplate {
    /// The pattern, with each value that an expression gives standing for itself.
    func compiled(in scope: Scope) throws(EvaluationError) -> Pattern {
        switch self {
        case .constant(let pattern): return pattern
        case .template(let template):
            var source = ""
            for segment in template.segments {
                switch segment {
                case .text(let text): source += text
                case .expression(let expression): source += Pattern.escape(try expression.text(in: scope))
                }
            }
            do throws(PatternError) {
                return try Pattern(source)
            } catch {
                throw EvaluationError(.invalid(error.description), position: template.position)
            }
        }
    }

    /// Whether the whole value matches.
    func judge(_ value: ArraySlice<UInt8>, _ scope: Scope, _ obstacle: inout Obstacle) -> Judgement {
        do throws(EvaluationError) {
            return Judgement(try compiled(in: scope).wholeMatch(value).isMatch)
        } catch {
            return obstacle.meet(error)
        }
    }

    /// Why a value was not even compared to its end; nil where it was.
    func trouble(_ value: ArraySlice<UInt8>, _ scope: Scope) -> String? {
        guard let pattern = try? compiled(in: scope) else { return nil }
        return switch pattern.wholeMatch(value) {
        case .limitExceeded: "the expression needs more steps on this value than a match may use"
        case .invalidUTF8: "the value is not UTF-8, so no expression matches it"
        case .matched, .notMatched: nil
        }
    }
}
