import Foundation
package import XCTest

/// A failure as an XCTest would report it.
package struct RecordedFailure: Hashable, Sendable {
    package let text: String
    package let path: String
    package let line: Int

    package init(text: String, path: String, line: Int) {
        self.text = text
        self.path = path
        self.line = line
    }
}

/// An XCTest inside a test. It runs like any other, but keeps its recorded failures to itself.
package final class RecordingCase: XCTestCase {
    package typealias Body = @Sendable (RecordingCase) async throws -> Void

    private var recorded: [RecordedFailure] = []

    /// The failures that a test with this body has recorded at its end, including teardown.
    package static func failures(_ body: @escaping Body) async -> [RecordedFailure] {
        await withCheckedContinuation { continuation in
            // On its own thread, since XCTest blocks it until the body is done.
            Thread.detachNewThread {
                let test = make(body)
                test.run()
                continuation.resume(returning: test.recorded)
            }
        }
    }

    /// A case whose test does not run.
    package static func idle() -> RecordingCase { make { _ in } }

    #if canImport(ObjectiveC)
    private var body: Body?

    private static func make(_ body: @escaping Body) -> RecordingCase {
        let test = RecordingCase(selector: #selector(runBody))
        test.body = body
        return test
    }

    @objc private func runBody() async throws { try await body?(self) }

    package override func record(_ issue: XCTIssue) {
        let location = issue.sourceCodeContext.location
        recorded.append(
            RecordedFailure(
                text: issue.compactDescription, path: location?.fileURL.path ?? "", line: location?.lineNumber ?? 0))
    }
    #else
    private static func make(_ body: @escaping Body) -> RecordingCase {
        RecordingCase(name: "body") { test in
            guard let test = test as? RecordingCase else { return }
            try asyncTest { (test: RecordingCase) in { try await body(test) } }(test)()
        }
    }

    package override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        recorded.append(RecordedFailure(text: description, path: filePath, line: lineNumber))
    }
    #endif
}
