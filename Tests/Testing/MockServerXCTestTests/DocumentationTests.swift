import Foundation
import TestSupport
import Testing

@Suite struct DocumentationTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test(
        "each example in the public documentation is compiled",
        arguments: [
            "HTTPMessage", "MockRuntime", "MockServerHarness", "MockServerKit", "MockServerTesting",
            "MockServerStubs", "MockServerXCTest", "Playback", "Reports", "ScenarioFiles", "Scenarios",
        ])
    func examples(target: String) throws {
        // What only Swift Testing compiles is in the tests of its harness.
        let compiled = try ["MockServerXCTestTests", "MockServerTestingTests"].map { tests in
            try DocumentedExamples.compiled(
                Self.tests.deletingLastPathComponent().appendingPathComponent("\(tests)/DocumentationExamples.swift"))
        }
        for example in try DocumentedExamples.all(in: Checkout.sources(of: target)) {
            #expect(
                compiled.contains { $0.contains(example.code) },
                "\(example.file): an example that is not compiled")
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
        #expect(DocumentedExamples.inComments(of: source) == ["\nlet a = 1\na.b()\n", "\nlet c = 2\nif c { d() }\n"])
    }
}
