import Foundation
import TestSupport
import Testing

@Suite("The documentation of APIClient") struct DocumentationTests {
    @Test("each example is compiled, in these tests")
    func examples() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let package = tests.deletingLastPathComponent().deletingLastPathComponent()
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        let compiled = try (files ?? []).filter { $0.pathExtension == "swift" }.map(DocumentedExamples.compiled)
        let examples = try DocumentedExamples.all(in: package.appendingPathComponent("Sources/APIClient"))
        try #require(!examples.isEmpty)
        for example in examples {
            #expect(
                compiled.contains { $0.contains(example.code) }, "\(example.file): an example that is not compiled")
        }
    }
}
