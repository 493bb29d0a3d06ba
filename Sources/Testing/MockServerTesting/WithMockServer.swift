public import Foundation
import MockServerHarness
public import MockServerKit
import Testing

/// Runs a part of a Swift Testing test beside a server that plays the scenario named `name`.
///
/// The scenario is looked for like that of the trait `.mockServer(…)`. When `body` returns, throws or is cancelled, the
/// server stops, and each failure of the run is recorded as an issue of the test at the scenario's own line. This form
/// lets the cases of a parameterised test give a scenario their own values:
///
/// ```swift
/// @Test(arguments: ["rt-1", "rt-2"])
/// func aTokenIsRefreshed(refreshToken: String) async throws {
///     try await withMockServer("token-refresh", vars: ["refreshToken": refreshToken]) { server in
///         let client = try RESTClient(baseURL: server.url)
///         let tokens = TokenStore(Tokens(access: "expired", refresh: refreshToken), refreshingThrough: client)
///         _ = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
///     }
/// }
/// ```
///
/// - Parameters:
///   - name: the file's name, with or without its extension.
///   - vars: values that replace those of the scenario's `vars`, by name; a name that the scenario lacks is an error.
///   - options: the server's configuration.
///   - isolation: the caller's actor; leave it out.
///   - fileID: the caller's file with its module; leave it out.
///   - filePath: the caller's file; leave it out.
///   - line: the caller's line; leave it out.
///   - column: the caller's column; leave it out.
///   - body: the part of the test. `MockServer.current` is the server there.
/// - Throws: `ScenarioNotFound` with the paths tried, `ScenarioError` with all errors of the file, `ServerStartError`,
///   `HarnessMisuse` where no Swift Testing test runs, or what `body` throws.
public func withMockServer<Result>(
    _ name: String, vars: [String: String] = [:], options: MockServer.Options = MockServer.Options(),
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, _ body: (_ server: MockServer) async throws -> Result
) async throws -> Result {
    let scenario = TestScenario.named(name, vars: vars, filePath: filePath)
    let call = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await ServerScope.perform(of: scenario, options, call, body)
}

/// Runs a part of a Swift Testing test beside a server that plays the scenario in the file at `url`, like the other
/// `withMockServer`.
///
/// - Throws: `ScenarioError`, `ServerStartError`, `HarnessMisuse`, or what `body` throws.
public func withMockServer<Result>(
    contentsOf url: URL, vars: [String: String] = [:], options: MockServer.Options = MockServer.Options(),
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, _ body: (_ server: MockServer) async throws -> Result
) async throws -> Result {
    let scenario = TestScenario.contents(of: url, vars: vars, filePath: filePath)
    let call = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await ServerScope.perform(of: scenario, options, call, body)
}

/// Runs a part of a Swift Testing test beside a server that plays `scenario`, like the other `withMockServer`. If the
/// scenario was not read from a file, its failures are recorded at the call.
///
/// - Throws: `ScenarioError` for unknown `vars`, `ServerStartError`, `HarnessMisuse`, or what `body` throws.
public func withMockServer<Result>(
    _ scenario: Scenario, vars: [String: String] = [:], options: MockServer.Options = MockServer.Options(),
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, _ body: (_ server: MockServer) async throws -> Result
) async throws -> Result {
    let call = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let scenario = TestScenario.value(scenario, vars: vars, filePath: filePath, line: line)
    return try await ServerScope.perform(of: scenario, options, call, body)
}

/// Runs a part of a Swift Testing test beside a server without a scenario: the test stubs inline.
///
/// ```swift
/// try await withMockServer { server in
///     server.stub(.get, "/me").respond(json: ["result": ["id": "u-1", "name": "Ada", "email": "ada@example.com"]])
///     _ = try await IdentityService(client: RESTClient(baseURL: server.url)).fetchProfile()
/// }
/// ```
///
/// - Throws: `ServerStartError`, `HarnessMisuse`, or what `body` throws.
public func withMockServer<Result>(
    options: MockServer.Options = MockServer.Options(), isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: (_ server: MockServer) async throws -> Result
) async throws -> Result {
    let call = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await ServerScope.perform(of: .stubs(filePath: filePath, line: line), options, call, body)
}
