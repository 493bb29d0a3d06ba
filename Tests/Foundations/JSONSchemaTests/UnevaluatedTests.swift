import Testing

@Suite("Unevaluated members and elements")
struct UnevaluatedTests {
    @Test("unevaluatedProperties", arguments: propertiesVectors)
    func properties(_ vector: SchemaVector) throws { try vector.check() }

    @Test("unevaluatedItems", arguments: itemsVectors)
    func items(_ vector: SchemaVector) throws { try vector.check() }

    private static let propertiesVectors = [
        SchemaVector(
            "properties beside it",
            #"{"properties": {"a": {}}, "unevaluatedProperties": false}"#,
            valid: [#"{"a": 1}"#, #"{}"#, #"[1]"#],
            invalid: [#"{"b": 1}"#, #"{"a": 1, "b": 1}"#]),
        SchemaVector(
            "patternProperties beside it",
            #"{"patternProperties": {"^a": {}}, "unevaluatedProperties": false}"#,
            valid: [#"{"ab": 1}"#],
            invalid: [#"{"b": 1}"#]),
        SchemaVector(
            "additionalProperties beside it",
            #"{"properties": {"a": {}}, "additionalProperties": true, "unevaluatedProperties": false}"#,
            valid: [#"{"a": 1, "b": 2}"#],
            invalid: []),
        SchemaVector(
            "a schema for the rest",
            #"{"properties": {"a": {}}, "unevaluatedProperties": {"type": "string", "minLength": 3}}"#,
            valid: [#"{"a": 1, "b": "xyz"}"#],
            invalid: [#"{"b": "x"}"#, #"{"b": 1}"#]),
        SchemaVector(
            "true",
            #"{"unevaluatedProperties": true}"#,
            valid: [#"{"a": 1}"#],
            invalid: []),
        SchemaVector(
            "allOf",
            #"{"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}], "unevaluatedProperties": false}"#,
            valid: [#"{"a": 1, "b": 1}"#],
            invalid: [#"{"a": 1, "c": 1}"#]),
        SchemaVector(
            "allOf with additionalProperties",
            #"{"allOf": [{"additionalProperties": true}], "unevaluatedProperties": false}"#,
            valid: [#"{"a": 1}"#],
            invalid: []),
        SchemaVector(
            "anyOf counts each schema that matches",
            #"""
            {"anyOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"properties": {"b": {"const": 1}},
            "required": ["b"]}], "unevaluatedProperties": false}
            """#,
            valid: [#"{"a": 1}"#, #"{"a": 1, "b": 1}"#],
            invalid: [#"{"a": 1, "b": 2}"#, #"{"a": 1, "c": 1}"#]),
        SchemaVector(
            "oneOf counts the schema that matches",
            #"""
            {"oneOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"properties": {"b": {"const": 1}},
            "required": ["b"]}], "unevaluatedProperties": false}
            """#,
            valid: [#"{"a": 1}"#, #"{"b": 1}"#],
            invalid: [#"{"a": 1, "b": 2}"#, #"{"a": 1, "b": 1}"#]),
        SchemaVector(
            "not counts nothing",
            #"""
            {"not": {"not": {"properties": {"a": {"const": 1}}, "required": ["a"]}}, "unevaluatedProperties": false}
            """#,
            valid: [],
            invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "if and then",
            #"""
            {"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"properties": {"b": {}}},
            "else": {"properties": {"c": {}}}, "unevaluatedProperties": false}
            """#,
            valid: [#"{"a": 1, "b": 1}"#, #"{"c": 1}"#],
            invalid: [#"{"a": 1, "c": 1}"#, #"{"b": 1}"#, #"{"a": 2, "c": 1}"#]),
        SchemaVector(
            "if without then and else",
            #"{"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "unevaluatedProperties": false}"#,
            valid: [#"{"a": 1}"#, #"{}"#],
            invalid: [#"{"a": 2}"#, #"{"b": 1}"#]),
        SchemaVector(
            "if and else without then",
            #"""
            {"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "else": {"properties": {"c": {}}},
            "unevaluatedProperties": false}
            """#,
            valid: [#"{"a": 1}"#, #"{"c": 1}"#],
            invalid: [#"{"a": 1, "c": 1}"#]),
        SchemaVector(
            "dependentSchemas",
            #"""
            {"properties": {"a": {}}, "dependentSchemas": {"a": {"properties": {"b": {}}}}, "unevaluatedProperties":
            false}
            """#,
            valid: [#"{"a": 1, "b": 1}"#],
            invalid: [#"{"b": 1}"#]),
        SchemaVector(
            "a boolean schema evaluates nothing",
            #"{"allOf": [true], "unevaluatedProperties": false}"#,
            valid: [#"{}"#],
            invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "$ref",
            ##"""
            {"$ref": "#/$defs/d", "properties": {"a": {}}, "$defs": {"d": {"properties": {"b": {}}}},
            "unevaluatedProperties": false}
            """##,
            valid: [#"{"a": 1, "b": 1}"#],
            invalid: [#"{"c": 1}"#]),
        SchemaVector(
            "$ref written after it",
            ##"""
            {"unevaluatedProperties": false, "properties": {"a": {}}, "$ref": "#/$defs/d", "$defs": {"d":
            {"properties": {"b": {}}}}}
            """##,
            valid: [#"{"a": 1, "b": 1}"#],
            invalid: [#"{"c": 1}"#]),
        SchemaVector(
            "$dynamicRef",
            ##"""
            {"$id": "http://x.org/d", "$ref": "base", "unevaluatedProperties": false, "$defs": {"x":
            {"$dynamicAnchor": "addons", "properties": {"b": {}}}, "base": {"$id": "base", "$dynamicRef": "#addons",
            "properties": {"a": {}}, "$defs": {"d": {"$dynamicAnchor": "addons"}}}}}
            """##,
            valid: [#"{"a": 1, "b": 1}"#],
            invalid: [#"{"c": 1}"#]),
        SchemaVector(
            "a cousin does not count",
            #"{"allOf": [{"properties": {"a": {}}}, {"unevaluatedProperties": false}]}"#,
            valid: [#"{}"#],
            invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "a cousin before it does not count either",
            #"{"allOf": [{"unevaluatedProperties": false}, {"properties": {"a": {}}}]}"#,
            valid: [#"{}"#],
            invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "a parent does not count",
            #"{"properties": {"a": {}}, "allOf": [{"unevaluatedProperties": false}]}"#,
            valid: [#"{}"#],
            invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "an inner one counts for an outer one",
            #"{"allOf": [{"unevaluatedProperties": true}], "unevaluatedProperties": false}"#,
            valid: [#"{"a": 1}"#],
            invalid: []),
        SchemaVector(
            "an inner one with a schema counts",
            #"""
            {"allOf": [{"properties": {"a": {}}, "unevaluatedProperties": {"type": "integer"}}],
            "unevaluatedProperties": false}
            """#,
            valid: [#"{"a": "x", "b": 1}"#],
            invalid: [#"{"b": "x"}"#]),
        SchemaVector(
            "nested values are apart",
            #"""
            {"properties": {"a": {"properties": {"b": {}}, "unevaluatedProperties": false}},
            "unevaluatedProperties": false}
            """#,
            valid: [#"{"a": {"b": 1}}"#],
            invalid: [#"{"a": {"c": 1}}"#, #"{"a": {}, "b": 1}"#]),
        SchemaVector(
            "members of other values don't count",
            #"{"properties": {"a": {"properties": {"b": {}}}}, "unevaluatedProperties": false}"#,
            valid: [#"{"a": {"b": 1}}"#],
            invalid: [#"{"a": {}, "b": 1}"#]),
        SchemaVector(
            "a schema that fails has no annotations",
            #"{"anyOf": [{"properties": {"a": {}}, "required": ["b"]}, true], "unevaluatedProperties": false}"#,
            valid: [#"{}"#],
            invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "propertyNames does not count",
            #"{"propertyNames": {"maxLength": 1}, "unevaluatedProperties": false}"#,
            valid: [#"{}"#],
            invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "required does not count",
            #"{"required": ["a"], "unevaluatedProperties": false}"#,
            valid: [],
            invalid: [#"{"a": 1}"#, #"{}"#]),
        SchemaVector(
            "deep in place",
            #"""
            {"allOf": [{"anyOf": [{"oneOf": [{"if": true, "then": {"properties": {"a": {}}}}]}]}],
            "unevaluatedProperties": false}
            """#,
            valid: [#"{"a": 1}"#],
            invalid: [#"{"b": 1}"#]),
        SchemaVector(
            "other types",
            #"{"unevaluatedProperties": false}"#,
            valid: [#"1"#, #""x""#, #"[1]"#, #"null"#, #"{}"#],
            invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "more than 64 members",
            #"{"patternProperties": {"^a[0-9]+$": {}}, "unevaluatedProperties": false}"#,
            valid: [object((0..<100).map { "a\($0)" })],
            invalid: [object((0..<100).map { "a\($0)" } + ["x"])]),
        SchemaVector(
            "members merged beyond 64",
            #"""
            {"allOf": [{"patternProperties": {"[02468]$": {}}}, {"patternProperties": {"[13579]$": {}}}],
            "unevaluatedProperties": false}
            """#,
            valid: [object((0..<150).map { "\($0)" })],
            invalid: [object((0..<150).map { "\($0)" } + ["x"])]),
    ]

    private static let itemsVectors = [
        SchemaVector(
            "alone",
            #"{"unevaluatedItems": false}"#,
            valid: [#"[]"#, #"{}"#, #""x""#],
            invalid: [#"[1]"#]),
        SchemaVector(
            "true",
            #"{"unevaluatedItems": true}"#,
            valid: [#"[1]"#],
            invalid: []),
        SchemaVector(
            "a schema for the rest",
            #"{"prefixItems": [{}], "unevaluatedItems": {"type": "string"}}"#,
            valid: [#"[1, "a"]"#, #"[]"#],
            invalid: [#"[1, 2]"#]),
        SchemaVector(
            "items beside it",
            #"{"items": {"type": "integer"}, "unevaluatedItems": false}"#,
            valid: [#"[1, 2]"#],
            invalid: [#"["a"]"#]),
        SchemaVector(
            "prefixItems beside it",
            #"{"prefixItems": [{}], "unevaluatedItems": false}"#,
            valid: [#"[1]"#],
            invalid: [#"[1, 2]"#]),
        SchemaVector(
            "prefixItems and items",
            #"{"prefixItems": [{}], "items": true, "unevaluatedItems": false}"#,
            valid: [#"[1, 2]"#],
            invalid: []),
        SchemaVector(
            "contains counts",
            #"{"prefixItems": [true], "contains": {"type": "string"}, "unevaluatedItems": false}"#,
            valid: [#"[1, "a"]"#, #"["a"]"#],
            invalid: [#"[1, 2]"#, #"[1, "a", 2]"#]),
        SchemaVector(
            "contains counts what matches only",
            #"{"contains": {"type": "integer"}, "unevaluatedItems": false}"#,
            valid: [#"[1, 2]"#],
            invalid: [#"[1, "a"]"#, #"[]"#]),
        SchemaVector(
            "two contains",
            #"""
            {"allOf": [{"contains": {"multipleOf": 2}}, {"contains": {"multipleOf": 3}}], "unevaluatedItems": false}
            """#,
            valid: [#"[2, 3, 4, 6]"#],
            invalid: [#"[2, 3, 5]"#, #"[2, 4]"#]),
        SchemaVector(
            "contains in if",
            #"""
            {"if": {"contains": {"const": "a"}}, "then": {"if": {"contains": {"const": "b"}}, "then": {"contains":
            {"const": "c"}}}, "unevaluatedItems": false}
            """#,
            valid: [#"[]"#, #"["a", "a"]"#, #"["a", "b", "c"]"#],
            invalid: [#"["b"]"#, #"["a", "b"]"#, #"["a", "c"]"#]),
        SchemaVector(
            "minContains 0 counts what matches",
            #"{"contains": {"type": "string"}, "minContains": 0, "unevaluatedItems": false}"#,
            valid: [#"[]"#, #"["a", "b"]"#],
            invalid: [#"["a", 1]"#, #"[1]"#]),
        SchemaVector(
            "allOf",
            #"{"allOf": [{"prefixItems": [true]}, {"prefixItems": [true, true]}], "unevaluatedItems": false}"#,
            valid: [#"[1, 2]"#],
            invalid: [#"[1, 2, 3]"#]),
        SchemaVector(
            "anyOf",
            #"""
            {"prefixItems": [{"const": "f"}], "anyOf": [{"prefixItems": [true, {"const": "b"}]}, {"prefixItems":
            [true, true, {"const": "z"}]}], "unevaluatedItems": false}
            """#,
            valid: [#"["f", "b"]"#, #"["f", "b", "z"]"#],
            invalid: [#"["f", "b", 1]"#, #"["f", 1, "z", 1]"#]),
        SchemaVector(
            "oneOf",
            #"""
            {"prefixItems": [true], "oneOf": [{"prefixItems": [true, {"const": "b"}]}, {"prefixItems": [true,
            {"const": "c"}]}], "unevaluatedItems": false}
            """#,
            valid: [#"[1, "b"]"#],
            invalid: [#"[1, "b", 1]"#]),
        SchemaVector(
            "not counts nothing",
            #"""
            {"prefixItems": [true], "not": {"not": {"prefixItems": [true, {"const": "b"}]}}, "unevaluatedItems":
            false}
            """#,
            valid: [#"[1]"#],
            invalid: [#"[1, "b"]"#]),
        SchemaVector(
            "if, then and else",
            #"""
            {"if": {"prefixItems": [true, {"const": "b"}]}, "then": {"prefixItems": [true, true, true]}, "else":
            {"prefixItems": [true, true, true, true]}, "unevaluatedItems": false}
            """#,
            valid: [#"[1, "b", 3]"#, #"[1, "c", 3, 4]"#],
            invalid: [#"[1, "b", 3, 4]"#, #"[1, "c", 3, 4, 5]"#]),
        SchemaVector(
            "a cousin does not count",
            #"{"allOf": [{"prefixItems": [true]}, {"unevaluatedItems": false}]}"#,
            valid: [#"[]"#],
            invalid: [#"[1]"#]),
        SchemaVector(
            "nested",
            #"{"allOf": [{"unevaluatedItems": {"type": "integer"}}], "unevaluatedItems": false}"#,
            valid: [#"[1, 2]"#],
            invalid: [#"["a"]"#]),
        SchemaVector(
            "items in a nested schema",
            #"{"allOf": [{"items": true}], "unevaluatedItems": false}"#,
            valid: [#"[1]"#],
            invalid: []),
        SchemaVector(
            "$ref",
            ##"""
            {"$ref": "#/$defs/d", "prefixItems": [true], "$defs": {"d": {"prefixItems": [true, true]}},
            "unevaluatedItems": false}
            """##,
            valid: [#"[1, 2]"#],
            invalid: [#"[1, 2, 3]"#]),
        SchemaVector(
            "values of null",
            #"{"prefixItems": [{"type": "null"}], "unevaluatedItems": false}"#,
            valid: [#"[null]"#],
            invalid: [#"[null, null]"#]),
        SchemaVector(
            "elements of elements are apart",
            #"{"prefixItems": [{"prefixItems": [true, true]}], "unevaluatedItems": false}"#,
            valid: [#"[[1, 2]]"#],
            invalid: [#"[[1], 2]"#]),
    ]

    /// An object with these members as JSON text.
    private static func object(_ names: [String]) -> String {
        "{" + names.map { "\"\($0)\": 1" }.joined(separator: ", ") + "}"
    }
}
