import ExactJSON
import Testing

@testable import JSONSchema

@Suite("Errors in schemas")
struct LoadErrorTests {
    private struct NoFile: Error, CustomStringConvertible {
        var description: String { "does not exist" }
    }

    /// The errors of a schema, with the fragment of their location only.
    private func errors(_ schema: String, documents: [String: String] = [:]) throws -> [String] {
        do {
            _ = try compile(schema, documents: documents)
            return []
        } catch let errors as SchemaLoadErrors {
            return errors.errors.map { error in
                let document =
                    error.location.documentURI == "http://example.com/root.json" ? "" : error.location.documentURI
                return "\(document)#\(error.location.pointer): \(error.message)"
            }
        }
    }

    @Test("a wrong value of a keyword", arguments: values)
    func value(schema: String, error: String) throws {
        #expect(try errors(schema) == [error])
    }

    private static let values: [(String, String)] = [
        ("5", "#: a schema must be an object, true or false, not 5"),
        ("[]", "#: a schema must be an object, true or false, not an array of 0 elements"),
        (#"{"properties": {"a": 1}}"#, "#/properties/a: a schema must be an object, true or false, not 1"),
        (#"{"minLength": -1}"#, "#/minLength: minLength must be a non-negative integer, not -1: write 0"),
        (#"{"maxItems": 1.5}"#, "#/maxItems: maxItems must be a non-negative integer, not 1.5: write 0"),
        (
            #"{"minContains": "1"}"#,
            #"#/minContains: minContains must be a non-negative integer, not "1": write 1 without quotes"#
        ),
        (
            #"{"type": "strng"}"#,
            #"#/type: type must not be "strng"; did you mean string?"#
        ),
        (
            #"{"type": []}"#,
            #"#/type: type must be a type or an array of types, not an array of 0 elements: write "object""#
        ),
        (#"{"type": ["null", "null"]}"#, #"#/type: type must not have "null" twice"#),
        (
            #"{"type": "any"}"#,
            #"#/type: type must not be "any"; the types are null, boolean, object, array, number, string, integer"#
        ),
        (#"{"type": "String"}"#, #"#/type: type must not be "String"; did you mean string?"#),
        (#"{"enum": 1}"#, #"#/enum: enum must be an array, not 1: write ["a"]"#),
        (#"{"maximum": "1"}"#, #"#/maximum: maximum must be a number, not "1": write 1 without quotes"#),
        (#"{"multipleOf": 0}"#, "#/multipleOf: multipleOf must be a number greater than 0, not 0: write 1"),
        (#"{"multipleOf": -0.5}"#, "#/multipleOf: multipleOf must be a number greater than 0, not -0.5: write 1"),
        (#"{"uniqueItems": 1}"#, "#/uniqueItems: uniqueItems must be true or false, not 1: write true"),
        (#"{"required": "a"}"#, #"#/required: required must be an array of names, not "a": write ["a"]"#),
        (#"{"required": true}"#, #"#/required: required must be an array of names, not true: write ["id"]"#),
        (#"{"required": ["a", "a"]}"#, #"#/required: required must not have "a" twice"#),
        (#"{"required": [1]}"#, #"#/required: required must be an array of names, not 1: write ["id"]"#),
        (
            #"{"dependentRequired": {"a": "b"}}"#,
            #"#/dependentRequired: dependentRequired must be an array of names, not "b": write ["b"]"#
        ),
        (
            #"{"allOf": []}"#,
            #"#/allOf: allOf must be an array of at least one schema, not an array of 0 elements: write [{"type": "object"}]"#
        ),
        (
            #"{"oneOf": {}}"#,
            #"#/oneOf: oneOf must be an array of at least one schema, not an object with 0 members: write [{"type": "object"}]"#
        ),
        (#"{"items": [{}]}"#, "#/items: items must be a schema; draft 2020-12 has prefixItems for an array of schemas"),
        (
            #"{"properties": []}"#,
            #"#/properties: properties must be an object of schemas, not an array of 0 elements: write {"id": {"type": "integer"}}"#
        ),
        (#"{"$ref": 1}"#, ##"#/$ref: $ref must be a URI reference, not 1: write "#/$defs/name""##),
        (
            #"{"$anchor": "1a"}"#,
            #"#/$anchor: $anchor must be a letter or _ and then letters, digits, -, . and _, not "1a": write "name""#
        ),
        (#"{"$id": "a#b"}"#, "#/$id: $id must not have a fragment; write $anchor for one"),
        (#"{"$id": 1}"#, #"#/$id: $id must be a string, not 1: write "text""#),
        (
            #"{"$vocabulary": {"x": 1}}"#,
            "#/$vocabulary: $vocabulary must be an object of booleans, not an object with 1 member: write {}"
        ),
        (#"{"title": 1}"#, #"#/title: title must be a string, not 1: write "text""#),
        (#"{"deprecated": "no"}"#, #"#/deprecated: deprecated must be true or false, not "no": write true"#),
        (#"{"examples": {}}"#, #"#/examples: examples must be an array, not an object with 0 members: write ["a"]"#),
        (#"{"contentSchema": 1}"#, "#/contentSchema: a schema must be an object, true or false, not 1"),
        (
            #"{"pattern": "\\a"}"#,
            ##"#/pattern: "\\a" is not a regular expression at character 1: \a is not an escape of ECMA-262"##
        ),
        (
            #"{"patternProperties": {"(": true}}"#,
            #"#/patternProperties/(: "(" is not a regular expression at character 2: a group is not closed"#
        ),
    ]

    @Test("a wrong reference or identifier", arguments: references)
    func reference(schema: String, error: String) throws {
        #expect(try errors(schema) == [error])
    }

    private static let references: [(String, String)] = [
        (##"{"$ref": "#/a"}"##, "#/$ref: there is nothing at http://example.com/root.json#/a"),
        (##"{"$ref": "#/~2"}"##, "#/$ref: there is nothing at http://example.com/root.json#/~2"),
        (##"{"items": {"$ref": "#a"}}"##, "#/items/$ref: the schema http://example.com/root.json has no anchor a"),
        (##"{"$dynamicRef": "#a"}"##, "#/$dynamicRef: the schema http://example.com/root.json has no anchor a"),
        (
            ##"{"$ref": "#/%ff"}"##,
            "#/$ref: the fragment of http://example.com/root.json#/%ff is not percent-encoded UTF-8"
        ),
        (#"{"$ref": "x.json"}"#, "#/$ref: there is no schema with the URI http://example.com/x.json"),
        (##"{"$ref": "#/const", "const": 1}"##, "#/const: a schema must be an object, true or false, not 1"),
        (
            #"{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}"#,
            "#/$defs/b/$anchor: the anchor x already identifies the schema at http://example.com/root.json#/$defs/a"
        ),
        (
            #"{"$defs": {"a": {"$id": "x"}, "b": {"$id": "x", "type": "null"}}}"#,
            "#/$defs/b/$id: the URI http://example.com/x already identifies the schema at "
                + "http://example.com/root.json#/$defs/a"
        ),
        (
            ##"{"allOf": [{"$ref": "#"}]}"##,
            "#/allOf/0: the schema applies to the same value without end: it leads back to http://example.com/root.json#"
        ),
        (
            ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"not": {"$ref": "#/$defs/a"}}}}"##,
            "#/$defs/b/not: the schema applies to the same value without end: it leads back to "
                + "http://example.com/root.json#/$defs/a"
        ),
    ]

    @Test(
        "other drafts",
        arguments: [
            "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-04/schema",
            "https://json-schema.org/draft/2019-09/schema", "http://json-schema.org/schema#",
            "https://json-schema.org/draft/next/schema",
        ])
    func drafts(_ draft: String) throws {
        let expected =
            "#/$schema: \(draft) is not supported; write the schema in draft 2020-12, "
            + "https://json-schema.org/draft/2020-12/schema"
        #expect(try errors("{\"$schema\": \"\(draft)\", \"type\": \"object\"}") == [expected])
    }

    @Test("all errors are reported, those of other documents too")
    func all() throws {
        let schema = #"{"type": 1, "allOf": [{"minimum": null}, {"$ref": "a.json"}, {"$ref": "b.json"}]}"#
        let found = try errors(schema, documents: ["http://example.com/a.json": #"{"items": {"maximum": []}}"#])
        #expect(
            found == [
                #"#/type: type must be a type or an array of types, not 1: write "object""#,
                "#/allOf/0/minimum: minimum must be a number, not null: write 1",
                "http://example.com/a.json#/items/maximum: maximum must be a number, not an array of 0 elements: write 1",
                "#/allOf/2/$ref: there is no schema with the URI http://example.com/b.json",
            ])
    }

    @Test("an error of the resolver is shown; each document is asked for once")
    func resolver() throws {
        var asked: [String] = []
        let schema: JSON = ["allOf": [["$ref": "a.json#/x"], ["$ref": "a.json"], ["$ref": "b.json"]]]
        let errors = #expect(throws: SchemaLoadErrors.self) {
            _ = try CompiledSchema(schema, baseURI: "file:///dir/root.json") { uri in
                asked.append(uri)
                if uri == "file:///dir/b.json" { throw NoFile() }
                return ["x": true]
            }
        }
        #expect(asked == ["file:///dir/a.json", "file:///dir/b.json"])
        #expect(
            errors?.description
                == "file:///dir/root.json#/allOf/2/$ref: file:///dir/b.json does not exist")
    }
}
