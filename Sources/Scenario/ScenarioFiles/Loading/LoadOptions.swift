/// What a scenario may use besides its own file: environment variables, values of `vars`, a folder.
public struct LoadOptions: Sendable {
    /// The environment variables that `env.NAME` may read, by name; nil for one that is allowed but not set, whose use
    /// without a default is an error.
    public var environment: [String: String?]
    /// Values that replace those of the file's `vars`, by name; a name that `vars` lacks is an error. Where the file has
    /// a number or `true` or `false`, a value that can be read as such is one too.
    public var variables: [String: String]
    /// The folder that holds the body files, none of which may be outside; nil for the scenario's own folder.
    public var folder: String?
    /// Stubs in documents of their own, which come after all others of the scenario.
    package var addedStubs: [AddedStubs] = []
    /// Whether a scenario with the key `stubs` needs no rules, because stubs will be added to it.
    package var awaitsStubs = false
    /// Whether a value for a name that `vars` lacks is an error of the file. If not, the names are in the result.
    package var blamesFileForVariables = true
    /// Whether only the diagnostics are wanted, so that nothing is kept to be played.
    package var isCheckOnly = false
    /// Whether the scenario's file may be a pipe, which is read to its end, however long that takes.
    package var takesPipes = true
    /// How a scenario that was given as text gets a folder, for a message.
    package var folderAdvice = "name one in LoadOptions.folder"

    /// No environment variables, and body files from the scenario's own folder, unless the arguments say otherwise.
    public init(environment: [String: String?] = [:], variables: [String: String] = [:], folder: String? = nil) {
        self.environment = environment
        self.variables = variables
        self.folder = folder
    }
}
