import ArgumentParser
import MockServerKit
import Testing

@testable import MockServerCLI

@Suite struct MockServerCommandTests {
    private func play(_ arguments: String...) throws -> MockServerCommand {
        try #require(try MockServerCommand.reading(arguments) as? MockServerCommand)
    }

    /// The message to the user, without the usage after it.
    private func complaint(_ arguments: [String]) -> (text: String, status: Int32)? {
        do {
            var command = try MockServerCommand.reading(arguments)
            try command.run()
            return nil
        } catch {
            return (MockServerCommand.message(for: error), MockServerCommand.exitCode(for: error).rawValue)
        }
    }

    @Test("a scenario alone is served on a free port of the loopback")
    func defaults() throws {
        let command = try play("--scenario", "a.yaml")
        #expect(command.scenario == "a.yaml")
        #expect(command.listening.host == nil)
        #expect(command.listening.port == nil)
        #expect(command.maxBody.bytes == 16 * 1024 * 1024)
        #expect(command.seed == nil)
        #expect(command.command.isEmpty)
        #expect(!command.exitWhenComplete && !command.verbose && !command.quiet && !command.tls.isOn)
        #expect(command.protocols == [.http2, .http1])
    }

    @Test("each option is taken")
    func options() throws {
        let command = try play(
            "--scenario", "a.yaml", "--host", "::1", "--port", "65535", "--max-body", "1KiB", "--seed",
            "18446744073709551615", "--allow-env", "A", "--allow-env", "B", "--var", "a=1=2", "--var", "a=",
            "--ready-file", "url",
            "--exit-when-complete", "-v", "--timeout", "1.5s", "--tls", "--protocols", "http/1.1")
        #expect(command.listening.host == "::1")
        #expect(command.listening.port == 65_535)
        #expect(command.maxBody.bytes == 1024)
        #expect(command.seed == .max)
        #expect(command.environment.allowedVariables == ["A", "B"])
        #expect(command.environment.loadOptions.variables == ["a": ""])
        #expect(command.environment.variables.map(\.value) == ["1=2", ""])
        #expect(command.readyFile == "url")
        #expect(command.timeout?.duration == .milliseconds(1_500) && command.timeout?.text == "1.5s")
        #expect(command.exitWhenComplete && command.verbose && command.tls.isOn)
        #expect(command.protocols == [.http1])
    }

    @Test("options that may be repeated are, and flags, and whatever stands behind --")
    func repeated() throws {
        let command = try play(
            "--scenario", "a.yaml", "--report", "har=a", "--report", "json=b", "--quiet", "--quiet", "--", "tool",
            "--port", "1", "--port", "2")
        #expect(command.reports.report.count == 2)
        #expect(command.command == ["tool", "--port", "1", "--port", "2"])
    }

    @Test("everything behind -- is the command's, whatever it looks like")
    func command() throws {
        let command = try play("--scenario", "a.yaml", "--", "validate", "--port", "x", "--", "{url}")
        #expect(command.command == ["validate", "--port", "x", "--", "{url}"])
        #expect(command.listening.port == nil)
    }

    @Test("a scenario that comes first needs no option")
    func scenarioAlone() throws {
        for arguments in [["a/one.JSON"], ["one.yaml", "--port", "1"], ["one.yml", "--", "curl", "{url}/two.yaml"]] {
            let command = try #require(try MockServerCommand.reading(arguments) as? MockServerCommand)
            #expect(command.scenario == arguments[0])
            #expect(command.listening.port == (arguments.contains("--port") ? 1 : nil))
            #expect(command.command == arguments.split(separator: "--").dropFirst().flatMap(\.self))
        }
    }

    @Test("validate takes files, and its options stand before or after them")
    func validate() throws {
        let command = try #require(
            try MockServerCommand.reading(["validate", "a.yaml", "--allow-env", "A", "b.yaml", "--strict"])
                as? ValidateCommand)
        #expect(command.files == ["a.yaml", "b.yaml"])
        #expect(command.environment.allowedVariables == ["A"])
        #expect(command.strict)
    }

    @Test("behind a subcommand, -- only ends the options")
    func terminator() throws {
        func files(_ arguments: String...) throws -> [String] {
            try #require(try MockServerCommand.reading(["validate"] + arguments) as? ValidateCommand).files
        }
        #expect(
            try files("a.yaml", "--", "b.yaml", "-x.yaml", "--strict", "--", "-")
                == ["a.yaml", "b.yaml", "./-x.yaml", "./--strict", "./--", "-"])
        #expect(try files("--", "a.yaml") == ["a.yaml"])
        #expect(try files("--strict", "a.yaml", "--") == ["a.yaml"])
        let first = try #require(try MockServerCommand.reading(["init", "--", "-x.yaml"]) as? InitCommand)
        #expect(first.file == "./-x.yaml")
        let explain = try #require(
            try MockServerCommand.reading(["explain", "--request", "GET /", "--", "a.yaml"]) as? ExplainCommand)
        #expect(explain.file == "a.yaml" && explain.request == "GET /")
    }

    private static let forwardsNothing =
        "the server forwards no requests; write a stub for each that needs a response"
    private static let recordsNothing =
        "the server forwards no requests, so it has none to record; --report har=<path> writes those of a run and their "
        + "responses"

    @Test(
        "wrong usage names the option and says what to write",
        arguments: [
            (
                [],
                "Name the scenario to play: --scenario <file>. With --admin-port it may be left out: then each session "
                    + "has its own."
            ),
            (
                ["--scenario", "a.yaml", "--session-timeout", "5m"],
                "--session-timeout: sessions are begun by the admin API; add --admin-port 0."
            ),
            (
                ["--scenario", "a.yaml", "--admin-port", "0", "--session-host", ".test"],
                "The value '.test' is invalid for '--session-host <name>': give a host name without a port, such as mock.test"
            ),
            (
                ["--scenario", "a.yaml", "--advertise-host", "mock:80"],
                "The value 'mock:80' is invalid for '--advertise-host <name>': give a host name without a port, such as "
                    + "mock.test"
            ),
            (
                ["--scenario", "a.yaml", "--unix", "/a.sock", "--advertise-host", "mock"],
                "--unix has a path in place of host and port; leave --advertise-host out."
            ),
            (["validate", "--"], "validate needs a file: mockserver validate <file> ..."),
            (["schema", "--", "x"], "schema takes no file: leave 'x' out"),
            (["explain", "a.yaml", "--request", "--", "x"], "--request needs a value: --request 'GET /me'"),
            (["one.yaml", "--port"], "--port needs a value: --port <port>"),
            (["explain", "--request", "GET /"], "explain needs a file: mockserver explain <file> --request 'GET /me'"),
            (
                ["one.yaml", "--nothing"],
                "Unknown option '--nothing'; leave it out, or, if it belongs to a command to run, write -- and the command before "
                    + "it; mockserver --help lists all options"
            ),
            (
                ["schema", "--nothing"],
                "Unknown option '--nothing'; leave it out; mockserver schema --help lists all options"
            ),
            (
                ["--port", "1", "validate", "a.yaml", "--", "b.yaml"],
                "validate is a subcommand, which comes first and runs no command; leave -- out, and what follows it: "
                    + "mockserver validate a.yaml"
            ),
            (
                ["--scenario", "a", "--"],
                "No command follows --: give one, or leave the -- out to serve until Ctrl-C."
            ),
            (
                ["--scenario", "a", "--port", "99999"],
                "The value '99999' is invalid for '--port <port>': give a number from 0 to 65535; 0 takes a free port"
            ),
            (
                ["--scenario", "a", "--port", "http"],
                "The value 'http' is invalid for '--port <port>': give a number from 0 to 65535; 0 takes a free port"
            ),
            (
                ["--scenario", "a", "--max-body", "16MB"],
                "The value '16MB' is invalid for '--max-body <size>': give a number of bytes, or one with a unit: 512B, "
                    + "64KiB, 16MiB or 1GiB"
            ),
            (
                ["--scenario", "a", "--seed", "1x"],
                "The value '1x' is invalid for '--seed <number>': give a whole number from 0 to "
                    + "18446744073709551615, such as the one a verdict shows"
            ),
            (
                ["--scenario", "a", "--allow-env", "A=1"],
                "--allow-env: give a variable's name alone, such as API_KEY; its value comes from the environment"
            ),
            (
                ["--scenario", "a", "--var", "=1"],
                "--var: give a variable's name and its value, such as host=127.0.0.1"
            ),
            (
                ["--scenario", "a", "--ready-file", "b", "--report", "har=c", "--report", "text=b"],
                "--ready-file b: a report can't be the same file; give each its own."
            ),
            (["--scenario", "a", "-v", "-q"], "--verbose and --quiet contradict each other; give one of them."),
            (
                ["--scenario", "a", "--exit-when-complete", "--", "true"],
                "--exit-when-complete has no meaning with a command, since the run ends with it; leave one of them out."
            ),
            (
                ["--scenario", "a", "--unix", "s", "--port", "0"],
                "--unix has a path in place of host and port; leave --port out."
            ),
            (
                ["--scenario", "a", "--host", "::1", "--unix", "s"],
                "--unix has a path in place of host and port; leave --host out."
            ),
            (
                ["--scenario", "a", "--unix", "s", "--", "curl", "{url}/a"],
                "{url}: a server on a Unix-domain socket has no URL; take the path from MOCKSERVER_UNIX_SOCKET, "
                    + "or leave --unix out."
            ),
            (
                ["--scenario", "a", "validate", "b"],
                "validate takes files without --scenario: mockserver validate a b"
            ),
            (["--scenario", "a", "--prot", "1"], "Unknown option '--prot'. Did you mean '--port'?"),
            (
                ["--scenario", "a", "--protocols", "h2,"],
                "The value 'h2,' is invalid for '--protocols <names>': give h2, http/1.1 or both, the preferred one first: h2,http/1.1"
            ),
            (
                ["--scenario", "a", "--protocols", "h2,h2"],
                "The value 'h2,h2' is invalid for '--protocols <names>': give h2, http/1.1 or both, the preferred one first: h2,http/1.1"
            ),
            (
                ["--scenario", "a", "--scenario", "b"],
                "--scenario is given twice, but a run plays one scenario: give one; include takes stubs and defaults from "
                    + "other files, and with --admin-port each session has a scenario of its own."
            ),
            (
                ["--port=1", "--scenario", "a", "--port", "2"],
                "--port is given twice; give it once."
            ),
            (
                ["health", "--url", "http://127.0.0.1:1", "--url", "http://127.0.0.1:2"],
                "--url is given twice; give it once."
            ),
            (
                ["one.yaml", "two.yaml"],
                "Unexpected argument 'two.yaml'; a run plays one scenario: leave it out, or take its stubs and defaults by "
                    + "include: [two.yaml]; with --admin-port each session has a scenario of its own."
            ),
            (
                ["one.yaml", "npm", "test"],
                "Unexpected argument 'npm'; write -- before the command to run: mockserver one.yaml -- npm …"
            ),
            (
                ["--scenario", "one.yaml", "curl", "x"],
                "Unexpected argument 'curl'; write -- before the command to run: mockserver --scenario one.yaml -- curl …"
            ),
            (
                ["--scenario", "one.yaml", "curl", "Authorization: Bearer s3cr3t"],
                "Unexpected argument 'curl'; write -- before the command to run: mockserver --scenario one.yaml -- curl …"
            ),
            (["valdate", "one.yaml"], "There is no subcommand 'valdate'; did you mean validate?"),
            (
                ["serve", "one.yaml"],
                "There is no subcommand 'serve'; a scenario is played without one: mockserver --scenario one.yaml"
            ),
            (
                ["run", "one.yaml", "--port", "1"],
                "There is no subcommand 'run'; a scenario is played without one: mockserver --scenario one.yaml --port 1"
            ),
            (
                ["start"],
                "There is no subcommand 'start'; a scenario is played without one: mockserver --scenario <file>"
            ),
            (
                ["check", "one.yaml"],
                "There is no subcommand 'check'; it is called validate: mockserver validate one.yaml"
            ),
            (
                ["lint", "one.yaml", "two.yaml"],
                "There is no subcommand 'lint'; it is called validate: mockserver validate one.yaml two.yaml"
            ),
            (["fmt", "a.yaml"], "There is no subcommand 'fmt'; it is called format: mockserver format a.yaml"),
            (["new"], "There is no subcommand 'new'; it is called init: mockserver init"),
            (["docs", "hold"], "There is no subcommand 'docs'; it is called reference: mockserver reference hold"),
            (["ping"], "There is no subcommand 'ping'; it is called health: mockserver health"),
            (["record"], "There is no subcommand 'record'; \(Self.recordsNothing)"),
            (["proxy"], "There is no subcommand 'proxy'; \(Self.forwardsNothing)"),
            (["version"], "There is no subcommand 'version'; write mockserver --version"),
            (
                ["stop"],
                "There is no subcommand 'stop'; a run ends by Ctrl-C or SIGTERM, or by --timeout <duration>"
            ),
            (["help", "run"], "There is no subcommand 'run'; a scenario is played without one: mockserver --help"),
            (["help", "lint"], "There is no subcommand 'lint'; it is called validate: mockserver help validate"),
            (["help", "validat"], "There is no subcommand 'validat'; did you mean mockserver help validate?"),
            (["help", "record"], "There is no subcommand 'record'; \(Self.recordsNothing)"),
            (
                ["help", "delay"],
                "There is no subcommand 'delay'; a word of the format is explained by mockserver reference delay"
            ),
            (
                ["--file", "one.yaml"],
                "Unknown option '--file'; a scenario is named by --scenario: mockserver --scenario one.yaml"
            ),
            (
                ["-f", "one.yaml"],
                "Unknown option '-f'; a scenario is named by --scenario: mockserver --scenario one.yaml"
            ),
            (
                ["-f", "one"],
                "Unknown option '-f'; a scenario is named by --scenario: mockserver --scenario <file>"
            ),
            (
                ["validate", "--file", "one.yaml"],
                "Unknown option '--file'; validate takes a file without an option: mockserver validate one.yaml"
            ),
            (
                ["one.yaml", "-p", "8080"],
                "Unknown option '-p'; the port is --port: mockserver --scenario one.yaml --port 8080"
            ),
            (
                ["--config", "a.yaml"],
                "Unknown option '--config'; there is no file of options: --scenario a.yaml names the scenario, and each option "
                    + "has an environment variable"
            ),
            (["one.yaml", "--mode", "proxy"], "Unknown option '--mode'; \(Self.forwardsNothing)"),
            (
                ["one.yaml", "--listen-port", "80"],
                "Unknown option '--listen-port'; the port is --port: mockserver --scenario one.yaml --port 80"
            ),
            (
                ["one.yaml", "--global-response-templating"],
                "Unknown option '--global-response-templating'; every response is a template unless template: false; "
                    + "leave it out"
            ),
            (
                ["one.yaml", "--no-request-journal"],
                "Unknown option '--no-request-journal'; it is not needed here; leave it out"
            ),
            (["one.yaml", "--proxy", "http://a"], "Unknown option '--proxy'; \(Self.forwardsNothing)"),
            (["one.yaml", "--record"], "Unknown option '--record'; \(Self.recordsNothing)"),
            (
                ["one.yaml", "--bind", "::1"],
                "Unknown option '--bind'; the address to listen on is --host: --host ::1"
            ),
            (
                ["one.yaml", "--https"],
                "Unknown option '--https'; write --tls; add --tls-certificate and --tls-key for your own certificate"
            ),
            (
                ["one.yaml", "--delay=1s"],
                "Unknown option '--delay'; it is a key of the scenario; mockserver reference delay explains it"
            ),
            (
                ["one.yaml", "--base-path", "/a"],
                "Unknown option '--base-path'; it is a key of the scenario; mockserver reference base_path explains it"
            ),
            (
                ["one.yaml", "--output", "a.xml"],
                "Unknown option '--output'; a report is --report, such as --report junit=results.xml"
            ),
            (
                ["one.yaml", "--env", "A"],
                "Unknown option '--env'; a variable that the scenario may read is --allow-env NAME, a value of its vars --var "
                    + "name=value"
            ),
            (
                ["one.yaml", "--daemon"],
                "Unknown option '--daemon'; a server in the background is started by the shell: mockserver --scenario one.yaml "
                    + "--ready-file url.txt &"
            ),
            (
                ["validate", "one.yaml", "--fix"],
                "Unknown option '--fix'; a file is laid out by mockserver format one.yaml"
            ),
            (
                ["format", "--write", "one.yaml"],
                "Unknown option '--write'; the files are written unless --check is given; leave it out"
            ),
            (
                ["schema", "--out", "a.json"],
                "Unknown option '--out'; the schema is printed; for a file write mockserver schema > schema.json"
            ),
            (
                ["one.yaml", "--strict"],
                "Unknown option '--strict'; warnings fail a check of the file: mockserver validate --strict one.yaml"
            ),
            (
                ["one.yaml", "--exit-when-done"],
                "Unknown option '--exit-when-done'; a run ends with its last step by --exit-when-complete"
            ),
            (
                ["one.yaml", "--admin"],
                "Unknown option '--admin'; the admin API listens on a port of its own: --admin-port 0"
            ),
            (
                ["one.yaml", "--fail-fast"],
                "Unknown option '--fail-fast'; a request that fails an assertion is refused at once by defaults: "
                    + "{on_assert_failure: reject} in the scenario"
            ),
            (["one.yaml", "--silent"], "Unknown option '--silent'; nothing but a failed verdict is --quiet"),
            (
                ["one.yaml", "--timeout", "0s"],
                "The value '0s' is invalid for '--timeout <duration>': give a time above 0, such as 5m"
            ),
            (
                ["one.yaml", "--timeout", "30"],
                "The value '30' is invalid for '--timeout <duration>': a unit is needed: write 30ms or 30s"
            ),
            (
                ["--admin-port", "0", "--timeout", "30s"],
                "--timeout: there is no run to end; add --scenario <file>. Sessions of the admin API have --session-timeout."
            ),
            (
                ["validate", "--scenario", "one.yaml"],
                "validate takes files without --scenario: mockserver validate one.yaml"
            ),
            (
                ["--port", "0", "--", "one.yaml"],
                "Name the scenario to play: --scenario <file>. With --admin-port it may be left out: then each session "
                    + "has its own."
            ),
            (
                ["--port", "0", "a/one.JSON", "two.yml", "-q"],
                "Unexpected argument 'a/one.JSON'; a scenario is named by an option: mockserver --port 0 "
                    + "--scenario a/one.JSON -q"
            ),
            (
                ["one"],
                "There is no subcommand 'one'; there are validate, explain, init, format, reference, schema, ca, health, completions, "
                    + "manual, and without one a scenario is played: mockserver --scenario <file>"
            ),
            (
                ["--scenario", "one.yaml", "two.yaml"],
                "Unexpected argument 'two.yaml'; a run plays one scenario: leave it out, or take its stubs and defaults by "
                    + "include: [two.yaml]; with --admin-port each session has a scenario of its own."
            ),
            (["--seed", "-1", "one.yaml"], "--seed -1: a number here is at least 0, such as --seed 0."),
            (
                ["-"],
                "Unexpected argument '-'; validate, format and explain take it for standard input, and a run takes --scenario "
                    + "/dev/stdin."
            ),
            (
                ["/"],
                "'/' is a folder, and a run plays one file: mockserver --scenario <file>. mockserver validate / checks all "
                    + "scenarios in it."
            ),
            (
                ["validate", "one.yaml", "--port", "1"],
                "validate takes no --port, an option of a run; leave it out: mockserver validate one.yaml"
            ),
            (
                [
                    "validate", "--port", "1", "--watch", "--strict", "one.yaml", "--unix=s", "two.yaml", "--allow-env",
                    "A",
                ],
                "validate takes no --port, an option of a run; leave it out: mockserver validate --strict one.yaml two.yaml "
                    + "--allow-env A"
            ),
            (
                ["explain", "one.yaml", "--request", "GET /?a=b", "--max-body=1"],
                "explain takes no --max-body, an option of a run; leave it out: mockserver explain one.yaml --request "
                    + "'GET /…'"
            ),
            (["init", "-q"], "init takes no -q, an option of a run; leave it out: mockserver init"),
            (["ca", "--out", "a", "one.yaml"], "ca takes no file: leave 'one.yaml' out"),
            (["init", "one.yaml", "two.yaml"], "init takes one file: leave 'two.yaml' out"),
            (["ca"], "ca needs a folder: mockserver ca --out <folder>"),
            (["--scenario", "a", "ca", "--out", "b"], "ca takes no --scenario: mockserver ca --out <folder>"),
            (["validate"], "validate needs a file: mockserver validate <file> ..."),
            (["format"], "format needs a file: mockserver format <file> ..."),
            (["format", "-", "one.yaml"], "- is standard input; give it alone, or only files."),
            (
                ["--scenario", "a", "format", "b"],
                "format takes files without --scenario: mockserver format a b"
            ),
            (["--scenario", "a", "init"], "init takes the file without --scenario: mockserver init a"),
            (
                ["init", "one.json"],
                "one.json: JSON has no comments, so init writes YAML: mockserver init one.yaml"
            ),
            (["completions"], "completions needs a shell, bash, zsh or fish: mockserver completions bash"),
            (
                ["completions", "ksh"],
                "The value 'ksh' is invalid for '<shell>'. Please provide one of 'bash', 'zsh' or 'fish'."
            ),
            (["--scenario", "a", "manual"], "manual takes no scenario: mockserver manual"),
        ] as [([String], String)])
    func usage(arguments: [String], text: String) throws {
        let complaint = try #require(self.complaint(arguments))
        #expect(complaint.text == text)
        #expect(complaint.status == 64)
    }

    @Test(
        "options before a subcommand are wrong usage, since nothing would read them",
        arguments: [
            (
                ["-q", "validate", "one.yaml"],
                "-q stands before validate, which takes no -q; leave it out: mockserver validate one.yaml"
            ),
            (
                ["--report", "junit=a.xml", "validate", "one.yaml"],
                "--report stands before validate, which takes no --report; leave it out: mockserver validate one.yaml"
            ),
            (
                ["--ready-file=a", "init", "b.yaml"],
                "--ready-file stands before init, which takes no --ready-file; leave it out: mockserver init b.yaml"
            ),
            (
                ["--port", "0", "health", "--url", "http://127.0.0.1:1"],
                "--port stands before health, which takes no --port; leave it out: mockserver health --url "
                    + "http://127.0.0.1:1"
            ),
            (
                ["--seed", "1", "explain", "one.yaml", "--request", "GET /"],
                "--seed stands before explain; a subcommand comes first, and its options after it: mockserver explain "
                    + "--seed 1 one.yaml --request 'GET /'"
            ),
            (
                ["-q", "help", "validate"],
                "-q stands before help, which takes no -q; leave it out: mockserver help validate"
            ),
        ])
    func optionsBeforeSubcommand(arguments: [String], text: String) throws {
        let complaint = try #require(self.complaint(arguments))
        #expect(complaint.text == text)
        #expect(complaint.status == 64)
    }

    @Test(
        "no usage error repeats what may be secret",
        arguments: [
            (
                ["run", "one.yaml", "--", "curl", "-H", "Authorization: Bearer s3cr3t", "{url}/a"],
                "There is no subcommand 'run'; a scenario is played without one: mockserver --scenario one.yaml -- <command>"
            ),
            (
                ["play", "one.yaml", "--var", "token=s3cr3t", "--port", "1"],
                "There is no subcommand 'play'; a scenario is played without one: mockserver --scenario one.yaml --var … "
                    + "--port 1"
            ),
            (
                ["run", "one.yaml", "--var", "token=a", "s3cr3t"],
                "There is no subcommand 'run'; a scenario is played without one: mockserver --scenario one.yaml --var … …"
            ),
            (
                ["match", "one.yaml", "http://ada:s3cr3t@h/?s3cr3t", "key=s3cr3t"],
                "There is no subcommand 'match'; it is called explain: mockserver explain one.yaml --request 'GET /me'"
            ),
            (["Authorization: Bearer s3cr3t"], "There is no subcommand 'Authorization…'; there are"),
            (
                ["explain", "one.yaml", "--request", "GET /a", "{Authorization: Bearer s3cr3t}"],
                "A header stands without its option; write --header before it: --header 'Name: value'"
            ),
            (
                ["explain", "one.yaml", "--request", "GET /a", "--header", "Cookie: a=1", "b=s3cr3t"],
                "An unexpected argument follows the value of --header; quote a value that has spaces: --header 'Name: value'"
            ),
            (
                ["explain", "one.yaml", "two", "key=s3cr3t", "--request", "GET /a"],
                "explain takes one file: leave 'two' and 'key=…' out; a variable is --var key=…"
            ),
            (
                ["one.yaml", "--var", "token=a", "s3cr3t"],
                "An unexpected argument follows the value of --var; quote a value that has spaces: --var 'name=value', and "
                    + "write -- before a command to run"
            ),
            (
                ["one.yaml", "key=s3cr3t", "x"],
                "Unexpected argument 'key=…'; write -- before the command to run: mockserver one.yaml -- key=… …"
            ),
            (
                ["one.yaml", "-us3cr3t:1"],
                "Unknown option '-u…'; leave it out, or, if it belongs to a command to run, write -- and the command before it; "
                    + "mockserver --help lists all options"
            ),
            (["one.yaml", "--var", "s3cr3t"], "--var: give a variable's name and its value, such as host=127.0.0.1"),
            (
                ["one.yaml", "--unix", "s", "--", "curl", "{url}/?key=s3cr3t"],
                "{url}: a server on a Unix-domain socket has no URL;"
            ),
        ])
    func secrets(arguments: [String], start: String) throws {
        let complaint = try #require(self.complaint(arguments))
        #expect(complaint.text.hasPrefix(start), "\(complaint.text)")
        #expect(!complaint.text.contains("s3cr3t"))
        #expect(complaint.status == 64)
    }

    @Test(
        "wrong usage is told in three lines",
        arguments: [
            (
                ["--prot", "1"],
                """
                Error: Unknown option '--prot'. Did you mean '--port'?
                Usage: mockserver [--scenario] <file> [<options>]
                  See 'mockserver --help' for more information.
                """
            ),
            (
                ["validate"],
                """
                Error: validate needs a file: mockserver validate <file> ...
                Usage: mockserver validate [<options>] <file or folder or -> ...
                  See 'mockserver validate --help' for more information.
                """
            ),
            (
                ["explain", "a.yaml", "--request", "--", "x"],
                """
                Error: --request needs a value: --request 'GET /me'
                Usage: mockserver explain <file> --request <request> [<options>]
                  See 'mockserver explain --help' for more information.
                """
            ),
        ])
    func usageText(arguments: [String], text: String) {
        let error = #expect(throws: (any Error).self) {
            var command = try MockServerCommand.reading(arguments)
            try command.run()
        }
        #expect(error.map { UsageAdvice(arguments: arguments).text(of: $0, style: .plain) } == text)
    }

    @Test("each usage error has at most three lines")
    func threeLines() {
        let subcommands = MockServerCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
        for arguments in [["--nothing"]] + subcommands.map({ [$0, "--nothing"] }) {
            let error = #expect(throws: (any Error).self) { _ = try MockServerCommand.reading(arguments) }
            let text = error.map { UsageAdvice(arguments: arguments).text(of: $0, style: .plain) } ?? ""
            #expect(text.split(separator: "\n").count == 3, "\(text)")
        }
    }

    @Test("{url} stands for the address wherever it is in an argument")
    func substitution() {
        let filled = CommandRun.filling(
            "http://127.0.0.1:1", into: ["curl", "{url}/a?b={url}", "{URL}", "{ url }", "{{url}}"])
        #expect(
            filled == ["curl", "http://127.0.0.1:1/a?b=http://127.0.0.1:1", "{URL}", "{ url }", "{http://127.0.0.1:1}"])
    }

    @Test("no line of the help is wider than a terminal")
    func help() {
        let subcommands: [(any ParsableCommand.Type)?] = MockServerCommand.configuration.subcommands
        for command in [nil] + subcommands {
            let help =
                command.map { MockServerCommand.helpMessage(for: $0, columns: 80) }
                ?? MockServerCommand.helpMessage(columns: 80)
            for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
            #expect(help.contains("EXAMPLES:"))
            // A wrapped line can't be copied.
            let lines = help.split(separator: "\n")
            let discussion = (command ?? MockServerCommand.self).configuration.discussion
            for line in discussion.split(separator: "\n") { #expect(lines.contains { $0.hasSuffix(line) }, "\(line)") }
        }
    }
}
