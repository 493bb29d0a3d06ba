import MockRuntime
import Playback

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
    ) throws(LookupError) -> CompiledScenario {
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
    ) throws(LookupError) -> CompiledScenario {
        try scenario(ScenarioCache.Key(path: name, folder: folder, bytes: bytes, variables: variables))
    }

    private func scenario(_ key: ScenarioCache.Key) throws(LookupError) -> CompiledScenario {
        if let known = cache.scenario(key) { return known }
        var options = options
        options.variables.merge(key.variables) { $1 }
        options.folder = key.folder
        let loaded = Scenario.load(bytes: key.bytes, path: key.path, options: options)
        guard let scenario = loaded.scenario else {
            throw LookupError(
                status: 422, message: "The scenario has errors", diagnostics: loaded.diagnostics)
        }
        let compiled = CompiledScenario(scenario)
        cache.keep(compiled, key, loaded.openedFiles)
        return compiled
    }
}
