public import Foundation
public import MockServerHarness
public import MockServerKit
public import XCTest

extension XCTestCase {
    /// Starts a server for this test that plays the scenario named `name`.
    ///
    /// The scenario is `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, as
    /// far as the package's. When the test ends, the server stops, and each failure of the run is recorded as a failure
    /// of the test at the scenario's own line.
    ///
    /// ```swift
    /// let server = try startMockServer("token-refresh")
    /// let client = try RESTClient(baseURL: server.url)
    /// let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
    /// let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
    /// XCTAssertEqual(profile.name, "Ada Lovelace")
    /// ```
    ///
    /// - Parameters:
    ///   - name: the file's name, with or without its extension.
    ///   - vars: values that replace those of the scenario's `vars`, by name; a name that the scenario lacks is an
    ///     error.
    ///   - options: the server's configuration.
    ///   - file: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    /// - Throws: `ScenarioNotFound` with the paths tried, `ScenarioError` with all errors of the file,
    ///   `ServerStartError`, or `HarnessMisuse` if no test is running.
    public func startMockServer(
        _ name: String, vars: [String: String] = [:], options: MockServer.Options = MockServer.Options(),
        file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockServer {
        try startMockServer(.named(name, vars: vars, filePath: "\(file)"), options: options, file: file, line: line)
    }

    /// Starts a server for this test that plays the scenario in the file at `url`.
    ///
    /// ```swift
    /// let server = try startMockServer(contentsOf: folder.appendingPathComponent("greeting.yaml"))
    /// ```
    ///
    /// - Throws: `ScenarioError`, `ServerStartError` or `HarnessMisuse`.
    public func startMockServer(
        contentsOf url: URL, vars: [String: String] = [:], options: MockServer.Options = MockServer.Options(),
        file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockServer {
        try startMockServer(
            .contents(of: url, vars: vars, filePath: "\(file)"), options: options, file: file, line: line)
    }

    /// Starts a server for this test that plays `scenario`. If it was not read from a file, failures are recorded at
    /// the call.
    ///
    /// ```swift
    /// let scenario = try Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health }]")
    /// let server = try startMockServer(scenario)
    /// ```
    ///
    /// - Throws: `ScenarioError` for unknown `vars`, `ServerStartError` or `HarnessMisuse`.
    public func startMockServer(
        _ scenario: Scenario, vars: [String: String] = [:], options: MockServer.Options = MockServer.Options(),
        file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockServer {
        try startMockServer(
            .value(scenario, vars: vars, filePath: "\(file)", line: Int(clamping: line)), options: options, file: file,
            line: line)
    }

    /// Starts a server for this test without a scenario: the test stubs inline.
    ///
    /// ```swift
    /// let server = try startMockServer()
    /// server.stub(.get, "/me").respond(.unauthorized)
    ///     .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
    ///     .then(.get, "/me").respond(json: ["name": "Ada Lovelace"])
    ///     .verify { request in XCTAssertEqual(request.headers[.authorization], "Bearer at-2") }
    /// ```
    ///
    /// - Throws: `ServerStartError` or `HarnessMisuse`.
    public func startMockServer(
        options: MockServer.Options = MockServer.Options(), file: StaticString = #filePath, line: UInt = #line
    ) throws -> MockServer {
        try startMockServer(
            .stubs(for: name, filePath: "\(file)", line: Int(clamping: line)), options: options, file: file, line: line)
    }

    /// Starts a server for this test that plays `scenario`, wherever that is from.
    ///
    /// ```swift
    /// let server = try startMockServer(.named("token-refresh", vars: ["refreshToken": "rt-7"]))
    /// ```
    ///
    /// - Throws: `ScenarioNotFound`, `ScenarioError`, `ServerStartError` or `HarnessMisuse`.
    public func startMockServer(
        _ scenario: TestScenario, options: MockServer.Options = MockServer.Options(), file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> MockServer {
        guard isRunning else { throw HarnessMisuse.outsideXCTestCase }
        guard !isPastTeardownBlocks else { throw HarnessMisuse.inTeardown }
        let server = try scenario.start(scenario.make(), options)
        let call = (path: "\(file)", line: Int(clamping: line))
        addTeardownBlock { [self] in finish(server, playing: scenario, call) }
        return server
    }

    /// Whether a test of this case is running, so that its teardown will run and its failures count.
    private var isRunning: Bool { testRun?.startDate != nil && testRun?.stopDate == nil }

    /// Whether a teardown block would come too late. XCTest on Linux ends the process then, and tells by a private
    /// property only.
    private var isPastTeardownBlocks: Bool {
        #if canImport(ObjectiveC)
        return false
        #else
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror {
            if let state = current.descendant("teardownBlocksState", "wasFinalized") as? Bool { return state }
            mirror = current.superclassMirror
        }
        return false
        #endif
    }

    /// Stops the server and records the failures of its run, those without a file at `call`. To be called in teardown,
    /// on the test's own thread: a failure recorded elsewhere is lost or attributed to another test.
    func finish(_ server: MockServer, playing scenario: TestScenario, _ call: (path: String, line: Int)) {
        do {
            for failure in try server.finish().failures {
                record(
                    failure.text(.plain, .title), else: failure.text(.plain, .withoutError), at: failure.position,
                    of: scenario, call)
            }
        } catch {
            record("\(error)", call.path, line: call.line)
        }
    }

    /// Records a text at a position of a scenario. XCTest writes that position, whole as an editor needs it, and
    /// `error:` itself; if there is no such file, the other text, which has the position, is recorded at `call`.
    func record(
        _ text: String, else positioned: String, at position: Position, of scenario: TestScenario,
        _ call: (path: String, line: Int)
    ) {
        if let path = scenario.file(at: position) {
            record(text, path, line: position.line)
        } else {
            record(positioned, call.path, line: call.line)
        }
    }

    private func record(_ text: String, _ path: String, line: Int) {
        #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(filePath: path, lineNumber: line)
        record(
            XCTIssue(
                type: .assertionFailure, compactDescription: text,
                sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
        recordFailure(withDescription: text, inFile: path, atLine: line, expected: true)
        #endif
    }
}
