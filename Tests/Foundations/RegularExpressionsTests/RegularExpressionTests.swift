import RegularExpressions
import Testing

@Suite("Regular expressions")
struct RegularExpressionTests {
    @Test(
        "a pattern must match the whole value",
        arguments: [
            (#"\d+"#, "123", "123a"), ("a|ab", "ab", "abc"), ("", "", "a"), ("a*", "", "b"), ("(?i)abc", "ABC", "ABD"),
            (".", "é", "e\u{301}"), (".", "😀", "😀😀"), ("a$", "a", "a\n"), (#"\p{Lu}+"#, "ÄB", "äb"), (#"\d"#, "5", "٥"),
            ("(*UCP)\\d", "٥", "x"), ("[^/]+", "a b", "a/b"), ("a.c", "abc", "a\nc"), ("(?s)a.c", "a\nc", "ac"),
            (#"(\w+) \1"#, "ab ab", "ab ac"), ("^abc$", "abc", "xabc"), ("(?=a)abc", "abc", "bc"),
            (#"\x{1F600}"#, "😀", "x"),
        ])
    func whole(source: String, accepted: String, rejected: String) throws {
        let regex = try RegularExpression(source)
        #expect(regex.wholeMatch(accepted).isMatch)
        #expect(regex.wholeMatch(rejected) == .notMatched)
    }

    @Test("groups are byte ranges, and nil where they took no part")
    func groups() throws {
        let regex = try RegularExpression("é(a)|(b)(c)?")
        #expect(regex.groupCount == 3)
        #expect(regex.wholeMatch("éa") == .matched(groups: [0..<3, 2..<3, nil, nil]))
        #expect(regex.wholeMatch("b") == .matched(groups: [0..<1, nil, 0..<1, nil]))
        #expect(try RegularExpression("a").groupCount == 0)
    }

    @Test("the first match may stand anywhere")
    func first() throws {
        #expect(try RegularExpression("b+").firstMatch("aabbc") == .matched(groups: [2..<4]))
        #expect(try RegularExpression("^b").firstMatch("ab") == .notMatched)
        #expect(try RegularExpression("b$").firstMatch("ab\n") == .notMatched)
    }

    @Test("slices are matched by their own bytes")
    func slices() throws {
        let bytes = Array("xxabyy".utf8)
        #expect(try RegularExpression("a(b)").wholeMatch(bytes[2..<4]) == .matched(groups: [0..<2, 1..<2]))
        #expect(try RegularExpression("").wholeMatch(bytes[2..<2]) == .matched(groups: [0..<0]))
        #expect(try RegularExpression("a?").wholeMatch([UInt8]()) == .matched(groups: [0..<0]))
        #expect(try RegularExpression("ba").wholeMatch(bytes[2..<4].reversed()) == .matched(groups: [0..<2]))
    }

    @Test(
        "an error says what is wrong and where, in scalars",
        arguments: [
            ("(", "missing closing parenthesis", 1), ("é😀[a", "missing terminating ] for character class", 4),
            ("*a", "quantifier does not follow a repeatable item", 0), (#"a\"#, #"\ at end of pattern"#, 2),
            (#"a\C"#, #"using \C is disabled by the application"#, 3),
            (#"\1"#, "reference to non-existent subpattern", 1),
            ("a{2,1}", "numbers out of order in {} quantifier", 5),
        ])
    func errors(source: String, message: String, offset: Int) {
        let error = #expect(throws: RegularExpressionError.self) { try RegularExpression(source) }
        #expect(error?.message == message)
        #expect(error?.offset == offset)
        #expect(error?.description == "the regular expression is wrong at character \(offset): \(message)")
    }

    @Test(
        "a pattern that would take for ever is stopped after some steps",
        arguments: [
            ("(a+)+$", String(repeating: "a", count: 40) + "b"), ("(a|aa)+", String(repeating: "a", count: 60) + "b"),
            ("(.*)*x", String(repeating: "y", count: 5000)), ("(x+x+)+[yz]", String(repeating: "x", count: 60)),
            (#"(\w+\s?)*="#, String(repeating: "word ", count: 2000)),
            ("(a?(?R)?a?)*", String(repeating: "a", count: 500) + "b"),
        ])
    func bounded(source: String, text: String) throws {
        let regex = try RegularExpression(source)
        var steps = RegularExpression.stepLimit
        #expect(regex.wholeMatch(text.utf8, steps: &steps) == .limitExceeded)
        #expect(steps == 0)
        steps = RegularExpression.stepLimit
        #expect(regex.firstMatch(text.utf8, steps: &steps) == regex.firstMatch(text))
    }

    @Test("a step that runs over the whole text is not one step: what a match reads is counted")
    func reading() throws {
        // The inner loop never backtracks, so PCRE2 itself counts one point for each of its runs.
        let text = String(repeating: "a", count: 1 << 16) + "bc"
        var steps = RegularExpression.stepLimit
        #expect(try RegularExpression("(?:a*+x|a)*bc").wholeMatch(text.utf8, steps: &steps) == .limitExceeded)
    }

    @Test(
        "the steps of a match are counted, whatever its outcome",
        arguments: [("a+b", "aaab", true), ("a+b", "aaac", false), ("[0-9]+-x", "12-x", true)])
    func steps(source: String, text: String, isMatch: Bool) throws {
        let regex = try RegularExpression(source)
        var steps = 1_000
        #expect(regex.wholeMatch(text.utf8, steps: &steps).isMatch == isMatch)
        #expect((900...1_000).contains(steps))
        var few = 1
        #expect(regex.wholeMatch(text.utf8, steps: &few) == .limitExceeded || !isMatch)
        #expect(few <= 1)
    }

    @Test("an ordinary pattern takes a text of a mebibyte")
    func large() throws {
        let text = String(repeating: "line of text\n", count: 80_000)
        #expect(try RegularExpression(#"(?s).*text\n"#).wholeMatch(text).isMatch)
        #expect(try RegularExpression(#"[\s\S]+"#).wholeMatch(text).isMatch)
        #expect(try RegularExpression("text").firstMatch(text).isMatch)
    }

    @Test("a source that would compile to something huge is an error")
    func hugeSource() {
        #expect(throws: RegularExpressionError.self) { try RegularExpression(String(repeating: "a", count: 70_000)) }
        #expect(throws: RegularExpressionError.self) { try RegularExpression("((((a{1000}){1000}){1000}){1000})") }
        #expect(throws: RegularExpressionError.self) { try RegularExpression(String(repeating: "(", count: 1000)) }
    }

    @Test(
        "text that is not UTF-8 is told apart",
        arguments: [[0xFF], [0xC3], [0x61, 0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func invalid(_ bytes: [UInt8]) throws {
        #expect(try RegularExpression(".*").wholeMatch(bytes) == .invalidUTF8)
    }

    @Test(
        "an escaped text matches itself alone",
        arguments: ["", "a.b", #"\d+(x)[y]{z}^$|?*/-#"#, "é 😀", "a\nb", "a_b0", "(?i)A", "\u{0}x", "~`!@%&=:;'\"<>,"])
    func escape(_ text: String) throws {
        let regex = try RegularExpression(RegularExpression.escape(text))
        #expect(regex.wholeMatch(text).isMatch)
        #expect(regex.wholeMatch(text + "x") == .notMatched)
        #expect(try RegularExpression("(?x)" + RegularExpression.escape("a b#c")).wholeMatch("a b#c").isMatch)
    }

    @Test("many tasks may match with one pattern")
    func concurrent() async throws {
        let regex = try RegularExpression(#"(\w+)-(\d+)"#)
        await withTaskGroup(of: Bool.self) { group in
            for i in 0..<100 {
                group.addTask { regex.wholeMatch("task-\(i)").isMatch && !regex.wholeMatch("task \(i)").isMatch }
            }
            for await held in group { #expect(held) }
        }
    }

    @Test("patterns are equal when their sources are")
    func equality() throws {
        #expect(try RegularExpression("a") == RegularExpression("a"))
        #expect(try RegularExpression("\u{E9}") != RegularExpression("e\u{301}"))
    }
}
