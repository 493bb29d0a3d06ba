import XCTest

/// Keeps the failures of a closure in place of failing by them. It is an XCTest because XCTest has one current test, and
/// the tests of Swift Testing run beside each other.
class KeptFailures: XCTestCase {
    private var kept: [RecordedIssue]?

    /// The failures that a closure causes.
    func failures(of body: () throws -> Void) rethrows -> [RecordedIssue] {
        kept = []
        defer { kept = nil }
        try body()
        return kept ?? []
    }

    #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
        guard kept != nil else { return super.record(issue) }
        kept?.append(
            RecordedIssue(text: issue.compactDescription, line: issue.sourceCodeContext.location?.lineNumber))
    }
    #else
    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        guard kept != nil else {
            return super.recordFailure(
                withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }
        kept?.append(RecordedIssue(text: description, line: lineNumber))
    }
    #endif
}
