import ExactJSON
import Foundation
import Scenarios
import Testing

@testable import ScenarioFiles

@Suite("The canonical style of scenario files") struct CanonicalStyleTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")
    private static let scenarios = fixtures.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Scenarios")

    /// The names of the fixtures, such as `steps.yaml` for `steps.in.yaml` and `steps.out.yaml`.
    static let names: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
        return names.filter { $0.contains(".in.") }.map { $0.replacingOccurrences(of: ".in.", with: ".") }.sorted()
    }()

    private static func fixture(_ name: String, _ part: String) throws -> [UInt8] {
        let name = name.replacingOccurrences(of: ".", with: ".\(part).")
        return Array(try Data(contentsOf: fixtures.appendingPathComponent(name)))
    }

    private func laidOut(_ text: String, path: String = "a.yaml") throws -> String {
        String(decoding: try CanonicalStyle.bytes(of: Array(text.utf8), path: path), as: UTF8.self)
    }

    @Test("each fixture is laid out as its other half, which stays as it is", arguments: names)
    func fixtures(name: String) throws {
        let expected = String(decoding: try Self.fixture(name, "out"), as: UTF8.self)
        let received = try CanonicalStyle.bytes(of: try Self.fixture(name, "in"), path: name)
        #expect(String(decoding: received, as: UTF8.self) == expected)
        #expect(try laidOut(expected, path: name) == expected)
    }

    @Test("there are fixtures")
    func thereAreFixtures() {
        #expect(Self.names.count >= 20)
    }

    @Test("the scenarios that ship are laid out")
    func shipped() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.scenarios.path)
        let files = names.filter { $0.hasSuffix(".yaml") }
        try #require(files.count >= 15)
        for name in files {
            let text = try String(contentsOf: Self.scenarios.appendingPathComponent(name), encoding: .utf8)
            #expect(try laidOut(text, path: name) == text, "\(name)")
        }
    }

    @Test(
        "600 files in no style mean the same when they are laid out, keep comments and what those silence, and then stay",
        arguments: 0..<6)
    func untidy(hundred: Int) throws {
        for seed in hundred * 100..<(hundred + 1) * 100 {
            var untidy = UntidyScenario(seed: UInt64(seed))
            let bytes = untidy.bytes()
            let note: Comment = "seed \(seed)"
            let old = Document.read(path: "a.yaml", bytes: bytes)
            try #require(old.isComplete && old.diagnostics.isEmpty, note)
            let text = try CanonicalStyle.bytes(of: bytes, path: "a.yaml")
            let new = Document.read(path: "a.yaml", bytes: text)
            try #require(new.isComplete && new.diagnostics.isEmpty, note)
            #expect(try Values(#require(old.root)) == Values(#require(new.root)), note)
            #expect(Self.comments(in: text) == Self.comments(in: bytes), note)
            #expect(try CanonicalStyle.bytes(of: text, path: "a.yaml") == text, note)
            #expect(Self.isTidy(text), note)
            #expect(Self.silenced(in: old) == Self.silenced(in: new), note)
            let options = LoadOptions()
            let before = Scenario.load(bytes: bytes, path: "a.yaml", options: options)
            let after = Scenario.load(bytes: text, path: "a.yaml", options: options)
            #expect(before.scenario?.steps.count == after.scenario?.steps.count, note)
            #expect(Self.messages(before) == Self.messages(after), note)
        }
    }

    /// The messages without the numbers of lines.
    private static func messages(_ loaded: LoadedScenario) -> [String] {
        loaded.diagnostics.map { $0.message.replacing(/line [0-9]+/, with: "line") }.sorted()
    }

    /// For each comment that silences warnings, the numbers of the values and keys of which it does.
    private static func silenced(in document: Document) -> [[Int]] {
        var lines: [Int] = []
        func add(_ node: Node) {
            switch node.kind {
            case .scalar(let scalar):
                // Of nothing, as behind `key:`, nobody is warned.
                if scalar.isText || !scalar.text.isEmpty { lines.append(node.position.line) }
            case .sequence(let elements):
                lines.append(node.position.line)
                elements.forEach(add)
            case .mapping(let map):
                lines.append(node.position.line)
                for entry in map.entries {
                    lines.append(entry.key.position.line)
                    add(entry.value)
                }
            }
        }
        if let root = document.root { add(root) }
        return AllowComments(in: document.file).entries.map { entry in
            lines.indices.filter { entry.lines.contains(lines[$0]) }
        }
    }

    /// A tree's values without positions and notation.
    private indirect enum Values: Equatable {
        case scalar(Node.Scalar.Value, [UInt8])
        case list([Values])
        case map([[UInt8]], [Values])

        init(_ node: Node) {
            switch node.kind {
            case .scalar(let scalar): self = .scalar(scalar.value, Array(scalar.text.utf8))
            case .sequence(let elements): self = .list(elements.map(Values.init))
            case .mapping(let map):
                self = .map(map.entries.map { Array($0.key.text.utf8) }, map.entries.map { Values($0.value) })
            }
        }
    }

    /// The marks of the comments that the untidy scenarios number, in their order: `# c7`, `#7` or `# 7`. No other
    /// text of them has a `#` before a number.
    private static func comments(in bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).matches(of: /# ?c?[0-9]+/).map(\.output)
    }

    /// Whether no line has a tab, a carriage return or an odd indentation, and no two lines in a row are empty, outside of
    /// text behind `|` and `>`.
    private static func isTidy(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasSuffix("\n"), !text.contains("\r"), !text.contains("\t") else { return false }
        // A collection with a comment that silences warnings keeps its lines.
        if text.contains(/[|>][-+0-9]*( +#.*)?\n/) || text.contains("mockserver: allow") { return true }
        return !text.contains("\n\n\n") && !text.contains(/(?m)^(  )* [^ ]/) && !text.hasPrefix("\n")
    }

    @Test("a file whose notation has errors is refused with them")
    func errors() {
        for (text, path, message) in [
            ("a: {b\n", "a.yaml", "a.yaml:1:4: error: "), ("a: 1\na: 2\n", "a.yaml", "a.yaml:2:1: error: "),
            ("", "a.yaml", "a.yaml:1:1: error: the file is empty"), ("# only\n", "a.yaml", "a.yaml:1:1: error: "),
            ("{\"a\": 1,}", "a.json", "a.json:1:8: error: "), ("a: 1\n---\nb: 2\n", "a.yaml", "a.yaml:2:1: error: "),
        ] {
            #expect {
                _ = try laidOut(text, path: path)
            } throws: { error in
                (error as? CanonicalStyle.Refusal)?.diagnostics.first?.description.hasPrefix(message) ?? false
            }
        }
    }

    @Test("what is nested as deep as a file may be is laid out, in brackets and without")
    func depth() throws {
        let depth = Document.depthLimit - 1
        let brackets = "a: \(String(repeating: "[", count: depth))\(String(repeating: "]", count: depth))\n"
        #expect(try laidOut(try laidOut(brackets)).contains("[]"))
        let lists = "a:\n\(String(repeating: "- ", count: depth - 1))b\n"
        #expect(try laidOut(lists) == "a:\n  \(String(repeating: "- ", count: depth - 1))b\n")
    }

    @Test("a difference is found at the value that has it")
    func difference() throws {
        for (old, new, column) in [
            ("a: [1, 2]", "a: [1, 3]", 8), ("a: 1", "a: '1'", 4), ("a: 1", "b: 1", 1), ("a: [1]", "a: [1, 2]", 4),
            ("a: {b: 1}", "a: {b: 1, c: 2}", 4), ("a: {}", "a: []", 4),
        ] {
            let nodes = try [old, new].map { text in
                try #require(Document.read(path: "a.yaml", bytes: Array(text.utf8)).root)
            }
            #expect(CanonicalStyle.firstDifference(nodes[0], nodes[1])?.column == column, "\(new)")
            #expect(CanonicalStyle.firstDifference(nodes[0], nodes[0]) == nil)
        }
    }
}
