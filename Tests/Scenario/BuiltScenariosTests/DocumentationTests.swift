import Foundation
import TestSupport
import Testing

@Suite("The documentation of the Swift builder")
struct DocumentationTests {
    @Test("has only examples that are compiled", arguments: ["ScenarioBuilder", "BuiltScenarios"])
    func examples(target: String) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let compiled = try DocumentedExamples.compiled(tests.appendingPathComponent("DocumentationExamples.swift"))
        let examples = try DocumentedExamples.all(in: Checkout.sources(of: target))
        #expect(!examples.isEmpty)
        for example in examples { #expect(compiled.contains(example.code), "\(example.file)") }
    }
}
