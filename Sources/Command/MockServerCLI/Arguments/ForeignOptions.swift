import ArgumentParser
import TextCoding

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

    private static let options = [String: String](byWord: [
        ofScenario: "--file -f --path --input -i --mock --mocks --stubs --mappings --expectations --root-dir -s --data",
        ofScenario: "--import -import --server-replay -S --collection --expectation-file --initializationJsonPath",
        ofScenario: "--seed-data",
        ofPort: "-p -serverPort --server-port --http-port --listen --listen-port -pp",
        noConfiguration: "--config -c --configuration --settings --conf --options",
        forwardsNothing: "--proxy --proxy-all --forward --upstream --passthrough --proxy-url --mode --proxy-via",
        forwardsNothing: "--enable-browser-proxying -proxyRemotePort -proxyRemoteHost --preserve-host-header",
        recordsNothing: "--record --record-mappings --recording",
        ofHost: "--bind --bind-address --address -b --hostname --listen-host",
        ofTLS: "--https --ssl --https-port --cert --key --https-keystore --https-cert --https-key --certs",
        inScenario: "--cors --delay --latency --linger --clock --base-path --prefix",
        "a line for each request while a command runs is --verbose": "--debug --log-transaction",
        "a server in the background is started by the shell: mockserver --scenario <file> --ready-file url.txt &":
            "-d --daemon",
        "nothing but a failed verdict is --quiet": "--silent",
        "there are --verbose and --quiet": "--log-level -logLevel --loglevel",
        "a report is --report, such as --report junit=results.xml": "--output -o --junit",
        "a variable that the scenario may read is --allow-env NAME, a value of its vars --var name=value": "--env -e",
        "a new run at each change of the file is --watch": "--reload -w",
        templatesAlways: "--global-response-templating --local-response-templating --response-templating",
        needless: "--no-request-journal --disable-banner --container-threads --workers --jetty-acceptor-threads",
        needless: "--async-response-enabled --multiprocess --max-request-journal-entries",
        "no response is made up: write it in the scenario; a template like {{uuid}} makes values": "--dynamic",
        "a request that nothing takes fails the run and gets a 501 already; leave it out": "--errors",
        "a response is a file by file: write response: {file: body.json} in a stub": "--static",
        "a run ends with its last step by --exit-when-complete": "--once --exit-when-done --exit-on-complete",
        "warnings fail a check of the file: mockserver validate --strict <file>": "--strict",
        "the admin API listens on a port of its own: --admin-port 0": "--admin",
        "a request that fails an assertion is refused at once by defaults: {on_assert_failure: reject} in the scenario":
            "--fail-fast",
    ])

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

    private static let subcommands = [String: Subcommand](byWord: [
        .run: "run start serve server play up mock test listen exec launch",
        .other("validate"): "check lint verify test-config", .other("format"): "fmt pretty prettify",
        .other("init"): "new create generate scaffold", .other("explain"): "match why debug",
        .other("reference"): "docs doc", .other("manual"): "man", .other("ca"): "cert certs certificate",
        .other("health"): "ping status", .other("completions"): "completion", .refused(recordsNothing): "record",
        .refused(forwardsNothing): "proxy", .refused("write mockserver --version"): "version",
        .refused("a run ends by Ctrl-C or SIGTERM, or by --timeout <duration>"): "stop",
    ])

    /// What is meant by a subcommand that does not exist; nil for a word that nothing is known of.
    static func subcommand(meantBy word: String) -> Subcommand? { subcommands[word.lowercased()] }
}
