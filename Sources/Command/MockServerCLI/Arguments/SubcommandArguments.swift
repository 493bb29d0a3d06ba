/// The arguments of a subcommand, in which `--` only ends the options.
///
/// The parser would give what follows to the command in front, as a command to run against the server.
enum SubcommandArguments {
    /// The same without `--`. What follows it and looks like an option is a file of this folder: `./-x.yaml`.
    static func withoutTerminator(_ arguments: [String]) -> [String] {
        guard let subcommand = EnvironmentArguments.subcommand(of: arguments),
            let end = arguments.firstIndex(of: "--")
        else { return arguments }
        let own = arguments[..<end]
        let options = EnvironmentArguments.options() + EnvironmentArguments.options(ofSubcommand: subcommand)
        // An option whose value is missing must not take one of them; the parser then says that it is.
        let lacksValue = options.contains { option in !option.isFlag && option.spellings.contains { $0 == own.last } }
        guard !lacksValue else { return Array(own) }
        return own + arguments[(end + 1)...].map { $0.hasPrefix("-") && $0 != "-" ? "./\($0)" : $0 }
    }
}
