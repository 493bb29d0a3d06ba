import ArgumentParser
import MockServerKit

/// The values that a scenario gets from outside: of environment variables that it may read, and of its own variables.
struct EnvironmentOptions: ParsableArguments {
    @Option(
        name: .customLong("allow-env"),
        help: ArgumentHelp(
            "Let the scenario read this environment variable as {{env.NAME}}. May be repeated.", valueName: "name"),
        transform: EnvironmentOptions.variableName)
    var allowedVariables: [String] = []

    @Option(
        name: .customLong("var"),
        help: ArgumentHelp(
            "Give a variable of the scenario's vars this value instead of its own. May be repeated.",
            valueName: "name=value"),
        transform: EnvironmentOptions.assignment)
    var variables: [Assignment] = []

    /// A variable's name and its value.
    struct Assignment: Hashable {
        let name: String
        let value: String
    }

    /// The options for loading the scenario.
    var loadOptions: LoadOptions {
        var options = otherLoadOptions
        // As with other options, the last one wins.
        for variable in variables { options.variables[variable.name] = variable.value }
        return options
    }

    /// The options for loading another scenario, whose variables have other names.
    var otherLoadOptions: LoadOptions {
        var options = LoadOptions()
        for name in allowedVariables { options.environment[name] = .some(Environment.value(of: name)) }
        return options
    }

    static func assignment(_ text: String) throws -> Assignment {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ValidationError("give a variable's name and its value, such as host=127.0.0.1")
        }
        return Assignment(name: parts[0], value: parts[1])
    }

    static func variableName(_ text: String) throws -> String {
        guard !text.isEmpty, !text.contains("=") else {
            throw ValidationError("give a variable's name alone, such as API_KEY; its value comes from the environment")
        }
        return text
    }
}
