import BuiltScenarios
public import HTTPTypes
public import MockServerKit
public import struct ScenarioBuilder.Condition
public import struct ScenarioBuilder.Step

extension MockServer {
    /// Starts a server without a scenario, for tests that stub inline.
    ///
    /// ```swift
    /// let server = try MockServer()
    /// server.stub(.get, "/me").respond(.unauthorized)
    ///     .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
    ///     .then(.get, "/me").respond(json: ["name": "Ada Lovelace"])
    /// ```
    ///
    /// - Parameters:
    ///   - name: the title in reports.
    ///   - options: the server's configuration.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    ///   - column: the caller's column; leave it out.
    /// - Throws: `ServerStartError` if the address is not available, or if the TLS options can't be used.
    public convenience init(
        stubsFor name: String = "stubs", options: Options = Options(), filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) throws(ServerStartError) {
        try self.init(stubsFor: name, options: options, at: CallSite(filePath, line, column))
    }

    /// Starts a server without a scenario; `site` is where that is said.
    package convenience init(stubsFor name: String, options: Options, at site: CallSite) throws(ServerStartError) {
        let registry = StubRegistry(name, at: site)
        try self.init(registry.scenario, options: options)
        _ = stubs { registry }
    }

    /// Begins a chain of stubs: requests that the client has to send in this order, and their responses. Chains are
    /// open side by side, and each request of a chain has to come once unless `times` says otherwise.
    ///
    /// All chains are written before the first request, or when every request of the chains before has come and was
    /// answered; anything else is a failure at the Swift line. The server must have been started without a scenario.
    @discardableResult
    public func stub(
        _ method: HTTPRequest.Method, _ path: String, _ conditions: Condition..., id: String? = nil,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        let step = Step(method, path, conditions, id: id, at: CallSite(filePath, line, column))
        // A server that was started without a scenario has them from its start.
        let registry = stubs { StubRegistry(scenario.name, at: step.content.site, isMisused: true) }
        return StubChain(server: self, registry: registry, chain: registry.begin(step, on: self), step: 0)
    }
}
