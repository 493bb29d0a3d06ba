import Foundation
import TestSupport
import Testing

@Suite("The documentation of the clients") struct DocumentationTests {
    @Test("each example is compiled, in the tests of its module", arguments: ["APIClient", "APIClientCombine"])
    func examples(module: String) throws {
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let tests = package.appendingPathComponent("Tests/\(module)Tests")
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        let compiled = try (files ?? []).filter { $0.pathExtension == "swift" }.map(DocumentedExamples.compiled)
        let examples = try DocumentedExamples.all(in: package.appendingPathComponent("Sources/\(module)"))
        try #require(!examples.isEmpty)
        for example in examples {
            #expect(
                compiled.contains { $0.contains(example.code) }, "\(example.file): an example that is not compiled")
        }
    }
}
