import Foundation
import Locking
import XCTest

/// Counts the tests that have ended, so that a server which outlives its test does not fail another one.
private final class EndedTests: NSObject, XCTestObservation, Sendable {
    static let shared: EndedTests = {
        let tests = EndedTests()
        XCTestObservationCenter.shared.addTestObserver(tests)
        return tests
    }()

    private let counters = Counters(count: 1)

    /// Their number, from 1.
    var count: Int64 { Int64(clamping: counters[0]) + 1 }

    func testCaseDidFinish(_ testCase: XCTestCase) { counters.add(at: 0) }
}

/// A number of the test that runs, which no later one has. Called by `MockRuntime`, which can't import a test framework.
@_cdecl("mockserver_current_xctest")
func currentTest() -> Int64 { EndedTests.shared.count }

/// Fails the test that runs for a server that was released unasked, if that was made in the same test; `test` is what
/// `currentTest` said then. Without a running test XCTest drops it.
@_cdecl("mockserver_record_failure")
func recordUnaskedVerdict(_ text: UnsafePointer<CChar>, _ test: Int64) {
    guard test == currentTest() else { return }
    XCTFail(String(cString: text))
}
