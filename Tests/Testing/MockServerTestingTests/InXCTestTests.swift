import MockServerTesting
import XCTest

/// Swift Testing's harness in XCTest, which would drop what it records.
final class InXCTestTests: XCTestCase {
    func testItSaysWhichProductToImport() async {
        do {
            try await withMockServer("greeting") { _ in XCTFail("it has a server") }
            XCTFail("it has a server")
        } catch {
            XCTAssertEqual(error as? HarnessMisuse, .outsideSwiftTesting)
            XCTAssertEqual(
                "\(error)",
                "no Swift Testing test runs here, so the failures of a mock server would be lost. In an XCTestCase import "
                    + "MockServerXCTest and call try startMockServer(\"name\"); a detached task does not belong to its "
                    + "test, so take the server before it starts")
        }
        XCTAssertThrowsError(try MockServer.current) {
            XCTAssertEqual($0 as? HarnessMisuse, .outsideSwiftTesting)
        }
    }
}
