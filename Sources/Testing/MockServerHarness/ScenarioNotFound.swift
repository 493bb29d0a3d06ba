import ScenarioBuilder

/// There is no file for the scenario that a test asks for.
public struct ScenarioNotFound: Error, Hashable, Sendable, CustomStringConvertible {
    let missing: MissingScenario

    /// The requested name.
    public var name: String { missing.name }
    /// The paths that were tried, in this order.
    public var paths: [String] { missing.paths }
    /// The name of the scenario in the same folders that was probably meant; nil if none is like it.
    public var suggestion: String? { missing.suggestion }

    public var description: String { missing.text() }
}
