import MockRuntime

/// The folder that scenarios are taken from when an admin names one, and how they are read.
struct ScenarioCatalog: Sendable {
    /// The folder's path; empty for the working directory.
    let folder: String
    let options: LoadOptions

    /// Why a scenario is not played: the sentence, and all that is wrong in it.
    struct LookupError: Error {
        let status: Int
        let message: String
        var diagnostics: [Diagnostic] = []
    }

    /// The scenario in a file of the folder.
    ///
    /// - Throws: where there is none, where its path leads out of the folder, or with all that is wrong in it.
    func scenario(named name: String) throws(LookupError) -> Scenario {
        let loaded: LoadedScenario
        do {
            loaded = try Scenario.load(file: name, inFolder: folder, options: options)
        } catch {
            throw LookupError(status: 404, message: "\(error)")
        }
        return try scenario(loaded)
    }

    /// The scenario in these bytes, whose files are the folder's; `name` is how it is shown, and tells JSON from YAML.
    ///
    /// - Throws: with all that is wrong in it.
    func scenario(_ bytes: [UInt8], named name: String) throws(LookupError) -> Scenario {
        var options = options
        options.folder = folder
        return try scenario(Scenario.load(bytes: bytes, path: name, options: options))
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
