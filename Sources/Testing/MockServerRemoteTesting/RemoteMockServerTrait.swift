import Foundation
public import MockServerRemote
import TestTraits
public import Testing

/// Has a remote server play a scenario for each case of a test, in a session of its own: see `.remoteMockServer(_:)`.
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

    /// The traits whose runs are played.
    @TaskLocal private static var active: [TraitPlacement] = []

    /// Where the trait stands; it also tells traits apart.
    private let placement = TraitPlacement()
    private let address: Address
    private let scenario: RemoteScenario
    private let sharing: ServerSharing
    private let location: SourceLocation

    init(
        _ scenario: RemoteScenario, _ sharing: ServerSharing, at adminURL: String?, token: String?, url: String?,
        _ location: SourceLocation
    ) {
        address = Address(adminURL: adminURL, token: token, url: url)
        self.scenario = scenario
        self.sharing = sharing
        self.location = location
    }

    /// A suite's trait is for each of its tests.
    public var isRecursive: Bool { true }

    /// Learns where the trait stands.
    public func prepare(for test: Test) async throws {
        await placement.prepare(for: test, among: all(of: test).map(\.placement))
    }

    /// Begins a run, performs a case of a test, and records the failures of the run. The innermost of nested traits for
    /// one server does it, the others do nothing. If the scenario has errors, it records each as an issue and does not
    /// perform the case; so it does with `RemoteHarnessMisuse.severalTraits` if two traits for one server stand on the
    /// test, or on one of its suites.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let traits = all(of: test)
        if let repeated = await TraitPlacement.firstRepeated(of: traits.map(\.placement), in: test) {
            // The first one's run would never get a request. The outermost trait says so, because none within it is
            // reached.
            if traits[0].placement === placement {
                Issue.record(RemoteHarnessMisuse.severalTraits, sourceLocation: traits[repeated].location)
            }
            return
        }
        let innermost = traits.last?.placement ?? placement
        // The same value may stand on a suite and on its test.
        guard innermost === placement, !Self.active.contains(where: { $0 === placement }) else {
            return try await function()
        }
        let resolved = try address.resolved()
        let remote = try await RemoteMockServer(
            adminURL: resolved.adminURL, token: resolved.token, url: resolved.url)
        let use: RemoteServerUse
        do {
            use = try await RemoteServerUse.begin(remote, playing: scenario, sharing: sharing, at: location)
        } catch RemoteMockServerError.invalidScenario(let diagnostics) {
            let failures = RemoteTestRun.failures(of: diagnostics, at: location.call)
            // What keeps the case from being performed fails the test, whatever it is.
            guard !failures.isEmpty else { throw RemoteMockServerError.invalidScenario(diagnostics) }
            for failure in failures { failure.record(else: location) }
            return
        }
        try await Self.$active.withValue(Self.active + [placement]) {
            try await use.perform { _ in try await function() }
        }
    }

    /// The traits of a test, or of a suite, for the same server, the outermost first.
    private func all(of test: Test) -> [RemoteMockServerTrait] {
        let server = address.server
        return test.traits.compactMap { $0 as? RemoteMockServerTrait }.filter { $0.address.server == server }
    }
}

extension Trait where Self == RemoteMockServerTrait {
    /// Has a remote server play the scenario named `name` for each case of the test, or of the suite's tests, each in a
    /// session of its own.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the test's file or further up, as
    /// far as the package's; its text is sent to the server. When the case ends, throws or is cancelled, its session
    /// ends, and each failure of the run is recorded as an issue at the scenario's own line.
    ///
    /// Cases run at the same time, in several processes, too: no session meets another. For that, the client has to call
    /// the URL of `RemoteMockServer.current`, whose path names the session; one that can't send such a path names the
    /// session by a header, `RemoteMockServer.sessionHeader`. Where neither can be, as in an app that was launched with
    /// the server's own URL, or with a server that has no sessions, say `sharing: .byTurns`. That is never done
    /// unasked: tests that believe to be alone would then meet those of another process.
    ///
    /// ```swift
    /// @Test(.remoteMockServer("token-refresh", at: "http://127.0.0.1:9000"))
    /// func anExpiredTokenIsRefreshedOnce() async throws {
    ///     let client = try RESTClient(baseURL: RemoteMockServer.current.url)
    ///     let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
    ///     let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
    ///     #expect(profile.name == "Ada Lovelace")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: the file's name, with or without its extension.
    ///   - vars: values that replace those of the scenario's `vars`, by name. A trait does not know the arguments of a
    ///     case: `withRemoteMockServer` in its body does.
    ///   - sharing: whether each case has a session or takes turns with others at the server's own run.
    ///   - adminURL: the URL of the server's admin API; nil for the server that the environment variables
    ///     `MOCKSERVER_ADMIN_URL`, `MOCKSERVER_ADMIN_TOKEN` and `MOCKSERVER_URL` name.
    ///   - token: the token of the admin API; nil if it has none.
    ///   - url: the URL for clients of the server; nil for the one that it states.
    ///   - sourceLocation: the position of the call; leave it out.
    public static func remoteMockServer(
        _ name: String, vars: [String: String] = [:], sharing: ServerSharing = .bySession, at adminURL: String? = nil,
        token: String? = nil, url: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        let scenario = RemoteScenario.file(name, vars: vars, from: sourceLocation.filePath)
        return RemoteMockServerTrait(scenario, sharing, at: adminURL, token: token, url: url, sourceLocation)
    }

    /// Has a remote server play a scenario for each case of the test, or of the suite's tests, each in a session of its
    /// own.
    ///
    /// Unless a scenario is given, it is the one that the server plays already, `.current`, from its beginning. That is
    /// always the server's own run: the cases take turns, as with `sharing: .byTurns`, and no other process may use the
    /// server meanwhile.
    ///
    /// Failures are issues at the scenario's line if the file that the server names is on this machine, else at the
    /// trait.
    public static func remoteMockServer(
        playing scenario: RemoteScenario = .current, sharing: ServerSharing = .bySession, at adminURL: String? = nil,
        token: String? = nil, url: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        RemoteMockServerTrait(scenario, sharing, at: adminURL, token: token, url: url, sourceLocation)
    }
}
