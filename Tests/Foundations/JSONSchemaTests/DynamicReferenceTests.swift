import Testing

@Suite("Dynamic references")
struct DynamicReferenceTests {
    @Test("$dynamicRef finds the outermost anchor", arguments: vectors)
    func dynamic(_ vector: SchemaVector) throws { try vector.check() }

    private static let tree =
        ##"""
        {"$id": "http://example.com/tree", "$dynamicAnchor": "node", "type": "object", "properties": {"data": true,
        "children": {"type": "array", "items": {"$dynamicRef": "#node"}}}}
        """##

    private static let vectors = [
        SchemaVector(
            "the specification's tree", tree, valid: [#"{"children": [{"daat": 1}]}"#], invalid: [#"{"children": [1]}"#]
        ),
        SchemaVector(
            "the specification's strict tree",
            #"""
            {"$id": "http://example.com/strict-tree", "$dynamicAnchor": "node", "$ref": "tree",
            "unevaluatedProperties": false}
            """#,
            valid: [#"{"children": [{"data": 1}]}"#], invalid: [#"{"children": [{"daat": 1}]}"#, #"{"daat": 1}"#],
            documents: ["http://example.com/tree": tree]),
        SchemaVector(
            "an extensible tree",
            ##"""
            {"$id": "http://example.com/strict-extendible.json", "$ref": "extendible.json", "$defs":
            {"elements": {"$dynamicAnchor": "elements", "properties": {"a": true}, "required": ["a"],
            "additionalProperties": false}}}
            """##,
            valid: [#"{"elements": [{"a": 1}]}"#], invalid: [#"{"elements": [{"b": 1}]}"#, #"{"a": 1}"#],
            documents: ["http://example.com/extendible.json": extendible]),
        SchemaVector(
            "an extensible tree that is extended by a resource inside",
            ##"""
            {"$id": "http://example.com/x.json", "anyOf": [{"$ref": "extendible.json"}, false], "$defs":
            {"elements": {"$dynamicAnchor": "elements", "required": ["a"]}}}
            """##,
            valid: [#"{"elements": [{"a": 1}]}"#], invalid: [#"{"elements": [{"b": 1}]}"#],
            documents: ["http://example.com/extendible.json": extendible]),
        SchemaVector(
            "without an outer anchor", #"{"$ref": "extendible.json"}"#, valid: [#"{"elements": [{"b": 1}]}"#],
            invalid: [#"{"elements": 1}"#, "{}"], documents: ["http://example.com/extendible.json": extendible]),
        SchemaVector(
            "in one resource it is a $ref",
            ##"""
            {"$id": "http://x.org/r", "type": "array", "items": {"$dynamicRef": "#items"}, "$defs": {"foo":
            {"$dynamicAnchor": "items", "type": "string"}}}
            """##,
            valid: [#"["a"]"#], invalid: ["[1]"]),
        SchemaVector(
            "to an $anchor it is a $ref",
            ##"""
            {"$id": "http://x.org/r", "$ref": "list", "$defs": {"foo": {"$dynamicAnchor": "items", "type":
            "string"}, "list": {"$id": "list", "type": "array", "items": {"$dynamicRef": "#items"}, "$defs":
            {"items": {"$anchor": "items"}}}}}
            """##,
            valid: [#"["a"]"#, "[1]"], invalid: ["1"]),
        SchemaVector(
            "an outer $anchor is no target",
            ##"""
            {"$id": "http://x.org/r", "$ref": "list", "$defs": {"foo": {"$anchor": "items", "type": "string"},
            "list": {"$id": "list", "items": {"$dynamicRef": "#items"}, "$defs": {"items": {"$dynamicAnchor":
            "items"}}}}}
            """##,
            valid: [#"["a"]"#, "[1]"], invalid: []),
        SchemaVector(
            "a $ref to a $dynamicAnchor stays",
            ##"""
            {"$id": "http://x.org/r", "$ref": "list", "$defs": {"foo": {"$dynamicAnchor": "items", "type":
            "string"}, "list": {"$id": "list", "items": {"$ref": "#items"}, "$defs": {"items":
            {"$dynamicAnchor": "items", "type": "integer"}}}}}
            """##,
            valid: ["[1]"], invalid: [#"["a"]"#]),
        SchemaVector(
            "a pointer is not an anchor",
            ##"""
            {"$id": "http://x.org/r", "$ref": "list", "$defs": {"foo": {"$dynamicAnchor": "items", "type":
            "string"}, "list": {"$id": "list", "items": {"$dynamicRef": "#/$defs/items"}, "$defs": {"items":
            {"$dynamicAnchor": "items", "type": "integer"}}}}}
            """##,
            valid: ["[1]"], invalid: [#"["a"]"#]),
        SchemaVector(
            "resources between are passed by",
            ##"""
            {"$id": "http://x.org/r", "$ref": "middle", "$defs": {"foo": {"$dynamicAnchor": "items", "type":
            "string"}, "middle": {"$id": "middle", "$ref": "list"}, "list": {"$id": "list", "items":
            {"$dynamicRef": "#items"}, "$defs": {"items": {"$dynamicAnchor": "items"}}}}}
            """##,
            valid: [#"["a"]"#], invalid: ["[1]"]),
        SchemaVector(
            "a resource that is not entered is not in scope",
            ##"""
            {"$id": "http://x.org/r", "$ref": "bar#/$defs/item", "$defs": {"bar": {"$id": "bar", "$defs":
            {"item": {"$id": "item", "items": {"$dynamicRef": "#content"}, "$defs": {"d": {"$dynamicAnchor":
            "content", "type": "integer"}}}, "content": {"$dynamicAnchor": "content", "type": "string"}}}}}
            """##,
            valid: ["[1]"], invalid: [#"["a"]"#]),
        SchemaVector(
            "the scope ends with the branch that entered it",
            ##"""
            {"$id": "http://x.org/r", "if": {"$id": "first", "$defs": {"t": {"$dynamicAnchor": "thing", "type":
            "string"}}}, "then": {"$id": "second", "$ref": "start", "$defs": {"t": {"$dynamicAnchor": "thing",
            "type": "null"}}}, "$defs": {"start": {"$id": "start", "$dynamicRef": "inner#thing"}, "inner":
            {"$id": "inner", "$dynamicAnchor": "thing", "type": "integer"}}}
            """##,
            valid: ["null"], invalid: [#""a""#, "1"]),
        SchemaVector(
            "two ways to one $dynamicRef",
            ##"""
            {"$id": "http://x.org/main", "if": {"properties": {"kind": {"const": "n"}}}, "then": {"$id":
            "numbers", "$dynamicAnchor": "item", "type": "number", "$ref": "g"}, "else": {"$id": "strings",
            "$dynamicAnchor": "item", "type": ["string", "object"], "$ref": "g"}, "$defs": {"g": {"$id": "g",
            "properties": {"x": {"$dynamicRef": "#item"}}, "$dynamicAnchor": "item"}}}
            """##,
            valid: [#"{"kind": "s", "x": "a"}"#, #"{"kind": "s", "x": {"x": "a"}}"#],
            invalid: [#"{"kind": "n", "x": 1}"#, #"{"kind": "s", "x": 1}"#]),
    ]

    private static let extendible =
        ##"""
        {"$id": "http://example.com/extendible.json", "type": "object", "properties": {"elements": {"type": "array",
        "items": {"$dynamicRef": "#elements"}}}, "required": ["elements"], "additionalProperties": false, "$defs":
        {"elements": {"$dynamicAnchor": "elements"}}}
        """##
}
