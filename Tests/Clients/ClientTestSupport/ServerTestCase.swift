public import MockServerURLProtocol
public import MockServerXCTest
public import XCTest

/// Tests that reach their servers by the transport of this run.
open class ServerTestCase: XCTestCase {
    /// Starts a server that plays a scenario of the folder beside the tests, and checks at the test's end that each
    /// request used the transport, and the verdict.
    public func startServer(_ name: String, file: StaticString = #filePath, line: UInt = #line) throws -> TestServer {
        try startServer(Scenario(named: name, besides: "\(file)"), file: file, line: line)
    }

    /// Starts a server that plays a scenario.
    public func startServer(
        _ scenario: Scenario, file: StaticString = #filePath, line: UInt = #line
    ) throws -> TestServer {
        guard Transport.hasSocket else {
            let server = try InProcessMockServer(scenario, streams: true)
            addTeardownBlock {
                let verdict = server.finish()
                XCTAssertTrue(verdict.passed, verdict.text(), file: file, line: line)
            }
            return try prepared(.inProcess(server), file, line)
        }
        let server = try startMockServer(scenario, options: Transport.current.options, file: file, line: line)
        return try prepared(.listening(server), file, line)
    }

    /// Starts a server whose test stubs inline, which needs a socket.
    public func startServer(file: StaticString = #filePath, line: UInt = #line) throws -> MockServer {
        try XCTSkipUnless(Transport.hasSocket, "inline stubs need a server with a socket")
        let server = try startMockServer(options: Transport.current.options, file: file, line: line)
        _ = try prepared(.listening(server), file, line)
        return server
    }

    private func prepared(_ server: TestServer, _ file: StaticString, _ line: UInt) throws -> TestServer {
        if case .listening(let server) = server { try Transport.current.trust(server) }
        addTeardownBlock {
            XCTAssertFalse(server.journal.isEmpty, "no request came", file: file, line: line)
            XCTAssertEqual(server.foreignVersions, [], file: file, line: line)
        }
        return server
    }
}
