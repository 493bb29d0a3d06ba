import Foundation
import Testing

@Suite struct DocumentationTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let sources = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    @Test(
        "each example in the public documentation is compiled",
        arguments: [
            "APIClient", "HTTPMessage", "MockRuntime", "MockServerHarness", "MockServerKit", "MockServerTesting",
            "MockServerStubs", "MockServerXCTest", "Playback", "Reports", "ScenarioFiles", "Scenarios",
        ])
    func examples(target: String) throws {
        // What only Swift Testing compiles is in the tests of its harness.
        let compiled = try ["MockServerXCTestTests", "MockServerTestingTests"].map { tests in
            let file = Self.tests.deletingLastPathComponent().appendingPathComponent(
                "\(tests)/DocumentationExamples.swift")
            return Self.bare(try String(contentsOf: file, encoding: .utf8).split(separator: "\n"))
        }
        let folder = Self.sources.appendingPathComponent(target)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            for example in Self.examples(in: try String(contentsOf: file, encoding: .utf8)) {
                #expect(
                    compiled.contains { $0.contains(example) },
                    "\(file.lastPathComponent): an example that is not compiled")
            }
        }
    }

    @Test("fenced and indented examples are found, and prose is not")
    func finding() {
        let source = """
            /// One.
            ///
            ///     let a = 1
            ///     a.b()
            ///
            /// - Parameter a: what
            ///     goes on here.
            func f()
                /// ```swift
                /// let c = 2
                ///
                /// if c { d() }
                /// ```
            """
        #expect(Self.examples(in: source) == ["\nlet a = 1\na.b()\n", "\nlet c = 2\nif c { d() }\n"])
    }

    /// Lines without indentation, between line breaks; empty ones are left out.
    private static func bare(_ lines: some Sequence<Substring>) -> String {
        let texts = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return "\n" + texts.joined(separator: "\n") + "\n"
    }

    private static func examples(in source: String) -> [String] {
        var examples: [[Substring]] = []
        var isFenced = false
        var before: Substring?
        var isIndented = false
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            defer { before = trimmed }
            guard trimmed.hasPrefix("///") else {
                isIndented = false
                continue
            }
            let text = trimmed.dropFirst(3)
            if text.hasPrefix(" ```") {
                isFenced = text == " ```swift"
                if isFenced { examples.append([]) }
            } else if isFenced {
                examples[examples.count - 1].append(text)
            } else if text.hasPrefix("     "), isIndented || before == "///" {
                if !isIndented { examples.append([]) }
                isIndented = true
                examples[examples.count - 1].append(text)
            } else {
                isIndented = false
            }
        }
        return examples.map { bare($0) }
    }
}
