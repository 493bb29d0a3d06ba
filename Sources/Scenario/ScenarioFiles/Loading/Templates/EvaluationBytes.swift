import ExactJSON
import Scenarios

/// How many bytes the evaluation of a template reads and writes at most, found before it is evaluated.
struct EvaluationBytes {
    let context: EvaluationContext

    func count(_ value: JSONTemplate) -> Int {
        switch value {
        case .constant: 0
        case .string(let template): count(template)
        case .array(let elements): elements.reduce(0) { $0 + count($1) }
        case .object(let members): members.reduce(0) { $0 + count($1.name) + count($1.value) }
        }
    }

    private func count(_ template: Template) -> Int {
        template.segments.reduce(0) { sum, segment in
            switch segment {
            case .text(let text): sum + text.utf8.count
            case .expression(let expression): sum + count(expression)
            }
        }
    }

    private func count(_ expression: Expression) -> Int {
        var size = self.size(expression.operand, expression.position)
        var sum = size
        for filter in expression.filters {
            switch filter {
            case .hmacSHA256(let key): sum += self.size(key, expression.position)
            case .default(let other): size = max(size, self.size(other, expression.position))
            default: break
            }
            sum += size
            // Evaluation refuses more.
            size = min(filter.size(of: size), ValueLimit.rendered)
            sum += size
        }
        return sum
    }

    /// The bytes of an operand's value; nothing without one.
    private func size(_ operand: Operand, _ position: Position) -> Int {
        switch operand {
        case .literal(let value): return Self.size(value, position)
        case .randomString(let length): return length
        default: break
        }
        switch try? Expression(operand: operand, position: position).evaluate(in: context) {
        case .json(let value)?: return Self.size(value, position)
        case .bytes(let bytes)?: return bytes.count
        case nil: return 0
        }
    }

    private static func size(_ value: JSON, _ position: Position) -> Int {
        VariableState.value(value, setAt: position).size
    }
}

extension Filter {
    /// The most bytes that it makes of so many.
    fileprivate func size(of count: Int) -> Int {
        switch self {
        case .sha256, .hmacSHA256: 32
        case .base64, .base64url: (count / 3 + 1) * 4
        case .hex: count * 2
        case .url, .path, .upper, .lower: count * 3
        // A control character is six characters in JSON, and there are the quotes.
        case .json: count * 6 + 2
        case .base64Decode, .number, .string, .trim, .default: count
        }
    }
}
