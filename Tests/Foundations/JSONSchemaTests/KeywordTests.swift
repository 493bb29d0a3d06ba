import Testing

@Suite("Keywords")
struct KeywordTests {
    @Test("keywords for any value", arguments: generalVectors)
    func general(_ vector: SchemaVector) throws { try vector.check() }

    @Test("keywords for numbers", arguments: numbersVectors)
    func numbers(_ vector: SchemaVector) throws { try vector.check() }

    @Test("keywords for strings", arguments: stringsVectors)
    func strings(_ vector: SchemaVector) throws { try vector.check() }

    @Test("keywords for arrays", arguments: arraysVectors)
    func arrays(_ vector: SchemaVector) throws { try vector.check() }

    @Test("keywords for objects", arguments: objectsVectors)
    func objects(_ vector: SchemaVector) throws { try vector.check() }

    @Test("keywords that apply schemas to the value itself", arguments: inPlaceVectors)
    func inPlace(_ vector: SchemaVector) throws { try vector.check() }

    @Test("annotations never fail", arguments: annotationsVectors)
    func annotations(_ vector: SchemaVector) throws { try vector.check() }

    private static let generalVectors = [
        SchemaVector("true", "true", valid: ["1", "null", "{}"], invalid: []),
        SchemaVector("false", "false", valid: [], invalid: ["1", "null", "{}"]),
        SchemaVector("empty", "{}", valid: ["1", "null", "[]"], invalid: []),
        SchemaVector("null", #"{"type": "null"}"#, valid: ["null"], invalid: ["0", "false", #""""#, "[]", "{}"]),
        SchemaVector(
            "boolean", #"{"type": "boolean"}"#, valid: ["true", "false"], invalid: ["null", "0", #""true""#]),
        SchemaVector("object", #"{"type": "object"}"#, valid: ["{}"], invalid: ["[]", "null"]),
        SchemaVector("array", #"{"type": "array"}"#, valid: ["[]"], invalid: ["{}", #""a""#]),
        SchemaVector("string", #"{"type": "string"}"#, valid: [#""1""#, #""""#], invalid: ["1", "null"]),
        SchemaVector("number", #"{"type": "number"}"#, valid: ["1", "1.5", "-1e400"], invalid: [#""1""#, "null"]),
        SchemaVector(
            "integer", #"{"type": "integer"}"#,
            valid: ["1", "1.0", "-0", "1e3", "10e-1", "12345678901234567890", "1e1000000000", "1.50e1"],
            invalid: ["1.1", "1e-1", "1e-1000000000", #""1""#]),
        SchemaVector(
            "several types", #"{"type": ["integer", "null"]}"#, valid: ["1", "null"], invalid: ["1.5", "true", "[]"]),
        SchemaVector(
            "const of a number", #"{"const": 1}"#, valid: ["1", "1.0", "10e-1"],
            invalid: ["true", #""1""#, "1.01", "[1]"]),
        SchemaVector("const false is not 0", #"{"const": false}"#, valid: ["false"], invalid: ["0", "null", "[]"]),
        SchemaVector("const 0 is -0", #"{"const": 0}"#, valid: ["-0", "0.0"], invalid: ["false", "1"]),
        SchemaVector("const null", #"{"const": null}"#, valid: ["null"], invalid: ["0", "{}"]),
        SchemaVector(
            "const of an object in any order", #"{"const": {"a": 1, "b": [1.0, {}]}}"#,
            valid: [#"{"b": [1, {}], "a": 1.0}"#], invalid: [#"{"a": 1}"#, #"{"a": 1, "b": [{}, 1]}"#]),
        SchemaVector(
            "const compares scalars, not characters", #"{"const": "\u00e9"}"#, valid: [#""é""#],
            invalid: [#""e\u0301""#]),
        SchemaVector("const with NUL", #"{"const": "a\u0000"}"#, valid: [#""a\u0000""#], invalid: [#""a""#]),
        SchemaVector(
            "enum", #"{"enum": [1, "a", null, [false], {"x": 1}]}"#,
            valid: ["1.0", #""a""#, "null", "[false]", #"{"x": 1.0}"#], invalid: ["true", "2", "[0]", "{}"]),
        SchemaVector(
            "enum of many", #"{"enum": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "a"]}"#, valid: ["1e1", #""a""#, "7.0"],
            invalid: ["11", #""b""#, "true"]),
        SchemaVector("enum of none", #"{"enum": []}"#, valid: [], invalid: ["1", "null"]),
    ]

    private static let numbersVectors = [
        SchemaVector("maximum", #"{"maximum": 3.0}"#, valid: ["3", "2.6", #""x""#], invalid: ["3.5", "1e1"]),
        SchemaVector("minimum", #"{"minimum": -2}"#, valid: ["-2", "-2.0", "0", "null"], invalid: ["-2.0001", "-3"]),
        SchemaVector("exclusiveMaximum", #"{"exclusiveMaximum": 3}"#, valid: ["2.9999"], invalid: ["3", "3.0", "4"]),
        SchemaVector("exclusiveMinimum", #"{"exclusiveMinimum": 1.1}"#, valid: ["1.2"], invalid: ["1.1", "0.6"]),
        SchemaVector(
            "limits beyond doubles", #"{"maximum": 18446744073709551615, "minimum": -18446744073709551615}"#,
            valid: ["18446744073709551615", "-18446744073709551615"],
            invalid: ["18446744073709551616", "-18446744073709551616"]),
        SchemaVector(
            "limits with digits that doubles lack", #"{"exclusiveMaximum": 972783798187987123879878123.18878137}"#,
            valid: ["972783798187987123879878123.18878136"], invalid: ["972783798187987123879878123.18878137"]),
        SchemaVector(
            "huge exponents", #"{"minimum": 1e1000000000}"#, valid: ["1e1000000001"], invalid: ["1e999999999"]),
        SchemaVector(
            "multipleOf an integer", #"{"multipleOf": 2}"#, valid: ["10", "0", "-4.0", "{}"], invalid: ["7", "1.5"]),
        SchemaVector("multipleOf 1.5", #"{"multipleOf": 1.5}"#, valid: ["0", "4.5"], invalid: ["35"]),
        SchemaVector(
            "multipleOf a small number", #"{"multipleOf": 0.0001}"#, valid: ["0.0075", "1e1000000000"],
            invalid: ["0.00751", "1e-1000000000"]),
        SchemaVector(
            "multipleOf with overflow", #"{"type": "integer", "multipleOf": 0.123456789}"#, valid: ["123456789"],
            invalid: ["1e308"]),
        SchemaVector(
            "multipleOf where a double overflows", #"{"multipleOf": 1e-8}"#, valid: ["12391239123"], invalid: ["1e-9"]),
        SchemaVector("multipleOf a half", #"{"multipleOf": 0.5}"#, valid: ["1e308", "4.5"], invalid: ["4.25"]),
        SchemaVector("multipleOf a huge number", #"{"multipleOf": 1e400}"#, valid: ["3e400", "0"], invalid: ["1e399"]),
    ]

    private static let stringsVectors = [
        SchemaVector("maxLength", #"{"maxLength": 2}"#, valid: [#""ab""#, #""""#, "100"], invalid: [#""abc""#]),
        SchemaVector("minLength", #"{"minLength": 2.0}"#, valid: [#""ab""#, "1"], invalid: [#""a""#, #""""#]),
        SchemaVector(
            "lengths count scalars", #"{"minLength": 2, "maxLength": 2}"#,
            valid: [#""😀😀""#, #""e\u0301""#, #""\ud83d\ude00x""#],
            invalid: [#""😀""#, #""é""#, #""👨‍👩‍👧""#]),
        SchemaVector("a limit that no length reaches", #"{"minLength": 1e400}"#, valid: ["1"], invalid: [#""a""#]),
        SchemaVector("maxLength beyond integers", #"{"maxLength": 1e400}"#, valid: [#""a""#], invalid: []),
        SchemaVector(
            "pattern", #"{"pattern": "^a*$"}"#, valid: [#""aaa""#, #""""#, "1", "null"], invalid: [#""abc""#]),
        SchemaVector("pattern is not anchored", #"{"pattern": "a+"}"#, valid: [#""xxaayy""#], invalid: [#""xyz""#]),
    ]

    private static let arraysVectors = [
        SchemaVector("maxItems", #"{"maxItems": 2}"#, valid: ["[1, 2]", #""abc""#], invalid: ["[1, 2, 3]"]),
        SchemaVector("minItems", #"{"minItems": 1}"#, valid: ["[1]", "{}"], invalid: ["[]"]),
        SchemaVector(
            "uniqueItems", #"{"uniqueItems": true}"#,
            valid: [
                "[]", "[1, 2]", "[1, true]", "[0, false]", #"[1, "1"]"#, #"["é", "e\u0301"]"#, "[[1], [true]]", "{}",
            ],
            invalid: ["[1, 1.0]", #"[{"a": 1, "b": 2}, {"b": 2.0, "a": 1}]"#, "[[1, 2], [1, 2.0]]", "[null, null]"]),
        SchemaVector(
            "uniqueItems of many", #"{"uniqueItems": true}"#, valid: ["[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"],
            invalid: ["[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1e1]"]),
        SchemaVector("uniqueItems false", #"{"uniqueItems": false}"#, valid: ["[1, 1]"], invalid: []),
        SchemaVector(
            "items", #"{"items": {"type": "integer"}}"#, valid: ["[]", "[1, 2]", "{}"], invalid: [#"[1, "x"]"#]),
        SchemaVector("items false", #"{"items": false}"#, valid: ["[]", "1"], invalid: ["[1]"]),
        SchemaVector(
            "prefixItems", #"{"prefixItems": [{"type": "integer"}, {"type": "string"}]}"#,
            valid: [#"[1, "a"]"#, "[1]", "[]", #"[1, "a", true]"#, #"{"0": "x"}"#], invalid: [#"["a", 1]"#, "[1, 1]"]),
        SchemaVector(
            "items behind prefixItems", #"{"prefixItems": [{}, {}], "items": {"type": "integer"}}"#,
            valid: [#"["a", "b", 3]"#, "[null]"], invalid: [#"["a", "b", "c"]"#]),
        SchemaVector(
            "contains", #"{"contains": {"minimum": 5}}"#, valid: ["[3, 5]", "[5, 5]", "{}"], invalid: ["[]", "[3, 4]"]),
        SchemaVector("contains false", #"{"contains": false}"#, valid: ["1"], invalid: ["[]", "[1]"]),
        SchemaVector(
            "minContains", #"{"contains": {"const": 1}, "minContains": 2}"#, valid: ["[1, 2, 1]", "[1, 1, 1]"],
            invalid: ["[]", "[1]", "[2, 1]"]),
        SchemaVector(
            "minContains 0", #"{"contains": {"const": 1}, "minContains": 0}"#, valid: ["[]", "[2]"], invalid: []),
        SchemaVector(
            "maxContains", #"{"contains": {"const": 1}, "maxContains": 1.0}"#, valid: ["[1]", "[2, 1]"],
            invalid: ["[]", "[1, 1]", "[2]"]),
        SchemaVector(
            "minContains 0 with maxContains", #"{"contains": {"const": 1}, "minContains": 0, "maxContains": 1}"#,
            valid: ["[]", "[1]"], invalid: ["[1, 1]"]),
        SchemaVector(
            "maxContains below minContains",
            #"""
            {"contains": {"const": 1}, "minContains": 3, "maxContains": 1}
            """#, valid: [],
            invalid: ["[]", "[1]", "[1, 1, 1]"]),
        SchemaVector("minContains alone", #"{"minContains": 1, "maxContains": 0}"#, valid: ["[]", "[1]"], invalid: []),
    ]

    private static let objectsVectors = [
        SchemaVector(
            "maxProperties", #"{"maxProperties": 1}"#, valid: ["{}", #"{"a": 1}"#, "[1, 2]"],
            invalid: [#"{"a": 1, "b": 2}"#]),
        SchemaVector("minProperties", #"{"minProperties": 1}"#, valid: [#"{"a": 1}"#, "[]"], invalid: ["{}"]),
        SchemaVector(
            "required", #"{"required": ["a", "é"]}"#, valid: [#"{"a": null, "é": 1}"#, "[]"],
            invalid: [#"{"a": 1}"#, #"{"a": 1, "e\u0301": 1}"#]),
        SchemaVector(
            "names of Object.prototype", #"{"required": ["__proto__", "toString"]}"#,
            valid: [#"{"__proto__": 1, "toString": 1}"#], invalid: ["{}", #"{"toString": 1}"#]),
        SchemaVector("required nothing", #"{"required": []}"#, valid: ["{}"], invalid: []),
        SchemaVector(
            "dependentRequired", #"{"dependentRequired": {"a": ["b", "c"], "d": []}}"#,
            valid: ["{}", #"{"b": 1}"#, #"{"a": 1, "b": 1, "c": 1}"#, #"{"d": 1}"#, "[]"],
            invalid: [#"{"a": 1}"#, #"{"a": 1, "b": 1}"#]),
        SchemaVector(
            "properties", #"{"properties": {"a": {"type": "integer"}, "b": false}}"#,
            valid: ["{}", #"{"a": 1, "c": "x"}"#, "[]"], invalid: [#"{"a": "x"}"#, #"{"b": 1}"#]),
        SchemaVector(
            "patternProperties", #"{"patternProperties": {"f.o": {"type": "integer"}, "^x-": false}}"#,
            valid: [#"{"foo": 1, "bar": "x"}"#], invalid: [#"{"afoob": "x"}"#, #"{"x-a": 1}"#]),
        SchemaVector(
            "several patterns apply", #"{"patternProperties": {"a": {"minimum": 2}, "aa": {"maximum": 3}}}"#,
            valid: [#"{"aa": 2}"#, #"{"a": 9}"#], invalid: [#"{"aa": 4}"#, #"{"aa": 1}"#]),
        SchemaVector(
            "additionalProperties",
            #"""
            {"properties": {"a": {}}, "patternProperties": {"^p": {}}, "additionalProperties": {"type": "null"}}
            """#,
            valid: [#"{"a": 1, "p1": 2, "z": null}"#], invalid: [#"{"z": 1}"#]),
        SchemaVector(
            "additionalProperties looks only beside itself",
            #"""
            {"allOf": [{"properties": {"a": {}}}], "additionalProperties": false}
            """#,
            valid: ["{}"], invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "properties, patternProperties and additionalProperties",
            #"""
            {"properties": {"foo": {"maxItems": 3}, "bar": {}}, "patternProperties": {"f.o": {"minItems": 2}},
            "additionalProperties": {"type": "integer"}}
            """#,
            valid: [#"{"foo": [1, 2]}"#, #"{"fxo": [1, 2]}"#, #"{"quux": 3}"#],
            invalid: [#"{"foo": []}"#, #"{"foo": [1, 2, 3, 4]}"#, #"{"fxo": []}"#, #"{"quux": "x"}"#]),
        SchemaVector(
            "propertyNames", #"{"propertyNames": {"maxLength": 3, "pattern": "^[a-z]*$"}}"#,
            valid: ["{}", #"{"abc": 1}"#, "[]"],
            invalid: [#"{"abcd": 1}"#, #"{"A": 1}"#]),
        SchemaVector("propertyNames false", #"{"propertyNames": false}"#, valid: ["{}"], invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "dependentSchemas", #"{"dependentSchemas": {"a": {"required": ["b"]}, "c": false, "d": true}}"#,
            valid: ["{}", #"{"a": 1, "b": 1}"#, #"{"d": 1}"#, #""a""#], invalid: [#"{"a": 1}"#, #"{"c": 1}"#]),
        SchemaVector(
            "dependencies is not a keyword", #"{"dependencies": {"a": ["b"]}}"#, valid: [#"{"a": 1}"#], invalid: []),
    ]

    private static let inPlaceVectors = [
        SchemaVector(
            "allOf", #"{"allOf": [{"minimum": 2}, {"maximum": 3}]}"#, valid: ["2", "3"], invalid: ["1", "4"]),
        SchemaVector(
            "anyOf", #"{"anyOf": [{"type": "integer"}, {"minimum": 2}]}"#, valid: ["1", "2.5"], invalid: ["1.5"]),
        SchemaVector(
            "oneOf", #"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#, valid: ["1", "2.5"], invalid: ["3", "1.5"]),
        SchemaVector("oneOf of three", #"{"oneOf": [false, {"minimum": 2}, true]}"#, valid: ["1"], invalid: ["3"]),
        SchemaVector("not", #"{"not": {"type": "integer"}}"#, valid: ["1.5", "null"], invalid: ["1"]),
        SchemaVector("double negation", #"{"not": {"not": {"minimum": 3}}}"#, valid: ["3"], invalid: ["2"]),
        SchemaVector("not false", #"{"not": false}"#, valid: ["1"], invalid: []),
        SchemaVector("if alone", #"{"if": false}"#, valid: ["1"], invalid: []),
        SchemaVector("then and else alone", #"{"then": false, "else": false}"#, valid: ["1"], invalid: []),
        SchemaVector(
            "if and then", #"{"if": {"minimum": 5}, "then": {"maximum": 9}}"#, valid: ["1", "7"], invalid: ["10"]),
        SchemaVector(
            "if and else", #"{"if": {"minimum": 5}, "else": {"multipleOf": 2}}"#, valid: ["5", "2"], invalid: ["3"]),
        SchemaVector(
            "if, then and else",
            #"""
            {"if": {"minimum": 5}, "then": {"const": 6}, "else": {"const": 2}}
            """#, valid: ["6", "2"],
            invalid: ["5", "3"]),
    ]

    private static let annotationsVectors = [
        SchemaVector(
            "format", #"{"format": "email"}"#, valid: [#""nobody""#, "1"], invalid: []),
        SchemaVector("an unknown format", #"{"format": "x"}"#, valid: [#""nobody""#], invalid: []),
        SchemaVector(
            "content",
            #"""
            {"contentMediaType": "application/json", "contentEncoding": "base64", "contentSchema": false}
            """#,
            valid: [#""{:}""#, #""%%%""#, "1"], invalid: []),
        SchemaVector(
            "meta-data",
            #"""
            {"title": "t", "description": "d", "default": 5, "deprecated": true, "readOnly": true, "writeOnly":
            false, "examples": [1], "type": "string", "$comment": "c"}
            """#,
            valid: [#""a""#], invalid: ["1"]),
        SchemaVector("an unknown keyword", #"{"minimun": 5, "x-note": {"type": 1}}"#, valid: ["1"], invalid: []),
    ]
}
