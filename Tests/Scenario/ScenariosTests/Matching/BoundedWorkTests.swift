import ExactJSON
import HTTPMessage
import RegularExpressions
import RequestFixtures
@testable import Scenarios
import Testing

@Suite("No request makes more work than others can wait for")
struct BoundedWorkTests {
    private func mismatches(_ assertion: String, _ request: Request) throws -> [Mismatch] {
        let fixture = try Fixture(assert: assertion)
        return try fixture.requestMatcher.mismatches(
            RequestView(request, needs: fixture.scenario.needs), in: fixture.scope)
    }

    /// A list in YAML, one item per line.
    private static func items(_ items: [String]) -> String { items.map { "  - \($0)" }.joined(separator: "\n") }

    private static let evil = String(repeating: "a", count: 40) + "bc"

    @Test("what a regular expression can't decide in its steps is a failure that says so, under not as well")
    func undecided() throws {
        for assertion in ["text: {matches: '(a+)+c'}", "text: {not: {matches: '(a+)+c'}}"] {
            let found = try mismatches(assertion, Request("PUT /x", body: Self.evil))
            #expect(
                found.map(\.problem) == [
                    "was not decided: the regular expression takes too many steps on it; write one that backtracks less, "
                        + "without nested repeats such as (a+)+"
                ])
            #expect(found.first?.received.map(\.text) == [Self.evil])
            #expect(found.first?.blocked == nil)
        }
        let fixture = try Fixture(assert: "not: {text: {matches: '(a+)+c'}}")
        let view = RequestView(Request("PUT /x", body: Self.evil), needs: fixture.scenario.needs)
        guard case .undecided = try fixture.requestMatcher.match(view, in: fixture.scope) else {
            Issue.record("what is not decided does not match")
            return
        }
    }

    @Test("all matches of a request share their steps")
    func shared() throws {
        let work = WorkBudget(steps: 1_000_000)
        let expression = try RegularExpression("(?:a|b)*c")
        let text = Array(String(repeating: "ab", count: 4_000).utf8)[...] + [0x63]
        var outcomes: [Bool] = []
        for _ in 0..<10 { outcomes.append(expression.wholeMatch(text, within: work).isMatch) }
        #expect(outcomes.first == true)
        #expect(outcomes.last == false)
        // A match with few steps is still decided.
        #expect(expression.wholeMatch(text.suffix(5), within: work).isMatch)
    }

    @Test(
        "every kind of condition counts its steps, the same each time, and has no result with fewer",
        arguments: [
            ("json: {a: {b: [1, 2, 3]}}", 1), ("json: {c: {$unordered: [{a: 1}, {a: 2}]}}", 8),
            ("json_path: {'$..a..b..c': {absent: true}}", 20), ("json_path: {$.a.b: [1, 2]}", 2),
            (##"json_schema: {$ref: "#/$defs/s", $defs: {s: {items: {$ref: "#/$defs/s"}}}}"##, 10),
            ("text: {matches: '.*(x+x+)+[yz]'}", 1_000), ("form: {a: b}", 4), ("query: {a: b}", 4),
            ("any_of: [{json: {a: 1}}, {text: {matches: 'x.*y'}}]", 8), ("not: {json: {a: {$contains: 1}}}", 2),
            ("multipart: [{name: a, text: {matches: 'x+'}}]", 2), ("graphql: {operation: a}", 2),
        ])
    func steps(assertion: String, least: Int) throws {
        let fixture = try Fixture(assert: assertion)
        let body = #"{"a": {"b": [1, 2]}, "c": [{"a": 2}, {"a": 3}], "s": "\#(String(repeating: "x", count: 40))"}"#
        let view = RequestView(Request("PUT /x?a=c", body: body), needs: fixture.scenario.needs)
        func match(_ allowed: Int) throws -> (match: RequestMatch, left: Int) {
            var left = allowed
            return (try fixture.requestMatcher.match(view, in: fixture.scope, steps: &left), left)
        }
        let (result, left) = try match(1_000_000)
        let steps = 1_000_000 - left
        #expect(steps >= least)
        for _ in 0..<3 { #expect(try match(1_000_000).left == left) }
        let exact = try match(steps)
        #expect(exact.left == 0)
        #expect("\(exact.match)" == "\(result)")
        #expect(try match(steps - 1).left < 0)
    }

    @Test(
        "a template counts the bytes that it copies and those that its filters read, and stops where steps are used up")
    func templates() throws {
        let text = String(repeating: "x", count: 64_000)
        func steps(_ template: String, allowed: Int = 1_000_000) throws -> Int {
            let fixture = try Fixture(assert: "headers: {K: '\(template)'}", vars: "v: '\(text)'")
            let view = RequestView(Request("GET /x", ["K: k"]), needs: fixture.scenario.needs)
            var left = allowed
            _ = try fixture.requestMatcher.match(view, in: fixture.scope, steps: &left)
            return left < 0 ? .max : allowed - left
        }
        #expect(1_000..<1_100 ~= (try steps("{{v}}")))
        #expect(2_000..<2_200 ~= (try steps("{{v}}{{v}}")))
        #expect(4_000..<4_100 ~= (try steps("{{v | sha256}}")))
        #expect(try steps("{{v}}\(String(repeating: "{{v | sha256 | hex}}", count: 500))", allowed: 1_000) == .max)
        let list = (0..<8_000).map { "\($0)" }.joined(separator: ",")
        let fixture = try Fixture(assert: "text: {contains: '{{v}}'}", vars: "v: [\(list)]")
        let view = RequestView(Request("PUT /x", body: "x"), needs: fixture.scenario.needs)
        var left = 10
        _ = try fixture.requestMatcher.match(view, in: fixture.scope, steps: &left)
        #expect(left < 0)
    }

    @Test("a batch of queries evaluates the expected one once, and counts what it compares")
    func graphQLBatch() throws {
        let query = "{ a }" + String(repeating: " ", count: 16_000)
        let fixture = try Fixture(assert: "graphql: {query: '{{v}}'}", vars: "v: '\(query)'")
        let batch = "[" + Array(repeating: #"{"query":"{ b }"}"#, count: 100).joined(separator: ",") + "]"
        let json = ["Content-Type: application/json"]
        let view = RequestView(Request("POST /x", json, body: batch), needs: fixture.scenario.needs)
        var left = 1_000_000
        _ = try fixture.requestMatcher.match(view, in: fixture.scope, steps: &left)
        #expect(100_000..<101_000 ~= 1_000_000 - left)
    }

    @Test("nothing more is compared once there are no steps left, however many values are left")
    func exhausted() throws {
        let branches = Self.items((0..<100).map { "{$contains: {$contains: {a: \($0)}}}" })
        let fixture = try Fixture(assert: "json:\n  $any_of:\n\(branches)")
        let list = "[" + Array(repeating: "{\"a\":-1}", count: 50).joined(separator: ",") + "]"
        let body = "[" + Array(repeating: list, count: 20).joined(separator: ",") + "]"
        let view = RequestView(Request("PUT /x", body: body), needs: fixture.scenario.needs)
        let work = WorkBudget(steps: 1_000)
        var (context, parameters) = (MatchContext(), [PathParameter]())
        let scope = fixture.scope.working(within: work)
        let matcher = try fixture.requestMatcher
        #expect(matcher.match(view, in: scope, context: &context, &parameters) == .undetermined)
        #expect(work.isExhausted)
        #expect(context.comparisons < 5_000, "of 100 branches, 20 lists and 50 elements each")
    }

    @Test("elements in any order are compared as far as a request may, and equal ones are found at once")
    func unordered() throws {
        let numbers = (0..<20_000).map { "\($0)" }
        let reversed = numbers.reversed().joined(separator: ",")
        let fixture = try Fixture(assert: "json:\n  $unordered:\n\(Self.items(numbers))")
        let view = RequestView(Request("PUT /x", body: "[\(reversed)]"), needs: fixture.scenario.needs)
        guard case .matched = try fixture.requestMatcher.match(view, in: fixture.scope) else {
            Issue.record("equal elements are not found")
            return
        }
        let objects = Self.items((0..<1_000).map { "{a: \($0)}" })
        let bodies = (0..<1_000).map { "{\"a\":\($0 + 1000)}" }.joined(separator: ",")
        let found = try mismatches("json:\n  $unordered:\n\(objects)", Request("PUT /x", body: "[\(bodies)]"))
        #expect(
            found.map(\.problem) == [
                "was not decided: the elements are too many to be compared in any order; compare fewer, or in their order"
            ])
    }

    @Test("of a large array the first differing leaves are listed, and the rest is counted")
    func leaves() throws {
        let body = "[\((0..<100_000).map { "\($0)" }.joined(separator: ","))]"
        let found = try mismatches("json: [0, 1]", Request("PUT /x", body: body))
        #expect(found.count == Mismatch.listedLeaves)
        #expect(found.reduce(0) { $0 + $1.leaves } == 99_998)
        #expect(found.allSatisfy { !$0.isIncomplete })
    }

    @Test("where too much differs to be compared, the last leaf says so")
    func incomplete() throws {
        let wanted = Self.items((0..<1_200).map { "{a: {b: [\($0), \($0)]}}" })
        let body = (0..<1_200).map { "{\"a\":{\"b\":[\($0),\"x\"]}}" }.joined(separator: ",")
        let found = try mismatches("json:\n\(wanted)", Request("PUT /x", body: "[\(body)]"))
        #expect(found.count == Mismatch.listedLeaves)
        #expect(found.last?.isIncomplete == true)
    }

    @Test("a large value is written only as far as it is shown")
    func excerpt() throws {
        let body = "{\"a\":[\((0..<100_000).map { "\($0)" }.joined(separator: ","))]}"
        let found = try mismatches("json: {a: 1}", Request("PUT /x", body: body))
        let text = try #require(found.first?.received.first?.text)
        #expect(text.hasPrefix("[0,1,2,"))
        #expect(text.hasSuffix("… (an array of 100000 elements)"))
        #expect(text.utf8.count < 4_200)
        #expect(JSONExcerpt(["a": [1, "x\n", nil, true]], limit: 100).text == #"{"a":[1,"x\n",null,true]}"#)
        #expect(JSONExcerpt("abcdef", limit: 6).isWhole == false)
    }

    @Test("of many names that must not be there the first are listed")
    func names() throws {
        let form = (0..<50_000).map { "n\($0)=1" }.joined(separator: "&")
        let found = try mismatches("form_exact: {a: 1}", Request("PUT /x", body: form + "&a=1"))
        #expect(found.reduce(0) { $0 + $1.leaves } == 50_000)
        #expect(found.count == Mismatch.listedLeaves)
    }

    @Test(
        "texts of several lines are told by the lines that differ",
        arguments: [
            ("a\nb\nc", "a\nx\nc", 1, ["b"], ["x"]), ("a", "a\nb", 1, [], ["b"]), ("a\nb", "b", 0, ["a"], []),
            ("a\n", "a", 1, [""], []), ("", "a\n", 0, [], ["a"]), ("a\nb\na", "a", 1, ["b", "a"], []),
            ("x\na\nb", "y\na\nb", 0, ["x"], ["y"]), ("ab\nc", "a\nc", 0, ["ab"], ["a"]),
            ("a\n\nb", "a\nb", 1, [""], []),
        ] as [(String, String, Int, [String], [String])])
    func lines(_ a: String, _ b: String, _ start: Int, _ expected: [String], _ received: [String]) {
        let difference = LineDifference(Array(a.utf8), Array(b.utf8))
        #expect(difference.start == start)
        #expect(difference.expected.lines.map { String(decoding: $0, as: UTF8.self) } == expected)
        #expect(difference.received.lines.map { String(decoding: $0, as: UTF8.self) } == received)
    }

    @Test("of many lines the first are listed, and the rest is counted")
    func manyLines() {
        let text = Array(String(repeating: "x\n", count: 10_000).utf8)
        let difference = LineDifference([], text + [0x79])
        #expect(difference.received.lines.count == Mismatch.listedLines)
        #expect(difference.received.omitted == 10_001 - Mismatch.listedLines)
    }
}
