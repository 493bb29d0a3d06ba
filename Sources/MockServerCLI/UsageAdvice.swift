import ArgumentParser
import TextCoding

/// What to write instead of arguments that the parser does not take.
struct UsageAdvice {
    /// The arguments, without the program's name.
    let arguments: [String]

    /// The program's own arguments, before `--`.
    private var own: ArraySlice<String> { arguments.prefix { $0 != "--" } }
    private var hasCommand: Bool { own.count < arguments.count }

    private static let extensions = [".yaml", ".yml", ".json"]

    /// The same arguments with `--scenario` before the first one, if that is a scenario: `mockserver login.yaml`. Nil if
    /// they name the scenario, or a subcommand.
    var namingScenario: [String]? {
        guard let first = arguments.first, Self.isScenario(first), !own.contains(where: Self.isScenarioOption) else {
            return nil
        }
        return ["--scenario"] + arguments
    }

    /// The error with advice; nil if the parser's own text says enough.
    func error(for error: any Error) -> ValidationError? {
        if arguments.first == "validate", own.contains(where: Self.isScenarioOption) {
            let files = own.dropFirst().filter { !Self.isScenarioOption($0) && !$0.hasPrefix("-") }
            let named = files.isEmpty ? "<file> ..." : files.joined(separator: " ")
            return ValidationError("validate takes files without --scenario: mockserver validate \(named)")
        }
        guard EnvironmentArguments.subcommand(of: arguments) == nil,
            let found = Self.unexpected(in: MockServerCommand.message(for: error))
        else { return nil }
        if Self.isScenario(found) { return aboutScenario(found) }
        if !found.hasPrefix("-"), found == arguments.first { return aboutSubcommand(found) }
        guard own.contains(where: Self.isScenarioOption) || namingScenario != nil, !hasCommand else { return nil }
        return ValidationError(
            "Unexpected argument '\(found)'; write -- before the command to run: mockserver \(line(before: found)) -- "
                + "\(line(from: found))")
    }

    private func aboutScenario(_ found: String) -> ValidationError {
        let isSecond = own.contains(where: Self.isScenarioOption) || namingScenario != nil
        guard !isSecond else {
            return ValidationError(
                "Unexpected argument '\(found)'; a run plays one scenario: include takes stubs and defaults from other files, "
                    + "and with --admin-port each session has a scenario of its own.")
        }
        let command = hasCommand ? " -- <command>" : ""
        return ValidationError(
            "Unexpected argument '\(found)'; a scenario is named by an option: mockserver --scenario \(found)\(command)"
        )
    }

    private func aboutSubcommand(_ found: String) -> ValidationError {
        let known = MockServerCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
        let hint = nearest(to: found, among: known).map { "; did you mean \($0)?" }
        return ValidationError(
            "There is no subcommand '\(found)'"
                + (hint
                    ?? "; there are \(known.joined(separator: ", ")), and without one a scenario is played: mockserver "
                    + "--scenario <file>"))
    }

    private func line(before argument: String) -> String { own.prefix { $0 != argument }.joined(separator: " ") }
    private func line(from argument: String) -> String { own.drop { $0 != argument }.joined(separator: " ") }

    /// The first argument that the parser's message names as unexpected.
    private static func unexpected(in message: String) -> String? {
        let (one, several) = ("Unexpected argument '", " unexpected arguments: '")
        guard let start = message.hasPrefix(one) ? message.firstRange(of: one) : message.firstRange(of: several) else {
            return nil
        }
        return String(message[start.upperBound...].prefix { $0 != "'" })
    }

    private static func isScenario(_ argument: String) -> Bool {
        !argument.hasPrefix("-") && extensions.contains(where: argument.lowercased().hasSuffix)
    }

    private static func isScenarioOption(_ argument: String) -> Bool {
        argument == "--scenario" || argument.hasPrefix("--scenario=")
    }
}
