public import Scenarios

/// The result of reading a scenario: the scenario and its diagnostics.
public struct LoadedScenario: Sendable {
    /// The scenario; nil if any diagnostic is an error.
    public let scenario: Scenario?
    /// All errors and warnings, in order of position.
    public let diagnostics: [Diagnostic]
    /// The file as it was read.
    package let source: SourceFile

    /// The other files that it was loaded from, or that it names in vain: those of `include`, body files, schemas.
    package let openedFiles: [OpenedFile]
    /// A sentence for each name that `vars` lacks and for which a value was given, unless the file is blamed for it.
    package let variableProblems: [String]

    package init(
        scenario: Scenario?, diagnostics: [Diagnostic], source: SourceFile, openedFiles: [OpenedFile] = [],
        variableProblems: [String] = []
    ) {
        self.openedFiles = openedFiles
        self.variableProblems = variableProblems
        self.scenario = scenario
        self.diagnostics = diagnostics
        self.source = source
    }

    /// The errors without the warnings.
    public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
    /// The warnings without the errors.
    public var warnings: [Diagnostic] { diagnostics.filter { $0.severity == .warning } }
}

/// Why a scenario could not be loaded.
public enum ScenarioError: Error, Sendable {
    /// There is no file with that path.
    case missing(path: String)
    /// The file can't be read, for this reason.
    case unreadable(path: String, reason: String)
    /// The file has errors; these are all of them.
    case invalid([Diagnostic])
}

extension ScenarioError: CustomStringConvertible {
    /// One line for each error.
    public var description: String {
        switch self {
        case .missing(let path): "\(path): error: there is no such file"
        case .unreadable(let path, let reason): "\(path): error: \(reason)"
        case .invalid(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
        }
    }
}
