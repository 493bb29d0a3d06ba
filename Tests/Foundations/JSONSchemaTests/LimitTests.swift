import ExactJSON
import Testing

@testable import JSONSchema

@Suite("Limits of a validation")
struct LimitTests {
    private func messages(_ schema: CompiledSchema, _ value: JSON, stepLimit: Int = 20_000) -> [String] {
        schema.failures(of: value, stepLimit: stepLimit).failures.map(\.message)
    }

    private static let loop = "cannot be validated: the schema's references lead back to itself for the same value"

    @Test(
        "references that lead back without end are found",
        arguments: [
            (##"{"if": true, "then": {"$ref": "#"}}"##, "1"),
            (##"{"dependentSchemas": {"a": {"allOf": [{"$ref": "#"}]}}}"##, #"{"a": 1}"#),
            (
                ##"""
                {"$id": "http://x.org/r", "$dynamicAnchor": "n", "$ref": "o", "$defs": {"o": {"$id": "o",
                "$dynamicAnchor": "n", "properties": {"a": {"$dynamicRef": "#n"}}, "if": {"required": ["b"]},
                "then": {"not": {"$dynamicRef": "#n"}}}}}
                """##,
                #"{"a": {"b": 1}}"#
            ),
        ])
    func loops(schema: String, value: String) throws {
        let schema = try compile(schema)
        let value = try JSON(parsing: value)
        #expect(!schema.isValid(value))
        #expect(messages(schema, value) == [Self.loop])
    }

    @Test("references that lead back for a member are not loops")
    func recursion() throws {
        let schema = try compile(##"{"properties": {"a": {"$ref": "#"}}, "additionalProperties": false}"##)
        var value: JSON = [:]
        for _ in 0..<500 { value = ["a": value] }
        #expect(schema.isValid(value))
    }

    @Test("a schema that applies others again and again is stopped after some steps")
    func exponential() throws {
        var definitions: [String] = (0..<40).map { index in
            ##""s\##(index)": {"allOf": [{"$ref": "#/$defs/s\##(index + 1)"}, {"$ref": "#/$defs/s\##(index + 1)"}]}"##
        }
        definitions.append(#""s40": {"type": "integer"}"#)
        let schema = try compile("{\"$ref\": \"#/$defs/s0\", \"$defs\": {\(definitions.joined(separator: ", "))}}")
        let stopped = "was not validated wholly: that takes more than 20000 steps"
        #expect(!schema.isValid(1, stepLimit: 20_000))
        #expect(messages(schema, 1) == [stopped])
        let failures = schema.failures(of: "x", stepLimit: 20_000)
        #expect(failures.failures.count == SchemaFailures.limit)
        #expect(failures.failures.last?.message == stopped)
        #expect(failures.omitted > 0)
    }

    @Test("a limit under not or in a branch is not taken for a failure that helps")
    func negated() throws {
        let schema = try compile(#"{"not": {"anyOf": [{"pattern": "(a+)+$"}]}}"#)
        let value = JSON.string(String(repeating: "a", count: 40) + "b")
        #expect(!schema.isValid(value))
        #expect(
            messages(schema, value, stepLimit: 1_000_000) == [
                "exceeds the limit for the steps of a match with the regular expression (a+)+$"
            ])
    }

    @Test("schemas may apply each other deeply, on a stack of their own")
    func depth() throws {
        let deep = try chain(4_000)
        #expect(deep.isValid(1))
        #expect(!deep.isValid("x"))
        #expect(
            try chain(11_000).failures(of: 1).failures.map(\.message) == [
                "was not validated wholly: more than 10000 schemas apply within each other"
            ])
    }

    /// A schema that refers to another, and that to another, and so on.
    private func chain(_ length: Int) throws -> CompiledSchema {
        var definitions = JSONObject()
        for index in 0..<length { definitions["\(index)"] = ["$ref": "#/$defs/\(index + 1)"] }
        definitions["\(length)"] = ["type": "integer"]
        return try CompiledSchema(["$ref": "#/$defs/0", "$defs": .object(definitions)], baseURI: "")
    }

    @Test("many elements and values take time in proportion")
    func many() throws {
        let elements = (0..<20_000).map { JSON.string("value \($0)") }
        let unique = try compile(#"{"uniqueItems": true}"#)
        #expect(unique.isValid(.array(elements)))
        #expect(!unique.isValid(.array(elements + [elements[7]])))
        let schema = try CompiledSchema(["items": ["enum": .array(elements)]], baseURI: "")
        #expect(schema.isValid(.array(elements)))
        #expect(!schema.isValid(.array(elements + ["x"])))
    }

    @Test("comparing counts as steps")
    func comparing() throws {
        let schema = try compile(#"{"allOf": [{"uniqueItems": true}, {"const": []}]}"#)
        let value = JSON.array((0..<1_000).map { JSON.number(JSONNumber($0)) })
        #expect(
            messages(schema, value, stepLimit: 900) == ["was not validated wholly: that takes more than 900 steps"])
    }

    /// The steps of a validation.
    private func steps(_ schema: String, _ value: JSON) throws -> Int {
        var left = 1_000_000_000
        #expect(try compile(schema).validity(of: value, steps: &left) != nil)
        return 1_000_000_000 - left
    }

    @Test("dividing counts the digits of both numbers, and is not begun where there are too few steps")
    func dividing() throws {
        let (short, long) = (String(repeating: "7", count: 100), String(repeating: "7", count: 1_000))
        let value = try JSON(parsing: long + "3")
        #expect(try steps(#"{"multipleOf": 3}"#, 9) < 5)
        let (few, many) = (
            try steps("{\"multipleOf\": \(short)}", value), try steps("{\"multipleOf\": \(long)}", value)
        )
        #expect(few > 100)
        #expect(many > 20 * few)
        let schema = try compile("{\"multipleOf\": \(String(repeating: "7", count: 20_000))}")
        let large = try JSON(parsing: String(repeating: "7", count: 60_000))
        // Divided, these would take minutes.
        #expect(schema.validity(of: large, stepLimit: 100_000) == nil)
    }

    @Test("names that are looked for count as steps")
    func names() throws {
        let names = (0..<8_000).map { "\"n\($0)\"" }.joined(separator: ",")
        #expect(try steps("{\"required\": [\(names)]}", [:]) >= 1_000)
        #expect(try steps("{\"dependentRequired\": {\"a\": [\(names)]}}", ["a": 1]) >= 1_000)
    }
}
