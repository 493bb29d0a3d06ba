import ExactJSON
import Testing

@testable import JSONSchema

@Suite("Failures")
struct FailureTests {
    private func lines(_ schema: String, _ value: String) throws -> [String] {
        try compile(schema).failures(of: JSON(parsing: value)).failures.flatMap { lines($0, indent: "") }
    }

    private func lines(_ failure: SchemaFailure, indent: String) -> [String] {
        ["\(indent)\(failure.instanceLocation): \(failure.message) @\(failure.schemaLocation.pointer)"]
            + failure.causes.flatMap { lines($0, indent: indent + "  ") }
    }

    @Test("each keyword has its sentence", arguments: sentences)
    func sentence(schema: String, value: String, line: String) throws {
        #expect(try lines(schema, value) == [line])
    }

    private static let sentences: [(String, String, String)] = [
        ("false", "1", ": is not allowed: the schema is false @"),
        (#"{"type": "integer"}"#, #""5""#, #": is not of type integer: "5" (string) @/type"#),
        (#"{"type": ["null", "array"]}"#, "{}", ": is not of type null or array: an object with 0 members @/type"),
        (#"{"const": "a"}"#, "1", #": is not the value of const, "a": 1 (number) @/const"#),
        (#"{"enum": ["a", 1, null]}"#, "true", #": is not one of "a", 1, null: true (boolean) @/enum"#),
        (#"{"multipleOf": 0.1}"#, "0.25", ": is not a multiple of 0.1: 0.25 @/multipleOf"),
        (#"{"maximum": 3}"#, "4", ": is greater than the maximum 3: 4 @/maximum"),
        (#"{"minimum": 3}"#, "2.9", ": is less than the minimum 3: 2.9 @/minimum"),
        (#"{"exclusiveMaximum": 3}"#, "3", ": is not less than 3: 3 @/exclusiveMaximum"),
        (#"{"exclusiveMinimum": 3}"#, "3", ": is not greater than 3: 3 @/exclusiveMinimum"),
        (#"{"maxLength": 3}"#, #""hello""#, ": is longer than maxLength 3 (5 characters) @/maxLength"),
        (#"{"minLength": 2}"#, #""é""#, ": is shorter than minLength 2 (1 character) @/minLength"),
        (#"{"pattern": "^a"}"#, #""b""#, #": does not match the regular expression ^a: "b" @/pattern"#),
        (#"{"maxItems": 1}"#, "[1, 2]", ": has more than maxItems 1 (2 elements) @/maxItems"),
        (#"{"minItems": 1}"#, "[]", ": has fewer than minItems 1 (0 elements) @/minItems"),
        (#"{"uniqueItems": true}"#, "[1, 2, 1.0]", ": has equal elements at 0 and 2: 1.0 (number) @/uniqueItems"),
        (#"{"maxProperties": 0}"#, #"{"a": 1}"#, ": has more than maxProperties 0 (1 member) @/maxProperties"),
        (#"{"minProperties": 1}"#, "{}", ": has fewer than minProperties 1 (0 members) @/minProperties"),
        (#"{"required": ["id"]}"#, "{}", #": lacks the required member "id" @/required"#),
        (
            #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
            #": lacks the member "b", which "a" requires @/dependentRequired"#
        ),
        (
            #"{"properties": {"a/b": {"minimum": 1}}}"#, #"{"a/b": 0}"#,
            "/a~1b: is less than the minimum 1: 0 @/properties/a~1b/minimum"
        ),
        (
            #"{"properties": {"a": false}}"#, #"{"a": 0}"#, "/a: is a member that must be absent @/properties/a"
        ),
        (
            #"{"additionalProperties": false}"#, #"{"a": 0}"#,
            "/a: is a member that additionalProperties does not allow @/additionalProperties"
        ),
        (
            #"{"unevaluatedProperties": false}"#, #"{"a": 0}"#,
            "/a: is a member that unevaluatedProperties does not allow @/unevaluatedProperties"
        ),
        (#"{"prefixItems": [true], "items": false}"#, "[1, 2]", "/1: is an element that items does not allow @/items"),
        (
            #"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": 1}"#,
            #": is an object whose member name "ab" is longer than maxLength 1 (2 characters) @/propertyNames/maxLength"#
        ),
        (#"{"contains": {"const": 1}}"#, "[2]", ": has no element that matches contains @/contains"),
        (
            #"{"contains": {"const": 1}, "minContains": 2}"#, "[1]",
            ": has 1 element that matches contains, where minContains is 2 @/minContains"
        ),
        (
            #"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]",
            ": has more than 1 element that match contains, the limit of maxContains @/maxContains"
        ),
        (#"{"not": {"type": "null"}}"#, "null", ": matches the schema of not @/not"),
        (
            #"{"oneOf": [true, false, true]}"#, "1",
            ": matches schemas 1 and 3 of oneOf, where only one may match @/oneOf"
        ),
        (#"{"if": true, "then": {"minimum": 2}}"#, "1", ": is less than the minimum 2: 1 @/then/minimum"),
    ]

    @Test("all failures of a value are listed, one for each missing member")
    func several() throws {
        let schema = #"""
            {"required": ["id", "name"], "properties": {"n": {"type": "integer", "minimum": 1}, "m": {"type": "null"}},
            "unevaluatedProperties": false}
            """#
        #expect(
            try lines(schema, #"{"n": 0.5, "m": 1, "x": 1}"#) == [
                #": lacks the required member "id" @/required"#,
                #": lacks the required member "name" @/required"#,
                "/n: is not of type integer: 0.5 (number) @/properties/n/type",
                "/n: is less than the minimum 1: 0.5 @/properties/n/minimum",
                "/m: is not of type null: 1 (number) @/properties/m/type",
                "/x: is a member that unevaluatedProperties does not allow @/unevaluatedProperties",
            ])
    }

    @Test("anyOf and oneOf show the branch that is nearest")
    func branches() throws {
        let kinds = #"""
            {"oneOf": [{"properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}},
            {"properties": {"kind": {"const": "b"}}, "required": ["y"]}, {"type": "string"}]}
            """#
        #expect(
            try lines(kinds, #"{"kind": "a", "x": "s"}"#) == [
                ": matches none of the 3 schemas of oneOf; schema 1 is the nearest @/oneOf",
                #"  /x: is not of type integer: "s" (string) @/oneOf/0/properties/x/type"#,
            ])
        #expect(
            try lines(kinds, #"{"kind": "b"}"#) == [
                ": matches none of the 3 schemas of oneOf; schema 2 is the nearest @/oneOf",
                #"  : lacks the required member "y" @/oneOf/1/required"#,
            ])
        #expect(
            try lines(#"{"anyOf": [{"type": "string"}, {"anyOf": [{"minimum": 5}]}]}"#, "1") == [
                ": matches none of the 2 schemas of anyOf; schema 2 is the nearest @/anyOf",
                "  : does not match the only schema of anyOf @/anyOf/1/anyOf",
                "    : is less than the minimum 5: 1 @/anyOf/1/anyOf/0/minimum",
            ])
    }

    @Test("a failure behind a reference names the position there and the way to it")
    func paths() throws {
        let schema = try compile(
            #"{"properties": {"a": {"$ref": "d.json#/$defs/x"}}}"#,
            documents: ["http://example.com/d.json": #"{"$defs": {"x": {"items": {"type": "null"}}}}"#])
        let failure = schema.failures(of: ["a": [nil, 1]]).failures.first
        #expect(failure?.keyword == "type")
        #expect(failure?.schemaLocation.description == "http://example.com/d.json#/$defs/x/items/type")
        #expect(failure?.evaluationPath == "/properties/a/$ref/items/type")
        #expect(failure?.instanceLocation == "/a/1")
    }

    @Test("the first 20 failures are kept, the others counted; long texts are cut")
    func bounded() throws {
        let schema = try compile(#"{"items": {"type": "null"}}"#)
        let failures = schema.failures(of: .array(Array(repeating: 1, count: 100)))
        #expect(failures.failures.count == 20)
        #expect(failures.omitted == 80)
        #expect(failures.count == 100)
        let long = schema.failures(of: [.string(String(repeating: "é", count: 100))]).failures.first?.message
        #expect(long == "is not of type null: \"" + String(repeating: "é", count: 60) + "…\" (string)")
        #expect(schema.failures(of: [nil]) == SchemaFailures())
    }
}
