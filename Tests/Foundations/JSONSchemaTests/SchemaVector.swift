import ExactJSON
import Testing

@testable import JSONSchema

/// A schema with values that are valid and values that are not, all as JSON texts.
struct SchemaVector: Sendable, CustomTestStringConvertible {
    let name: String
    let schema: String
    let valid: [String]
    let invalid: [String]
    /// The documents that references may load, by URI.
    let documents: [String: String]

    init(
        _ name: String, _ schema: String, valid: [String], invalid: [String], documents: [String: String] = [:]
    ) {
        self.name = name
        self.schema = schema
        self.valid = valid
        self.invalid = invalid
        self.documents = documents
    }

    var testDescription: String { name }

    /// Checks every value in both passes.
    func check() throws {
        let schema = try compile(schema, documents: documents)
        for text in valid {
            let value = try JSON(parsing: text)
            #expect(schema.isValid(value), "\(name): \(text)")
            #expect(schema.explain(value).isEmpty, "\(name): \(text)")
        }
        for text in invalid {
            let value = try JSON(parsing: text)
            #expect(!schema.isValid(value), "\(name): \(text)")
            #expect(!schema.explain(value).isEmpty, "\(name): \(text)")
        }
    }
}

/// The schema of a JSON text, whose base is `http://example.com/root.json`.
func compile(_ schema: String, documents: [String: String] = [:]) throws -> CompiledSchema {
    try CompiledSchema(JSON(parsing: schema), baseURI: "http://example.com/root.json") { uri in
        try documents[uri].map { try JSON(parsing: $0) }
    }
}
