import Foundation
public import MockServerRemote
public import Testing

/// Has a remote server play the scenario named `name` for `body`, which is a part of a test, in a session of its own, and
/// records the failures of the run as issues of the test, each at the scenario's own line.
///
/// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, as far
/// as the package's; its text is sent to the server. This form lets the cases of a parameterised test give a scenario
/// their own values:
///
/// ```swift
/// @Test(arguments: ["rt-1", "rt-2"])
/// func aTokenIsRefreshed(refreshToken: String) async throws {
///     try await withRemoteMockServer("token-refresh", vars: ["refreshToken": refreshToken], on: server) { server in
///         let client = try RESTClient(baseURL: server.url)
///         let tokens = TokenStore(Tokens(access: "expired", refresh: refreshToken), refreshingThrough: client)
///         _ = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
///     }
/// }
/// ```
///
/// - Parameters:
///   - name: the file's name, with or without its extension.
///   - vars: values that replace those of the scenario's `vars`, by name.
///   - server: the server; nil for the one that the environment variables `MOCKSERVER_ADMIN_URL`,
///     `MOCKSERVER_ADMIN_TOKEN` and `MOCKSERVER_URL` name.
///   - sharing: whether the part has a session or takes turns with others at the server's own run.
///   - sourceLocation: the position of the call; leave it out.
///   - isolation: the caller's actor; leave it out.
///   - body: the part of the test. It gets the session; `RemoteMockServer.current` is that, too.
/// - Throws: `RemoteMockServerError`, `RemoteHarnessMisuse`, and what `body` throws.
public func withRemoteMockServer<Result>(
    _ name: String, vars: [String: String] = [:], on server: (any RemoteServer)? = nil,
    sharing: ServerSharing = .bySession, sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation, _ body: (RemoteMockServer) async throws -> Result
) async throws -> Result {
    let scenario = RemoteScenario.file(name, vars: vars, from: sourceLocation.filePath)
    let server: any RemoteServer =
        if let server { server } else {
            try await RemoteMockServer(environment: ProcessInfo.processInfo.environment)
        }
    return try await RemoteServerUse.begin(server, playing: scenario, sharing: sharing, at: sourceLocation)
        .perform(body)
}

/// Has a remote server play a scenario for `body`, which is a part of a test, and records the failures of the run as
/// issues of the test. Runs that `body` ends by `reset` or `play` count, too, unless they had no requests.
///
/// ```swift
/// let process = try await MockServerProcess()
/// try await withRemoteMockServer(process, playing: .file("greeting")) { server in
///     _ = try await URLSession.shared.data(from: server.url.appendingPathComponent("hello"))
/// }
/// ```
///
/// The scenario is played in a session, which ends when `body` returns, throws or is cancelled. So tests that share a
/// server don't wait for each other. Let the client call the URL of the server that `body` gets, which is the session's,
/// not the one of `server`.
///
/// A session can't play the scenario with which the server was started, `.current`, which is played unless another is
/// given. That is always the server's own run, which tests use in turns, as with `sharing: .byTurns`.
///
/// - Parameters:
///   - server: the server.
///   - scenario: the scenario; the one that the server plays already, from its beginning, unless another is given.
///   - sharing: whether the part has a session or takes turns with others at the server's own run.
///   - sourceLocation: the position of the call; leave it out.
///   - isolation: the caller's actor; leave it out.
///   - body: the part of the test. It gets the session, or the server if they take turns.
/// - Throws: `RemoteMockServerError`, `RemoteHarnessMisuse`, and what `body` throws. A session that is gone at the
///   end is recorded as an issue, because then there is no verdict.
public func withRemoteMockServer<Result>(
    _ server: some RemoteServer, playing scenario: RemoteScenario = .current, sharing: ServerSharing = .bySession,
    sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
    _ body: (RemoteMockServer) async throws -> Result
) async throws -> Result {
    try await RemoteServerUse.begin(server, playing: scenario, sharing: sharing, at: sourceLocation).perform(body)
}

extension RemoteMockServer {
    /// The session of the current test's trait `.remoteMockServer(_:)` or of `withRemoteMockServer`, or the server whose
    /// turn it is; the innermost one.
    ///
    /// - Throws: `RemoteHarnessMisuse` if the test has none.
    public static var current: RemoteMockServer {
        get throws {
            guard let server = RemoteServerUse.server else { throw RemoteHarnessMisuse.noServer }
            return server
        }
    }
}
