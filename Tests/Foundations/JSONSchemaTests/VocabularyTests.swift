import ExactJSON
import Testing

@testable import JSONSchema

@Suite("Metaschemas and vocabularies")
struct VocabularyTests {
    private static let dialect = CompiledSchema.dialect
    private static let names = [
        "schema", "meta/core", "meta/applicator", "meta/unevaluated", "meta/validation", "meta/meta-data",
        "meta/format-annotation", "meta/format-assertion", "meta/content",
    ]

    private func metaschema() throws -> CompiledSchema { try compile(#"{"$ref": "\#(Self.dialect)"}"#) }

    @Test("the metaschema validates itself and its vocabularies", arguments: names)
    func itself(_ name: String) throws {
        let uri = "https://json-schema.org/draft/2020-12/" + name
        let document = try #require(Metaschemas.document(uri))
        #expect(document["$id"] == .string(uri))
        let schema = try metaschema()
        #expect(schema.isValid(document))
        #expect(schema.explain(document).isEmpty)
    }

    @Test(
        "the metaschema rejects what the loader rejects",
        arguments: [
            ("1", false), ("true", true), ("{}", true), (#"{"minLength": -1}"#, false), (#"{"minLength": 2.0}"#, true),
            (#"{"type": "strng"}"#, false), (#"{"type": ["null", "string"]}"#, true), (#"{"type": []}"#, false),
            (#"{"items": [{}]}"#, false), (#"{"prefixItems": []}"#, false), (#"{"allOf": [1]}"#, false),
            (#"{"properties": {"a": {"items": {"maximum": "1"}}}}"#, false), (#"{"multipleOf": 0}"#, false),
            (#"{"required": ["a", "a"]}"#, false), (##"{"$anchor": "#a"}"##, false), (#"{"$id": "x#y"}"#, false),
            (#"{"$defs": {"a": {"$defs": {"b": 1}}}}"#, false), (#"{"unevaluatedItems": 1}"#, false),
            (#"{"then": 1}"#, false), (#"{"enum": {}}"#, false), (#"{"format": 1}"#, false), (#"{"const": 1}"#, true),
            (#"{"title": 1}"#, false), (#"{"contentSchema": []}"#, false), (#"{"x": {"type": 1}}"#, true),
            (#"{"dependentRequired": {"a": [1]}}"#, false), (#"{"definitions": {"a": 1}}"#, false),
            (#"{"$vocabulary": {"http://x": 1}}"#, false), (#"{"$comment": 1}"#, false), (#"{"default": 1}"#, true),
        ])
    func rejected(schema: String, isValid: Bool) throws {
        #expect(try metaschema().isValid(JSON(parsing: schema)) == isValid)
        #expect((try? compile(schema)) != nil || !isValid, "\(schema)")
        #expect((try? compile(schema)) == nil || isValid, "\(schema)")
    }

    @Test("the metaschema extends by its dynamic anchor")
    func extended() throws {
        let schema = try compile(
            #"""
            {"$id": "http://x.org/strict", "$dynamicAnchor": "meta", "$ref": "\#(Self.dialect)",
            "propertyNames": {"not": {"const": "minimun"}}}
            """#)
        #expect(schema.isValid(try JSON(parsing: #"{"properties": {"minimun": {"minimum": 1}}}"#)) == true)
        #expect(!schema.isValid(try JSON(parsing: #"{"properties": {"a": {"minimun": 1}}}"#)))
    }

    private func metaschema(_ vocabularies: String) -> [String: String] {
        ["http://x.org/meta": #"{"$id": "http://x.org/meta", "$vocabulary": {\#(vocabularies)}}"#]
    }

    private let core = #""https://json-schema.org/draft/2020-12/vocab/core": true"#
    private let applicator = #""https://json-schema.org/draft/2020-12/vocab/applicator": true"#

    @Test("without the vocabulary for validation its keywords are annotations")
    func withoutValidation() throws {
        let schema = try compile(
            #"""
            {"$schema": "http://x.org/meta", "type": 5, "properties": {"bad": false, "n": {"minimum": 10}},
            "contains": true, "minContains": 5}
            """#, documents: metaschema("\(core), \(applicator)"))
        #expect(!schema.isValid(["bad": 1]))
        #expect(schema.isValid(["n": 1]))
        #expect(schema.isValid([1]))
        #expect(!schema.isValid([]))
    }

    @Test("without the vocabulary for applicators its keywords are annotations")
    func withoutApplicators() throws {
        let schema = try compile(
            #"{"$schema": "http://x.org/meta", "properties": {"a": 1}, "minimum": 2}"#,
            documents: metaschema(#"\#(core), "https://json-schema.org/draft/2020-12/vocab/validation": false"#))
        #expect(schema.isValid(["a": 1]))
        #expect(!schema.isValid(1))
    }

    @Test("an unknown vocabulary is ignored if it is optional, and an error if not")
    func unknown() throws {
        let optional = metaschema(#"\#(core), "http://x.org/v": false"#)
        #expect(try compile(#"{"$schema": "http://x.org/meta"}"#, documents: optional).isValid(1))
        let required = metaschema(#"\#(core), "http://x.org/v": true"#)
        let errors = #expect(throws: SchemaLoadErrors.self) {
            try compile(#"{"$schema": "http://x.org/meta"}"#, documents: required)
        }
        #expect(
            errors?.errors.map(\.message) == [
                "the metaschema requires the vocabulary http://x.org/v, which is not supported"
            ])
    }

    @Test("each resource has its own dialect")
    func resources() throws {
        let schema = try compile(
            #"""
            {"properties": {"a": {"$id": "a", "$schema": "http://x.org/meta", "minimum": 5,
            "properties": {"b": {"minimum": 5}}}, "c": {"minimum": 5}}}
            """#, documents: metaschema("\(core), \(applicator)"))
        #expect(schema.isValid(["a": 1]))
        #expect(schema.isValid(["a": ["b": 1]]))
        #expect(!schema.isValid(["c": 1]))
    }

    @Test("a metaschema that is missing, and $schema inside a resource")
    func misplaced() {
        #expect(throws: SchemaLoadErrors.self) { try compile(#"{"$schema": "http://x.org/none"}"#) }
        #expect(throws: SchemaLoadErrors.self) { try compile(#"{"items": {"$schema": "http://x.org/none"}}"#) }
        #expect(throws: Never.self) { try compile(#"{"items": {"$schema": "\#(Self.dialect)"}}"#) }
    }
}
