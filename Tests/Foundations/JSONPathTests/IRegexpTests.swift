import ExactJSON
import JSONPath
import Testing

@Suite("I-Regexp")
struct IRegexpTests {
    private func matches(_ source: String, _ text: String) throws -> Bool {
        let document: JSON = [["t": .string(text), "r": .string(source)]]
        return try !JSONPathQuery("$[?match(@.t, @.r)]").nodes(in: document).isEmpty
    }

    private func isValid(_ source: String) throws -> Bool {
        // A string in double quotes has the syntax of JSON.
        try JSONPathQuery("$[?match(@, \(JSON.string(source).text()))]").warnings.isEmpty
    }

    @Test(
        "a regular expression matches as RFC 9485 says",
        arguments: [
            (".", "é", "\n"), (".", "\u{2028}", "\r"), (".", "😀", "ab"), ("a.c", "abc", "a\nc"), ("a*", "aaa", "ab"),
            ("a+", "a", ""), ("ab?", "a", "abb"), ("a{2}", "aa", "aaa"), ("a{2,}", "aaaa", "a"),
            ("a{1,2}", "aa", "aaa"),
            ("a{0}", "", "a"), ("a{002}", "aa", "a"), ("(ab|c)+", "abc", "ac"), ("(a|)b", "b", "bb"),
            ("a||b", "", "ab"),
            ("()", "", "a"), ("|", "", "|"), ("[abc]", "b", "d"), ("[^abc]", "d", "a"), ("[^a]", "\n", "a"),
            ("[a-c]", "b", "-"),
            ("[-a]", "-", "b"), ("[a-]", "-", "b"), ("[^-a]", "b", "-"), ("[-]", "-", "a"), ("[--]", "-", "a"),
            ("[.*+?]", ".", "a"),
            ("[$|(){}]", "{", "a"), ("[a^]", "^", "b"), ("[\\^a]", "^", "b"), (#"[\]\[\\]"#, "]", "a"),
            (#"[\n\r\t]"#, "\t", "n"),
            (#"\n\r\t"#, "\n\r\t", "nrt"), (#"\(\)\*\+\-\.\?\[\\\]\^\{\|\}"#, #"()*+-.?[\]^{|}"#, "x"),
            (#"\p{L}+"#, "aé", "a1"),
            (#"\P{L}+"#, "1-", "a"), (#"\p{Lu}\p{Ll}"#, "Äb", "äb"), (#"[\p{Nd}_]+"#, "1_٣", "a"),
            (#"[^\p{L}]"#, "1", "a"),
            (#"[\P{L}]"#, "1", "a"), (#"[\p{L}-]+"#, "a-", "1"), (#"\p{Sc}"#, "€", "a"), (#"\p{Zs}"#, " ", "\t"),
            (#"\p{Cc}"#, "\t", "a"),
            (#"\p{C}"#, "\u{7}", "a"), (#"\p{So}"#, "😀", "a"), (" #", " #", "#"), ("a,b", "a,b", "ab"),
            ("/-_!\"%&':;<=>@`~", "/-_!\"%&':;<=>@`~", "/"), ("é{2}", "éé", "é"), ("😀?", "", "x"), ("[😀-😂]", "😁", "a"),
            ("\\\\d", "\\d", "5"), ("Q\\\\E", "Q\\E", "QE"), (#"[\[]"#, "[", "a"),
        ])
    func matching(_ source: String, _ accepted: String, _ rejected: String) throws {
        #expect(try isValid(source))
        #expect(try matches(source, accepted))
        #expect(try !matches(source, rejected))
    }

    @Test("control characters stand for themselves")
    func controlCharacters() throws {
        for control in ["\u{0}", "\u{1}", "\t", "\n", "\u{1F}", "\u{7F}"] {
            #expect(try matches("a\(control)b", "a\(control)b"))
            #expect(try matches("[\(control)]", control))
            #expect(try !matches("[^\(control)]", control))
        }
    }

    @Test(
        "^ and $ are anchors at the ends of an alternative and characters elsewhere",
        arguments: [
            ("^abc$", "abc", "^abc$"), ("^a|b$", "a", "ab"), ("(^a)b", "ab", "b"), ("a($)", "a", "a$"),
            ("a^b", "a^b", "ab"),
            ("US$5", "US$5", "US5"), ("$a", "$a", "a"), ("a^", "a^", "a"), ("^*a", "^^a", "b"), ("^^a", "a", "^a"),
            ("a$+b", "a$$b", "ab"),
        ])
    func anchors(_ source: String, _ accepted: String, _ rejected: String) throws {
        #expect(try matches(source, accepted))
        #expect(try !matches(source, rejected))
    }

    @Test("an anchor is for search() what the end of the text is")
    func anchoredSearch() throws {
        #expect(try isTrue("search('abc', '^ab')"))
        #expect(try !isTrue("search('abc', '^bc')"))
        #expect(try isTrue("search('abc', 'bc$')"))
        #expect(try !isTrue(#"search('abc\n', 'bc$')"#))
        #expect(try !isTrue(#"search('a\nb', '^b')"#))
    }

    @Test(
        "what RFC 9485 lacks is not an I-Regexp",
        arguments: [
            "(", ")", "(a", "a)", "[", "[a", "]", "{", "}", "a{", "a{}", "a{,2}", "a{1", "a{1,", "a{1,2", "a{x}",
            "a{1,x}", "a{2,1}",
            "*", "+", "?", "*a", "a**", "a+?", "a*?", "a{1}{2}", "a|*", "(*a)", "(?:a)", "(?=a)", "(?i)a", "(*UCP)",
            "[]", "[^]", "[a-b-c]",
            "[a--]", "[--a]", "[z-a]", "[[a]", "[a[]", "[[:alpha:]]", "[a&&[b]]", #"[\p{L}-x]"#, #"[a-\p{L}]"#, #"\d"#,
            #"\w"#, #"\s"#,
            #"\D"#, #"\b"#, #"\1"#, #"\x41"#, #"\u0041"#, #"\0"#, #"\$"#, #"\/"#, #"\""#, #"\a"#, #"\Q"#, #"\"#, #"a\"#,
            #"[\d]"#,
            #"\p"#, #"\pL"#, #"\p{}"#, #"\p{Lx}"#, #"\p{Cs}"#, #"\p{IsBasicLatin}"#, #"\p{Greek}"#, #"\p{L"#,
            #"\p{^L}"#, #"\p{l}"#,
            #"\X"#, #"\R"#,
        ])
    func invalid(_ source: String) throws {
        #expect(try !isValid(source))
        for text in ["", "a", source] { #expect(try !matches(source, text)) }
    }

    @Test(
        "what the engine can't do is reported as undecided",
        arguments: [
            "a{70000}", "a{1,99999999999999999999}",
            String(repeating: "(", count: 300) + "a" + String(repeating: ")", count: 300),
            "((((((a{99}){99}){99}){99}){99}){99})", String(repeating: "a", count: 5000),
        ])
    func tooLarge(_ source: String) throws {
        let document: JSON = [["t": "a", "r": .string(source)]]
        let nodes = try JSONPathQuery("$[?match(@.t, @.r)]").nodes(in: document)
        #expect(nodes.isEmpty)
        #expect(nodes.hasUndecidedTest)
        let warnings = try JSONPathQuery("$[?match(@.t, '\(source)')]").warnings
        #expect(warnings.map(\.message) == ["match() is always false, because its regular expression is too large"])
    }
}
