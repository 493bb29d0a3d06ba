import ExactJSON

/// A keyword of the vocabulary for validation.
enum Assertion: Sendable {
    case type(TypeSet)
    case constant(JSON)
    case enumeration(Enumeration)
    case multipleOf(JSONNumber)
    case maximum(JSONNumber)
    case exclusiveMaximum(JSONNumber)
    case minimum(JSONNumber)
    case exclusiveMinimum(JSONNumber)
    case maxLength(Int)
    case minLength(Int)
    case pattern(Pattern)
    case maxItems(Int)
    case minItems(Int)
    case uniqueItems
    case maxProperties(Int)
    case minProperties(Int)
    case required([String])
    case dependentRequired([(name: String, required: [String])])
}

extension Assertion {
    /// The place in the order of evaluation: what costs more comes later.
    var rank: Int {
        switch self {
        case .type: 0
        case .constant, .enumeration, .pattern, .multipleOf: 2
        case .uniqueItems: 3
        default: 1
        }
    }
}
