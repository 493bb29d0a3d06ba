import ArgumentParser
import MockServerKit
import TextCoding

/// Options from environment variables, one for each option of a command: `MOCKSERVER_` and the option's name in
/// capitals, with `_` for `-`. Arguments override them.
///
/// The options of a subcommand are parsed from the help text of the argument parser, so that the list can't differ from
/// them. The parser's JSON description contains the same, but would cost the memory of a JSON encoder.
struct EnvironmentArguments {
    /// An option in the help text.
    struct Option: Hashable {
        let name: String
        let isFlag: Bool
        let isRepeating: Bool
        /// All its spellings, such as `-v` and `--verbose`.
        let spellings: [String]

        var variable: String { Self.prefix + name.uppercased().replacing("-", with: "_") }

        static let prefix = "MOCKSERVER_"
    }

    /// The options of a command, in the order of its help; nil means the command without a name.
    static func options(ofSubcommand name: String? = nil) -> [Option] {
        let command = MockServerCommand.configuration.subcommands.first { $0.configuration.commandName == name }
        // Each start of a server asks for these, for which the help takes too long.
        guard let command else { return RunOption.all.map(Option.init) }
        // A width that gives each option its own line.
        let help = MockServerCommand.helpMessage(for: command, columns: 100_000)
        return help.split(separator: "\n").compactMap(Option.init)
    }

    /// The command that the arguments and the environment describe.
    ///
    /// - Throws: the parser's errors; an error in a variable's value says so.
    ///
    /// - Parameter environment: the variables that begin with `MOCKSERVER_`.
    static func parse(_ arguments: [String], _ environment: [String: String]) throws -> any ParsableCommand {
        // A request for help is always granted, whatever the environment contains.
        guard !environment.isEmpty, !asksForHelp(arguments) else { return try parse(arguments) }
        let own = arguments.prefix { $0 != "--" }
        let subcommand = subcommand(of: arguments)
        let given = options(ofSubcommand: subcommand).filter { option in
            !own.contains { option.isGiven(by: $0) } && environment[option.variable].map(isSet) ?? false
        }
        try BlankValues.check(given, in: environment)
        let added = try given.flatMap { try $0.arguments(for: environment[$0.variable] ?? "") }
        do {
            let index = subcommand == nil ? 0 : 1
            return try parse(arguments[..<index] + added + arguments[index...])
        } catch {
            let text = MockServerCommand.message(for: error)
            // The variables are not to blame for errors of the arguments alone.
            guard (try? MockServerCommand.parseAsRoot(arguments)) != nil,
                let option = given.first(where: { text.contains("--\($0.name)") })
            else { throw error }
            throw ValidationError("\(option.variable): \(UsageAdvice.faultOfVariable(in: text)?.text ?? text)")
        }
    }

    /// Whether the help or the version is asked for. Elsewhere than in front, `help` is a file or a value.
    static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.first == "help"
            || arguments.prefix { $0 != "--" }.contains(where: ["-h", "--help", "--version"].contains)
    }

    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        try MockServerCommand(ofRun: arguments) ?? MockServerCommand.parseAsRoot(arguments)
    }

    /// The variables of a command that are set.
    static func variables(among environment: [String: String]) -> [String] {
        environment.isEmpty ? [] : options().map(\.variable).filter { environment[$0] != nil }
    }

    /// The subcommand that the arguments begin with.
    static func subcommand(of arguments: [String]) -> String? {
        let known = MockServerCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
        return arguments.first.flatMap { known.contains($0) ? $0 : nil }
    }

    /// The part that lists the variables of the command that a help text is about; nil for another text.
    static func help(following text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        func isAbout(_ command: any ParsableCommand.Type) -> Bool {
            words.hasPrefix("OVERVIEW: \(command.configuration.abstract) ")
        }
        if isAbout(MockServerCommand.self) { return help(ofSubcommand: nil) }
        let subcommand = MockServerCommand.configuration.subcommands.first(where: isAbout)
        return subcommand.map { help(ofSubcommand: $0.configuration.commandName) }
    }

    /// The part of the help that lists the variables, in lines of at most 80 characters.
    static func help(ofSubcommand name: String?) -> String {
        let options = options(ofSubcommand: name)
        guard !options.isEmpty else { return "" }
        let width = (options.map(\.variable.count).max() ?? 0) + 2
        let lines = options.map { option in
            "  " + option.variable + String(repeating: " ", count: width - option.variable.count) + "--" + option.name
        }
        return """
            ENVIRONMENT:
              An option that is not given is taken from its variable. A flag's is true or
              false; one that may be repeated has commas between its values.

            \(lines.joined(separator: "\n"))
            """
    }

    /// The variables that a server sets for the command that it runs.
    private static let told = ["URL", "UNIX_SOCKET", "CA_FILE", "ADMIN_URL", "ADMIN_TOKEN"].map { Option.prefix + $0 }

    /// A sentence for each variable that nothing reads, ordered by name: it is probably misspelled.
    ///
    /// - Parameter environment: the variables that begin with `MOCKSERVER_`.
    static func warnings(on environment: [String: String]) -> [String] {
        let others = environment.filter { isSet($0.value) && !told.contains($0.key) && !isKubernetes(name: $0.key) }
        guard !others.isEmpty else { return [] }
        let subcommands = MockServerCommand.configuration.subcommands.map { $0.configuration.commandName }
        let known = ([nil] + subcommands).flatMap { options(ofSubcommand: $0) }.map(\.variable) + told
        // The common prefix is removed, since it would make all names look similar.
        let names = known.map { String($0.dropFirst(Option.prefix.count)) }
        return others.keys.filter { !known.contains($0) }.sorted().map { variable in
            let meant = nearest(to: String(variable.dropFirst(Option.prefix.count)), among: names)
            let advice =
                meant.map { "did you mean \(Option.prefix)\($0)?" } ?? "mockserver --help lists all options"
            return "\(variable): no option has this variable; \(advice)"
        }
    }

    /// Warns of variables that were probably meant for this command but are not read.
    static func printWarnings() {
        let variables = Environment.variables(beginningWith: Option.prefix)
        guard !variables.isEmpty else { return }
        let console = Console.standardError
        for warning in warnings(on: variables) { console.print("\(console.style.yellow("Warning:")) \(warning)") }
        console.flush()
    }

    /// Whether the value is from Kubernetes, which sets `MOCKSERVER_PORT` in pods beside a service called mockserver.
    static func isKubernetes(_ text: String) -> Bool {
        ["tcp://", "udp://", "sctp://"].contains { text.hasPrefix($0) }
    }

    /// Whether the name comes from Kubernetes, for pods beside a service whose name begins with mockserver:
    /// `MOCKSERVER_SERVICE_HOST`, `MOCKSERVER_SERVICE_PORT_HTTP`, `MOCKSERVER_PORT_80_TCP_ADDR` and similar names.
    private static func isKubernetes(name: String) -> Bool {
        if name.hasSuffix("_SERVICE_HOST") || name.hasSuffix("_SERVICE_PORT") || name.contains("_SERVICE_PORT_") {
            return true
        }
        var words = name.split(separator: "_")
        if let last = words.last, ["PROTO", "PORT", "ADDR"].contains(last) { words.removeLast() }
        guard words.count > 3, let kind = words.popLast(), let number = words.popLast() else { return false }
        return ["TCP", "UDP", "SCTP"].contains(kind) && UInt16(number) != nil && words.last == "PORT"
    }

    private static func isSet(_ text: String) -> Bool { !text.isEmpty && !isKubernetes(text) }
}

extension EnvironmentArguments.Option {
    fileprivate init(_ option: RunOption) {
        spellings = option.spellings
        name = String(spellings.last?.dropFirst(2) ?? "")
        switch option.effect {
        case .flag: (isFlag, isRepeating) = (true, false)
        case .value: (isFlag, isRepeating) = (false, false)
        case .values: (isFlag, isRepeating) = (false, true)
        }
    }

    /// The option in a line of the help, such as `  -v, --verbose   Print …` or `  --port <port>   The port …`.
    fileprivate init?(_ line: Substring) {
        guard line.hasPrefix("  -") else { return nil }
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        let spellings = words.prefix { $0.hasPrefix("-") }.map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }
        guard let long = spellings.first(where: { $0.hasPrefix("--") }), !["--help", "--version"].contains(long) else {
            return nil
        }
        name = String(long.dropFirst(2))
        isFlag = !(words.dropFirst(spellings.count).first?.hasPrefix("<") ?? false)
        isRepeating = line.contains("May be repeated.")
        self.spellings = spellings
    }

    /// The arguments that are equivalent to the variable's value.
    fileprivate func arguments(for text: String) throws -> [String] {
        guard isFlag else {
            if name == "var" { try checkAssignments(text) }
            let values = isRepeating ? text.split(separator: ",").map(String.init) : [text]
            return values.map { "--\(name)=\($0)" }
        }
        switch text.lowercased() {
        case "1", "true", "yes", "on": return ["--\(name)"]
        case "0", "false", "no", "off": return []
        default: throw ValidationError("\(variable)=\(text): --\(name) is a flag; set the variable to true or false.")
        }
    }

    /// Refuses a list of variables of which one has no name, because the value before it has a comma. Names no value.
    private func checkAssignments(_ text: String) throws {
        let parts = text.split(separator: ",")
        guard let index = parts.firstIndex(where: { !$0.contains("=") }), index > 0 else { return }
        let name = parts[index - 1].prefix { $0 != "=" }
        let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let comma = ["first", "second", "third"].dropFirst(index - 1).first ?? EnglishText.ordinal(index)
        throw ValidationError(
            "\(variable): commas stand between variables, and what follows the \(comma) comma has no name=; give a value with "
                + "a comma by --var \(isName && !name.isEmpty ? String(name) : "name")=…")
    }

    func isGiven(by argument: String) -> Bool {
        spellings.contains { argument == $0 || argument.hasPrefix($0 + "=") }
    }
}
