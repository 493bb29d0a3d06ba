package import ExactJSON

/// A JSON Schema of draft 2020-12 that is ready to validate values.
///
/// `format` and the keywords for content and meta-data are annotations: they never fail. Numbers are compared by their
/// exact value, and strings by their Unicode scalars.
///
///     let schema = try CompiledSchema(document, baseURI: "file:///schemas/order.schema.json") { uri in files[uri] }
///     for failure in schema.failures(of: body).failures { print(failure.instanceLocation, failure.message) }
package struct CompiledSchema: Sendable {
    /// The dialect that is supported; a schema without `$schema` has it.
    package static let dialect = "https://json-schema.org/draft/2020-12/schema"
    /// The default limit for the steps of a validation. A step is one schema applied to one value, one value compared,
    /// or a step of a regular expression; 5 million take about a second.
    package static let stepLimit = 5_000_000
    /// The most schemas that may be applied within each other.
    package static let depthLimit = 10_000

    /// The schema objects of all documents that were loaded.
    let nodes: [SchemaNode]
    /// The index of the schema that validation begins with.
    let root: Int
    /// Whether a `$dynamicRef` depends on the resources that a validation has entered.
    let tracksScope: Bool
}

extension CompiledSchema {
    /// Compiles a schema with all schemas that it refers to.
    ///
    /// - Parameters:
    ///   - root: the schema.
    ///   - baseURI: the absolute URI that the schema was read from; references are relative to it or to `$id`.
    ///   - resolve: returns the document with an absolute URI without a fragment, or nil if there is none. It is called
    ///     once for each document that a reference needs, except for the metaschemas of draft 2020-12. The text of its error
    ///     stands behind the URI: `does not exist`.
    /// - Throws: all errors of the schema.
    package init(
        _ root: JSON, baseURI: String, resolve: (_ absoluteURI: String) throws -> JSON? = { _ in nil }
    ) throws(SchemaLoadErrors) {
        self = try withoutActuallyEscaping(resolve) { (resolve) throws(SchemaLoadErrors) in
            var loader = SchemaLoader(resolve: resolve)
            return try loader.load(root, baseURI: baseURI)
        }
    }

    /// Whether the value is valid. False also if that could not be decided within the limits.
    package func isValid(_ instance: JSON, stepLimit: Int = Self.stepLimit) -> Bool {
        validity(of: instance, stepLimit: stepLimit) ?? false
    }

    /// Whether the value is valid; nil if that could not be decided within the limits.
    package func validity(of instance: JSON, stepLimit: Int = Self.stepLimit) -> Bool? {
        var steps = stepLimit
        return validity(of: instance, steps: &steps)
    }

    /// Whether the value is valid; nil if that could not be decided within the limits.
    ///
    /// - Parameter steps: the most steps that the validation may take; reduced by those taken.
    package func validity(of instance: JSON, steps: inout Int) -> Bool? {
        var evaluation = Evaluation(self, stepLimit: steps)
        let isValid = evaluation.isValid(instance)
        steps = evaluation.stepsLeft
        return evaluation.stop == nil ? isValid : nil
    }

    /// The failures of the value, none if it is valid.
    package func failures(of instance: JSON, stepLimit: Int = Self.stepLimit) -> SchemaFailures {
        var steps = stepLimit
        return failures(of: instance, steps: &steps)
    }

    /// The failures of the value, none if it is valid.
    ///
    /// - Parameter steps: the most steps that each of two passes may take; reduced by those taken, perhaps below zero.
    package func failures(of instance: JSON, steps: inout Int) -> SchemaFailures {
        let limit = steps
        var evaluation = Evaluation(self, stepLimit: limit)
        let isValid = evaluation.isValid(instance)
        steps = evaluation.stepsLeft
        if isValid { return SchemaFailures() }
        if let stop = evaluation.stop { return SchemaFailures(failures: [stop]) }
        var explaining = Evaluation(self, stepLimit: limit)
        let failures = explaining.explain(instance)
        steps -= limit - explaining.stepsLeft
        return failures
    }

    /// Validates the value and explains each failure.
    func explain(_ instance: JSON, stepLimit: Int = Self.stepLimit) -> SchemaFailures {
        var evaluation = Evaluation(self, stepLimit: stepLimit)
        return evaluation.explain(instance)
    }
}
