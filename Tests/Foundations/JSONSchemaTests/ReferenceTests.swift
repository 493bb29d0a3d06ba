import Testing

@Suite("References")
struct ReferenceTests {
    @Test("references within a document", arguments: insideVectors)
    func inside(_ vector: SchemaVector) throws { try vector.check() }

    @Test("resources and their base URIs", arguments: resourcesVectors)
    func resources(_ vector: SchemaVector) throws { try vector.check() }

    @Test("what is not an identifier", arguments: noIdentifiersVectors)
    func noIdentifiers(_ vector: SchemaVector) throws { try vector.check() }

    @Test("documents beside the schema", arguments: remoteVectors)
    func remote(_ vector: SchemaVector) throws { try vector.check() }

    private static let insideVectors = [
        SchemaVector(
            "the root", ##"{"properties": {"a": {"$ref": "#"}}, "additionalProperties": false}"##,
            valid: [#"{"a": {"a": {}}}"#], invalid: [#"{"a": {"b": 1}}"#, #"{"b": 1}"#]),
        SchemaVector(
            "a member", ##"{"properties": {"a": {"type": "integer"}, "b": {"$ref": "#/properties/a"}}}"##,
            valid: [#"{"b": 1}"#], invalid: [#"{"b": "x"}"#]),
        SchemaVector(
            "an element",
            ##"""
            {"prefixItems": [{"type": "integer"}, {"$ref": "#/prefixItems/0"}]}
            """##, valid: ["[1, 2]"],
            invalid: [#"[1, "x"]"#]),
        SchemaVector(
            "escapes in pointers",
            ##"""
            {"$defs": {"a~b": {"type": "integer"}, "a/b": {"type": "string"}, "a%b": {"type": "null"},
            "é \"": {"type": "array"}}, "properties": {"1": {"$ref": "#/$defs/a~0b"}, "2": {"$ref": "#/$defs/a~1b"}, "3": {"$ref": "#/$defs/a%25b"}, "4": {"$ref": "#/$defs/%C3%A9%20%22"}}}
            """##,
            valid: [#"{"1": 1, "2": "x", "3": null, "4": []}"#],
            invalid: [#"{"1": "x"}"#, #"{"2": 1}"#, #"{"3": 1}"#, #"{"4": 1}"#]),
        SchemaVector(
            "empty tokens",
            ##"""
            {"$defs": {"": {"$defs": {"": {"type": "number"}}}}, "allOf": [{"$ref": "#/$defs//$defs/"}]}
            """##,
            valid: ["1"], invalid: [#""a""#]),
        SchemaVector(
            "chains",
            ##"""
            {"$defs": {"a": {"type": "integer"}, "b": {"$ref": "#/$defs/a"}, "c": {"$ref": "#/$defs/b"}},
            "$ref": "#/$defs/c"}
            """##,
            valid: ["5"], invalid: [#""a""#]),
        SchemaVector(
            "siblings apply",
            ##"""
            {"$defs": {"r": {"type": "array"}}, "properties": {"a": {"$ref": "#/$defs/r", "maxItems": 2}}}
            """##,
            valid: [#"{"a": []}"#], invalid: [#"{"a": [1, 2, 3]}"#, #"{"a": 1}"#]),
        SchemaVector(
            "a boolean schema", ##"{"$ref": "#/$defs/no", "$defs": {"no": false}}"##, valid: [], invalid: ["1"]),
        SchemaVector(
            "a property called $ref", #"{"properties": {"$ref": {"type": "string"}}}"#, valid: [#"{"$ref": "a"}"#],
            invalid: [#"{"$ref": 2}"#]),
        SchemaVector(
            "an anchor", ##"{"$ref": "#foo", "$defs": {"a": {"$anchor": "foo", "type": "integer"}}}"##, valid: ["1"],
            invalid: [#""a""#]),
        SchemaVector(
            "definitions", ##"{"$ref": "#/definitions/a", "definitions": {"a": {"type": "integer"}}}"##, valid: ["1"],
            invalid: [#""a""#]),
        SchemaVector(
            "below an unknown keyword", ##"{"x": {"y": [{"type": "integer"}]}, "$ref": "#/x/y/0"}"##, valid: ["1"],
            invalid: [#""a""#]),
        SchemaVector(
            "below a keyword without schemas", ##"{"examples": [{"type": "string"}], "$ref": "#/examples/0"}"##,
            valid: [#""a""#], invalid: ["1"]),
        SchemaVector(
            "a schema below an unknown keyword is whole",
            ##"""
            {"x": {"$id": "inner", "$defs": {"i": {"$anchor": "here", "type": "integer"}}, "$ref": "#here"},
            "$ref": "#/x"}
            """##,
            valid: ["1"], invalid: [#""a""#]),
        SchemaVector(
            "beside if without then",
            ##"""
            {"$ref": "http://example.com/if", "if": {"$id": "http://example.com/if", "type": "integer"}}
            """##,
            valid: ["1"], invalid: [#""a""#]),
        SchemaVector(
            "twice at one location is not a loop",
            ##"""
            {"$defs": {"i": {"type": "integer"}}, "allOf": [{"properties": {"a": {"$ref": "#/$defs/i"}}},
            {"additionalProperties": {"$ref": "#/$defs/i"}}]}
            """##,
            valid: [#"{"a": 1}"#], invalid: [#"{"a": "x"}"#]),
    ]

    private static let resourcesVectors = [
        SchemaVector(
            "a relative $id and a reference against it",
            #"""
            {"$id": "http://x.org/root.json", "$defs": {"a": {"$id": "dir/a.json", "$ref": "b.json"}, "b":
            {"$id": "dir/b.json", "type": "integer"}, "c": {"$id": "b.json", "type": "string"}}, "$ref":
            "dir/a.json"}
            """#,
            valid: ["1"], invalid: [#""a""#]),
        SchemaVector(
            "a pointer is relative to the resource",
            ##"""
            {"$id": "http://x.org/root.json", "$defs": {"a": {"$id": "a.json", "$defs": {"x": {"type":
            "integer"}}, "$ref": "#/$defs/x"}, "x": {"type": "string"}}, "$ref": "a.json"}
            """##,
            valid: ["1"], invalid: [#""a""#]),
        SchemaVector(
            "a pointer crosses into a resource",
            ##"""
            {"$id": "http://x.org/root.json", "$defs": {"a": {"$id": "in/a.json", "properties": {"p": {"$ref":
            "b.json"}}}, "b": {"$id": "in/b.json", "type": "integer"}}, "$ref": "#/$defs/a/properties/p"}
            """##,
            valid: ["1"], invalid: [#""a""#]),
        SchemaVector(
            "anchors of two resources",
            ##"""
            {"$defs": {"a": {"$id": "a", "allOf": [{"$id": "b", "$anchor": "x", "type": "integer"}, {"$anchor":
            "x", "type": "string"}]}}, "properties": {"1": {"$ref": "a#x"}, "2": {"$ref": "b#x"}}}
            """##,
            valid: [#"{"1": "x", "2": 1}"#], invalid: [#"{"1": 1}"#, #"{"2": "x"}"#]),
        SchemaVector(
            "$id beside $ref is the base",
            #"""
            {"$id": "http://x.org/base/", "$defs": {"a": {"$id": "http://x.org/other/", "$ref": "i.json"}, "i":
            {"$id": "http://x.org/other/i.json", "type": "integer"}, "j": {"$id": "i.json", "type": "string"}},
            "$ref": "http://x.org/other/"}
            """#,
            valid: ["1"], invalid: [#""a""#]),
        SchemaVector(
            "URN with a pointer",
            ##"""
            {"$id": "urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed", "properties": {"a": {"$ref": "#/$defs/b"},
            "c": {"$ref": "urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed#/$defs/b"}, "d": {"$ref":
            "urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed#s"}}, "$defs": {"b": {"$anchor": "s", "type":
            "string"}}}
            """##,
            valid: [#"{"a": "x", "c": "x", "d": "x"}"#], invalid: [#"{"a": 1}"#, #"{"c": 1}"#, #"{"d": 1}"#]),
        SchemaVector(
            "URN with a query",
            ##"""
            {"$id": "urn:example:weather?=op=map&lat=39.56", "properties": {"a": {"$ref": "#/$defs/b"}},
            "$defs": {"b": {"type": "string"}}}
            """##,
            valid: [#"{"a": "x"}"#], invalid: [#"{"a": 1}"#]),
        SchemaVector(
            "URN in $id of a subschema",
            #"""
            {"$ref": "urn:uuid:1#/$defs/b", "$defs": {"f": {"$id": "urn:uuid:1", "$defs": {"b": {"type":
            "string"}}}}}
            """#,
            valid: [#""x""#], invalid: ["1"]),
        SchemaVector(
            "a file URI",
            ##"""
            {"$id": "file:///c:/folder/file.json", "$defs": {"foo": {"type": "number"}}, "$ref": "#/$defs/foo"}
            """##,
            valid: ["1"], invalid: [#""a""#]),
        SchemaVector(
            "an absolute path",
            #"""
            {"$id": "http://x.org/ref/absref.json", "$defs": {"a": {"$id": "http://x.org/ref/foo.json", "type":
            "number"}, "b": {"$id": "http://x.org/foo.json", "type": "string"}}, "$ref": "/foo.json"}
            """#,
            valid: [#""a""#], invalid: ["1"]),
        SchemaVector(
            "empty fragments",
            ##"""
            {"$id": "http://x.org/a#", "properties": {"b": {"$ref": "http://x.org/a#"}, "c": {"$ref": "a"}},
            "additionalProperties": false}
            """##,
            valid: [#"{"b": {"c": {}}}"#], invalid: [#"{"b": {"d": 1}}"#]),
        SchemaVector(
            "the URI that the document was read from",
            ##"""
            {"$id": "http://x.org/a", "properties": {"b": {"$ref": "http://example.com/root.json"}},
            "additionalProperties": false}
            """##,
            valid: [#"{"b": {}}"#], invalid: [#"{"b": {"d": 1}}"#]),
    ]

    private static let noIdentifiersVectors = [
        SchemaVector(
            "$id and $anchor in enum and const",
            ##"""
            {"$defs": {"e": {"enum": [{"$id": "http://x.org/i", "$anchor": "a", "type": "null"}]}, "r": {"$id":
            "http://x.org/i", "type": "string"}, "c": {"const": {"$id": "http://x.org/i", "$anchor": "a"}}, "s":
            {"$anchor": "a", "type": "integer"}}, "anyOf": [{"$ref": "#/$defs/e"}, {"$ref": "http://x.org/i"},
            {"$ref": "#a"}]}
            """##,
            valid: [#""a""#, "1", #"{"$id": "http://x.org/i", "$anchor": "a", "type": "null"}"#],
            invalid: ["null", "1.5"]),
        SchemaVector(
            "$id below an unknown keyword",
            ##"""
            {"$defs": {"a": {"unknown": {"$id": "http://x.org/i", "type": "null"}}, "r": {"$id":
            "http://x.org/i", "type": "string"}}, "$ref": "http://x.org/i"}
            """##,
            valid: [#""a""#], invalid: ["null"]),
        SchemaVector(
            "names of members",
            ##"""
            {"properties": {"$id": {"type": "integer"}, "$anchor": {"type": "string"}, "enum": {"$anchor":
            "x"}}, "$ref": "#x"}
            """##,
            valid: [#"{"$id": 1}"#], invalid: [#"{"$id": "x"}"#, #"{"$anchor": 1}"#]),
        SchemaVector(
            "a reference in const", #"{"const": {"$ref": "nowhere"}}"#, valid: [#"{"$ref": "nowhere"}"#],
            invalid: ["{}"]),
        SchemaVector(
            "$vocabulary outside a metaschema", #"{"$vocabulary": {"http://x.org/v": true}, "type": "integer"}"#,
            valid: ["1"], invalid: ["null"]),
    ]

    private static let remoteVectors = [
        SchemaVector(
            "a file", #"{"$ref": "integer.json"}"#, valid: ["1"], invalid: [#""a""#],
            documents: ["http://example.com/integer.json": #"{"type": "integer"}"#]),
        SchemaVector(
            "a pointer and an anchor in a file",
            #"""
            {"properties": {"a": {"$ref": "defs.json#/$defs/a"}, "b": {"$ref": "defs.json#b"}}}
            """#,
            valid: [#"{"a": 1, "b": "x"}"#], invalid: [#"{"a": "x"}"#, #"{"b": 1}"#],
            documents: [
                "http://example.com/defs.json":
                    ##"""
                {"$defs": {"a": {"$ref": "#/$defs/c"}, "b": {"$anchor": "b", "type": "string"}, "c": {"type":
                "integer"}}}
                """##
            ]),
        SchemaVector(
            "files that refer to each other", #"{"type": "object", "properties": {"a": {"$ref": "a.json"}}}"#,
            valid: [#"{"a": {"b": {"a": {}}}}"#], invalid: [#"{"a": {"b": 1}}"#],
            documents: ["http://example.com/a.json": #"{"properties": {"b": {"$ref": "root.json"}}}"#]),
        SchemaVector(
            "a file with another $id", #"{"$ref": "dir/a.json"}"#, valid: ["1"], invalid: [#""a""#],
            documents: [
                "http://example.com/dir/a.json": #"{"$id": "http://x.org/other/", "$ref": "b.json"}"#,
                "http://x.org/other/b.json": #"{"type": "integer"}"#,
            ]),
        SchemaVector(
            "a resource inside a file, known once the file is",
            #"{"allOf": [{"$ref": "a.json"}, {"$ref": "http://x.org/in"}]}"#,
            valid: ["1"], invalid: ["-1", #""a""#],
            documents: [
                "http://example.com/a.json":
                    #"{"type": "integer", "$defs": {"i": {"$id": "http://x.org/in", "minimum": 0}}}"#
            ]),
        SchemaVector(
            "the base changes in a subschema", #"{"items": {"$id": "folder/", "items": {"$ref": "i.json"}}}"#,
            valid: ["[[1]]"], invalid: [#"[["a"]]"#],
            documents: ["http://example.com/folder/i.json": #"{"type": "integer"}"#]),
    ]
}
