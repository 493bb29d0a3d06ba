import Foundation
public import MockServerTesting
import MockServerURLProtocol
public import Testing

/// Runs a part of a test beside a server that plays a scenario of the folder beside the tests, reached by the transport
/// of this run. Failures of the run are issues of the test.
public func withServer<Result>(
    _ name: String, isolation: isolated (any Actor)? = #isolation, filePath: String = #filePath,
    at call: SourceLocation = #_sourceLocation, _ body: (_ server: TestServer) async throws -> Result
) async throws -> Result {
    try await withServer(Scenario(named: name, besides: filePath), at: call, body)
}

/// Runs a part of a test beside a server that plays a scenario.
public func withServer<Result>(
    _ scenario: Scenario, isolation: isolated (any Actor)? = #isolation,
    at call: SourceLocation = #_sourceLocation, _ body: (_ server: TestServer) async throws -> Result
) async throws -> Result {
    guard Transport.hasSocket else {
        let server = try InProcessMockServer(scenario, streams: true)
        let result: Result
        do {
            result = try await body(.inProcess(server))
        } catch {
            _ = await server.finish()
            throw error
        }
        let verdict = await server.finish()
        if !verdict.passed { Issue.record("\(verdict.text())", sourceLocation: call) }
        return result
    }
    return try await withMockServer(
        scenario, options: Transport.current.options, fileID: call.fileID, filePath: call.filePath, line: call.line,
        column: call.column
    ) { server in
        try Transport.current.trust(server)
        let result = try await body(.listening(server))
        let versions = TestServer.listening(server).foreignVersions
        if !versions.isEmpty { Issue.record("requests came by \(versions)", sourceLocation: call) }
        return result
    }
}

extension InProcessMockServer {
    /// A server that hands bodies over in pieces, as the clients of these tests want them.
    convenience init(_ scenario: Scenario, streams: Bool) throws {
        var options = Options()
        options.streams = streams
        try self.init(scenario, options: options)
    }
}
