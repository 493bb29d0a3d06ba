import Testing
import XCTest

/// A place in a test, at which failures are reported to the framework that runs the test.
struct TestLocation: Sendable {
    private let file: StaticString
    private let source: SourceLocation
    /// Asked here and not at a failure, which may come on a thread that knows no test.
    private let isSwiftTesting = Test.current != nil

    init(_ fileID: StaticString, _ file: StaticString, _ line: UInt, _ column: UInt) {
        self.file = file
        source = SourceLocation(fileID: "\(fileID)", filePath: "\(file)", line: Int(line), column: Int(column))
    }

    func fail(_ text: String) {
        if isSwiftTesting {
            Issue.record("\(text)", sourceLocation: source)
        } else {
            XCTFail(text, file: file, line: UInt(source.line))
        }
    }
}
