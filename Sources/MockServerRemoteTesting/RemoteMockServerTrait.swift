import Foundation
public import MockServerRemote
public import Testing

/// Has a remote server play a scenario for each case of a test: see `.remoteMockServer(_:)`.
public struct RemoteMockServerTrait: TestTrait, SuiteTrait, TestScoping {
    private struct Address: Sendable {
        let adminURL: String?
        let token: String?
        let url: String?

        func resolved() throws(RemoteMockServerError) -> RemoteMockServerAddress {
            guard let adminURL else {
                return try RemoteMockServerAddress(environment: ProcessInfo.processInfo.environment)
            }
            return try RemoteMockServerAddress(adminURL: adminURL, token: token, url: url)
        }

        /// The server; nil if the address is not valid.
        var server: ServerID? { (try? resolved()).map { ServerID($0.adminURL) } }
    }

    /// Tells equal traits apart.
    private let id = UUID()
    private let address: Address
    private let scenario: RemoteScenario
    private let location: SourceLocation
    private let filePath: String

    init(
        _ scenario: RemoteScenario, at adminURL: String?, token: String?, url: String?, _ filePath: String,
        _ location: SourceLocation
    ) {
        address = Address(adminURL: adminURL, token: token, url: url)
        self.scenario = scenario
        self.location = location
        self.filePath = filePath
    }

    /// A suite's trait is for each of its tests.
    public var isRecursive: Bool { true }

    /// Begins a run, performs a case of a test, and records the failures of the run. The innermost of nested traits for
    /// one server does it, the others do nothing.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let server = address.server
        let innermost = test.traits.compactMap { $0 as? RemoteMockServerTrait }.last { $0.address.server == server }
        guard innermost?.id == id else { return try await function() }
        let resolved = try address.resolved()
        let remote = try await RemoteMockServer(
            adminURL: resolved.adminURL, token: resolved.token, url: resolved.url)
        try await withRemoteMockServer(remote, playing: scenario, filePath: filePath, sourceLocation: location) { _ in
            try await function()
        }
    }
}

extension Trait where Self == RemoteMockServerTrait {
    /// Has a remote server play the scenario named `name` for each case of the test, or of the suite's tests.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the test's file or further up, as
    /// far as the package's; its text is sent to the server. When the case ends, each failure of the run is recorded as
    /// an issue at the scenario's own line. Cases for one server wait for each other, because it plays one run; so
    /// don't run several processes of tests against it at once.
    ///
    /// ```swift
    /// @Test(.remoteMockServer("token-refresh", at: "http://127.0.0.1:9000"))
    /// func anExpiredTokenIsRefreshedOnce() async throws {
    ///     let client = try RESTClient(baseURL: RemoteMockServer.current.url)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - vars: values that replace those of the scenario's `vars`, by name.
    ///   - adminURL: the URL of the server's admin API; nil for the server that the environment variables
    ///     `MOCKSERVER_ADMIN_URL`, `MOCKSERVER_ADMIN_TOKEN` and `MOCKSERVER_URL` name.
    ///   - token: the token of the admin API; nil if it has none.
    ///   - url: the URL for clients; nil for the one that the server states.
    public static func remoteMockServer(
        _ name: String, vars: [String: String] = [:], at adminURL: String? = nil, token: String? = nil,
        url: String? = nil, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        RemoteMockServerTrait(
            .file(name, vars: vars, from: filePath), at: adminURL, token: token, url: url, filePath, sourceLocation)
    }

    /// Has a remote server play a scenario for each case of the test, or of the suite's tests: unless another is given,
    /// the one that it plays already, from its beginning.
    ///
    /// Failures are issues at the scenario's line if the file that the server names is on this machine, else at the
    /// trait.
    public static func remoteMockServer(
        playing scenario: RemoteScenario = .current, at adminURL: String? = nil, token: String? = nil,
        url: String? = nil, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        RemoteMockServerTrait(scenario, at: adminURL, token: token, url: url, filePath, sourceLocation)
    }
}
