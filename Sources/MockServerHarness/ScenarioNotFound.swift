/// There is no file for the scenario that a test asks for.
public struct ScenarioNotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested name.
    public let name: String
    /// The paths that were tried, in this order.
    public let paths: [String]

    public var description: String {
        "no scenario \"\(name)\"; looked for\n" + paths.map { "  \($0)" }.joined(separator: "\n")
    }
}
