import ArgumentParser

/// Options and subcommands that people bring from other tools, with what to write instead.
enum ForeignOptions {
    private static let forwardsNothing = "the server forwards no requests; write a stub for each that needs a response"
    private static let recordsNothing =
        "the server forwards no requests, so it has none to record; --report har=<path> writes those of a run and their "
        + "responses"
    private static let noConfiguration =
        "there is no file of options: --scenario <file> names the scenario, and each option has an environment variable"
    private static let ofScenario = "a scenario is named by --scenario: mockserver --scenario <file>"
    private static let ofPort = "the port is --port: mockserver --scenario <file> --port 8080"
    private static let ofHost = "the address to listen on is --host: --host 0.0.0.0"
    private static let ofTLS = "write --tls; add --tls-certificate and --tls-key for your own certificate"
    private static let templatesAlways = "every response is a template unless template: false; leave it out"
    private static let needless = "it is not needed here; leave it out"
    private static let inScenario = "it is a key of the scenario; mockserver reference KEY explains it"
    private static let keys = ["latency": "delay", "base-path": "base_path", "prefix": "base_path"]

    private static let options: [String: String] = [
        "--file": ofScenario, "-f": ofScenario, "--path": ofScenario, "--input": ofScenario, "-i": ofScenario,
        "--mock": ofScenario, "--mocks": ofScenario, "--stubs": ofScenario, "--mappings": ofScenario,
        "--expectations": ofScenario, "--root-dir": ofScenario, "-s": ofScenario,
        "-p": ofPort, "-serverPort": ofPort, "--server-port": ofPort, "--http-port": ofPort, "--listen": ofPort,
        "--config": noConfiguration, "-c": noConfiguration, "--configuration": noConfiguration,
        "--settings": noConfiguration, "--conf": noConfiguration, "--options": noConfiguration,
        "--proxy": forwardsNothing, "--proxy-all": forwardsNothing, "--forward": forwardsNothing,
        "--upstream": forwardsNothing, "--passthrough": forwardsNothing, "--proxy-url": forwardsNothing,
        "--record": recordsNothing, "--record-mappings": recordsNothing, "--recording": recordsNothing,
        "--bind": ofHost, "--bind-address": ofHost, "--address": ofHost, "-b": ofHost, "--hostname": ofHost,
        "--https": ofTLS, "--ssl": ofTLS, "--https-port": ofTLS, "--cert": ofTLS, "--key": ofTLS,
        "--cors": inScenario, "--delay": inScenario, "--latency": inScenario, "--linger": inScenario,
        "--clock": inScenario,
        "--debug": "a line for each request while a command runs is --verbose",
        "-d": "a server in the background is started by the shell: mockserver --scenario <file> --ready-file url.txt &",
        "--daemon":
            "a server in the background is started by the shell: mockserver --scenario <file> --ready-file url.txt &",
        "--silent": "nothing but a failed verdict is --quiet", "--log-level": "there are --verbose and --quiet",
        "--output": "a report is --report, such as --report junit=results.xml",
        "-o": "a report is --report, such as --report junit=results.xml",
        "--junit": "a report is --report, such as --report junit=results.xml",
        "--env": "a variable that the scenario may read is --allow-env NAME, a value of its vars --var name=value",
        "-e": "a variable that the scenario may read is --allow-env NAME, a value of its vars --var name=value",
        "--reload": "a new run at each change of the file is --watch",
        "-w": "a new run at each change of the file is --watch",
        "--data": ofScenario, "--import": ofScenario, "-import": ofScenario, "--server-replay": ofScenario,
        "-S": ofScenario,
        "--collection": ofScenario, "--expectation-file": ofScenario, "--initializationJsonPath": ofScenario,
        "--listen-port": ofPort, "-pp": ofPort, "--listen-host": ofHost,
        "--https-keystore": ofTLS, "--https-cert": ofTLS, "--https-key": ofTLS, "--certs": ofTLS,
        "--enable-browser-proxying": forwardsNothing, "--mode": forwardsNothing, "-proxyRemotePort": forwardsNothing,
        "-proxyRemoteHost": forwardsNothing, "--preserve-host-header": forwardsNothing, "--proxy-via": forwardsNothing,
        "--global-response-templating": templatesAlways, "--local-response-templating": templatesAlways,
        "--response-templating": templatesAlways, "--no-request-journal": needless, "--disable-banner": needless,
        "--container-threads": needless, "--workers": needless, "--jetty-acceptor-threads": needless,
        "--async-response-enabled": needless, "--multiprocess": needless, "--max-request-journal-entries": needless,
        "--dynamic": "no response is made up: write it in the scenario; a template like {{uuid}} makes values",
        "--errors": "a request that nothing takes fails the run and gets a 501 already; leave it out",
        "--static": "a response is a file by file: write response: {file: body.json} in a stub",
        "--log-transaction": "a line for each request while a command runs is --verbose",
        "-logLevel": "there are --verbose and --quiet", "--loglevel": "there are --verbose and --quiet",
        "--once": "a run ends with its last step by --exit-when-complete",
        "--exit-when-done": "a run ends with its last step by --exit-when-complete",
        "--exit-on-complete": "a run ends with its last step by --exit-when-complete",
        "--strict": "warnings fail a check of the file: mockserver validate --strict <file>",
        "--admin": "the admin API listens on a port of its own: --admin-port 0", "--base-path": inScenario,
        "--prefix": inScenario, "--seed-data": ofScenario,
        "--fail-fast":
            "a request that fails an assertion is refused at once by defaults: {on_assert_failure: reject} in the scenario",
    ]

    /// What to write for an option of a run that does not exist; nil for a word that nothing is known of.
    static func meant(by option: String) -> String? {
        let word = String(option.drop { $0 == "-" })
        return options[option]?.replacing("KEY", with: keys[word] ?? word)
    }

    private static let laysOut = "a file is laid out by mockserver format <file>"
    private static let printsSchema = "the schema is printed; for a file write mockserver schema > schema.json"

    private static let optionsOfSubcommands: [String: [String: String]] = [
        "validate": ["--fix": laysOut, "--write": laysOut, "-w": laysOut, "--format": laysOut],
        "format": [
            "--write": "the files are written unless --check is given; leave it out",
            "-w": "it writes unless --check is given; leave it out",
            "--in-place": "the files are written unless --check is given; leave it out",
            "-i": "the files are written unless --check is given; leave it out",
            "--dry-run": "nothing is changed by --check", "--diff": "nothing is changed by --check",
        ],
        "schema": ["--out": printsSchema, "--output": printsSchema, "-o": printsSchema],
    ]

    /// The same for an option of a subcommand.
    static func meant(by option: String, of subcommand: String) -> String? { optionsOfSubcommands[subcommand]?[option] }

    // MARK: - Subcommands

    /// What a subcommand of another tool is here.
    enum Subcommand: Hashable {
        /// A run, which has no subcommand.
        case run
        case other(String)
        /// What this tool does not do, as a sentence.
        case refused(String)
    }

    private static let subcommands: [String: Subcommand] = [
        "run": .run, "start": .run, "serve": .run, "server": .run, "play": .run, "up": .run, "mock": .run,
        "test": .run, "listen": .run, "exec": .run, "launch": .run,
        "check": .other("validate"), "lint": .other("validate"), "verify": .other("validate"),
        "test-config": .other("validate"),
        "fmt": .other("format"), "pretty": .other("format"), "prettify": .other("format"),
        "new": .other("init"), "create": .other("init"), "generate": .other("init"), "scaffold": .other("init"),
        "match": .other("explain"), "why": .other("explain"), "debug": .other("explain"),
        "docs": .other("reference"), "doc": .other("reference"), "man": .other("manual"),
        "cert": .other("ca"), "certs": .other("ca"), "certificate": .other("ca"),
        "ping": .other("health"), "status": .other("health"), "completion": .other("completions"),
        "record": .refused(recordsNothing), "proxy": .refused(forwardsNothing),
        "version": .refused("write mockserver --version"),
        "stop": .refused("a run ends by Ctrl-C or SIGTERM, or by --timeout <duration>"),
    ]

    /// What is meant by a subcommand that does not exist; nil for a word that nothing is known of.
    static func subcommand(meantBy word: String) -> Subcommand? { subcommands[word.lowercased()] }
}
