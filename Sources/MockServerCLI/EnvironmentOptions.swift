import ArgumentParser
import MockServerKit

/// The environment variables that a scenario may read.
struct EnvironmentOptions: ParsableArguments {
    @Option(
        name: .customLong("allow-env"),
        help: ArgumentHelp(
            "Let the scenario read this environment variable as {{env.NAME}}. May be repeated.", valueName: "name"),
        transform: EnvironmentOptions.variableName)
    var allowedVariables: [String] = []

    /// The options for loading a scenario.
    var loadOptions: LoadOptions {
        var options = LoadOptions()
        for name in allowedVariables { options.environment[name] = .some(Environment.value(of: name)) }
        return options
    }

    private static func variableName(_ text: String) throws -> String {
        guard !text.isEmpty, !text.contains("=") else {
            throw ValidationError("give a variable's name alone, such as API_KEY; its value comes from the environment")
        }
        return text
    }
}
