import ArgumentParser
import CPlatform
import MockServerKit

/// `mockserver`: plays a scenario until it is told to end, or while a command runs.
struct MockServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mockserver",
        abstract: "Play a scenario to an HTTP client, and say whether the client did what the scenario says.",
        usage: """
            mockserver [--scenario] <file> [<options>]
            mockserver [--scenario] <file> [<options>] -- <command> [<argument> ...]
            mockserver validate <file> ...
            mockserver explain <file> --request <request>
            mockserver init [<file>]
            mockserver format [--check] <file> ...
            mockserver ca --out <folder>
            mockserver health [--url <url>]
            mockserver reference [<key> ...]
            mockserver schema
            mockserver completions <shell>
            mockserver manual
            """,
        discussion: """
            EXAMPLES:
              Serve until Ctrl-C; each request is a line, and the verdict comes last:
                mockserver --scenario Scenarios/token-refresh.yaml --port 8080

              Run a command against it, with the address in MOCKSERVER_URL and in place
              of {url} in its arguments:
                mockserver --scenario login.yaml -- npm test
                mockserver --scenario login.yaml -- curl -f {url}/login

              Serve in a script's background, and end with the last step:
                mockserver --scenario login.yaml --ready-file url --exit-when-complete

              End a run that hangs, and say which steps it had not reached:
                mockserver --scenario login.yaml --timeout 30s -- npm test

              Speak TLS; the command finds whom to trust in MOCKSERVER_CA_FILE:
                mockserver --scenario login.yaml --tls -- \\
                  sh -c 'curl --cacert $MOCKSERVER_CA_FILE {url}/login'

              Write a scenario: each change of its files begins a new run
                mockserver --scenario login.yaml --port 8080 --watch

              Leave reports for CI and for an HTTP archive viewer, however the run ends:
                mockserver --scenario login.yaml --report junit=mock.xml \\
                  --report har=mock.har -- npm test

              Check scenarios without serving them:
                mockserver validate Scenarios/*.yaml

              Ask which step would take a request, and why the others would not:
                mockserver explain login.yaml --request 'GET /me' --after login

              Look up a word of the format of scenarios:
                mockserver reference hold

            EXIT STATUS:
              0    the run passed
              1    the run failed
              64   wrong usage
              65   the scenario, a certificate or a key has errors
              66   a file can't be read
              69   the server can't listen on the address
              73   a file can't be written
              A command that fails gives its own status: 128+n where signal n ended it,
              127 where there is no such command, 126 where it can't be executed.
            """,
        version: Version.current,
        subcommands: [
            ValidateCommand.self, ExplainCommand.self, InitCommand.self, FormatCommand.self, ReferenceCommand.self,
            SchemaCommand.self, CACommand.self, HealthCommand.self, CompletionsCommand.self, ManualCommand.self,
        ])

    @Option(
        help: ArgumentHelp("The scenario to play.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var scenario: String?

    @OptionGroup var listening: ListeningOptions

    @Option(
        help: ArgumentHelp("What to speak, the preferred one first. (default: h2,http/1.1)", valueName: "names"),
        completion: .list(["h2,http/1.1", "http/1.1,h2", "h2", "http/1.1"]),
        transform: MockServerCommand.protocols)
    var protocols = MockServerCommand.usualProtocols

    @Option(
        help: ArgumentHelp(
            "The longest request body taken, such as 512KiB; a longer one gets a 413. (default: 16MiB)",
            valueName: "size"),
        transform: { try ByteSize($0) })
    var maxBody = MockServerCommand.largestUsualBody

    @Flag(
        help: ArgumentHelp(
            "Take requests for https resources in the clear, because a gateway ends TLS before the server; without it "
                + "they get a 421. No header is read for it."))
    var trustForwarded = false

    @Option(
        help: ArgumentHelp(
            "Repeat a run's random values: the seed its failed verdict shows. (default: the scenario's, else a fresh one)",
            valueName: "number"),
        transform: MockServerCommand.seed)
    var seed: UInt64?

    @OptionGroup var environment: EnvironmentOptions

    @OptionGroup var tls: TLSArguments

    @OptionGroup var admin: AdminPortOptions

    @Option(
        help: ArgumentHelp(
            "Write the URL, or unix: and the path, to this file once clients can connect; removed at the end.",
            valueName: "path"),
        completion: .file())
    var readyFile: String?

    @OptionGroup var reports: ReportOptions

    @Flag(help: "End once every step is complete and every response is sent; --timeout bounds the wait.")
    var exitWhenComplete = false

    @Option(
        help: ArgumentHelp(
            "End a run that takes longer, such as 30s: it fails, and says which steps it had not reached. A command is ended "
                + "with all its processes.", valueName: "duration"),
        transform: { try TimeLimit($0) })
    var timeout: TimeLimit?

    @Flag(
        help: ArgumentHelp(
            "Begin a new run when the scenario, or a file that it names, changes; one with errors is not played. What "
                + "the run before had not reached does not count. Without a command, SIGHUP begins one, too."))
    var watch = false

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            """
            Print a line for each request while a command runs, too, each failure that follows from another, and the \
            seed of a run that passed.
            """))
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print nothing but a failed verdict.")
    var quiet = false

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("A command to run against the server; the run ends with it.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        if verbose && quiet { throw ValidationError("--verbose and --quiet contradict each other; give one of them.") }
        if let readyFile, reports.report.contains(where: { $0.path == readyFile }) {
            // The ready file is removed at the end.
            throw ValidationError(
                "--ready-file \(readyFile): a report can't be the same file; give each its own.")
        }
        if exitWhenComplete && !command.isEmpty {
            throw ValidationError(
                "--exit-when-complete has no meaning with a command, since the run ends with it; leave one of them out."
            )
        }
        if timeout != nil && scenario == nil {
            throw ValidationError(
                "--timeout: there is no run to end; add --scenario <file>. Sessions of the admin API have --session-timeout."
            )
        }
        if watch && scenario == nil {
            throw ValidationError("--watch: there is no scenario to watch; add --scenario <file>, or leave it out.")
        }
        if watch && exitWhenComplete {
            throw ValidationError(
                "--watch and --exit-when-complete contradict each other: a run that has ended waits for the next change; "
                    + "leave one of them out.")
        }
        if exitWhenComplete && admin.adminPort != nil {
            throw ValidationError(
                "--exit-when-complete and --admin-port contradict each other: at the end nobody could ask for the verdict; "
                    + "leave one of them out."
            )
        }
        if listening.unix != nil, command.contains(where: { $0.contains("{url}") }) {
            throw ValidationError(
                "{url}: a server on a Unix-domain socket has no URL; take the path from MOCKSERVER_UNIX_SOCKET, "
                    + "or leave --unix out.")
        }
    }

    /// Refuses a scenario that stands before a subcommand, which plays none.
    func refuseScenario(_ text: String) throws {
        if scenario != nil { throw ValidationError(text) }
    }

    static let usualProtocols = MockServer.Options().protocols
    static let largestUsualBody = ByteSize(bytes: 16 << 20)

    func run() throws {
        guard scenario != nil || admin.adminPort != nil else {
            throw Self.missingScenario(Environment.variables(beginningWith: EnvironmentArguments.Option.prefix))
        }
        try Self.checkDescriptors()
        let session = CommandRun(settings: self, scenario: scenario)
        let status = try command.isEmpty ? session.serve() : session.run(command)
        throw ExitCode(status.rawValue)
    }

    /// The fewest descriptors with which a run can begin and end: those of event loops, signals, listeners and reports.
    /// With fewer, Dispatch may have none left for the end of the wrapped command.
    private static let leastDescriptors = 48

    private static func checkDescriptors() throws {
        let descriptors = cplatform_descriptors(.max)
        guard descriptors < leastDescriptors else { return }
        throw CommandFailure(
            .unavailable,
            "this process may have \(descriptors) descriptors and needs \(leastDescriptors), besides one for each "
                + "connection: raise the limit by ulimit -n")
    }

    /// The command for the arguments, without the program's name, and for variables that begin with `MOCKSERVER_`.
    static func reading(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> any ParsableCommand {
        let arguments = SubcommandArguments.withoutTerminator(arguments)
        // The parser can't tell an empty command from none, and a script whose variable is empty would serve forever.
        if arguments.firstIndex(of: "--") == arguments.count - 1 {
            throw ValidationError("No command follows --: give one, or leave the -- out to serve until Ctrl-C.")
        }
        try refuseRepeated(arguments)
        try BlankValues.check(arguments)
        let advice = UsageAdvice(arguments: arguments)
        if let problem = advice.foreignOption ?? advice.helpTopic { throw problem }
        let command: any ParsableCommand
        do {
            command = try EnvironmentArguments.parse(advice.namingScenario ?? arguments, environment)
        } catch {
            throw advice.error(for: error) ?? error
        }
        if (command as? MockServerCommand)?.admin.adminPort != nil {
            let variable = AdminPortOptions.tokenVariable
            try BlankValues.check(environment[variable] ?? "", of: variable)
        }
        if !(command is MockServerCommand), arguments.contains("--") {
            let name = type(of: command).configuration.commandName ?? "help"
            throw advice.withoutCommand(name)
        }
        // The parser would give the options to the command in front, where nothing reads them.
        if !(command is MockServerCommand), !EnvironmentArguments.asksForHelp(arguments), let first = arguments.first,
            EnvironmentArguments.subcommand(of: arguments) == nil
        {
            let name = type(of: command).configuration.commandName ?? "help"
            throw advice.about(first, before: name)
        }
        return command
    }

    /// Rejects repeated options, because the parser would silently take the last value.
    private static func refuseRepeated(_ arguments: [String]) throws {
        var seen: Set<String> = []
        let names = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map {
            String($0.prefix { $0 != "=" })
        }
        let repeated = names.filter { !seen.insert($0).inserted }
        // Look up which options may be repeated only if one is.
        guard !repeated.isEmpty else { return }
        let options =
            EnvironmentArguments.options()
            + EnvironmentArguments.options(ofSubcommand: EnvironmentArguments.subcommand(of: arguments))
        for name in repeated {
            let option = options.first { option in option.spellings.contains { $0 == name } }
            guard let option, !option.isFlag, !option.isRepeating else { continue }
            throw ValidationError(
                name == "--scenario"
                    ? "--scenario is given twice, but a run plays one scenario: give one; include takes stubs and defaults "
                        + "from other files, and with --admin-port each session has a scenario of its own."
                    : "\(name) is given twice; give it once.")
        }
    }

    /// The error of a run without a scenario, which a misspelled variable was perhaps meant to name.
    ///
    /// - Parameter environment: the variables that begin with `MOCKSERVER_`.
    static func missingScenario(_ environment: [String: String]) -> ValidationError {
        let warnings = EnvironmentArguments.warnings(on: environment)
        let wanted = warnings.first { $0.hasSuffix("MOCKSERVER_SCENARIO?") } ?? warnings.first
        return ValidationError(
            "Name the scenario to play: --scenario <file>. "
                + (wanted ?? "With --admin-port it may be left out: then each session has its own."))
    }

    static func protocols(_ text: String) throws -> [ApplicationProtocol] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let protocols = names.compactMap { ApplicationProtocol(rawValue: String($0)) }
        guard protocols.count == names.count, Set(protocols).count == names.count else {
            throw ValidationError("give h2, http/1.1 or both, the preferred one first: h2,http/1.1")
        }
        return protocols
    }

    static func seed(_ text: String) throws -> UInt64 {
        guard let seed = UInt64(text) else {
            throw ValidationError("give a whole number from 0 to \(UInt64.max), such as the one a verdict shows")
        }
        return seed
    }
}
