/// A keyword, or several that belong together, that apply other schemas.
enum Applicator: Sendable {
    /// `$ref`, or a `$dynamicRef` whose target never changes.
    case reference(Int, keyword: String)
    case dynamicReference(DynamicReference)
    case allOf([Int])
    case anyOf([Int])
    case oneOf([Int])
    case not(Int)
    case condition(Condition)
    case dependentSchemas([(name: String, schema: Int)])
    case members(MemberSchemas)
    case propertyNames(Int)
    case elements(ElementSchemas)
    case contains(Contains)
    case unevaluatedItems(Int)
    case unevaluatedProperties(Int)
}

extension Applicator {
    /// The place in the order of evaluation. `unevaluatedItems` and `unevaluatedProperties` need the results of others.
    var rank: Int {
        switch self {
        case .members, .elements, .propertyNames: 0
        case .reference, .dynamicReference, .allOf, .dependentSchemas: 1
        case .contains, .condition, .not: 2
        case .anyOf, .oneOf: 3
        case .unevaluatedItems, .unevaluatedProperties: 4
        }
    }

    /// Whether it applies schemas to the value itself and not to its members or elements.
    var isInPlace: Bool {
        switch self {
        case .reference, .dynamicReference, .allOf, .anyOf, .oneOf, .not, .condition, .dependentSchemas: true
        case .members, .propertyNames, .elements, .contains, .unevaluatedItems, .unevaluatedProperties: false
        }
    }
}
