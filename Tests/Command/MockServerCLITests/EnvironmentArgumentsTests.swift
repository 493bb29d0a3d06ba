import ArgumentParser
import ExactJSON
import MockServerKit
import Testing

@testable import MockServerCLI

/// Each option is also an environment variable.
@Suite struct EnvironmentArgumentsTests {
    private func play(_ arguments: [String], _ environment: [String: String]) throws -> MockServerCommand {
        try #require(try MockServerCommand.reading(arguments, environment: environment) as? MockServerCommand)
    }

    private func complaint(_ arguments: [String], _ environment: [String: String]) -> String? {
        do {
            _ = try MockServerCommand.reading(arguments, environment: environment)
            return nil
        } catch {
            return MockServerCommand.message(for: error)
        }
    }

    @Test(
        "every option in the help has one, and the help names it",
        arguments: [nil, "validate", "explain", "ca", "health"])
    func everyOption(subcommand: String?) throws {
        let help =
            switch subcommand {
            case "validate": MockServerCommand.helpMessage(for: ValidateCommand.self, columns: 80)
            case "explain": MockServerCommand.helpMessage(for: ExplainCommand.self, columns: 80)
            case "ca": MockServerCommand.helpMessage(for: CACommand.self, columns: 80)
            case "health": MockServerCommand.helpMessage(for: HealthCommand.self, columns: 80)
            default: MockServerCommand.helpMessage(columns: 80)
            }
        let start = try #require(help.firstRange(of: "\nOPTIONS:\n"))
        let names = help[start.upperBound...].matches(of: /(?m)^  (?:-[a-z], )?--([a-z-]+)/).map { String($0.1) }
        let named = names.filter { !["help", "version"].contains($0) }
        let options = EnvironmentArguments.options(ofSubcommand: subcommand)
        #expect(options.map(\.name) == named)
        let section = EnvironmentArguments.help(ofSubcommand: subcommand)
        for option in options {
            #expect(option.variable == "MOCKSERVER_" + option.name.uppercased().replacing("-", with: "_"))
            #expect(section.contains("\n  \(option.variable) "))
        }
        for line in section.split(separator: "\n") { #expect(line.count <= 80) }
    }

    @Test("the help says of each what the parser knows")
    func described() throws {
        let dump = try JSON(parsing: Array(MockServerCommand._dumpHelp().utf8))
        guard case .array(let arguments)? = dump["command"]?["arguments"] else {
            Issue.record("no arguments in \(dump)")
            return
        }
        for option in EnvironmentArguments.options() {
            let argument = arguments.first { $0["preferredName"]?["name"] == .string(option.name) }
            #expect(argument?["kind"] == .string(option.isFlag ? "flag" : "option"), "\(option.name)")
            #expect(argument?["isRepeating"] == .bool(option.isRepeating), "\(option.name)")
        }
    }

    @Test("what a command is told by its server is none, so that one inside another is left alone")
    func told() {
        let variables = Set(EnvironmentArguments.options().map(\.variable))
        for name in ["URL", "UNIX_SOCKET", "CA_FILE", "ADMIN_URL", "ADMIN_TOKEN"] {
            #expect(!variables.contains("MOCKSERVER_\(name)"))
        }
    }

    @Test("they are taken as the options would be")
    func taken() throws {
        let command = try play(
            [],
            [
                "MOCKSERVER_SCENARIO": "a b.yaml", "MOCKSERVER_HOST": "0.0.0.0", "MOCKSERVER_PORT": "8080",
                "MOCKSERVER_ALLOW_ENV": "A,B", "MOCKSERVER_TLS": "true", "MOCKSERVER_VERBOSE": "0",
                "MOCKSERVER_QUIET": "yes", "MOCKSERVER_MAX_BODY": "1KiB", "MOCKSERVER_ADMIN_PORT": "9090",
                "MOCKSERVER_SEED": "",
            ])
        #expect(command.scenario == "a b.yaml")
        #expect(command.listening.host == "0.0.0.0")
        #expect(command.listening.port == 8080)
        #expect(command.environment.allowedVariables == ["A", "B"])
        #expect(command.tls.isOn && command.quiet && !command.verbose)
        #expect(command.maxBody.bytes == 1024)
        #expect(command.admin.adminPort == 9090)
        #expect(command.seed == nil)
    }

    @Test("an option wins, whichever way it is written")
    func optionWins() throws {
        let environment = [
            "MOCKSERVER_SCENARIO": "a.yaml", "MOCKSERVER_PORT": "1", "MOCKSERVER_ALLOW_ENV": "A",
            "MOCKSERVER_QUIET": "1",
        ]
        for arguments in [["--port", "2"], ["--port=2"]] {
            let command = try play(arguments + ["--allow-env", "C"], environment)
            #expect(command.listening.port == 2)
            #expect(command.environment.allowedVariables == ["C"])
            #expect(command.scenario == "a.yaml")
        }
        // Arguments after -- belong to the command.
        let command = try play(["--", "tool", "--port", "3"], environment)
        #expect(command.listening.port == 1)
        #expect(command.command == ["tool", "--port", "3"])
        #expect(try play(["-q"], environment).quiet)
    }

    @Test("a subcommand has its own")
    func subcommands() throws {
        let validate = try #require(
            try MockServerCommand.reading(
                ["validate", "a.yaml"], environment: ["MOCKSERVER_STRICT": "on", "MOCKSERVER_SCENARIO": "b"])
                as? ValidateCommand)
        #expect(validate.strict && validate.files == ["a.yaml"])
        let health = try #require(
            try MockServerCommand.reading(["health"], environment: ["MOCKSERVER_URL": "http://127.0.0.1:1"])
                as? HealthCommand)
        #expect(health.url == "http://127.0.0.1:1")
    }

    @Test("a value that is none is an error that names the variable")
    func wrong() {
        #expect(
            complaint([], ["MOCKSERVER_PORT": "x"])
                == "MOCKSERVER_PORT: The value 'x' is invalid for '--port <port>': give a number from 0 to 65535; 0 takes "
                + "a free port")
        #expect(
            complaint([], ["MOCKSERVER_TLS": "maybe"])
                == "MOCKSERVER_TLS=maybe: --tls is a flag; set the variable to true or false.")
    }

    @Test("one that is empty is not set, and one that is blank is an error")
    func blank() throws {
        #expect(
            try play(["--scenario", "a", "--admin-port", "0"], ["MOCKSERVER_ADMIN_TOKEN": ""]).admin.adminPort == 0)
        for option in EnvironmentArguments.options() {
            let arguments = option.name == "scenario" ? [] : ["--scenario", "a"]
            #expect(complaint(arguments, [option.variable: ""]) == nil)
            #expect(
                complaint(arguments, [option.variable: " \t"])
                    == "\(option.variable): its value is blank; give one, or unset the variable.")
        }
        #expect(
            complaint(["--scenario", "a", "--admin-port", "0"], ["MOCKSERVER_ADMIN_TOKEN": " "])
                == "MOCKSERVER_ADMIN_TOKEN: its value is blank; give one, or unset the variable.")
        let explain = try MockServerCommand.reading(
            ["explain", "a.yaml", "--request", "GET /"], environment: ["MOCKSERVER_BODY": " "])
        #expect((explain as? ExplainCommand)?.body == " ", "a body may be any text")
    }

    @Test(
        "a list of several has none that is blank", arguments: [",", "junit=a.xml,", ",junit=a.xml", "a,,b", "a, ,b"])
    func blankInList(list: String) {
        #expect(
            complaint(["--scenario", "a"], ["MOCKSERVER_REPORT": list])
                == "MOCKSERVER_REPORT: a value of its list is blank; write a comma only between two values, such as "
                + "junit=a.xml,har=a.har.")
        #expect(
            complaint(["--scenario", "a"], ["MOCKSERVER_ALLOW_ENV": list])?.contains("such as a,b.") == true)
    }

    @Test("an option's value is not blank either, but for a request's body")
    func blankOption() throws {
        for option in EnvironmentArguments.options() where !option.isFlag {
            for arguments in [
                ["--\(option.name)", ""], ["--\(option.name)= "], ["--\(option.name)", " ", "--", "true"],
            ] {
                #expect(
                    complaint(arguments, [:])
                        == "--\(option.name): its value is blank; give one, or leave the option out.")
            }
        }
        #expect(complaint(["--scenario", "a", "--var", "a=", "--", "printf", ""], [:]) == nil)
        #expect(complaint(["explain", "a.yaml", "--request", "GET /", "--body", ""], [:]) == nil)
        #expect(
            complaint(["health", "--url", ""], [:])
                == "--url: its value is blank; give one, or leave the option out.")
        #expect(
            complaint(["--scenario", "a", "--report", ","], [:])?.contains("such as junit=results.xml") == true)
    }

    @Test("a mistake among the arguments is not theirs")
    func argumentsMistake() {
        #expect(
            complaint(["--scenario", "a", "--prot", "1"], ["MOCKSERVER_PORT": "1"])
                == "Unknown option '--prot'. Did you mean '--port'?")
    }

    @Test("what Kubernetes sets for a service of that name is none of ours")
    func kubernetes() throws {
        let command = try play(
            ["--scenario", "a"],
            ["MOCKSERVER_PORT": "tcp://10.0.0.1:80", "MOCKSERVER_SERVICE_HOST": "10.0.0.1"])
        #expect(command.listening.port == nil)
    }

    @Test(
        "a value with a comma in a list of variables is told without the value",
        arguments: [
            ("token=abc,s3cr3t", "first", "token"), ("a=1,token=abc,s3cr3t,x", "second", "token"),
            ("s3 cr3t=1,s3cr3t", "first", "name"),
        ])
    func comma(value: String, comma: String, name: String) {
        let error = #expect(throws: (any Error).self) {
            try play(["--scenario", "a"], ["MOCKSERVER_VAR": value])
        }
        #expect(
            error.map { MockServerCommand.message(for: $0) }
                == "MOCKSERVER_VAR: commas stand between variables, and what follows the \(comma) comma has no name=; give a "
                + "value with a comma by --var \(name)=…")
    }

    @Test("one that nothing reads is named, with the one that was probably meant")
    func unknown() {
        let warnings = EnvironmentArguments.warnings(on: [
            "MOCKSERVER_SCENARO": "a.yaml", "MOCKSERVER_REPORTS": "junit=a.xml", "MOCKSERVER_FLAVOUR": "vanilla",
            "MOCKSERVER_EXIT_WHEN_COMPLETED": "", "MOCKSERVER_PORTS": "tcp://10.0.0.1:80",
        ])
        #expect(
            warnings == [
                "MOCKSERVER_FLAVOUR: no option has this variable; mockserver --help lists all options",
                "MOCKSERVER_REPORTS: no option has this variable; did you mean MOCKSERVER_REPORT?",
                "MOCKSERVER_SCENARO: no option has this variable; did you mean MOCKSERVER_SCENARIO?",
            ])
    }

    @Test("a misspelled one in place of the scenario is named in the error")
    func missingScenario() {
        func text(_ environment: [String: String]) -> String {
            MockServerCommand.message(for: MockServerCommand.missingScenario(environment))
        }
        #expect(
            text(["MOCKSERVER_AAA": "1", "MOCKSERVER_SCENRIO": "a.yaml"])
                == "Name the scenario to play: --scenario <file>. MOCKSERVER_SCENRIO: no option has this variable; did you mean "
                + "MOCKSERVER_SCENARIO?")
        #expect(
            text(["MOCKSERVER_FLAVOUR": "vanilla"])
                == "Name the scenario to play: --scenario <file>. MOCKSERVER_FLAVOUR: no option has this variable; mockserver "
                + "--help lists all options")
        #expect(
            text(["MOCKSERVER_PORT": "1"])
                == "Name the scenario to play: --scenario <file>. With --admin-port it may be left out: then each session "
                + "has its own.")
    }

    @Test("those that a server or Kubernetes sets, and those of subcommands, are known")
    func known() {
        var environment = [
            // Variables that an outer server sets for its command.
            "MOCKSERVER_URL": "http://127.0.0.1:1", "MOCKSERVER_UNIX_SOCKET": "/s", "MOCKSERVER_CA_FILE": "/c",
            "MOCKSERVER_ADMIN_URL": "http://127.0.0.1:2", "MOCKSERVER_ADMIN_TOKEN": "t",
            // Variables of a pod beside the services mockserver and mockserver-admin.
            "MOCKSERVER_SERVICE_HOST": "10.0.0.1", "MOCKSERVER_SERVICE_PORT": "80",
            "MOCKSERVER_SERVICE_PORT_HTTP": "80", "MOCKSERVER_PORT": "tcp://10.0.0.1:80",
            "MOCKSERVER_ADMIN_SERVICE_HOST": "10.0.0.2", "MOCKSERVER_ADMIN_PORT": "tcp://10.0.0.2:90",
        ]
        for prefix in ["MOCKSERVER_PORT_80_TCP", "MOCKSERVER_ADMIN_PORT_90_UDP"] {
            for suffix in ["", "_PROTO", "_PORT", "_ADDR"] { environment[prefix + suffix] = "x" }
        }
        for name in [nil, "validate", "explain", "ca", "health"] {
            for option in EnvironmentArguments.options(ofSubcommand: name) where environment[option.variable] == nil {
                environment[option.variable] = "1"
            }
        }
        #expect(EnvironmentArguments.warnings(on: environment) == [])
    }

    @Test("help comes whatever they are")
    func help() throws {
        var command = try MockServerCommand.reading(["--help"], environment: ["MOCKSERVER_PORT": "x"])
        let help = #expect(throws: (any Error).self) { try command.run() }
        #expect(help.map { MockServerCommand.message(for: $0) }?.contains("--port") == true)
    }

    @Test("a file or a value called help is no request for help")
    func filesCalledHelp() throws {
        let validate = try MockServerCommand.reading(["validate", "help"], environment: ["MOCKSERVER_STRICT": "true"])
        #expect((validate as? ValidateCommand)?.strict == true)
        let command = try play(["one.yaml", "--ready-file", "help"], ["MOCKSERVER_PORT": "7"])
        #expect(command.listening.port == 7 && command.readyFile == "help")
        let explain = try MockServerCommand.reading(
            ["explain", "a.yaml", "--request", "GET /", "--body", "help"], environment: ["MOCKSERVER_AFTER": "login"])
        #expect((explain as? ExplainCommand)?.after == ["login"])
    }

    @Test("a value is not repeated in an error")
    func secretValue() {
        #expect(
            complaint(["one.yaml"], ["MOCKSERVER_VAR": "token=abc,s3cr3t"])
                == "MOCKSERVER_VAR: commas stand between variables, and what follows the first comma has no name=; give a value "
                + "with a comma by --var token=…")
    }

    @Test(
        "the help of a subcommand lists its own variables, however one asks for it",
        arguments: [["help", "validate"], ["validate", "--help"], ["validate", "-h", "help"]])
    func helpOfSubcommand(arguments: [String]) throws {
        let help = try #require(
            #expect(throws: (any Error).self) {
                var command = try MockServerCommand.reading(arguments)
                try command.run()
            })
        let section = EnvironmentArguments.help(following: MockServerCommand.fullMessage(for: help))
        #expect(section == EnvironmentArguments.help(ofSubcommand: "validate"))
    }

    @Test("the help of a run lists the run's variables, and that of help none")
    func helpOfRun() {
        func section(_ arguments: String...) -> String? {
            let error = #expect(throws: (any Error).self) {
                var command = try MockServerCommand.reading(arguments)
                try command.run()
            }
            return error.flatMap { EnvironmentArguments.help(following: MockServerCommand.fullMessage(for: $0)) }
        }
        #expect(section("--help") == EnvironmentArguments.help(ofSubcommand: nil))
        #expect(section("help") == EnvironmentArguments.help(ofSubcommand: nil))
        #expect(section("help", "help") == nil)
        #expect(section("--version") == nil)
    }
}
