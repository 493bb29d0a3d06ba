import ExactJSON
import JSONPath
import SeededRandom
import Testing

@Suite("Several queries together")
struct JSONPathQuerySetTests {
    /// The document with `"x"` in the place of selected values; nil if there are none.
    private func replaced(_ queries: [String], in document: JSON) throws -> JSON? {
        let set = JSONPathQuerySet(try queries.map(JSONPathQuery.init))
        return try set.replacing(in: document, steps: 100_000) { _ in "x" }
    }

    @Test(
        "the outermost selected values are replaced",
        arguments: [
            (["$.a"], #"{"a":1,"b":2}"#, #"{"a":"x","b":2}"#),
            (["$.a", "$.b"], #"{"a":1,"b":2}"#, #"{"a":"x","b":"x"}"#),
            (["$"], "[1]", #""x""#), (["$"], "1", #""x""#), (["$..a"], #"[{"a":{"a":1}},2]"#, #"[{"a":"x"},2]"#),
            (["$..a.b"], #"{"a":{"a":{"b":1},"b":2}}"#, #"{"a":{"a":{"b":"x"},"b":"x"}}"#),
            (["$[0]", "$[-1]"], "[1,2,3]", #"["x",2,"x"]"#), (["$.*"], #"{"a":1,"b":[2]}"#, #"{"a":"x","b":"x"}"#),
            (["$[1:3]"], "[1,2,3,4]", #"[1,"x","x",4]"#), (["$[::-2]"], "[1,2,3,4]", #"[1,"x",3,"x"]"#),
            (["$[?@.k == 1].v"], #"[{"k":1,"v":2},{"k":2,"v":3}]"#, #"[{"k":1,"v":"x"},{"k":2,"v":3}]"#),
            (["$..[?@ == $.k]"], #"{"k":1,"l":[1,2]}"#, #"{"k":"x","l":["x",2]}"#),
            (["$['a','b'][0]"], #"{"a":[1,2],"b":[3],"c":[4]}"#, #"{"a":["x",2],"b":["x"],"c":[4]}"#),
            (["$.a.b", "$.a"], #"{"a":{"b":1}}"#, #"{"a":"x"}"#),
            (["$.a", "$..b"], #"{"c":{"b":1}}"#, #"{"c":{"b":"x"}}"#),
        ])
    func replacing(queries: [String], document: String, expected: String) throws {
        #expect(try replaced(queries, in: JSON(parsing: document))?.text() == expected)
    }

    @Test(
        "where nothing is selected nothing is replaced",
        arguments: [
            ([], #"{"a":1}"#), (["$.a"], "[1]"), (["$[0]"], #"{"a":1}"#), (["$[0:]"], #"{"a":1}"#),
            (["$[-3]"], "[1,2]"),
            (["$[::0]"], "[1]"), (["$..a"], "1"), (["$[?@.a]"], "[[1],{}]"), (["$.é"], "{\"e\u{301}\":1}"),
        ])
    func nothing(queries: [String], document: String) throws {
        #expect(try replaced(queries, in: JSON(parsing: document)) == nil)
    }

    @Test("a value that is not replaced stays")
    func kept() throws {
        let set = JSONPathQuerySet([try JSONPathQuery("$[*]")])
        var seen: [JSON] = []
        let changed = try set.replacing(in: [1, 2, 3], steps: 10) { value in
            seen.append(value)
            return value == 2 ? "x" : nil
        }
        #expect(seen == [1, 2, 3])
        #expect(changed == [1, "x", 3])
        #expect(try set.replacing(in: [1], steps: 10) { _ in JSON?.none } == nil)
    }

    @Test("a set finds what its queries find alone, in random documents")
    func agreement() throws {
        let sources = [
            "$..a", "$.a", "$[*]", "$[0]", "$[-1]", "$[1:]", "$[::-2]", "$[-2::2]", "$..[?@.a]", "$..*", "$..a..b",
            "$..[0, 'b']",
            "$[?@.a == 1]", "$.b[?count(@.*) > 1]", "$..[?@ == $.a]", "$..[1:2].a", "$", "$.a.b", "$..b[*]",
        ]
        let queries = try sources.map(JSONPathQuery.init)
        var random = SplitMix(seed: 11)
        for _ in 0..<2_000 {
            let chosen = queries.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
            let document = Self.document(&random, depth: 4)
            let paths = try chosen.flatMap { try $0.nodes(in: document).map(\.location) }
            // The locations of all found nodes that are not inside another one, in document order.
            let outermost = Set(paths).filter { path in
                !paths.contains { $0.count < path.count && path.starts(with: $0) }
            }
            var found: [JSON] = []
            _ = try JSONPathQuerySet(chosen).replacing(in: document, steps: 100_000) { value in
                found.append(value)
                return JSON?.none
            }
            let all = try JSONPathQuery("$..*").nodes(in: document).filter { outermost.contains($0.location) }.map(
                \.value)
            #expect(found.count == outermost.count)
            #expect(Set(found) == Set(outermost.contains([]) ? [document] : all), "\(chosen) \(document.text())")
        }
    }

    private static func document(_ random: inout SplitMix, depth: Int) -> JSON {
        let count = Int.random(in: 0...4, using: &random)
        switch Int.random(in: 0...(depth > 0 ? 5 : 1), using: &random) {
        case 0, 1: return .number(JSONNumber(count))
        case 2, 3: return .array((0..<count).map { _ in document(&random, depth: depth - 1) })
        default:
            let names = ["a", "b", "c", "d"].shuffled(using: &random).prefix(count)
            return .object(JSONObject(names.map { ($0, document(&random, depth: depth - 1)) }))
        }
    }

    @Test("a slice contains the indices that it yields", arguments: [nil, -3, -1, 0, 1, 2, 5, 9] as [Int?])
    func slices(start: Int?) {
        for end in [nil, -4, -1, 0, 2, 3, 8] as [Int?] {
            for step in [nil, -3, -2, -1, 0, 1, 2, 3] as [Int?] {
                for count in 0...5 {
                    let slice = JSONPathQuery.Slice(start: start, end: end, step: step)
                    let yielded = Set((0...count).compactMap { slice.index(ofElement: $0, count: count) })
                    #expect(Set((0..<count).filter { slice.contains($0, count: count) }) == yielded)
                }
            }
        }
    }

    @Test(
        "steps are limited, and a test that can't be decided ends the evaluation",
        arguments: [
            ("$..id", "[[1],[2],[3]]", 5), ("$[?count($..*) > 5]", "[1,2,3,4,5,6]", 30),
            ("$[?match(@, '(a|aa)+')]", "[\"\(String(repeating: "a", count: 60))b\"]", 10_000_000),
        ])
    func limit(query: String, document: String, steps: Int) throws {
        let set = JSONPathQuerySet([try JSONPathQuery(query)])
        let document = try JSON(parsing: document)
        #expect(throws: JSONPathLimitExceeded.self) { try set.replacing(in: document, steps: steps) { _ in "x" } }
    }

    @Test("without filters the steps for a document's size always suffice, however many queries there are")
    func sufficientSteps() throws {
        let set = JSONPathQuerySet(try (0..<50).map { try JSONPathQuery("$..a\($0)..b") })
        let text = "[\(Array(repeating: "1", count: 5_000).joined(separator: ","))]"
        #expect(
            try set.replacing(in: JSON(parsing: text), steps: set.steps(forSize: text.utf8.count)) { _ in "x" } == nil)
    }

    @Test("a document that is nested deep does not matter for the stack")
    func deep() throws {
        var document: JSON = ["id": 7]
        var levels = [document]
        for _ in 0..<10_000 {
            document = .array([document])
            levels.append(document)
        }
        defer { while levels.popLast() != nil {} }
        let set = JSONPathQuerySet([try JSONPathQuery("$..id")])
        var changed = try set.replacing(in: document, steps: 100_000) { _ in "x" }
        var depth = 0
        // From the outside inwards, so that releasing it needs no deep stack.
        while case .array(let elements)? = changed {
            changed = elements.first
            depth += 1
        }
        #expect(depth == 10_000)
        #expect(changed == ["id": "x"])
    }

    @Test(
        "a query is linear if it looks at each value only a few times",
        arguments: [
            ("$.a[0]", true), ("$..a", true), ("$..['a','b'].c", true), ("$[*][1:3]", true), ("$..a..b", false),
            ("$[?@.a]", false), ("$.a[0, ?@]", false),
        ])
    func linear(source: String, isLinear: Bool) throws {
        #expect(try JSONPathQuery(source).isLinear == isLinear)
    }
}
