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
        Issue.record("\(text)", sourceLocation: source)
        // A thread that knows no test of Swift Testing may be one of XCTest's. Each framework drops what is reported to
        // it while the other one runs.
        if !isSwiftTesting { XCTFail(text, file: file, line: UInt(source.line)) }
    }
}
