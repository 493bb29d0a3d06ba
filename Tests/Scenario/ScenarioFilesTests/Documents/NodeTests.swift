import ExactJSON
import ScenarioFiles
import Scenarios
import Testing

@Suite("Nodes and what they are taken for")
struct NodeTests {
    private func node(_ text: String) throws -> Node {
        let document = Document.read(path: "f.yaml", bytes: Array("v: \(text)".utf8))
        #expect(document.diagnostics.isEmpty)
        return try #require(document.root?.mapping?["v"]?.value)
    }

    /// A scenario with one variable of this value, since variables are read as JSON.
    private func loaded(_ text: String) -> LoadedScenario {
        Scenario.load(bytes: Array("mockserver: 1\nvars:\n  v: \(text)\nstubs: [{request: /}]".utf8), path: "f.yaml")
    }

    @Test(
        "in JSON the core types hold",
        arguments: [
            ("", "null"), ("~", "null"), ("null", "null"), ("Null", "null"), ("NULL", "null"), ("nULL", "\"nULL\""),
            ("true", "true"), ("True", "true"),
            ("FALSE", "false"), ("tRUE", "\"tRUE\""), ("yes", "\"yes\""), ("no", "\"no\""), ("on", "\"on\""),
            ("off", "\"off\""), ("y", "\"y\""),
            ("0", "0"), ("-0", "-0"), ("12", "12"), ("+12", "12"), ("-12", "-12"), ("1.10", "1.10"), ("1.", "1"),
            (".5", "0.5"), ("-.5", "-0.5"), ("+.5e3", "0.5e3"),
            ("1e5", "1e5"), ("1.E+5", "1E+5"), ("12345678901234567890", "12345678901234567890"),
            ("1e999999999999", "1e999999999999"),
            ("1_000", "\"1_000\""), ("1,5", "\"1,5\""), ("1..2", "\"1..2\""), ("1.2.3", "\"1.2.3\""), (".", "\".\""),
            ("..", "\"..\""), ("+", "\"+\""), ("e5", "\"e5\""), ("1e", "\"1e\""),
            ("1e+", "\"1e+\""), (".e5", "\".e5\""), ("0b11", "\"0b11\""), ("0o8", "\"0o8\""), ("0x", "\"0x\""),
            ("0xG", "\"0xG\""), ("-0x1F", "\"-0x1F\""), ("0O17", "\"0O17\""), ("1:30", "\"1:30\""),
            ("2024-01-31", "\"2024-01-31\""), ("+.nan", "\"+.nan\""), (".iNF", "\".iNF\""), ("inf", "\"inf\""),
            ("192.168.0.1", "\"192.168.0.1\""),
            ("'1'", "\"1\""), ("\"true\"", "\"true\""), ("''", "\"\""), ("!!str 1", "\"1\""),
            ("[1, 'a', {b: ~}]", "[1,\"a\",{\"b\":null}]"),
        ])
    func core(text: String, json: String) throws {
        let loaded = loaded(text)
        #expect(loaded.scenario?.initialValues.first?.value.constant?.text() == json)
        #expect(loaded.diagnostics.isEmpty)
    }

    @Test(
        "numbers that JSON can't write say to quote them",
        arguments: [
            ("007", "a number has no leading zeros in JSON"), ("-007", "a number has no leading zeros in JSON"),
            ("00", "a number has no leading zeros in JSON"), ("01.5", "a number has no leading zeros in JSON"),
            ("0o17", "JSON writes numbers in decimal only"), ("0x1F", "JSON writes numbers in decimal only"),
            (".inf", "JSON has no infinity"),
            ("-.INF", "JSON has no infinity"), ("+.Inf", "JSON has no infinity"),
            (".nan", "JSON has no \"not a number\""),
            (".NaN", "JSON has no \"not a number\""),
        ])
    func refused(text: String, why: String) throws {
        let found = loaded("[a, \(text)]").diagnostics
        #expect(findings(found) == ["3:10: \(why); quote it if text is meant: \"\(text)\""])
    }

    @Test("all scalars without a JSON value are reported")
    func allRefused() throws {
        let found = loaded("{a: 007, b: [.nan, 1], c: 0x1}").diagnostics
        #expect(found.map(\.position.column) == [10, 19, 32])
    }

    @Test(
        "where text is wanted a scalar's characters are taken",
        arguments: ["1.10", "007", "no", "on", "null", "~", "0x1F", ".inf", "true", "2024-01-31", "a b"])
    func text(_ text: String) throws {
        var diagnostics = Diagnostics()
        #expect(try node(text).text == text)
        #expect(try node(text).text(&diagnostics) == text)
        #expect(diagnostics.found.isEmpty)
    }

    @Test(
        "where text is wanted anything else is an error",
        arguments: [
            ("", "1:3: a value is needed here: write one, or leave the key out"),
            ("[a]", "1:4: text is needed here, not a list: write a"),
            ("{a: b}", "1:4: text is needed here, not a map: write b"),
        ])
    func noText(text: String, finding: String) throws {
        var diagnostics = Diagnostics()
        #expect(try node(text).text(&diagnostics) == nil)
        #expect(findings(diagnostics.found) == [finding])
    }

    @Test("an empty text in quotes is a text")
    func emptyText() throws {
        var diagnostics = Diagnostics()
        #expect(try node("''").text(&diagnostics) == "")
        #expect(try !node("''").isNull)
        #expect(try !node("''").isMissing)
        #expect(try node("~").isNull)
        #expect(try !node("~").isMissing)
        #expect(try node("").isNull)
    }

    @Test(
        "a node says what it is",
        arguments: [
            ("a", "text"), ("'1'", "text"), ("1", "a number"), ("007", "a number"), ("yes", "text"), ("true", "true"),
            ("", "nothing"), ("~", "null"), ("[]", "a list"), ("{}", "a map"),
        ])
    func summary(text: String, summary: String) throws {
        #expect(try node(text).summary == summary)
    }

    @Test(
        "a place inside a scalar is found through its notation",
        arguments: [
            ("GET /{{x}}", "{{", "1:9"), ("{{x}}".quotedDouble, "{{", "1:5"), ("'it''s {{x}}'", "{{", "1:11"),
            (#""\té\u00e9\n \U0001F600 {{x}}""#, "{{", "1:28"), ("a\n  b {{x}}", "{{", "2:5"),
            ("|\n  a\n\n    {{x}}\n", "{{", "4:5"),
            (">-\n  a\n  b\n\n  c {{x}}", "{{", "5:5"), ("\"a \\\n   b {{x}}\"", "{{", "2:6"),
            ("&a !!str  y{{x}}", "{{", "1:15"),
            ("'😀é{{x}}'", "{{", "1:7"),
        ])
    func inside(text: String, needle: String, expected: String) throws {
        let node = try node(text)
        let content = Array(try #require(node.text).unicodeScalars)
        let wanted = Array(needle.unicodeScalars)
        let offset = try #require(content.indices.first { content[$0...].starts(with: wanted) })
        let position = node.position(ofScalar: offset)
        #expect("\(position.line):\(position.column)" == expected)
    }

    @Test("the places in a long folded text are found in one pass", .timeLimit(.minutes(60)))
    func manyPositions() throws {
        let lines = String(repeating: "    é {{nope}} z\n", count: 3000)
        let text = "mockserver: 1\nvars:\n  v: >\n" + lines
        let found = Scenario.load(bytes: Array(text.utf8), path: "f.yaml").diagnostics
        #expect(found.reduce(0) { $0 + $1.count } == 3000)
        #expect(
            found.dropLast().last.map { "\($0)" }
                == "f.yaml:1003:9: error: nothing defines \"nope\"; write nope: … before this in vars")
    }

    @Test("a place that is not there is the node's own")
    func outside() throws {
        #expect(try node("abc").position(ofScalar: 9).column == 4)
        #expect(try node("abc").position(ofScalar: 0).column == 4)
        #expect(try node("[a]").position(ofScalar: 1).column == 4)
    }
}

extension String {
    fileprivate var quotedDouble: String { "\"\(self)\"" }
}
