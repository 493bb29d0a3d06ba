import ScenarioFiles
import Scenarios
import Testing

/// The errors of a file, each as `line:column: message`.
func findings(_ text: String, path: String = "f.yaml") -> [String] {
    findings(Document.read(path: path, bytes: Array(text.utf8)).diagnostics)
}

func findings(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { "\($0.position.line):\($0.position.column): \($0.message)" }
}

@Suite("Syntax errors of YAML say what to do, at their place")
struct YAMLProblemTests {
    static let quote = "quote this value, or use block style"
    static let tab = "a tab can't indent a line; use spaces"
    static let colon = "a colon and a space can't stand inside a plain value; quote the value"
    static let swallowed =
        "this line continues the value above it; write it at column 1, below a in line 1, or quote that value"
    static let empty =
        "the file is empty; a scenario begins with mockserver: 1, and mockserver init writes a first one"
    static let second = "a second document begins here; a file holds one, so leave it out"
    static let indentation = "check the indentation"

    @Test(
        "a bracket inside a plain value of a flow collection is a trap with a name",
        arguments: [
            ("a: { path: /users/{id} }", "1:19"), ("a: { path: /users/{id}/x, b: c }", "1:19"),
            ("a: [GET /a/{id}, b]", "1:12"),
            ("a: { path: /a[0] }", "1:14"), ("a: [GET /a {x}]", "1:12"), ("a: {\n  b: /x/{id},\n  c: d }", "2:9"),
            ("a: { b: {c}/x }", "1:12"), ("a: { b: [a-z]+ }", "1:14"),
            ("a: [{b}{c}]", "1:8"),
        ])
    func bracketTrap(text: String, position: String) {
        #expect(findings(text) == ["\(position): \(Self.quote)"])
    }

    @Test(
        "a value that begins with a bracket, and goes on behind it, is shown in quotes",
        arguments: [
            ("a: {id}/x", "1:8", #""{id}/x""#), ("a: [0-9]+", "1:9", #""[0-9]+""#),
            ("a: [a-z] [0-9]", "1:10", #""[a-z] [0-9]""#), ("a: { b: c}d }", "1:11", #""{ b: c}d }""#),
            (#"a: {b}"c" and 'd'"#, "1:7", "'{b}\"c\" and ''d'''"),
        ])
    func textInBrackets(text: String, position: String, quoted: String) {
        #expect(findings(text) == ["\(position): quote this value: \(quoted)"])
    }

    @Test(
        "the same values quoted, or in block style, are right",
        arguments: [
            "a: { path: \"/users/{id}\" }", "a: ['GET /a/{id}', b]", "a:\n  path: /users/{id}", "a: GET /a/{id}[0]",
            "a: '{id}/x'", "a: x{{b}}", "a: \"{{b}}\"", "a: ['{{b}}']", "a: {b: c}", "a: [{b: c}, {d: e}]", "a: b:c",
            "a: http://x/y#z",
        ])
    func bracketTwin(text: String) {
        #expect(findings(text) == [])
    }

    @Test(
        "a template without quotes says how to quote it, once",
        arguments: [
            ("a: {{b}}", "1:4", #""{{b}}""#), ("a: { x: {{b}} }", "1:9", #""{{b}}""#),
            ("a: {{ b }}", "1:4", #""{{ b }}""#),
            ("a: {{b}}/x", "1:4", #""{{b}}/x""#), ("a: {{b}} and {{c}} # d", "1:4", #""{{b}} and {{c}}""#),
            ("a: {{b}}{{c}}/{d}", "1:4", #""{{b}}{{c}}/{d}""#), ("a: { b: {{c}}/{x}, d: e }", "1:9", #""{{c}}/{x}""#),
            ("{{a}}: b", "1:1", #""{{a}}""#), ("- [{{b}}, c]", "1:4", #""{{b}}""#),
            ("a: {{now(http, +5m)}}", "1:4", #""{{now(http, +5m)}}""#),
            (#"a: {{x | default("y")}}"#, "1:4", #"'{{x | default("y")}}'"#),
            ("é: {{b}}\n", "1:4", #""{{b}}""#),
        ])
    func templateTrap(text: String, position: String, quoted: String) {
        #expect(findings(text) == ["\(position): {{ without quotes begins a YAML map; quote the template: \(quoted)"])
    }

    @Test("each template without quotes is reported, and what else is wrong")
    func manyTemplates() {
        #expect(
            findings("a: {{b}}\nc:\n  - {{d}}: x\nb: [") == [
                "1:4: {{ without quotes begins a YAML map; quote the template: \"{{b}}\"",
                "3:5: {{ without quotes begins a YAML map; quote the template: \"{{d}}\"",
                "4:4: the [ that opens here is never closed: write ] where it ends",
            ])
    }

    @Test(
        "other syntax errors",
        arguments: [
            ("a: b: c", "1:5: \(colon)"), ("a: b\n  c: d", "2:4: \(swallowed)"),
            ("a: b\n  c d: e", "2:6: \(colon)"), (#""a": b: c"#, "1:7: \(colon)"),
            ("a: @x", "1:4: a plain value can't begin with @; quote it"),
            ("a: `x`", "1:4: a plain value can't begin with `; quote it"),
            ("a: %x", "1:4: a plain value can't begin with %; quote it"),
            ("a: *.x", "1:4: a plain value can't begin with *; quote it"),
            ("a: &", "1:4: a plain value can't begin with &; quote it"),
            ("a: \"b", "1:4: the quote that opens here is never closed: write \" where the text ends"),
            ("a:\n  b: 'c\nd: e", "2:6: the quote that opens here is never closed: write ' where the text ends"),
            ("a: \"b\n---\nc", "1:4: the quote that opens here is never closed: write \" where the text ends"),
            ("a: \"b\" c", "1:8: the value ended at its closing quote; put all of it in quotes"),
            ("- [a, 'b' c]", "1:11: the value ended at its closing quote; put all of it in quotes"),
            ("a: 1\n\tb: 2", "2:1: \(tab)"), ("a:\n\t- b", "2:1: \(tab)"), ("a: |\n  x\n\ty\n", "3:1: \(tab)"),
            (
                "a:\n  b: 1\n c: 2",
                "3:2: this line does not continue any key above it; write it at column 3, below b in line 2"
            ),
            ("- a\nb: c", "2:1: this line does not continue any list item above it; \(indentation)"),
            ("b: c\n- a", "2:1: a list item can't stand among the keys of a map; \(indentation)"),
            (
                "a: 1\nb\nc: 2",
                "2:1: a colon must follow this key on its line, within 1024 characters: write key: value, or quote the text"
            ),
            (
                #"a: "\{{x}}""#,
                #"1:5: \{ is not an escape in double quotes; write \\ for a backslash, or use single quotes"#
            ),
            (
                #"a: "\uD83D\uDE00""#,
                #"1:7: the escape is not a Unicode scalar; write the character itself, or \U and 8 hexadecimal digits"#
            ),
            (#"a: "\u12""#, #"1:7: \x, \u and \U need 2, 4 and 8 hexadecimal digits; write \\ for a backslash"#),
            (
                "a: [1\nb: 2",
                "2:2: a comma or ] should stand before this: the [ of line 1, column 4 is still open; write one of them"
            ),
            (
                "a: {b: 1\nc: 2",
                "2:2: a comma or } should stand before this: the { of line 1, column 4 is still open; write one of them"
            ),
            ("a: [1", "1:4: the [ that opens here is never closed: write ] where it ends"),
            ("a: {b: c\n\n", "1:4: the { that opens here is never closed: write } where it ends"),
            ("a: [b,", "1:4: the [ that opens here is never closed: write ] where it ends"),
            ("a: [{b: c} {d: e}]", "1:12: a comma or ] should stand here: write one, or \(quote)"),
            ("a: ]", "1:4: a value should stand where ] stands: write '' for the empty text, or leave ] out"),
            ("a: [b,, c]", "1:7: a value should stand where , stands: write '' for the empty text, or leave , out"),
            ("x: {a: b}}", "1:10: this } closes nothing; quote the value if it is text"),
            (
                "a: |x\n  b",
                "1:5: after | or > the text begins on the next line; quote the value if it begins with one of them"
            ),
            ("a: - b", "1:4: a list can't begin here; begin it on a line of its own, or quote the value"),
            ("a: {b: c:}", "1:9: a colon can't end a plain value here; \(quote)"),
            (": b", "1:1: a key is missing before the colon; quote the value if the colon begins it"),
            (
                "%FOO\n---\na",
                "1:1: this is not a directive of YAML (found unknown directive name); quote a value that begins with %"
            ),
            ("%YAML 2.0\n---\na", "1:1: the file must be YAML 1.2; leave this line out"),
            ("# x\n%YAML 1.1\n---\na", "2:1: the file must be YAML 1.2; leave this line out"),
            ("---\na: 1\n---\nb", "3:1: \(second)"),
            ("a\n...\nb", "3:1: \(second)"), ("", "1:1: \(empty)"), ("# x\n", "1:1: \(empty)"),
            ("a: !e!x b", "1:4: tags are not known here; quote a value that begins with !"),
        ])
    func syntax(text: String, finding: String) {
        #expect(findings(text) == [finding])
    }

    @Test("columns count scalars, and lines end with LF, CRLF or CR")
    func positions() {
        #expect(findings("é😀: b: c") == ["1:6: \(Self.colon)"])
        #expect(findings("a: 1\r\nb: 2\r\nc: @x\r\n") == ["3:4: a plain value can't begin with @; quote it"])
        #expect(findings("a: 1\rb: 2\rc: @x") == ["3:4: a plain value can't begin with @; quote it"])
    }

    @Test("what stood before a syntax error is kept and checked")
    func partial() throws {
        let document = Document.read(path: "f.yaml", bytes: Array("a: 1\na: 2\nb: {c: d, e: [f\ng: @".utf8))
        #expect(!document.isComplete)
        #expect(
            findings(document.diagnostics).first == "2:1: the key \"a\" is there twice, first at line 1; leave one out")
        #expect(document.diagnostics.count == 2)
        let root = try #require(document.root?.mapping)
        #expect(root.entries.map(\.key.text) == ["a", "b"])
        #expect(root["b"]?.value.mapping?["c"]?.value.text == "d")
    }
}
