import ExactJSON

/// A schema that is being applied to a value, suspended while one of its applicators waits for another schema.
struct EvaluationFrame {
    let node: Int
    let instance: JSON
    /// Whether the value is the one of the frame below, so that evaluated members count for that, too.
    let isInPlace: Bool
    /// Whether the members and elements that were evaluated are needed.
    let tracks: Bool
    /// The number of schemas applied to this value within each other.
    let chain: Int
    /// Whether entering the schema entered a resource.
    let entersResource: Bool
    /// The index of the applicator that is evaluated.
    var applicator = 0
    /// The index of the schema, member or element that the applicator waits for.
    var step = 0
    /// For a member: 0 for `properties`, then 1 for each of `patternProperties`, then `additionalProperties`. For
    /// `oneOf`: the index of the first schema that matched.
    var part = 0
    /// Whether `properties` or `patternProperties` has a schema for the member.
    var isKnown = false
    /// The number of schemas or elements that matched.
    var matches = 0
    /// The number of those that did not, if failures are explained.
    var mismatches = 0
    /// Whether an applicator failed, if failures are explained.
    var hasFailed = false
    /// Whether one failed that applies schemas to the same value.
    var hasFailedInPlace = false
    var evaluated = EvaluatedSet()
    /// The failures of the branch that is nearest to matching, if failures are explained.
    var nearest: SchemaBranch?

    /// Begins with the next applicator.
    mutating func finishApplicator() {
        applicator += 1
        step = 0
        part = 0
        isKnown = false
        matches = 0
        mismatches = 0
        nearest = nil
    }
}

/// The failures of one schema of `anyOf` or `oneOf`.
struct SchemaBranch {
    let index: Int
    let failures: SchemaFailures
}
