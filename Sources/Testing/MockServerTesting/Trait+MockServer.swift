public import Foundation
import MockServerHarness
public import MockServerKit
public import Testing

extension Trait where Self == MockServerTrait {
    /// Gives each case of a test, or of each test of a suite, a server that plays the scenario named `name`. The test
    /// reads it from `MockServer.current`.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, as
    /// far as the package's. When the test ends, throws or is cancelled, the server stops, and each failure of the run
    /// is recorded as an issue of the test at the scenario's own line. If the server can't be started, the test fails
    /// with the reason and does not run.
    ///
    /// ```swift
    /// @Test(.mockServer("token-refresh"))
    /// func anExpiredTokenIsRefreshedOnce() async throws {
    ///     let client = try RESTClient(baseURL: MockServer.current.url)
    ///     let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
    ///     let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
    ///     #expect(profile.name == "Ada Lovelace")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: the file's name, with or without its extension.
    ///   - vars: values that replace those of the scenario's `vars`, by name; a name that the scenario lacks is an
    ///     error. A trait does not know the arguments of a case: `withMockServer` in its body does.
    ///   - options: the server's configuration.
    ///   - sourceLocation: the position of the call; leave it out.
    public static func mockServer(
        _ name: String, vars: [String: String] = [:], options: MockServer.Options = MockServer.Options(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        Self(.named(name, vars: vars, filePath: sourceLocation.filePath), options, sourceLocation)
    }

    /// Gives each case of a test, or of each test of a suite, a server that plays the scenario in the file at `url`.
    ///
    /// - Parameters:
    ///   - url: where the file is.
    ///   - vars: values that replace those of the scenario's `vars`, by name.
    ///   - options: the server's configuration.
    ///   - sourceLocation: the position of the call; leave it out.
    public static func mockServer(
        contentsOf url: URL, vars: [String: String] = [:], options: MockServer.Options = MockServer.Options(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        Self(.contents(of: url, vars: vars, filePath: sourceLocation.filePath), options, sourceLocation)
    }

    /// Gives each case of a test, or of each test of a suite, a server that plays `scenario`. If it was not read from a
    /// file, its failures are recorded at the trait.
    ///
    /// - Parameters:
    ///   - scenario: made anew for each case.
    ///   - vars: values that replace those of the scenario's `vars`, by name.
    ///   - options: the server's configuration.
    ///   - sourceLocation: the position of the call; leave it out.
    public static func mockServer(
        _ scenario: @autoclosure @escaping @Sendable () throws -> Scenario, vars: [String: String] = [:],
        options: MockServer.Options = MockServer.Options(), sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        Self(
            .value(try scenario(), vars: vars, filePath: sourceLocation.filePath, line: sourceLocation.line), options,
            sourceLocation)
    }

    /// Gives each case of a test, or of each test of a suite, a server without a scenario: the test stubs inline.
    ///
    /// ```swift
    /// @Test(.mockServer())
    /// func aUserHasAProfile() async throws {
    ///     let server = try MockServer.current
    ///     server.stub(.get, "/me").respond(json: ["result": ["id": "u-1", "name": "Ada", "email": "ada@example.com"]])
    ///     let client = try RESTClient(baseURL: server.url)
    ///     #expect(try await IdentityService(client: client).fetchProfile().name == "Ada")
    /// }
    /// ```
    public static func mockServer(
        options: MockServer.Options = MockServer.Options(), sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        Self(.stubs(filePath: sourceLocation.filePath, line: sourceLocation.line), options, sourceLocation)
    }
}
