import Foundation
import Testing

@Suite("The documentation of the Swift builder")
struct DocumentationTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test("has only examples that are compiled", arguments: ["ScenarioBuilder", "BuiltScenarios"])
    func examples(target: String) throws {
        let compiled = Self.bare(
            try Self.text(of: Self.tests.appendingPathComponent("DocumentationExamples.swift"))
                .split(separator: "\n"))
        let folder = Self.tests.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources").appendingPathComponent(target)
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            for example in Self.examples(in: try Self.text(of: file)) {
                #expect(compiled.contains(example), "\(file.lastPathComponent)")
                count += 1
            }
        }
        #expect(count > 0)
    }

    private static func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The blocks between fences of Swift in comments.
    private static func examples(in source: String) -> [String] {
        let comments = source.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("///") }
        return comments.map { String($0.dropFirst(3)) }.joined(separator: "\n").components(separatedBy: " ```swift\n")
            .dropFirst().map { bare(($0.components(separatedBy: "\n ```").first ?? "").split(separator: "\n")) }
    }

    /// Lines without indentation, between line breaks; empty ones are left out.
    private static func bare(_ lines: [Substring]) -> String {
        let texts = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return "\n" + texts.joined(separator: "\n") + "\n"
    }
}
