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
        if let foreign = foreignOption(in: MockServerCommand.message(for: error)) { return foreign }
        if let negative = Self.negativeNumber(in: MockServerCommand.message(for: error), own) { return negative }
        if arguments.first == "explain", let header = Self.header(in: MockServerCommand.message(for: error), own) {
            return header
        }
        guard EnvironmentArguments.subcommand(of: arguments) == nil,
            let found = Self.unexpected(in: MockServerCommand.message(for: error))
        else { return nil }
        if Self.isScenario(found) { return aboutScenario(found) }
        if found == "-" {
            return ValidationError(
                "Unexpected argument '-'; validate, format and explain take it for standard input, and a run takes "
                    + "--scenario /dev/stdin.")
        }
        if found == arguments.first, ScenarioFolder.isFolder(found) {
            return ValidationError(
                "'\(found)' is a folder, and a run plays one file: mockserver --scenario <file>. mockserver validate "
                    + "\(found) checks all scenarios in it.")
        }
        if !found.hasPrefix("-"), found == arguments.first { return aboutSubcommand(found) }
        guard own.contains(where: Self.isScenarioOption) || namingScenario != nil, !hasCommand else { return nil }
        return ValidationError(
            "Unexpected argument '\(found)'; write -- before the command to run: mockserver \(line(before: found)) -- "
                + "\(line(from: found))")
    }

    /// An option of the command that its subcommand does not take, which the parser would silently accept; nil if there
    /// is none.
    var foreignOption: ValidationError? {
        guard let subcommand = EnvironmentArguments.subcommand(of: arguments),
            own.contains(where: { $0.hasPrefix("-") })
        else { return nil }
        let taken = EnvironmentArguments.options(ofSubcommand: subcommand)
        let foreign = EnvironmentArguments.options().filter { option in
            option.name != "scenario" && !taken.contains { !Set($0.spellings).isDisjoint(with: option.spellings) }
        }
        var isValue = false
        for argument in own.dropFirst() {
            defer { isValue = taken.contains { !$0.isFlag && $0.spellings.contains(argument) } }
            guard !isValue, foreign.contains(where: { $0.isGiven(by: argument) }) else { continue }
            let name = argument.prefix { $0 != "=" }
            return ValidationError(
                "\(name) is an option of a run, which \(subcommand) does not take; mockserver \(subcommand) --help lists "
                    + "its own.")
        }
        return nil
    }

    /// Words with which arguments begin that have credentials: headers that are redacted by default, and schemes.
    private static let secretBeginnings = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "bearer", "basic",
    ]

    /// The word before an argument's credentials; nil if the argument does not look as if it had some.
    private static func secretWord(of argument: String) -> Substring? {
        let word = argument.prefix { $0.isLetter || $0 == "-" }
        return secretBeginnings.contains(word.lowercased()) && word.endIndex < argument.endIndex ? word : nil
    }

    /// What to write instead of credentials that are not the value of an option; the parser's text would repeat them.
    private static func header(in message: String, _ arguments: ArraySlice<String>) -> ValidationError? {
        let isRepeated = arguments.contains { secretWord(of: $0) != nil && message.contains("'\($0)'") }
        return isRepeated
            ? ValidationError("A header stands without its option; write --header before it: --header 'Name: value'")
            : nil
    }

    /// What a negative number means, which the parser takes for an option.
    private static func negativeNumber(in message: String, _ arguments: ArraySlice<String>) -> ValidationError? {
        let start = "Missing value for '"
        guard message.hasPrefix(start) else { return nil }
        let option = message.dropFirst(start.count).prefix { $0 != " " && $0 != "'" }
        guard let index = arguments.firstIndex(of: String(option)), let value = arguments[index...].dropFirst().first,
            value.hasPrefix("-"), Int(value) != nil
        else { return nil }
        return ValidationError("\(option) \(value): a number here is at least 0.")
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
        let known = Self.subcommands
        let start = "There is no subcommand '\(found)'"
        switch ForeignOptions.subcommand(meantBy: found) {
        case .run:
            let rest = arguments.dropFirst()
            let scenario = rest.first.flatMap { Self.isScenario($0) ? $0 : nil }
            let line = ["mockserver", "--scenario", scenario ?? "<file>"] + (scenario == nil ? [] : rest.dropFirst())
            return ValidationError("\(start); a scenario is played without one: \(line.joined(separator: " "))")
        case .other(let name):
            let line = ["mockserver", name] + arguments.dropFirst()
            return ValidationError("\(start); it is called \(name): \(line.joined(separator: " "))")
        case .refused(let sentence): return ValidationError("\(start); \(sentence)")
        case nil: break
        }
        let hint = nearest(to: found, among: known).map { "; did you mean \($0)?" }
        return ValidationError(
            start
                + (hint
                    ?? "; there are \(known.joined(separator: ", ")), and without one a scenario is played: mockserver "
                    + "--scenario <file>"))
    }

    private static var subcommands: [String] {
        MockServerCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    /// What is wrong with `help run`: the parser would print the help of the command in front; nil if nothing is.
    var helpTopic: ValidationError? {
        guard arguments.first == "help", arguments.count > 1 else { return nil }
        let topic = arguments[1]
        guard !topic.hasPrefix("-"), topic != "help", !Self.subcommands.contains(topic) else { return nil }
        let start = "There is no subcommand '\(topic)'"
        switch ForeignOptions.subcommand(meantBy: topic) {
        case .run: return ValidationError("\(start); a scenario is played without one: mockserver --help")
        case .other(let name): return ValidationError("\(start); it is called \(name): mockserver help \(name)")
        case .refused(let sentence): return ValidationError("\(start); \(sentence)")
        case nil: break
        }
        if let near = nearest(to: topic, among: Self.subcommands) {
            return ValidationError("\(start); did you mean mockserver help \(near)?")
        }
        return ValidationError("\(start); a word of the format is explained by mockserver reference \(topic)")
    }

    /// An option of another tool that the parser's message names as unknown; nil for any other message.
    private func foreignOption(in message: String) -> ValidationError? {
        let start = "Unknown option '"
        guard message.hasPrefix(start) else { return nil }
        let option = String(message.dropFirst(start.count).prefix { $0 != "'" && $0 != "=" })
        guard let meant = ForeignOptions.meant(by: option) else { return nil }
        guard let subcommand = EnvironmentArguments.subcommand(of: arguments) else {
            return ValidationError("Unknown option '\(option)'; \(meant)")
        }
        guard option == "--file" || option == "-f" || option == "--path" || option == "--input" || option == "-i" else {
            return nil
        }
        return ValidationError(
            "Unknown option '\(option)'; \(subcommand) takes a file without an option: mockserver \(subcommand) <file>")
    }

    private func line(before argument: String) -> String { Self.line(own.prefix { $0 != argument }) }
    private func line(from argument: String) -> String { Self.line(own.drop { $0 != argument }) }

    /// The arguments without credentials.
    private static func line(_ arguments: ArraySlice<String>) -> String {
        arguments.map { secretWord(of: $0).map { "\($0)…" } ?? $0 }.joined(separator: " ")
    }

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
