import ExactJSON
import HTTPMessage
import RequestFixtures
import Scenarios
import Testing

@Suite("JSON bodies")
struct JSONMatchingTests {
    @Test(
        "a pattern holds of one body and not of its twin",
        arguments: [
            ("json: {a: 1}", #"{"b":2,"a":1.0}"#, #"{"a":"1"}"#), ("json: {a: 1.10}", #"{"a":11e-1}"#, #"{"a":1.11}"#),
            ("json: {a: 12345678901234567890}", #"{"a":12345678901234567890}"#, #"{"a":12345678901234567891}"#),
            ("json: {a: {b: x}}", #"{"a":{"b":"x","c":1}}"#, #"{"a":{"c":1}}"#), ("json: {}", #"{"a":1}"#, "[]"),
            ("json: []", "[]", "[1]"), ("json: [1, 2]", "[1,2]", "[2,1]"),
            ("json: [{a: 1}]", #"[{"a":1,"b":2}]"#, "[]"),
            ("json: {a: null}", #"{"a":null}"#, "{}"), ("json: 'x'", #""x""#, "\"X\""),
            ("json: true", " true ", "false"),
            ("json: 'é'", "\"é\"", "\"e\u{301}\""),
            ("json_exact: {a: 1, b: {c: 2}}", #"{"b":{"c":2},"a":1}"#, #"{"b":{"c":2,"d":3},"a":1}"#),
            ("json_exact: [{}]", "[{}]", #"[{"a":1}]"#), ("json_exact: {a: {$absent: true}}", "{}", #"{"a":null}"#),
            ("json: {a: {$present: true}}", #"{"a":null}"#, "{}"), ("json: {a: {$absent: true}}", "{}", #"{"a":null}"#),
            ("json: {a: {$equals: {b: 1}}}", #"{"a":{"b":1}}"#, #"{"a":{"b":1,"c":2}}"#),
            ("json: {a: {$equals_ignore_case: x}}", #"{"a":"X"}"#, #"{"a":"Y"}"#),
            ("json: {a: {$contains: bc}}", #"{"a":"abcd"}"#, #"{"a":"acbd"}"#),
            ("json: {a: {$contains: 2}}", #"{"a":[1,2]}"#, #"{"a":[1,"2"]}"#),
            ("json: {a: {$contains: 2}}", #"{"a":[2]}"#, #"{"a":"2"}"#),
            ("json: {a: {$contains: {id: 1}}}", #"{"a":[{"id":1,"x":2}]}"#, #"{"a":[{"id":2}]}"#),
            ("json: {a: {$starts_with: x}}", #"{"a":"xy"}"#, #"{"a":"yx"}"#),
            ("json: {a: {$ends_with: x}}", #"{"a":"yx"}"#, #"{"a":["x"]}"#),
            ("json: {a: {$matches: '[0-9]+'}}", #"{"a":"12"}"#, #"{"a":12}"#),
            ("json: {a: {$one_of: [1, x]}}", #"{"a":"x"}"#, #"{"a":"1"}"#),
            ("json: {a: {$gt: 1, $lte: 3}}", #"{"a":3.0}"#, #"{"a":1}"#),
            ("json: {a: {$gt: 1}}", #"{"a":2}"#, #"{"a":"2"}"#),
            ("json: {a: {$length: 2}}", #"{"a":[1,2]}"#, #"{"a":12}"#),
            ("json: {a: {$length: 1}}", #"{"a":"é"}"#, #"{"a":"ab"}"#),
            ("json: {a: {$length: {gte: 1}}}", #"{"a":{"b":1}}"#, #"{"a":{}}"#),
            ("json: {a: {$unordered: [1, 2]}}", #"{"a":[2,1]}"#, #"{"a":[1,2,2]}"#),
            (
                "json: {a: {$unordered: [{x: 1}, {x: 1, y: 1}]}}", #"{"a":[{"x":1,"y":1},{"x":1}]}"#,
                #"{"a":[{"x":1},{"x":1}]}"#
            ),
            ("json: {a: {$unordered: [{$gt: 0}, {$gt: 1}, {$gt: 2}]}}", #"{"a":[3,2,1]}"#, #"{"a":[1,2,2]}"#),
            ("json: {a: {$all_of: [{$gt: 1}, {$lt: 3}]}}", #"{"a":2}"#, #"{"a":3}"#),
            ("json: {a: {$any_of: [{b: 1}, x]}}", #"{"a":"x"}"#, #"{"a":{"b":2}}"#),
            ("json: {a: {$not: 1}}", #"{"a":2}"#, #"{"a":1}"#), ("json: {a: {$not: 1}}", "{}", #"{"a":1.0}"#),
            ("json: {$$a: 1}", #"{"$a":1}"#, #"{"a":1}"#), ("json: {$contains: 1}", "[1]", "[]"),
            ("json: {a: '{{n}}'}", #"{"a":5}"#, #"{"a":"5"}"#), ("json: {a: 'n{{n}}'}", #"{"a":"n5"}"#, #"{"a":5}"#),
            ("json: {a: '{{o}}'}", #"{"a":{"x":1,"y":2}}"#, #"{"a":{"x":2}}"#),
            ("json_exact: {a: '{{o}}'}", #"{"a":{"x":1}}"#, #"{"a":{"x":1,"y":2}}"#),
            ("json: {a: {$gt: '{{n}}'}}", #"{"a":6}"#, #"{"a":5}"#), ("json: {a: 1}", #"{"a":1}"#, #"{"a":1,"a":1}"#),
            ("json: {a: 1}", #"{"a":1}"#, #"{"a":1"#), ("json: {}", "{}", ""),
        ])
    func twins(matcher: String, matching: String, differing: String) throws {
        let fixture = try Fixture(assert: matcher, vars: "n: 5\no: {x: 1}")
        #expect(try fixture.matches(Request("POST /x", body: matching)))
        #expect(try !fixture.matches(Request("POST /x", body: differing)))
    }

    @Test("the content type of a JSON body is not looked at, nor is the body read twice")
    func contentType() throws {
        let fixture = try Fixture(assert: "json: {a: 1}")
        #expect(try fixture.matches(Request("POST /x", ["Content-Type: text/plain"], body: #"{"a":1}"#)))
        let view = RequestView(Request("POST /x", body: "[]"), needs: .json)
        #expect(view.json == .value([]))
        #expect(RequestView(Request("POST /x", body: "[]"), needs: []).json == .value([]))
    }
}
