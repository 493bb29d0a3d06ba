import Scenarios

/// The environment variables and the folder that a scenario may use.
public struct LoadOptions: Sendable {
    /// The environment variables that `env.NAME` may read, by name; nil for one that is allowed but not set, whose use
    /// without a default is an error.
    public var environment: [String: String?]
    /// The folder that holds the body files, none of which may be outside; nil for the scenario's own folder.
    public var folder: String?

    /// No environment variables, and body files from the scenario's own folder, unless the arguments say otherwise.
    public init(environment: [String: String?] = [:], folder: String? = nil) {
        self.environment = environment
        self.folder = folder
    }
}
