import ExactJSON

/// A `$dynamicRef` whose target depends on the resources that a validation has entered.
struct DynamicReference: Sendable {
    let anchor: String
    /// The schema that the reference resolves to at first.
    let initial: Int
    /// The schema with the same `$dynamicAnchor` in each resource that has one.
    var targets: [Int: Int] = [:]
}

/// `if`, `then` and `else`.
struct Condition: Sendable {
    let test: Int
    let then: Int?
    let otherwise: Int?
}

/// `properties`, `patternProperties` and `additionalProperties`.
struct MemberSchemas: Sendable {
    let named: [UnicodeScalarKey: Int]
    let patterns: [(pattern: Pattern, schema: Int)]
    let additional: Int?
}

/// `prefixItems` and `items`.
struct ElementSchemas: Sendable {
    let prefix: [Int]
    let rest: Int?
}

/// `contains`, `minContains` and `maxContains`.
struct Contains: Sendable {
    let schema: Int
    let minimum: Int
    let maximum: Int?
}
