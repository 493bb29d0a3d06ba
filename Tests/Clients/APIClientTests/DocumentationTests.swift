import Foundation
import TestSupport
import Testing

@Suite("The documentation of the clients") struct DocumentationTests {
    @Test("each example is compiled, in the tests of its module", arguments: ["APIClient", "APIClientCombine"])
    func examples(module: String) throws {
        let path = try #require(Checkout.path(of: "\(module)Tests", in: "Tests"))
        let tests = Checkout.root.appendingPathComponent(path)
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        let compiled = try (files ?? []).filter { $0.pathExtension == "swift" }.map(DocumentedExamples.compiled)
        let examples = try DocumentedExamples.all(in: Checkout.sources(of: module))
        try #require(!examples.isEmpty)
        for example in examples {
            #expect(
                compiled.contains { $0.contains(example.code) }, "\(example.file): an example that is not compiled")
        }
    }
}
