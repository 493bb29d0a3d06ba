import ExactJSON
import JSONPath
import Testing

@Suite("Functions")
struct FunctionTests {
    private static let document = #"""
        {"s": "e\u0301😀", "empty": "", "a": [1, [2]], "o": {"x": 1, "y": {"x": 2}}, "n": 5, "b": true, "z": null}
        """#

    @Test(
        "length() counts scalars, elements and members",
        arguments: [
            ("length(@.s) == 3", true), ("length('') == 0", true), ("length(@.a) == 2", true),
            ("length(@.o) == 2", true),
            ("length(@) == 7", true), ("length(@.n) == 5", false), ("length(@.n) == @.missing", true),
            ("length(true) == @.missing", true), ("length(null) == 4", false), ("length(@.missing) == 0", false),
            ("length(@.missing) == @.missing", true), ("length(length(@.a)) == @.missing", true),
            ("length(@.s) <= 3.0", true),
            ("length(value(@..y)) == 1", true), ("length(count(@.*)) != 1", true),
        ])
    func length(_ expression: String, _ result: Bool) throws {
        #expect(try isTrue(expression, for: Self.document) == result)
    }

    @Test(
        "count() counts nodes, and value() takes the only one",
        arguments: [
            ("count(@) == 1", true), ("count(@.missing) == 0", true), ("count(@.a[*]) == 2", true),
            ("count(@.a[0,0,0]) == 3", true),
            ("count(@..*) == 13", true), ("count($) == 1", true), ("count(@.a[?@ > 0]) == 1", true),
            ("count(@..x) > count(@.x)", true),
            ("value(@.n) == 5", true), ("value(@.a[*]) == 1", false), ("value(@..y).x == 2", nil),
            ("value(@.o.*) == @.missing", true),
            ("value(@.missing) == @.missing", true), ("value(@.a[:1]) == 1", true), ("value(@.z) == null", true),
            ("value(@.z) == @.missing", false), ("value(@.a[0,0]) == 1", false),
        ])
    func countAndValue(_ expression: String, _ result: Bool?) throws {
        #expect((try? isTrue(expression, for: Self.document)) == result)
    }

    @Test(
        "match() matches the whole text and search() a part",
        arguments: [
            ("match('abc', 'abc')", true), ("match('abc', 'b')", false), ("search('abc', 'b')", true),
            ("search('abc', 'd')", false),
            ("match('abc', 'a|abc')", true), ("match('ab', 'a|ab|b')", true), ("match('', '')", true),
            ("search('', '')", true),
            ("match('a', '')", false), ("search('a', '')", true), ("!match('a', 'b')", true),
            ("match(@.n, '5')", false),
            ("match(@.missing, '.*')", false), ("match(@.z, '.*')", false), ("match('5', 5)", false),
            ("search('a', @.missing)", false),
            ("search('true', @.b)", false), ("match(@.s, @.s)", true), ("match('', @.empty)", true),
            ("search(@.s, '😀')", true),
            ("match(@.s, '..')", false), ("match(@.s, '...')", true), ("match('\u{E9}', 'e\u{301}')", false),
            ("match('a.b', 'a\\\\.b')", true), ("match('axb', 'a\\\\.b')", false), ("!search(@.n, 'a')", true),
        ])
    func regularExpressions(_ expression: String, _ result: Bool) throws {
        #expect(try isTrue(expression, for: Self.document) == result)
    }

    @Test("regular expressions from the document are compiled when they are met")
    func computed() throws {
        let document = #"""
            [{"t": "abc", "r": "a.c"}, {"t": "abc", "r": "a.c"}, {"t": "abc", "r": "b"}, {"t": "abc", "r": "("},
             {"t": "abc", "r": 1}, {"t": "abc"}]
            """#
        #expect(try paths("$[?match(@.t, @.r)]", in: document) == ["$[0]", "$[1]"])
        #expect(try paths("$[?search(@.t, @.r)]", in: document) == ["$[0]", "$[1]", "$[2]"])
        #expect(try paths("$[?match(@.t, $[0].r)]", in: document).count == 6)
    }

    @Test("a literal that is not an I-Regexp is a warning, and the test is false")
    func warnings() throws {
        let query = try JSONPathQuery(#"$[?match(@, '\\d+') || !search(@, "(") || match(@, 1) || match(@, 'a')]"#)
        #expect(query.warnings.map(\.offset) == [12, 34, 51])
        #expect(
            query.warnings.map(\.message) == [
                "match() is always false, because its regular expression is not valid: \\d is not known; write [0-9]",
                "search() is always false, because its regular expression is not valid: a ( has no ) after it; "
                    + "write \\( for the character",
                "match() is always false, because its regular expression is not a string",
            ])
        #expect(try query.nodes(in: ["5"]).count == 1)
        #expect(try JSONPathQuery("$[?match(@, '[0-9]+')]").warnings.isEmpty)
    }
}
