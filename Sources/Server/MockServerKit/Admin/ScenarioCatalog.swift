import MockRuntime
import Playback
import ScenarioFiles
import Scenarios

/// The folder of the scenarios that an admin can name, and the options for loading them.
struct ScenarioCatalog: Sendable {
    /// The folder's path; empty for the working directory.
    let folder: String
    let options: LoadOptions
    private let cache = ScenarioCache()

    init(folder: String, options: LoadOptions) {
        self.folder = folder
        self.options = options
    }

    /// Why a scenario is not played: a sentence, and the scenario's errors.
    struct LookupError: Error {
        let status: Int
        let message: String
        var diagnostics: [Diagnostic] = []
    }

    /// The scenario in a file of the folder.
    ///
    /// - Throws: if there is no such file, if its path leads out of the folder, or all errors of the scenario.
    func scenario(
        named name: String, variables: [String: String] = [:]
    ) throws(LookupError) -> SourcedScenario {
        let (path, bytes): (String, [UInt8])
        do {
            (path, bytes) = try Scenario.contents(ofFile: name, inFolder: folder)
        } catch {
            throw LookupError(status: 404, message: "\(error)")
        }
        return try scenario(
            ScenarioCache.Key(
                path: path, folder: options.folder ?? Scenario.folder(ofFile: path), bytes: bytes, variables: variables)
        )
    }

    /// The scenario in these bytes, with body files from the folder. `name` is shown to people and tells the format.
    ///
    /// - Throws: all errors of the scenario.
    func scenario(
        _ bytes: [UInt8], named name: String, variables: [String: String] = [:]
    ) throws(LookupError) -> SourcedScenario {
        try scenario(ScenarioCache.Key(path: name, folder: folder, bytes: bytes, variables: variables))
    }

    private func scenario(_ key: ScenarioCache.Key) throws(LookupError) -> SourcedScenario {
        if let known = cache.scenario(key) { return known }
        let (scenario, files, _) = try load(key, "The scenario has errors")
        let loaded = SourcedScenario(
            compiled: CompiledScenario(scenario), source: ScenarioSource(key: key, files: files))
        cache.keep(loaded)
        return loaded
    }

    /// The scenario from a source with stubs from further documents.
    ///
    /// - Throws: all errors of the stubs, or that a file of the scenario has changed.
    func scenario(
        _ source: ScenarioSource, adding stubs: [AddedStubs]
    ) throws(LookupError) -> (scenario: Scenario, warnings: [Diagnostic]) {
        guard source.isUnchanged else { throw Self.changed }
        let loaded = try load(source.key, adding: stubs, "The stub has errors")
        return (loaded.scenario, loaded.warnings)
    }

    /// Why no stub is added to a scenario whose files are others by now.
    static let changed = LookupError(
        status: 409, message: "A file of the scenario has changed since the session began: begin another session.")

    private func load(
        _ key: ScenarioCache.Key, adding stubs: [AddedStubs] = [], _ failure: String
    ) throws(LookupError) -> (scenario: Scenario, files: [OpenedFile], warnings: [Diagnostic]) {
        var options = options
        options.variables.merge(key.variables) { $1 }
        options.folder = key.folder
        options.addedStubs = stubs
        options.awaitsStubs = true
        let loaded = Scenario.load(bytes: key.bytes, path: key.path, options: options)
        guard let scenario = loaded.scenario else {
            throw LookupError(status: 422, message: failure, diagnostics: loaded.diagnostics)
        }
        return (scenario, loaded.openedFiles, loaded.warnings)
    }
}
