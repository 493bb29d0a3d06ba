import ExactJSON
import HTTPMessage

/// What makes it slow to render a response of templates. Found when the scenario is loaded.
package struct RenderingCost: Sendable {
    /// The most bytes that are read and made quickly: a fraction of a millisecond.
    private static let quickly = 256 << 10
    /// How many times as long a filter takes for a byte as copying it, and a content coding.
    fileprivate static let slower = (filter: 4, encoding: 8)

    private let expressions: [Expression]
    /// The bytes outside of expressions.
    private let constants: Int
    /// The bytes that all expressions read and make of operands of one byte.
    private let weight: Int
    private let largestConstant: Int
    private let limit: Int

    init(_ templates: [Template], _ body: ResponseTemplate.Body, isEncoded: Bool) {
        expressions = templates.flatMap(\.expressions)
        var constants = body.constantSize
        for template in templates {
            for case .text(let text) in template.segments { constants += text.utf8.count }
        }
        self.constants = constants
        weight = expressions.reduce(0) { $0 + $1.work(on: 1) }
        largestConstant = expressions.reduce(64) { max($0, $1.constantSize) }
        limit = isEncoded ? Self.quickly / Self.slower.encoding : Self.quickly
    }

    /// Whether rendering takes long with the values that the scope has.
    package func isLarge(in scope: EvaluationContext) -> Bool {
        let most = max(largestConstant, scope.variablesSize, scope.request?.wholeSize ?? 0)
        let (bound, isOverflown) = weight.multipliedReportingOverflow(by: most)
        if !isOverflown, constants + bound <= limit { return false }
        var left = limit - constants
        for expression in expressions where left >= 0 {
            left -= expression.work(on: expression.size(in: scope, upTo: left))
        }
        return left < 0
    }
}

extension RequestView {
    /// The bytes of head and body.
    fileprivate var wholeSize: Int { size + request.head.fields.bytes.count }
}

extension Expression {
    /// The bytes that it reads and makes of an operand of `size` bytes, each by a filter as many as take as long.
    fileprivate func work(on size: Int) -> Int {
        var (size, work) = (size, size)
        for filter in filters {
            work += RenderingCost.slower.filter * size
            size *= min(filter.growth, max(1, ValueLimit.rendered / max(1, size)))
            work += size
        }
        return work
    }

    /// The size of the largest operand that is the same for each request.
    fileprivate var constantSize: Int {
        ([operand] + filters.compactMap(\.argument)).reduce(0) { most, operand in
            switch operand {
            case .literal(let value): max(most, TemplateValue.json(value).size(upTo: ValueLimit.rendered))
            case .environment(_, let value): max(most, value.utf8.count)
            case .randomString(let length): max(most, length)
            case .variable, .request, .count, .uuid, .randomInt, .now, .serverURL: most
            }
        }
    }

    /// The size of its largest operand, or of the value that it is a part of; stops above `limit`.
    fileprivate func size(in scope: EvaluationContext, upTo limit: Int) -> Int {
        ([operand] + filters.compactMap(\.argument)).reduce(constantSize) { most, operand in
            switch operand {
            case .variable(let variable, _):
                guard scope.variables.indices.contains(variable), case .value(let value, _) = scope.variables[variable]
                else { return most }
                return max(most, TemplateValue.json(value).size(upTo: limit))
            case .request: return max(most, scope.request?.wholeSize ?? 0)
            default: return most
            }
        }
    }
}

extension ResponseTemplate.Body {
    /// The bytes of its JSON values and pieces that are not templates.
    fileprivate var constantSize: Int {
        switch self {
        case .json(let template): template.constantSize
        case .chunks(let chunks): chunks.reduce(0) { $0 + $1.content.constantSize }
        case .events, .none, .text, .templatedFile, .file, .bytes, .base64, .raw: 0
        }
    }
}

extension ContentTemplate {
    fileprivate var constantSize: Int {
        switch self {
        case .json(let template): template.constantSize
        case .bytes(let bytes): bytes.count
        case .text, .base64: 0
        }
    }
}

extension JSONTemplate {
    fileprivate var constantSize: Int {
        switch self {
        case .constant(let value): TemplateValue.json(value).size(upTo: ValueLimit.rendered)
        case .string: 0
        case .array(let elements): elements.reduce(0) { $0 + $1.constantSize }
        case .object(let members): members.reduce(0) { $0 + $1.value.constantSize }
        }
    }
}
