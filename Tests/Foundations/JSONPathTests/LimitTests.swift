import ExactJSON
import JSONPath
import Testing

@Suite("Limits of JSONPath")
struct LimitTests {
    private static let rows: JSON = .array((0..<300).map { ["id": .number(JSONNumber($0)), "tags": ["a", "b"]] })

    @Test(
        "an evaluation ends when its steps are used up",
        arguments: [
            "$..[?count($..*) > 5]", "$..[?value($..id) == 1]", "$[?@ == $[299]]", "$..*", "$[*]", "$..[?@.id == 7]",
            "$[::1]",
            "$[?$[?$[?@.id == 299]]]", "$[?search(@.tags[0], 'b')]", "$[?match(@.tags[0], @.tags[1])]",
            "$..['a','b','c']",
        ])
    func steps(_ source: String) throws {
        let query = try JSONPathQuery(source)
        var steps = 250
        let error = #expect(throws: JSONPathLimitExceeded.self) { try query.nodes(in: Self.rows, steps: &steps) }
        #expect(steps == 0)
        #expect(error?.description == "the JSONPath takes too many steps on this document")
    }

    @Test("the steps taken are subtracted, and the same steps suffice again")
    func stepsLeft() throws {
        let query = try JSONPathQuery("$[?@.id > 10 && @.tags[?@ == 'a']]..*")
        var steps = 1_000_000
        let count = try query.nodes(in: Self.rows, steps: &steps).count
        #expect(count == 289 * 4)
        let taken = 1_000_000 - steps
        var exact = taken
        #expect(try query.nodes(in: Self.rows, steps: &exact).count == count)
        #expect(exact == 0)
        var tooFew = taken - 1
        #expect(throws: JSONPathLimitExceeded.self) { try query.nodes(in: Self.rows, steps: &tooFew) }
    }

    @Test("a comparison of large values takes steps for each of their parts")
    func comparisonSteps() throws {
        let long: JSON = .string(String(repeating: "a", count: 1 << 16))
        let digits = JSONNumber(lexeme: String(repeating: "9", count: 1 << 15)).map(JSON.number) ?? nil
        for value in [long, digits, .array(Array(repeating: 1, count: 1000))] {
            var steps = 500
            let query = try JSONPathQuery("$[?@ == $[0]]")
            #expect(throws: JSONPathLimitExceeded.self) { try query.nodes(in: [value, value], steps: &steps) }
        }
    }

    @Test("a query or document that is nested deep does not matter for the stack")
    func deepDocument() throws {
        var document: JSON = ["id": 7]
        var levels = [document]
        for _ in 0..<10_000 {
            document = .array([document])
            levels.append(document)
        }
        // Values that are released from the outside inwards don't need a deep stack either.
        defer { while levels.popLast() != nil {} }
        #expect(try JSONPathQuery("$..id").nodes(in: document).count == 1)
        #expect(try JSONPathQuery("$..[?@.id == 7]").nodes(in: document).count == 1)
        #expect(try JSONPathQuery("$[?@ == $[0]]").nodes(in: document).count == 1)
        #expect(try JSONPathQuery("$..*").nodes(in: document).count == 10_001)
        let path = try #require(try JSONPathQuery("$..id").nodes(in: document).first).path
        #expect(path == "$" + String(repeating: "[0]", count: 10_000) + "['id']")
        let names = String(repeating: "[0]", count: 10_000)
        #expect(try JSONPathQuery("$\(names).id").nodes(in: document).count == 1)
        #expect(try JSONPathQuery("$[?@\(names.dropLast(3)).id == 7]").nodes(in: document).count == 1)
    }

    @Test(
        "filters, parentheses and functions may be nested up to a limit",
        arguments: [("[?@", "]", ""), ("(", ")", "@"), ("!(", ")", "@"), ("length(", ")", "@")])
    func nesting(_ opening: String, _ closing: String, _ innermost: String) throws {
        func source(_ depth: Int) -> String {
            let nested = String(repeating: opening, count: depth) + innermost + String(repeating: closing, count: depth)
            return opening.hasPrefix("[")
                ? "$" + nested : "$[?" + nested + (innermost == "@" && opening.count > 5 ? "==1]" : "]")
        }
        let limit = JSONPathQuery.nestingLimit - (opening.hasPrefix("[") ? 0 : 1)
        #expect(throws: Never.self) { try JSONPathQuery(source(limit)).nodes(in: [[[1]]]) }
        for depth in [limit + 1, 10_000] {
            let error = #expect(throws: JSONPathError.self) { try JSONPathQuery(source(depth)) }
            #expect(error?.reason == .tooDeep(limit: JSONPathQuery.nestingLimit))
            #expect(error?.message == "filters, parentheses and functions are nested more than 32 deep")
        }
    }

    @Test("a test that the regular expression engine gives up is false and reported")
    func undecidedTest() throws {
        let document: JSON = [.string(String(repeating: "a", count: 60) + "b"), "aa"]
        let nodes = try JSONPathQuery("$[?match(@, '(a|aa)+')]").nodes(in: document)
        #expect(nodes.map(\.path) == ["$[1]"])
        #expect(nodes.hasUndecidedTest)
        let decided = try JSONPathQuery("$[?match(@, 'a+')]").nodes(in: document)
        #expect(decided.map(\.path) == ["$[1]"])
        #expect(!decided.hasUndecidedTest)
    }

    @Test("a filter with very many terms and a segment with very many selectors are read in one pass")
    func wide() throws {
        let terms = (0..<5000).map { "@ == \($0)" }.joined(separator: " || ")
        #expect(try JSONPathQuery("$[?\(terms)]").nodes(in: [4999, 5000]).count == 1)
        let indices = (0..<5000).map(String.init).joined(separator: ",")
        #expect(try JSONPathQuery("$[\(indices)]").nodes(in: [1, 2]).count == 2)
    }
}
