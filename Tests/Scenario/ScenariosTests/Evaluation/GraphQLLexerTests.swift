import SeededRandom
import Testing

@testable import Scenarios

@Suite("A GraphQL document")
struct GraphQLLexerTests {
    /// The tokens' kinds and values, or the error.
    private func tokens(_ text: String) -> [String] {
        var lexer = GraphQLLexer(Array(text.utf8))
        var tokens: [String] = []
        do throws(GraphQLError) {
            while let token = try lexer.next() {
                tokens.append("\(token.kind) \(String(decoding: token.value, as: UTF8.self))")
            }
        } catch {
            tokens.append("! \(error.offset): \(error.reason)")
        }
        return tokens
    }

    @Test(
        "is split into tokens",
        arguments: [
            ("", []), ("\u{FEFF}, \t\r\n # a { b\n", []),
            ("{a_1,b}", ["punctuator {", "name a_1", "name b", "punctuator }"]),
            ("...@x", ["punctuator ...", "punctuator @", "name x"]),
            ("!$&()=[]|:", "!$&()=[]|:".map { "punctuator \($0)" }),
            ("0 -1 12 1.50 -0.5e+10 1E3", ["int 0", "int -1", "int 12", "float 1.50", "float -0.5e+10", "float 1E3"]),
            (#""" "a\"\\\/\b\f\n\r\t" "#, ["string ", "string a\"\\/\u{8}\u{C}\n\r\t"]),
            (#""é\u00e9\uD83D\uDE00\u{1F600}""#, ["string éé😀😀"]),
            ("\"\"\"a\n  b\n\n   c\n  \"\"\"", ["string a\nb\n\n c"]),
            ("\"\"\"\n  \\\"\"\" \\n\r\n  \"\"\"", ["string \"\"\" \\n"]), ("\"\"\"\"\"\"", ["string "]),
            (".", ["! 0: a dot stands alone; write three for a spread"]),
            ("a..", ["name a", "! 1: a dot stands alone; write three for a spread"]),
            ("01", ["! 1: a number can't begin with 0; leave the 0 out"]),
            ("-", ["! 1: a digit is wanted here; write one"]),
            ("1.", ["! 2: a digit is wanted here; write one"]), ("1e", ["! 2: a digit is wanted here; write one"]),
            ("1a", [#"! 1: a number ends here, and "a" can't follow it; write a space before it"#]),
            ("1.2.3", [#"! 3: a number ends here, and "." can't follow it; write a space before it"#]),
            ("\"a\nb\"", ["! 0: a string does not end on its line"]),
            ("\"a", ["! 0: a string does not end on its line"]),
            (#""\x""#, ["! 1: this is not an escape sequence"]),
            (#""\uD83D""#, ["! 1: this escape sequence names no character"]),
            (#""\u00g0""#, ["! 1: this escape sequence names no character"]),
            (#""\u{110000}""#, ["! 1: this escape sequence names no character"]),
            ("\"\"\"a\"\"", ["! 0: a block string does not end"]),
            ("a é", ["name a", #"! 2: "é" can't stand here; leave it out"#]),
            ("a ?", ["name a", #"! 2: "?" can't stand here; leave it out"#]),
            ("\u{1}", [#"! 0: "\u0001" can't stand here; leave it out"#]),
        ])
    func vectors(text: String, wanted: [String]) {
        #expect(tokens(text) == wanted)
    }

    @Test(
        "equals another notation of its tokens",
        arguments: [
            ("{a b}", "{ a,\n\tb # c\n}"), (#"{a(x:"b")}"#, "{a(x:\"\"\"\n  b\n\"\"\")}"),
            (#"{a(x:"é")}"#, #"{a(x:"\u00E9")}"#),
            ("\u{FEFF}{a}", "{a}"),
        ])
    func same(a: String, b: String) {
        #expect(isSame(a, b))
        #expect(isSame(b, a))
    }

    @Test(
        "differs in a token",
        arguments: [
            ("{a b}", "{ab}"), ("{a b}", "{b a}"), (#"{a(x:"b")}"#, "{a(x:b)}"), ("{a(x:1)}", "{a(x:1.0)}"),
            ("{a}", "query {a}"),
            ("{a}", "{a} {b}"), ("{A}", "{a}"), (#"{a(x:"b c")}"#, #"{a(x:"b  c")}"#), ("{a}", "{a}?"),
        ])
    func different(a: String, b: String) {
        #expect(!isSame(a, b))
        #expect(!isSame(b, a))
    }

    private func isSame(_ a: String, _ b: String) -> Bool {
        let comparison = GraphQLDocument(Array(a.utf8)).compare(GraphQLDocument(Array(b.utf8)))
        return if case .same = comparison { true } else { false }
    }

    @Test(
        "has operations with names",
        arguments: [
            ("{a}", [nil]), ("query A {a}", ["A"]), ("mutation {a} subscription S {a}", [nil, "S"]),
            ("query A($i: I = {b: {c: 1}}) @d(x: {y: 1}) {a {b}} fragment F on T {x}", ["A"]),
            ("fragment F on T {x} query {a}", [nil]), ("", []),
        ] as [(String, [String?])])
    func operations(text: String, names: [String?]) {
        #expect(GraphQLDocument(Array(text.utf8)).operationNames == names)
    }

    @Test(
        "has none if it is not executable", arguments: ["query A {a", "type T {a: Int}", "}", "query", "query A {a} ?"])
    func notExecutable(text: String) {
        #expect(GraphQLDocument(Array(text.utf8)).operationNames == nil)
    }

    @Test("never breaks the lexer, and its tokens cover it in order")
    func fuzz() throws {
        var random = SplitMix(seed: 5)
        let alphabet = Array("{}()$:!.\"\\#\nu0e- a_,\r".utf8) + [0xEF, 0xBB, 0xBF, 0xC3, 0xA9]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            var lexer = GraphQLLexer(bytes)
            var end = 0
            while let token = try? lexer.next() {
                #expect(token.range.lowerBound >= end && token.range.upperBound <= bytes.count && !token.range.isEmpty)
                end = token.range.upperBound
            }
            _ = GraphQLDocument(bytes).operationNames
        }
    }
}
