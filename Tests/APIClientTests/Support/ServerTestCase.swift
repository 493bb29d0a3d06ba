import MockServerXCTest
import XCTest

/// Tests that reach their servers by the wire of this run.
class ServerTestCase: XCTestCase {
    /// Starts a server as `startMockServer` does, and checks at the test's end that each request used the wire.
    func startServer(
        _ name: String, file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockServer {
        try prepared(startMockServer(name, options: Wire.current.options, file: file, line: line), file, line)
    }

    func startServer(
        _ scenario: Scenario, file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockServer {
        try prepared(startMockServer(scenario, options: Wire.current.options, file: file, line: line), file, line)
    }

    private func prepared(_ server: MockServer, _ file: StaticString, _ line: UInt) throws -> MockServer {
        try Wire.current.trust(server)
        addTeardownBlock {
            let versions = server.journal.map(\.request.version)
            XCTAssertFalse(versions.isEmpty, "no request came", file: file, line: line)
            for version in versions { XCTAssertEqual(version, Wire.current.version, file: file, line: line) }
        }
        return server
    }
}
