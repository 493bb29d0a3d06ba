import ScenarioFiles
import Scenarios
import Testing

@Suite("A large file", .timeLimit(.minutes(60)))
struct LargeFileTests {
    /// Lines without meaning that make a file large.
    private static let comments = String(repeating: "# \(String(repeating: "x", count: 97))\n", count: 700)
    private static let commentLines = 700

    private func read(_ text: String) -> Document {
        Document.read(path: "f.yaml", bytes: Array(text.utf8))
    }

    @Test(
        "has the values and the errors of the same text in a small file",
        arguments: [
            "a: 1", "a: [b, {c: d}]\ne: |\n  text\n  more\n", "a: &x [1, 2]\nb: *x\n", "a: !!str 1\nb: ! 2\n",
            "a: \"\\u00e9\\n\"\nb: 'it''s'\nc: >\n  folded\n  text\n",
            "--- \na: 1\n", "a: 1\n---\nb: 2\n", "%YAML 1.1\n---\na: 1\n", "a: *none\n",
            "a: {b: /x/{id}\n",
            "a: [1, b c: d]\n", "a: 1\n  b: 2\n", "a: \"open\n", "a:\tb\n\tc: d\n", "<<: a\n", "{a}: b\n", "a: {{b}}\n",
            String(repeating: "[", count: 200),
        ])
    func sameAsSmall(text: String) {
        let small = read(text)
        let large = read(Self.comments + text)
        #expect(large.isComplete == small.isComplete)
        #expect(large.root.map(description) == small.root.map(description))
        #expect(
            large.diagnostics.map {
                let line = $0.position.line - Self.commentLines
                let message = $0.message.replacing("in line \($0.position.line - 1)", with: "in line \(line - 1)")
                return "\(line): \(message)"
            }
                == small.diagnostics.map { "\($0.position.line): \($0.message)" })
    }

    private func description(_ node: Node) -> String {
        switch node.kind {
        case .scalar(let scalar): "\(scalar.style) \(scalar.isText) \(scalar.text)"
        case .sequence(let items): "[\(items.map(description).joined(separator: ", "))]"
        case .mapping(let map):
            "{\(map.entries.map { "\($0.key.text): \(description($0.value))" }.joined(separator: ", "))}"
        }
    }

    @Test("keeps the order of 100,000 values") func order() throws {
        let document = read((0..<100_000).map { "- \($0)\n" }.joined())
        let items = try #require(document.root?.sequence)
        #expect(document.isComplete && document.diagnostics.isEmpty)
        #expect(items.count == 100_000)
        for (number, item) in items.enumerated()
        where item.scalar?.text != "\(number)" || item.position.line != number + 1 {
            Issue.record("at \(number) there is \(item.scalar?.text ?? "a list or map")")
        }
    }

    @Test("keeps what stands before an error at its end") func errorAtTheEnd() {
        let document = read((0..<20_000).map { "- \($0)\n" }.joined() + "- \"open\n")
        #expect(!document.isComplete)
        #expect(document.root?.sequence?.count == 20_000)
        #expect(document.diagnostics.map(\.position.line) == [20_001])
    }

    @Test("is read no further than an error that ends the reading, as often as that happens") func givenUp() {
        let deep = String(repeating: "[", count: 200)
        let rest = (0..<20_000).map { "\n- \($0)" }.joined()
        for _ in 0..<50 {
            let document = read("- \(deep)\(rest)")
            #expect(!document.isComplete)
            #expect(document.diagnostics.map(\.message) == ["maps and lists are nested more than 128 deep"])
        }
    }

    @Test("is read in parallel with others by more callers than there are processors") func together() async {
        let text = (0..<20_000).map { "- \($0)\n" }.joined()
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<40 { group.addTask { read(text).root?.sequence?.count } }
            for await count in group { #expect(count == 20_000) }
        }
    }
}
