import ArgumentParser
import MockServerKit

/// An option of a run, for reading arguments without the argument parser.
///
/// The parser reflects on every option, and the runtime then looks through all protocol conformances of the program dozens
/// of times: four fifths of the instructions of a start. So a run's arguments are read here. Anything that looks different
/// from the usual, and everything that is wrong, is left to the parser and its messages.
struct RunOption: Sendable {
    enum Effect: Sendable {
        case flag(@Sendable (inout MockServerCommand) -> Void)
        case value(@Sendable (inout MockServerCommand, String) throws -> Void)
        /// Like `value`, for an option that may be repeated.
        case values(@Sendable (inout MockServerCommand, String) throws -> Void)
    }

    /// `-v` and `--verbose`.
    let spellings: [String]
    let effect: Effect

    private init(_ name: String, short: String? = nil, _ effect: Effect) {
        spellings = (short.map { ["-" + $0] } ?? []) + ["--" + name]
        self.effect = effect
    }

    /// All of them, in the order of the help.
    static let all: [RunOption] = [
        RunOption("scenario", .value { $0.scenario = $1 }),
        RunOption("host", .value { $0.listening.host = $1 }),
        RunOption("port", .value { $0.listening.port = try ListeningOptions.port($1) }),
        RunOption("advertise-host", .value { $0.listening.advertiseHost = try ListeningOptions.hostName($1) }),
        RunOption("unix", .value { $0.listening.unix = $1 }),
        RunOption("protocols", .value { $0.protocols = try MockServerCommand.protocols($1) }),
        RunOption("max-body", .value { $0.maxBody = try ByteSize($1) }),
        RunOption("trust-forwarded", .flag { $0.trustForwarded = true }),
        RunOption("seed", .value { $0.seed = try MockServerCommand.seed($1) }),
        RunOption(
            "allow-env",
            .values { $0.environment.allowedVariables.append(try EnvironmentOptions.variableName($1)) }),
        RunOption("var", .values { $0.environment.variables.append(try EnvironmentOptions.assignment($1)) }),
        RunOption("tls", .flag { $0.tls.tls = true }),
        RunOption("tls-ca", .value { $0.tls.authorityFolder = $1 }),
        RunOption("tls-certificate", .value { $0.tls.certificate = $1 }),
        RunOption("tls-key", .value { $0.tls.key = $1 }),
        RunOption("write-ca", .value { $0.tls.authorityPath = $1 }),
        RunOption("client-ca", .value { $0.tls.clientAuthorities = $1 }),
        RunOption("client-certificate", .value { $0.tls.clientCertificate = try TLSArguments.clientCertificate($1) }),
        RunOption("tls-minimum", .value { $0.tls.minimumVersion = try TLSArguments.version($1) }),
        RunOption("tls-fault", .value { $0.tls.fault = try TLSArguments.fault($1) }),
        RunOption("admin-port", .value { $0.admin.adminPort = try ListeningOptions.port($1) }),
        RunOption("session-timeout", .value { $0.admin.sessionTimeout = try AdminPortOptions.duration($1) }),
        RunOption("session-host", .values { $0.admin.sessionHost.append(try ListeningOptions.hostName($1)) }),
        RunOption("ready-file", .value { $0.readyFile = $1 }),
        RunOption("report", .values { $0.reports.report.append(try ReportOptions.Destination($1)) }),
        RunOption("exit-when-complete", .flag { $0.exitWhenComplete = true }),
        RunOption("timeout", .value { $0.timeout = try TimeLimit($1) }),
        RunOption("watch", .flag { $0.watch = true }),
        RunOption("verbose", short: "v", .flag { $0.verbose = true }),
        RunOption("quiet", short: "q", .flag { $0.quiet = true }),
    ]
}

extension MockServerCommand {
    /// The command for the arguments, as the argument parser would read them; nil if it has to, because they are not the
    /// plain ones of a run, or because something is wrong with them.
    init?(ofRun arguments: [String]) {
        self = Self.withoutOptions
        do {
            guard try read(arguments) else { return nil }
            try listening.validate()
            try environment.validate()
            try tls.validate()
            try admin.validate()
            try reports.validate()
            try validate()
        } catch {
            return nil
        }
    }

    /// - Returns: whether all of them are known.
    private mutating func read(_ arguments: [String]) throws -> Bool {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                command = Array(rest)
                return true
            }
            let end = argument.hasPrefix("--") ? argument.firstIndex(of: "=") : nil
            let name = String(argument[..<(end ?? argument.endIndex)])
            guard let option = RunOption.all.first(where: { $0.spellings.contains(name) }) else { return false }
            switch option.effect {
            case .flag(let set):
                guard end == nil else { return false }
                set(&self)
            case .value(let set), .values(let set):
                let value: String? = if let end { String(argument[end...].dropFirst()) } else { rest.popFirst() }
                guard let value, !value.isEmpty, end != nil || !value.hasPrefix("-") else { return false }
                try set(&self, value)
            }
        }
        return true
    }

    /// Every property has its default. The parser's property wrappers can't be read before they are set.
    private static var withoutOptions: MockServerCommand {
        var listening = ListeningOptions()
        (listening.host, listening.port, listening.advertiseHost, listening.unix) = (nil, nil, nil, nil)
        var environment = EnvironmentOptions()
        (environment.allowedVariables, environment.variables) = ([], [])
        var tls = TLSArguments()
        (tls.tls, tls.authorityFolder, tls.certificate, tls.key, tls.authorityPath) = (false, nil, nil, nil, nil)
        (tls.clientAuthorities, tls.clientCertificate, tls.minimumVersion, tls.fault) = (nil, nil, nil, nil)
        var admin = AdminPortOptions()
        (admin.adminPort, admin.sessionTimeout, admin.sessionHost) = (nil, nil, [])
        var reports = ReportOptions()
        reports.report = []
        var command = MockServerCommand()
        (command.scenario, command.seed, command.readyFile, command.timeout, command.command) = (nil, nil, nil, nil, [])
        (command.protocols, command.maxBody) = (Self.usualProtocols, Self.largestUsualBody)
        (command.trustForwarded, command.exitWhenComplete, command.watch) = (false, false, false)
        (command.verbose, command.quiet) = (false, false)
        (command.listening, command.environment, command.tls) = (listening, environment, tls)
        (command.admin, command.reports) = (admin, reports)
        return command
    }
}
