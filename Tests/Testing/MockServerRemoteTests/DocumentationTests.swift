import Foundation
import TestSupport
import Testing

@Suite struct RemoteDocumentationTests {
    @Test(
        "each example in the public documentation is compiled",
        arguments: ["MockServerRemote", "MockServerRemoteTesting", "MockServerRemoteXCTest"])
    func examples(target: String) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let compiled = try DocumentedExamples.compiled(tests.appendingPathComponent("DocumentationExamples.swift"))
        let examples = try DocumentedExamples.all(in: Checkout.sources(of: target))
        #expect(!examples.isEmpty)
        for example in examples {
            #expect(compiled.contains(example.code), "\(example.file): an example that is not compiled")
        }
    }
}
