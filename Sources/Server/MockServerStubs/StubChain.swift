import BuiltScenarios
public import HTTPTypes
import MockServerKit
public import struct ScenarioBuilder.Condition
public import protocol ScenarioBuilder.BuiltRule
public import protocol ScenarioBuilder.Rule
public import struct ScenarioBuilder.RuleContent
public import struct ScenarioBuilder.Step

/// Stubs of a running server in the order of their requests. What follows `stub` or `then` is about that request: the
/// response, what must be true of it, how often it comes.
///
/// ```swift
/// server.stub(.post, "/login").verify { request in print(request.text) }.respond(.noContent)
///     .then(.get, "/me").respond(json: ["name": "Ada Lovelace"])
/// ```
public struct StubChain: Rule, BuiltRule {
    let server: MockServer
    let registry: StubRegistry
    let chain: Int
    let step: Int

    /// The parts of the chain's last stub. Each change is played by the server at once.
    package var content: RuleContent {
        get { registry.content(ofStep: step, inChain: chain) }
        nonmutating set { registry.set(newValue, ofStep: step, inChain: chain, on: server) }
    }

    /// Adds the request that comes after the others of the chain.
    @discardableResult
    public func then(
        _ method: HTTPRequest.Method, _ path: String, _ conditions: Condition..., id: String? = nil,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        let next = Step(method, path, conditions, id: id, at: CallSite(filePath, line, column))
        return StubChain(
            server: server, registry: registry, chain: chain,
            step: registry.add(next, toChain: chain, on: server))
    }
}
