import ExactJSON
import JSONPath
import Testing

@Suite("Selecting nodes")
struct SelectionTests {
    @Test(
        "names select members of objects only, by their Unicode scalars",
        arguments: JSONPathVector.table(
            #"{"\u00e9": 1, "e\u0301": 2, "": 3, "a": {"length": 4}, "0": 5, "t\tq\"": 6, "😀": 7, "$.a": 8}"#,
            [
                "$.\u{E9}": ["$['\u{E9}']"], "$.e\u{301}": ["$['e\u{301}']"], "$['']": ["$['']"], "$[0]": [],
                "$['0']": ["$['0']"], "$.b": [], "$.A": [], #"$["t\tq\""]"#: [#"$['t\tq"']"#],
                #"$['\uD83D\uDE00']"#: ["$['😀']"], "$['$.a']": ["$['$.a']"], "$.a.length": ["$['a']['length']"],
                "$['a','a','b']": ["$['a']", "$['a']"], #"$['\u0065\u0301']"#: ["$['e\u{301}']"],
            ]))
    func names(_ vector: JSONPathVector) throws {
        #expect(try paths(vector.query, in: vector.document) == vector.paths)
    }

    @Test("many members are found too")
    func manyMembers() throws {
        let members = (0..<100).map { "\"m\($0)\": \($0)" }.joined(separator: ",")
        #expect(try paths("$['m99','m0','m100']", in: "{\(members)}") == ["$['m99']", "$['m0']"])
    }

    @Test(
        "indices select elements of arrays only",
        arguments: [
            ("$[0]", ["$[0]"]), ("$[2]", ["$[2]"]), ("$[3]", []), ("$[-1]", ["$[2]"]), ("$[-3]", ["$[0]"]),
            ("$[-4]", []),
            ("$[9007199254740991]", []), ("$[-9007199254740991]", []), ("$['0']", []), ("$[1][0]", ["$[1][0]"]),
            ("$[0][0]", []), ("$[2][0]", []),
        ])
    func indices(_ query: String, _ expected: [String]) throws {
        #expect(try paths(query, in: #"["a", [1], {"0": 1}]"#) == expected)
    }

    @Test(
        "slices follow the RFC's bounds",
        arguments: [
            ("::", [0, 1, 2, 3, 4]), ("1::", [1, 2, 3, 4]), (":2", [0, 1]), ("-2:", [3, 4]), (":-2", [0, 1, 2]),
            ("-2:-1", [3]), ("2:1", []), ("5:", []), ("-9:2", [0, 1]), ("3:99", [3, 4]), ("0:0", []),
            ("::2", [0, 2, 4]),
            ("1::2", [1, 3]), ("::9", [0]), ("::0", []), ("1:3:0", []), ("::-1", [4, 3, 2, 1, 0]), ("::-2", [4, 2, 0]),
            ("3::-2", [3, 1]), (":2:-1", [4, 3]), ("4:1:-1", [4, 3, 2]), ("1:4:-1", []), ("99:2:-1", [4, 3]),
            ("2:-99:-1", [2, 1, 0]), ("-1:-3:-1", [4, 3]), ("-9::-1", []), ("-9:-99:-1", []), ("99:-99:-3", [4, 1]),
            ("0:5:9007199254740991", [0]), ("4:0:-9007199254740991", [4]), ("9007199254740991:", []),
            ("-9007199254740991:9007199254740991:9007199254740991", [0]),
        ])
    func slices(_ slice: String, _ expected: [Int]) throws {
        #expect(try values("$[\(slice)]", in: "[0, 1, 2, 3, 4]") == expected.map { .number(JSONNumber($0)) })
        #expect(try values("$[\(slice)]", in: "[]").isEmpty)
        #expect(try values("$[\(slice)]", in: #"{"0": 0}"#).isEmpty)
        #expect(try values("$[\(slice)]", in: #""text""#).isEmpty)
    }

    @Test(
        "selectors of a segment are applied one after the other to each node",
        arguments: JSONPathVector.table(
            #"[[1, 2, 3], {"a": 4, "b": [5]}, "c"]"#,
            [
                "$[*][*]": ["$[0][0]", "$[0][1]", "$[0][2]", "$[1]['a']", "$[1]['b']"],
                "$[*][-1, 'b', 0]": ["$[0][2]", "$[0][0]", "$[1]['b']"],
                "$[1, 0][*]": ["$[1]['a']", "$[1]['b']", "$[0][0]", "$[0][1]", "$[0][2]"],
                "$..[0, *]": [
                    "$[0]", "$[0]", "$[1]", "$[2]", "$[0][0]", "$[0][0]", "$[0][1]", "$[0][2]", "$[1]['a']",
                    "$[1]['b']",
                    "$[1]['b'][0]", "$[1]['b'][0]",
                ],
                "$..*..*": [
                    "$[0][0]", "$[0][1]", "$[0][2]", "$[1]['a']", "$[1]['b']", "$[1]['b'][0]", "$[1]['b'][0]",
                ],
                "$..[?@ > 1]": ["$[0][1]", "$[0][2]", "$[1]['a']", "$[1]['b'][0]"],
                "$[?@[0]][0]": ["$[0][0]"],
                "$[2][*]": [], "$[2]..*": [], "$..c": [],
            ]))
    func order(_ vector: JSONPathVector) throws {
        #expect(try paths(vector.query, in: vector.document) == vector.paths)
    }

    @Test("scalars at the root have no children", arguments: ["1", "\"a\"", "true", "null", "[]", "{}"])
    func scalars(_ document: String) throws {
        for query in ["$.a", "$[0]", "$[*]", "$..*", "$[:]", "$[?@]", "$[?@==$]", "$..[?!@.a]"] {
            #expect(try paths(query, in: document).isEmpty)
        }
        #expect(try paths("$", in: document) == ["$"])
    }

    @Test(
        "normalized paths escape what section 2.7 says and nothing else",
        arguments: [
            (#"'"#, #"$['\'']"#), (#"\\"#, #"$['\\']"#), (#"\""#, #"$['"']"#), ("/", "$['/']"), (#"\b"#, #"$['\b']"#),
            (#"\f"#, #"$['\f']"#), (#"\n"#, #"$['\n']"#), (#"\r"#, #"$['\r']"#), (#"\t"#, #"$['\t']"#),
            (#"\u0000"#, #"$['\u0000']"#), (#"\u0007"#, #"$['\u0007']"#), (#"\u000B"#, #"$['\u000b']"#),
            (#"\u000e\u000F"#, #"$['\u000e\u000f']"#), (#"\u0010\u001F"#, #"$['\u0010\u001f']"#),
            (#"\u007f"#, "$['\u{7F}']"), (#"\u2028"#, "$['\u{2028}']"), ("é😀", "$['é😀']"), ("", "$['']"),
            ("a.b[0]", "$['a.b[0]']"),
        ])
    func normalizedPaths(_ name: String, _ path: String) throws {
        let document = "{\"\(name)\": 1}"
        #expect(try paths("$.*", in: document) == [path])
        #expect(try paths(path, in: document) == [path])
    }

    @Test("a location has a name or index for each step")
    func location() throws {
        let node = try #require(try JSONPathQuery("$..c").nodes(in: ["a": [1, ["b": ["c": 2]]]]).first)
        #expect(node.location == [.name("a"), .index(1), .name("b"), .name("c")])
        #expect(node.value == 2)
    }
}
