import Dispatch
import MockServerXCTest
import XCTest

/// What a server costs an XCTest, beside a test without one.
final class XCTestCost: XCTestCase {
    /// A test that prints how long it takes, with its set-up and teardown: `cost NAME NANOSECONDS`.
    private final class Timed: XCTestCase {
        override func invokeTest() {
            let begin = DispatchTime.now().uptimeNanoseconds
            super.invokeTest()
            print("cost \(name.split(separator: ".").last ?? "") \(DispatchTime.now().uptimeNanoseconds - begin)")
        }
    }

    func testCost() {
        for _ in 1...500 {
            Timed(name: "xctest-empty") { _ in }.run()
            Timed(name: "xctest") { _ = try $0.startMockServer("health") }.run()
        }
    }
}
