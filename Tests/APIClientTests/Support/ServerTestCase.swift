import MockServerXCTest
import XCTest

/// Tests that reach their servers by the transport of this run.
class ServerTestCase: XCTestCase {
    /// Starts a server as `startMockServer` does, and checks at the test's end that each request used the wire.
    func startServer(
        _ name: String, file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockServer {
        try prepared(startMockServer(name, options: Transport.current.options, file: file, line: line), file, line)
    }

    func startServer(
        _ scenario: Scenario, file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockServer {
        try prepared(startMockServer(scenario, options: Transport.current.options, file: file, line: line), file, line)
    }

    private func prepared(_ server: MockServer, _ file: StaticString, _ line: UInt) throws -> MockServer {
        try Transport.current.trust(server)
        addTeardownBlock {
            let versions = server.journal.map(\.request.version)
            XCTAssertFalse(versions.isEmpty, "no request came", file: file, line: line)
            for version in versions { XCTAssertEqual(version, Transport.current.version, file: file, line: line) }
        }
        return server
    }
}
