import Scenarios

/// What a scenario may take from its surroundings.
public struct LoadOptions: Sendable {
    /// The variables of the environment that `env.NAME` may read, by name; nil for one that is allowed but not set, which
    /// is an error where it is used without a default.
    public var environment: [String: String?]
    /// The folder that body files are taken from and must not leave; nil for the one the scenario lies in.
    public var folder: String?

    /// No variable of the environment, and body files from the scenario's own folder, unless these say otherwise.
    public init(environment: [String: String?] = [:], folder: String? = nil) {
        self.environment = environment
        self.folder = folder
    }
}
