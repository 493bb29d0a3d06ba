import ExactJSON
@testable import ScenarioFiles
import Scenarios
import Testing

private let comment = "JSON has no comments; leave it out, or write the scenario as a file in YAML"

@Suite("Reading .json files")
struct JSONReaderTests {
    private func read(_ text: String) -> Document { Document.read(path: "f.JSON", bytes: Array(text.utf8)) }

    @Test("keys and values have their places, strings are quoted, the rest is plain")
    func nodes() throws {
        let document = read("{\"é\": \"x\",\n  \"n\": [1.10, true, null, {}]}")
        #expect(document.isComplete && document.diagnostics.isEmpty)
        let root = try #require(document.root?.mapping)
        #expect(root.entries.map(\.key.position.description) == ["f.JSON:1:2", "f.JSON:2:3"])
        #expect(root["é"]?.value.scalar?.style == .doubleQuoted)
        let list = try #require(root["n"]?.value.sequence)
        #expect(list.map(\.position.column) == [9, 15, 21, 27])
        #expect(list[0].text == "1.10")
        #expect(list.map(\.json) == [1.1, true, nil, [:]])
    }

    @Test("what libyaml refuses of JSON is read: surrogate pairs, long keys, any character in a string, tabs")
    func beyondYAML() throws {
        let key = String(repeating: "k", count: 3000)
        let document = read("{\n\t\"\(key)\":\t\"\\ud83d\\ude00\u{2028}\u{7F}\"\n}")
        #expect(document.diagnostics.isEmpty)
        #expect(document.root?.mapping?[key]?.value.text == "😀\u{2028}\u{7F}")
    }

    @Test("a string that looks like another type is text")
    func text() throws {
        let json = try #require(read(#"["007", "null", "true", ".inf", "<<", ""]"#).root?.json)
        #expect(json == ["007", "null", "true", ".inf", "<<", ""])
    }

    @Test(
        "errors have their places",
        arguments: [
            (
                "{\"a\":1,\n\"a\":2,\"b\":{\"c\":1,\"c\":2}}",
                [
                    "2:1: the key \"a\" is there twice, first at line 1; leave one out",
                    "2:18: the key \"c\" is there twice, first at column 12; leave one out",
                ]
            ),
            (
                "{\"a\":1,\n\"a\":2,}",
                ["2:1: the member $.a is there twice", "2:6: a comma stands before the closing }"]
            ),
            ("", ["1:1: \(YAMLReader.emptyFile)"]), ("[1] # c", ["1:5: \(comment)"]),
            ("[1, // c\n2]", ["1:5: \(comment)"]), ("[/* c */ 1]", ["1:2: \(comment)"]),
            ("[1] / c", ["1:5: / follows after the value's end"]),
            ("[007]", ["1:2: a number must not begin with a zero that more digits follow"]),
            ("[\"\\ud83d\"]", ["1:3: \\ud83d is half of a surrogate pair without its other half"]),
            (String(repeating: "[", count: 200), ["1:129: arrays and objects are nested more than 128 deep"]),
        ] as [(String, [String])])
    func errors(text: String, expected: [String]) {
        let document = read(text)
        #expect(findings(document.diagnostics) == expected)
    }

    @Test("the caller may say that a file is JSON, whatever its name")
    func format() {
        #expect(!Document.read(path: "x", bytes: Array("a: b".utf8), format: .json).diagnostics.isEmpty)
        #expect(Document.read(path: "x.json", bytes: Array("a: b".utf8), format: .yaml).diagnostics.isEmpty)
    }
}
