import ExactJSON
package import JSONSchema

/// The condition of `json_schema`: a compiled schema (draft 2020-12).
package struct JSONSchemaMatcher: Sendable {
    package let schema: CompiledSchema
    /// The positions of the schema's values in the scenario, by JSON pointer; empty for a schema of its own file.
    private let positions: [String: Position]
    /// The position of the schema, or of the name of its file.
    package let position: Position

    package init(_ schema: CompiledSchema, positions: [String: Position], position: Position) {
        self.schema = schema
        self.positions = positions
        self.position = position
    }

    /// The steps that a validation may take of a body of `size` bytes.
    private static func steps(forSize size: Int) -> Int { min(100_000 + 20 * size, CompiledSchema.stepLimit) }

    /// Whether the body complies; nil if that takes too long to decide.
    func isValid(_ body: JSON, size: Int, in scope: EvaluationContext) -> Bool? {
        let limit = Self.steps(forSize: size)
        guard let work = scope.work else { return schema.validity(of: body, stepLimit: limit) }
        return work.validate(limit: limit) { steps in schema.validity(of: body, steps: &steps) }
    }

    /// What in the body does not comply, a leaf each.
    func mismatches(_ body: JSON, size: Int, in scope: EvaluationContext) -> [Mismatch] {
        var steps = Self.steps(forSize: size)
        let found =
            scope.work?.validate(limit: steps) { steps in schema.failures(of: body, steps: &steps) }
            ?? schema.failures(of: body, steps: &steps)
        var mismatches = found.failures.map { mismatch($0, in: body) }
        if found.omitted > 0, let last = mismatches.indices.last { mismatches[last].leaves += found.omitted }
        return mismatches
    }

    private func mismatch(_ failure: SchemaFailure, in body: JSON) -> Mismatch {
        let location = failure.schemaLocation
        let file = positions.isEmpty ? Self.file(location.documentURI) : ""
        // A limit has no keyword, and the root of a schema no pointer.
        let place = [file, location.pointer].filter { !$0.isEmpty }.joined(separator: " ")
        let origin = [failure.keyword, place.isEmpty ? "" : "at \(place)"].filter { !$0.isEmpty }.joined(separator: " ")
        let branch = failure.causes.first.map {
            "; there \(JSONPointer.path($0.instanceLocation, in: body)) \($0.message)"
        }
        return Mismatch(
            subject: .json(JSONPointer.path(failure.instanceLocation, in: body)),
            problem: "\(failure.message)\(branch ?? "")" + (origin.isEmpty ? "" : " (\(origin))"),
            position: positions[location.pointer] ?? position)
    }

    /// The file's name of a document of the scenario's folder, else its URI.
    private static func file(_ uri: String) -> String {
        uri.hasPrefix(schemaFolder) ? String(uri.dropFirst(schemaFolder.count)) : uri
    }

    /// The URI of the scenario's folder, as schemas see it.
    package static let schemaFolder = "scenario:///"
}

/// Paths to values, as RFC 6901 writes them.
private enum JSONPointer {
    /// The path of a pointer as failures write it: `$.items[0].id`.
    static func path(_ pointer: String, in root: JSON) -> String {
        var (value, steps): (JSON?, [Operand.PathStep]) = (root, [])
        for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
            if case .array(let elements)? = value, let index = Int(name) {
                steps.append(.element(index))
                value = elements.indices.contains(index) ? elements[index] : nil
            } else {
                steps.append(.member(name))
                value = value?[name]
            }
        }
        return NormalizedPath(steps).rooted
    }
}
