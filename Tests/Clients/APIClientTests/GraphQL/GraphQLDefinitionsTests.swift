import Testing

@testable import APIClient

struct GraphQLDefinitionsTests {
    private struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let document: String
        let kinds: [String]

        init(_ name: String, _ document: String, _ kinds: [String]) {
            testDescription = name
            self.document = document
            self.kinds = kinds
        }
    }

    private static let vectors = [
        Vector("a selection", "{ a }", ["query"]),
        Vector("a query", "query Q { a }", ["query"]),
        Vector("a mutation", "mutation M { a }", ["mutation"]),
        Vector("a subscription", "subscription { a }", ["subscription"]),
        Vector("a name right before a brace", "query{a}mutation{b}", ["query", "mutation"]),
        Vector("a query that is called mutation", "query mutation { mutation }", ["query"]),
        Vector("a mutation after a query", "query Q { a } mutation M { b }", ["query", "mutation"]),
        Vector("a mutation before a query", "mutation M { b { c } } { a }", ["mutation", "query"]),
        Vector("selections in selections", "{ a { b { c } d } e } mutation { f }", ["query", "mutation"]),
        Vector("a fragment", "{ ...F } fragment F on T { mutation { a } }", ["query", "fragment"]),
        Vector(
            "variables", "query ($a: I = { b: { c: [1] } }, $d: [I!]! = []) { a } mutation { b }",
            ["query", "mutation"]),
        Vector("directives", "query @a(b: { c: 1 }) @mutation { d } mutation { e }", ["query", "mutation"]),
        Vector("a brace in a list", "query (a: [{ b: 1 }]) { c }", ["query"]),
        Vector("white space and commas", "\u{FEFF} ,\n\tmutation,M\r\n{ a }", ["mutation"]),
        Vector("a comment", "# mutation {\nquery # {\r{ a } # }\n", ["query"]),
        Vector("a quote in a comment", "# \"\nmutation { a }", ["mutation"]),
        Vector("a string", #"{ a(b: "} mutation {") } mutation { c }"#, ["query", "mutation"]),
        Vector("an escaped quote", #"{ a(b: "\"} mutation {") }"#, ["query"]),
        Vector("an escaped backslash", #"{ a(b: "\\") } mutation { c }"#, ["query", "mutation"]),
        Vector("a hash in a string", ##"{ a(b: "#") } mutation { c }"##, ["query", "mutation"]),
        Vector("an empty string", #"{ a(b: "") } mutation { c }"#, ["query", "mutation"]),
        Vector("a block string", #"{ a(b: """ "} mutation { " """) } mutation { c }"#, ["query", "mutation"]),
        Vector("an escape in a block string", #"{ a(b: """ \""" } mutation { """) }"#, ["query"]),
        Vector("an escape that begins a block string", #"{ a(b: """\"""") } mutation { c }"#, ["query"]),
        Vector("an escape before a block's end", #"{ a(b: """\"""""") } mutation { c }"#, ["query", "mutation"]),
        Vector("a quote that begins a block string", #" """"mutation" """ query Q { a }"#, ["query"]),
        Vector("a backslash before a block's end", #"{ a(b: """\\\ """) } mutation { c }"#, ["query", "mutation"]),
        Vector("an empty block string", #"{ a(b: """""") } mutation { c }"#, ["query", "mutation"]),
        Vector("a description", #""mutation" query Q { a } """ { """ mutation { b }"#, ["query", "mutation"]),
        Vector("a string that does not end", #"{ a(b: "} mutation { c }"#, ["query"]),
        Vector("a backslash at the end", #"{ a(b: "\"#, ["query"]),
        Vector("braces that close nothing", "} { a } } mutation { b }", ["query", "mutation"]),
        Vector("parentheses that close nothing", ") ( a ) mutation { b }", ["query"]),
        Vector("names of all characters", "_aZ09 { a } zA9_ { b } 0 { c }", ["_aZ09", "zA9_", "0"]),
        Vector("a type system", "type T { a: mutation } schema { mutation: T }", ["type", "schema"]),
        Vector("nothing", " # query\n", []),
    ]

    @Test("each begins with a word, which says its kind", arguments: vectors)
    private func kinds(_ vector: Vector) {
        #expect(GraphQLDefinitions(vector.document).kinds == vector.kinds)
    }

    @Test(
        "are queries only if nothing else is among them, except for fragments",
        arguments: [
            ("{ a }", true), ("query A { a } query B { b }", true), ("fragment F on T { a } { ...F }", true),
            ("fragment F on T { a }", false), ("", false), ("mutation { a }", false), ("{ a } mutation { b }", false),
            ("subscription { a } query { b }", false), ("type T { a: Int }", false), ("Query { a }", false),
        ])
    func queries(_ document: String, _ areQueries: Bool) {
        #expect(GraphQLDefinitions(document).areQueries == areQueries)
    }
}
