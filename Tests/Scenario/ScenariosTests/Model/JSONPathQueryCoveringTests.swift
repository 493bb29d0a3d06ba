import JSONPath
import Scenarios
import Testing

@Suite("A redacted query covers a location")
struct JSONPathQueryCoveringTests {
    @Test(
        "that it may select, that is inside, or that may contain what it selects",
        arguments: [
            ("$.a", "$.a"), ("$.a", "$.a.b"), ("$.a.b", "$.a"), ("$.a", "$"), ("$", "$.a"), ("$..a", "$.b.a"),
            ("$..a", "$.b"),
            ("$[*]", "$.a"), ("$[*].a", "$[3].a"), ("$[-1]", "$[3]"), ("$[3]", "$[-1]"), ("$[0:2]", "$[1]"),
            ("$[1:]", "$[7]"),
            ("$[::2]", "$[4]"), ("$[-2:]", "$[0]"), ("$[:-1]", "$[5]"), ("$[::-1]", "$[5]"), ("$[1:3]", "$[0:2]"),
            ("$[?@.a]", "$.b"), ("$[?@.a]", "$[1]"), ("$.a[?@.k == 1].v", "$.a[0].v"), ("$.a[?@.k == 1].v", "$.a[0]"),
            // Locations that are queries.
            ("$.a.b", "$..b"), ("$.a", "$[*]"), ("$.a[0]", "$.a[?@.x]"), ("$.a[0]", "$.a[-2:]"), ("$..b.c", "$.a..c"),
            ("$.a.b.c", "$..c"), ("$.a.b", "$..x"),
            // A location that can't be read, and names that a failure shows in another way.
            ("$.a", "$.b c"), ("$['\u{E0001}']", "$['\\uE0001']"),
        ])
    func covered(query: String, location: String) throws {
        #expect(try JSONPathQuery(query).covers(location, isContainer: true))
    }

    @Test(
        "and no other",
        arguments: [
            ("$.a", "$.b"), ("$.a.b", "$.a.c"), ("$[0]", "$[1]"), ("$[0]", "$.a"), ("$.a", "$[0]"), ("$[0:2]", "$[2]"),
            ("$[0:2]", "$.a"), ("$.a", "$[0:2]"), ("$[1::2]", "$[4]"), ("$[::0]", "$[0]"), ("$[-1]", "$[-2]"),
            ("$.a[?@.k == 1].v", "$.a[0].k"), ("$.a[?@.k == 1].v", "$.b[0].v"), ("$.é", "$.e\u{301}"),
            ("$.a.b", "$.b..c"),
            ("$.a['b','c']", "$.a['d','e']"),
        ])
    func uncovered(query: String, location: String) throws {
        #expect(try !JSONPathQuery(query).covers(location, isContainer: true))
    }

    @Test(
        "a value that is not a container contains nothing",
        arguments: [("$.a.b", "$.a", false), ("$..b", "$.a", false), ("$.a", "$.a", true), ("$..a", "$.b.a", true)])
    func scalar(query: String, location: String, covers: Bool) throws {
        #expect(try JSONPathQuery(query).covers(location, isContainer: false) == covers)
    }

    @Test("is found in bounded work, however long both are")
    func bounded() throws {
        let query = try JSONPathQuery("$" + String(repeating: "..a", count: 300) + ".b")
        #expect(!query.covers("$" + String(repeating: ".a", count: 500) + ".c", isContainer: false))
    }
}
