import ArgumentParser
import MockServerKit

/// The options that variables of the environment give, one for each option of a command: `MOCKSERVER_` and the option's
/// name in capitals, `_` for `-`. What stands among the arguments wins.
///
/// The list is read off the help that the argument parser makes, so that it can't differ from the options. Its description
/// in JSON would say the same, at the cost of a JSON encoder in the memory of every server.
struct EnvironmentArguments {
    /// An option as the help shows it.
    struct Option: Hashable {
        let name: String
        let isFlag: Bool
        let isRepeating: Bool
        /// All its spellings, such as `-v` and `--verbose`.
        let spellings: [String]

        var variable: String { Self.prefix + name.uppercased().replacing("-", with: "_") }

        static let prefix = "MOCKSERVER_"
    }

    /// Those of a command, in the order of its help; of the command without a name for nil.
    static func options(ofSubcommand name: String? = nil) -> [Option] {
        let command = MockServerCommand.configuration.subcommands.first { $0.configuration.commandName == name }
        // So wide that each option has a line of its own.
        let help =
            command.map { MockServerCommand.helpMessage(for: $0, columns: 100_000) }
            ?? MockServerCommand.helpMessage(columns: 100_000)
        return help.split(separator: "\n").compactMap(Option.init)
    }

    /// The command that the arguments and the environment ask for.
    ///
    /// - Throws: what the parser throws; a value that came by a variable is said to.
    ///
    /// - Parameter environment: the variables that begin with `MOCKSERVER_`.
    static func parse(_ arguments: [String], _ environment: [String: String]) throws -> any ParsableCommand {
        let own = arguments.prefix { $0 != "--" }
        // Who asks for help gets it, whatever the environment has.
        guard !environment.isEmpty, !own.contains(where: ["-h", "--help", "--version", "help"].contains) else {
            return try MockServerCommand.parseAsRoot(arguments)
        }
        let subcommand = subcommand(of: arguments)
        let given = options(ofSubcommand: subcommand).filter { option in
            !own.contains { option.isGiven(by: $0) } && environment[option.variable].map(isSet) ?? false
        }
        let added = try given.flatMap { try $0.arguments(for: environment[$0.variable] ?? "") }
        do {
            let index = subcommand == nil ? 0 : 1
            return try MockServerCommand.parseAsRoot(arguments[..<index] + added + arguments[index...])
        } catch {
            let text = MockServerCommand.message(for: error)
            // What the arguments alone do wrong is not the variables' doing.
            guard (try? MockServerCommand.parseAsRoot(arguments)) != nil,
                let option = given.first(where: { text.contains("--\($0.name)") })
            else { throw error }
            throw ValidationError("\(option.variable): \(text)")
        }
    }

    /// Those of a command's variables that are set.
    static func variables(among environment: [String: String]) -> [String] {
        environment.isEmpty ? [] : options().map(\.variable).filter { environment[$0] != nil }
    }

    /// The subcommand that the arguments begin with.
    static func subcommand(of arguments: [String]) -> String? {
        let known = MockServerCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
        return arguments.first.flatMap { known.contains($0) ? $0 : nil }
    }

    /// The part of the help that names the variables, in lines of at most 80 characters.
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

    /// What a server tells the command that it runs.
    private static let told = ["URL", "UNIX_SOCKET", "CA_FILE", "ADMIN_URL", "ADMIN_TOKEN"].map { Option.prefix + $0 }

    /// A sentence for each variable that nothing reads, in the order of their names: it is probably misspelt.
    ///
    /// - Parameter environment: the variables that begin with `MOCKSERVER_`.
    static func warnings(on environment: [String: String]) -> [String] {
        let others = environment.filter { isSet($0.value) && !told.contains($0.key) && !isKubernetes(name: $0.key) }
        guard !others.isEmpty else { return [] }
        let subcommands = MockServerCommand.configuration.subcommands.map { $0.configuration.commandName }
        let known = ([nil] + subcommands).flatMap { options(ofSubcommand: $0) }.map(\.variable) + told
        // The beginning that all have in common makes none of them nearer.
        let names = known.map { String($0.dropFirst(Option.prefix.count)) }
        return others.keys.filter { !known.contains($0) }.sorted().map { variable in
            let meant = nearest(to: String(variable.dropFirst(Option.prefix.count)), among: names)
            let advice =
                meant.map { "did you mean \(Option.prefix)\($0)?" } ?? "mockserver --help lists those that there are"
            return "\(variable): no option has this variable; \(advice)"
        }
    }

    /// Kubernetes sets `MOCKSERVER_PORT` and its like in every pod beside a service called mockserver.
    static func isKubernetes(_ text: String) -> Bool {
        ["tcp://", "udp://", "sctp://"].contains { text.hasPrefix($0) }
    }

    /// Whether Kubernetes names a variable so in pods beside a service whose name begins with mockserver:
    /// `MOCKSERVER_SERVICE_HOST`, `MOCKSERVER_SERVICE_PORT_HTTP`, `MOCKSERVER_PORT_80_TCP_ADDR` and their like.
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
    /// What a line of the help shows, such as `  -v, --verbose   Print …` or `  --port <port>   The port …`.
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

    /// The arguments that say the same as the variable's value.
    fileprivate func arguments(for text: String) throws -> [String] {
        guard isFlag else {
            let values = isRepeating ? text.split(separator: ",").map(String.init) : [text]
            return values.map { "--\(name)=\($0)" }
        }
        switch text.lowercased() {
        case "1", "true", "yes", "on": return ["--\(name)"]
        case "0", "false", "no", "off": return []
        default: throw ValidationError("\(variable)=\(text): --\(name) is a flag; set the variable to true or false.")
        }
    }

    fileprivate func isGiven(by argument: String) -> Bool {
        spellings.contains { argument == $0 || argument.hasPrefix($0 + "=") }
    }
}
