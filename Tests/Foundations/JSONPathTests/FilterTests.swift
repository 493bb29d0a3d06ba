import ExactJSON
import JSONPath
import Testing

@Suite("Filters")
struct FilterTests {
    @Test(
        "operators bind as in table 10",
        arguments: [
            ("1==1 || 1==2 && 1==2", true), ("(1==1 || 1==2) && 1==2", false), ("1==2 && 1==2 || 1==1", true),
            ("!(1==2) && 1==1", true), ("!(1==2 || 1==1)", false), ("!(1==2) || 1==1", true), ("!(1==1) || 1==1", true),
            ("!(!(1==1))", true), ("1==1 && 2==2 && 3==4", false), ("1==2 || 2==3 || 3==3", true),
            ("!@.a && @.b", true),
            ("!@.b || @.a", false), ("(((1==1)))", true),
        ])
    func precedence(_ expression: String, _ result: Bool) throws {
        #expect(try isTrue(expression, for: #"{"b": 1}"#) == result)
    }

    @Test(
        "a query alone tests whether a node exists, whatever its value",
        arguments: [
            ("@", true), ("$", true), ("@.a", true), ("@.b", true), ("@.c", false), ("!@.c", true), ("@.*", true),
            ("@.d.*", false),
            ("@.e[0]", true), ("@.e[1]", false), ("@.e[?@==null]", true), ("@.e[?@==1]", false), ("@..x", false),
            ("$[0].a", true), ("$[1]", false), ("$[?@.a]", true), ("@[?@[?@==null]]", true), ("@[?@[?@==1]]", false),
            ("@[?@==null]", true),
        ])
    func existence(_ expression: String, _ result: Bool) throws {
        #expect(try isTrue(expression, for: #"{"a": null, "b": false, "d": {}, "e": [null]}"#) == result)
    }

    @Test(
        "numbers are compared by their exact values",
        arguments: [
            ("1 == 1.0", true), ("1 == 10e-1", true), ("100 == 1e2", true), ("0 == -0", true), ("-0.0 == 0e5", true),
            ("1e400 == 10e399", true), ("1e400 < 1e401", true), ("9007199254740993 == 9007199254740992", false),
            ("9007199254740992 < 9007199254740993", true), ("0.1 < 0.10000000000000000001", true), ("-2 < -1", true),
            ("-1e999999999999 < 0", true), ("2 < 10", true), ("1 < 1.0", false), ("1 <= 1.0", true), ("1 >= 1e0", true),
            ("@.a == 1.10", true), ("@.b == 12345678901234567890", true), ("@.b > 12345678901234567889", true),
        ])
    func numbers(_ expression: String, _ result: Bool) throws {
        #expect(try isTrue(expression, for: #"{"a": 1.1, "b": 12345678901234567890}"#) == result)
    }

    @Test(
        "strings are compared by their Unicode scalars",
        arguments: [
            ("'' < 'a'", true), ("'' < ''", false), ("'a' < 'aa'", true), ("'b' < 'aa'", false), ("'B' < 'a'", true),
            ("'10' < '9'", true), ("'\u{E9}' == 'e\u{301}'", false), ("'e\u{301}' < '\u{E9}'", true),
            ("'\u{FFFF}' < '😀'", true), ("'z' < '\u{E9}'", true), (#"'\u00e9' == '\#u{E9}'"#, true),
            ("'a' == \"a\"", true),
            ("@.a == '\u{E9}'", true), ("@.a == 'e\u{301}'", false), ("'a' <= 'a'", true), ("'a' >= 'b'", false),
        ])
    func strings(_ expression: String, _ result: Bool) throws {
        #expect(try isTrue(expression, for: #"{"a": "\u00e9"}"#) == result)
    }

    @Test(
        "values of other kinds are equal or not, and never less",
        arguments: [
            ("true == true", true), ("true == false", false), ("false < true", false), ("null == null", true),
            ("null < null", false),
            ("null <= null", true), ("null == false", false), ("0 == false", false), ("'' == null", false),
            ("'1' == 1", false),
            ("'1' < 2", false), ("1 < '2'", false), ("true >= true", true), ("true != 1", true), ("null >= 0", false),
        ])
    func scalars(_ expression: String, _ result: Bool) throws {
        #expect(try isTrue(expression) == result)
    }

    @Test(
        "arrays and objects are compared in depth, regardless of the order of members",
        arguments: [
            ("@.a == @.b", true), ("@.a != @.b", false), ("@.a <= @.b", true), ("@.a < @.b", false),
            ("@.a >= @.b", true),
            ("@.a == @.c", false), ("@.d == @.e", false), ("@.d == @.f", true), ("@.g == @.h", false),
            ("@.g == @.i", false),
            ("@.j == @.k", false), ("@.j == @.j", true), ("@.k == @.k", true), ("@.j != @.k", true),
            ("@.l == @.m", false),
            ("@.d == 1", false), ("@.d == null", false), ("@.g == @.x", false),
        ])
    func containers(_ expression: String, _ result: Bool) throws {
        let document = #"""
            {"a": {"x": 1, "y": [1.0, {"z": null}]}, "b": {"y": [1, {"z": null}], "x": 1e0},
             "c": {"x": 1, "y": [1, {"z": false}]}, "d": [1, 2], "e": [2, 1], "f": [1.0, 2], "g": {"x": 1},
             "h": {"x": 1, "y": 2}, "i": {"y": 1}, "j": [], "k": {}, "l": {"\u00e9": 1}, "m": {"e\u0301": 1}}
            """#
        #expect(try isTrue(expression, for: document) == result)
    }

    @Test(
        "an empty nodelist equals only an empty nodelist or Nothing",
        arguments: [
            ("@.x == @.y", true), ("@.x != @.y", false), ("@.x <= @.y", true), ("@.x >= @.y", true),
            ("@.x < @.y", false),
            ("@.x > @.y", false), ("@.x == null", false), ("@.x != null", true), ("@.x == false", false),
            ("@.x < 1", false),
            ("1 > @.x", false), ("@.x == length(1)", true), ("@.x == value(@.*)", true),
            ("length(1) == length(null)", true),
            ("value($..y) == value(@..z)", true), ("@.a == @.x", false), ("@.a <= @.x", false), ("@.x == ''", false),
        ])
    func nothing(_ expression: String, _ result: Bool) throws {
        #expect(try isTrue(expression, for: #"{"a": 1, "b": 2}"#) == result)
    }

    @Test("@ is the node of the innermost filter, and $ the whole document")
    func innermost() throws {
        let document = #"{"limit": 2, "rows": [{"cells": [1, 2]}, {"cells": [3]}]}"#
        #expect(try paths("$.rows[?@.cells[?@ > $.limit]]", in: document) == ["$['rows'][1]"])
        #expect(try paths("$.rows[?@.cells[?@ == 2]].cells[0]", in: document) == ["$['rows'][0]['cells'][0]"])
        #expect(try paths("$..[?@ == $.limit]", in: document) == ["$['limit']", "$['rows'][0]['cells'][1]"])
    }
}
