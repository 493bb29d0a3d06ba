import MockRuntime

/// The folder of the scenarios that an admin can name, and the options for loading them.
struct ScenarioCatalog: Sendable {
    /// The folder's path; empty for the working directory.
    let folder: String
    let options: LoadOptions

    /// Why a scenario is not played: a sentence, and the scenario's errors.
    struct LookupError: Error {
        let status: Int
        let message: String
        var diagnostics: [Diagnostic] = []
    }

    /// The scenario in a file of the folder.
    ///
    /// - Throws: if there is no such file, if its path leads out of the folder, or all errors of the scenario.
    func scenario(named name: String, variables: [String: String] = [:]) throws(LookupError) -> Scenario {
        let loaded: LoadedScenario
        let options = options(adding: variables)
        do {
            loaded = try Scenario.load(file: name, inFolder: folder, options: options)
        } catch {
            throw LookupError(status: 404, message: "\(error)")
        }
        return try scenario(loaded)
    }

    /// The scenario in these bytes, with body files from the folder. `name` is shown to people and tells the format.
    ///
    /// - Throws: all errors of the scenario.
    func scenario(
        _ bytes: [UInt8], named name: String, variables: [String: String] = [:]
    ) throws(LookupError) -> Scenario {
        var options = options(adding: variables)
        options.folder = folder
        return try scenario(Scenario.load(bytes: bytes, path: name, options: options))
    }

    private func options(adding variables: [String: String]) -> LoadOptions {
        var options = options
        options.variables.merge(variables) { $1 }
        return options
    }

    private func scenario(_ loaded: LoadedScenario) throws(LookupError) -> Scenario {
        guard let scenario = loaded.scenario else {
            throw LookupError(
                status: 422, message: "The scenario has errors, so the one before stays.",
                diagnostics: loaded.diagnostics)
        }
        return scenario
    }
}
