/// A keyword that a value does not satisfy.
package struct SchemaFailure: Hashable, Sendable {
    /// The keyword, such as `maxLength`; empty if validation was stopped by a limit.
    package let keyword: String
    /// The position of the keyword in its document, after references were followed.
    package let schemaLocation: SchemaLocation
    /// The JSON Pointer from the root of the schema to the keyword, through the references.
    package let evaluationPath: String
    /// The JSON Pointer of the value that does not satisfy the keyword.
    package let instanceLocation: String
    /// The failure as a sentence whose subject is the value, such as `is longer than maxLength 3 (5 characters)`.
    package let message: String
    /// For `anyOf` and `oneOf` without a matching schema: the failures of the schema that is nearest to matching.
    package internal(set) var causes: [SchemaFailure] = []
}

/// The failures of a value.
package struct SchemaFailures: Hashable, Sendable {
    /// The most failures that are kept.
    package static let limit = 20

    /// The first failures.
    package internal(set) var failures: [SchemaFailure] = []
    /// The number of further failures.
    package internal(set) var omitted = 0

    /// Whether the value is valid.
    package var isEmpty: Bool { failures.isEmpty && omitted == 0 }
    /// The number of all failures that were found.
    package var count: Int { failures.count + omitted }

    /// Adds a failure, or counts it if there are already as many as are kept.
    mutating func append(_ failure: SchemaFailure) {
        if failures.count < Self.limit { failures.append(failure) } else { omitted += 1 }
    }

    /// Adds a failure that must not be left out.
    mutating func append(last failure: SchemaFailure) {
        if failures.count >= Self.limit {
            failures.removeLast()
            omitted += 1
        }
        failures.append(failure)
    }
}
