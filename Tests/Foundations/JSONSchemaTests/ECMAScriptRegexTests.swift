import RegularExpressions
import Testing

@testable import JSONSchema

@Suite("Regular expressions of ECMA-262")
struct ECMAScriptRegexTests {
    @Test("what matches and what does not", arguments: vectors)
    func matches(source: String, accepted: [String], rejected: [String]) throws {
        let regex = try ECMAScriptRegex.compile(source)
        for text in accepted { #expect(regex.firstMatch(text) != .notMatched, "\(source): \(text)") }
        for text in rejected { #expect(regex.firstMatch(text) == .notMatched, "\(source): \(text)") }
    }

    private static let vectors: [(String, [String], [String])] = [
        ("", ["", "a"], []),
        ("b", ["abc"], ["ac"]),
        ("^b$", ["b"], ["ab", "b\n", "a\nb", "b\nc"]),
        (".", ["a", "😀", "\u{85}", "\u{B}"], ["\n", "\r", "\u{2028}", "\u{2029}", ""]),
        ("^.$", ["😀", "é"], ["e\u{301}"]),
        (#"^\d$"#, ["0", "9"], ["٥", "৪", "a"]),
        (#"^\D$"#, ["٥", "a", "😀"], ["5"]),
        (#"^\w$"#, ["a", "_", "Z", "0"], ["é", "-", "ſ", "\u{212A}"]),
        (#"^\W$"#, ["é", "-"], ["a", "_"]),
        (
            #"^\s$"#,
            [
                " ", "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{A0}", "\u{FEFF}", "\u{2029}", "\u{2003}", "\u{1680}",
                "\u{3000}",
            ],
            ["\u{1}", "\u{2013}", "\u{85}", "\u{180E}", "\u{200B}"]
        ),
        (#"^\S$"#, ["\u{1}", "\u{2013}", "a", "\u{180E}"], [" ", "\u{FEFF}", "\u{2028}"]),
        (#"^[\s]$"#, ["\u{2003}"], ["\u{200B}"]),
        (#"^[^\S]$"#, ["\u{A0}"], ["a"]),
        (#"^[\S\n]$"#, ["a", "\n"], [" "]),
        (#"^[\w-]+$"#, ["a-b"], ["a b"]),
        (#"^[a\-z]+$"#, ["a-z"], ["b"]),
        (#"^[\d\-.]$"#, ["5", "-", "."], ["a"]),
        (#"\bfoo\b"#, ["a foo b"], ["afoo", "foos"]),
        (#"o\Bo"#, ["foo"], ["fo o"]),
        (#"^\t\n\v\f\r$"#, ["\t\n\u{B}\u{C}\r"], ["tnvfr"]),
        (#"^\cA\cz$"#, ["\u{1}\u{1A}"], ["cAcz"]),
        (#"^\0$"#, ["\0"], ["0"]),
        (#"^\x41\u0042$"#, ["AB"], ["x41"]),
        (#"^\uD83D\uDE00$"#, ["😀"], ["😁"]),
        (#"^\u{1F600}\u{0061}$"#, ["😀a"], ["a"]),
        (#"^[\uD83D\uDE00-\uD83D\uDE02]$"#, ["😀", "😁"], ["😃"]),
        (#"^🐲*$"#, ["", "🐲🐲"], ["🐉"]),
        (#"\uD83D"#, [], ["😀", ""]),
        (#"^[^\uD83D]$"#, ["😀", "a"], [""]),
        (#"^[\uD800-\uFFFF]$"#, ["\u{E000}", "\u{FFFF}"], ["\u{D7FF}", "😀"]),
        (#"^\p{Letter}cole$"#, ["école", "Ecole"], ["1cole"]),
        (#"^\p{L}\p{Lu}\P{L}$"#, ["éÉ1"], ["éé1", "éÉa"]),
        (#"^\p{digit}+$"#, ["42", "৪২"], ["-%#"]),
        (#"^\p{Script=Greek}\p{sc=Grek}\p{scx=Cyrl}$"#, ["αβж"], ["abж", "αβγ"]),
        (#"^\p{General_Category=Decimal_Number}\p{gc=Nd}$"#, ["4৪"], ["4a"]),
        (#"^\p{LC}$"#, ["a", "A", "ǅ"], ["1", "א"]),
        (#"^[\p{L}\d]$"#, ["é", "5"], ["-"]),
        (#"^[^\p{L}]$"#, ["5"], ["é"]),
        (#"^[\P{L}a]$"#, ["5", "a"], ["b"]),
        (#"^\p{ASCII}\p{Any}$"#, ["aé"], ["éa"]),
        (#"^\P{ASCII}$"#, ["é"], ["a"]),
        (#"^\p{Assigned}$"#, ["a"], ["\u{378}"]),
        (#"^\P{Assigned}$"#, ["\u{378}"], ["a"]),
        (#"^\p{Emoji_Presentation}\p{White_Space}\p{Alphabetic}$"#, ["😀 é"], ["a b"]),
        ("^[]$|^a[^]b$", ["a\nb", "aéb"], ["", "ab"]),
        (#"^[\b]$"#, ["\u{8}"], ["b"]),
        (#"^[.*+?$(){}|]+$"#, [".*+?$(){}|"], ["a"]),
        (#"^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$"#, [#"^$\.*+?()[]{}|/"#], ["a"]),
        ("^a/b#c d$", ["a/b#c d"], ["a/bcd"]),
        ("^(?:ab|cd)+$", ["abcd"], ["abc"]),
        ("^a{2}b{1,}c{0,2}$", ["aab", "aabbcc"], ["ab", "aabccc"]),
        ("^a{02}$", ["aa"], ["a"]),
        ("^a{0}b$", ["b"], ["ab"]),
        ("^(a+?)(b*?)c??$", ["aabbc"], ["b"]),
        ("^(?=a)(?!ab)a.$", ["ac"], ["ab"]),
        ("(?<=a)b(?<!cb)", ["ab"], ["cb", "b"]),
        (#"^(?<year>\d{4})-\k<year>$"#, ["2020-2020"], ["2020-2021"]),
        (#"^(?<été>a)\k<été>$"#, ["aa"], ["a"]),
        (#"^(a)(b)?\2\1$"#, ["aa", "abba"], ["abb"]),
        (#"^\1(a)$"#, ["a"], ["aa"]),
        (#"^(?:(a)|b)\1c$"#, ["aac", "bc"], ["ac", "bac"]),
        (#"^(a|b)*\1$"#, ["abb", "aa", ""], ["ab"]),
        (#"^(a)\1{2}$"#, ["aaa"], ["aa"]),
        (#"^(?:a\1)(b)$"#, ["ab"], ["abb"]),
        ("\u{2028}", ["a\u{2028}b"], ["\n"]),
    ]

    @Test("what ECMA-262 forbids", arguments: forbiddenVectors)
    func forbidden(source: String, message: String, offset: Int) {
        let error = #expect(throws: ECMAScriptRegexError.self) { try ECMAScriptRegex.compile(source) }
        #expect(error?.message == message)
        #expect(error?.offset == offset)
    }

    private static let forbiddenVectors: [(String, String, Int)] = [
        (#"a\a"#, #"\a is not an escape of ECMA-262"#, 1),
        (#"\Z"#, #"\Z is not an escape of ECMA-262"#, 0),
        (#"\é"#, #"\é is not an escape of ECMA-262"#, 0),
        (#"\-"#, #"\- is not an escape of ECMA-262"#, 0),
        (#"[\B]"#, #"\B is not an escape of ECMA-262"#, 1),
        (#"[\1]"#, #"\1 is not an escape of ECMA-262"#, 1),
        (#"\"#, #"\ ends the regular expression"#, 0),
        (#"[\"#, #"\ ends the regular expression"#, 1),
        (#"\1"#, "there is no group 1", 0),
        (#"(a)\2"#, "there is no group 2", 3),
        (#"(a)\99999999999999999999"#, "there is no group 1000000", 3),
        (#"\k<a>"#, "there is no group a", 0),
        (#"(?<a>.)\k"#, #"\k must be followed by a group's name in <>"#, 7),
        ("(?<a>.)(?<a>.)", "two groups have the name a", 7),
        ("(?<1a>.)", "a group's name must be an identifier", 0),
        ("(?<>.)", "a group's name must end with >", 0),
        ("(?i:a)", "(? must be followed by :, =, !, <=, <! or a name in <>", 0),
        ("(?P<a>.)", "(? must be followed by :, =, !, <=, <! or a name in <>", 0),
        ("(?>a)", "(? must be followed by :, =, !, <=, <! or a name in <>", 0),
        ("(*UTF)", "* repeats nothing", 1),
        ("*a", "* repeats nothing", 0),
        ("a**", "* repeats nothing", 2),
        ("a++", "+ repeats nothing", 2),
        ("a|*", "* repeats nothing", 2),
        ("^*", "* repeats nothing", 1),
        (#"\b+"#, "+ repeats nothing", 2),
        ("(?=a)*", "* repeats nothing", 5),
        ("(?<=a)?", "? repeats nothing", 6),
        ("(a", "a group is not closed", 2),
        ("a)", ") closes no group", 1),
        ("[a", "[ begins a class that is not closed", 0),
        ("a]", "] needs a backslash", 1),
        ("a}", "} needs a backslash", 1),
        ("{", "{ must be followed by a number, or needs a backslash", 0),
        ("a{", "{ must be followed by a number, or needs a backslash", 1),
        ("a{,5}", "{ must be followed by a number, or needs a backslash", 1),
        ("a{1", "{ begins a repetition that is not closed", 1),
        ("a{2,1}", "the bounds of the repetition are in the wrong order", 1),
        ("a{65536}", "repetitions above 65535 are not supported", 1),
        ("[b-a]", "the ends of the range are in the wrong order", 1),
        (#"[\d-z]"#, "a range must begin and end with a single character", 1),
        (#"[a-\d]"#, "a range must begin and end with a single character", 1),
        (#"\01"#, #"\0 must not be followed by a digit"#, 0),
        (#"\c1"#, #"\c must be followed by a letter"#, 0),
        (#"\x4"#, #"\x must be followed by 2 hexadecimal digits"#, 0),
        (#"\u12"#, #"\u must be followed by 4 hexadecimal digits"#, 0),
        (#"\u{}"#, #"\u{ must be followed by hexadecimal digits and }"#, 0),
        (#"\u{110000}"#, "there is no code point above 10FFFF", 0),
        (#"\p"#, #"\p must be followed by a property in {}"#, 0),
        (#"\pL"#, #"\p must be followed by a property in {}"#, 0),
        (#"\p{Greek}"#, "Greek is not a Unicode property of ECMA-262", 0),
        (#"\p{letter}"#, "letter is not a Unicode property of ECMA-262", 0),
        (#"\p{Script=greek}"#, "Script=greek is not a Unicode property of ECMA-262", 0),
        (#"\p{^L}"#, "^L is not a Unicode property of ECMA-262", 0),
        (#"\p{L&}"#, "L& is not a Unicode property of ECMA-262", 0),
        (#"(?:(a)|b)*\1"#, "a backreference to a group that a repetition may skip is not supported", 10),
        (#"(?:(a)?b)+\1"#, "a backreference to a group that a repetition may skip is not supported", 10),
    ]

    @Test(
        "what the engine cannot say",
        arguments: [
            "(?<=a+)b", "(?<=a|bc*)d", #"\p{Script=Klingon}"#, #"\p{Changes_When_NFKC_Casefolded}"#,
            "((a{65535}){65535})",
        ])
    func unsupported(source: String) {
        let error = #expect(throws: ECMAScriptRegexError.self) { try ECMAScriptRegex.compile(source) }
        #expect(error?.offset == nil)
        #expect(error?.message.hasPrefix("the engine for regular expressions refuses it: ") == true)
    }
}
