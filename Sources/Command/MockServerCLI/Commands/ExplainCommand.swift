import ArgumentParser
import MockServerKit
import TextCoding

/// `mockserver explain`: which step takes a request and why, and what keeps the others from it; without a server.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say which step or stub takes a request, and why the others do not.",
        usage: """
            mockserver explain <file> --request <request> [<options>]
            mockserver explain <file> --har <archive> [<options>]
            """,
        discussion: """
            Nothing is served and nothing is sent. A line for each step and stub says
            whether it takes the request, or the first thing that differs, or why it is
            not open; then comes what a run would report. Delays, holds and responses are
            not looked at. Host and Content-Length are added as clients do. Steps of
            --after may stand in one option, with commas.

            With --har the requests of an HTTP archive are played in their order, so that
            steps complete as in a run: an archive of mockserver --report har=, or one
            that a browser saved. client is not checked. Values that are redacted in it
            are not compared: where they decide, the run must have had the same outcome,
            which mockserver's archives say. What depends on a body that the archive does
            not have to its end is not decided, nor is what depends on the bytes of one
            that a browser has decoded. Random values are those of the seed; without one,
            they are not known. Entries that are not HTTP, or that came from the cache of
            a browser, are left out. Of several runs and sessions in an archive each is
            played by itself, but those of scenarios with another name are left out if
            there is one with this name.

            EXAMPLES:
              mockserver explain login.yaml --request 'GET /me'
              mockserver explain login.yaml --request 'POST /auth/refresh' \\
                --header 'Content-Type: application/json' --body @refresh.json \\
                --after rejected
              mockserver explain login.yaml --har mock.har --format json

            EXIT STATUS:
              0    a step or stub takes the request, and its assertions hold; with --har:
                   the run passes
              1    not so
              2    not decided: the archive lacks what decides, and nothing else fails
              64   wrong usage
              65   the scenario or the archive has errors
              66   a file can't be read
            """)

    /// The form of the output.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    @ParentCommand var parent: MockServerCommand

    @Argument(
        help: ArgumentHelp("The scenario file, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The method and the path of the request, such as 'POST /login?next=1'.", valueName: "request"))
    var request: String?

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp("A header of the request: 'Name: value'. May be repeated.", valueName: "header"))
    var headers: [String] = []

    @Option(
        help: ArgumentHelp(
            "The body of the request, or @ and the file that has it; @- is standard input.", valueName: "text"))
    var body: String?

    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp("What the client speaks: http/1.1 or h2. (default: http/1.1)", valueName: "name"))
    var protocolName: String?

    @Option(
        help: ArgumentHelp("An HTTP archive whose requests are played in their order.", valueName: "archive"),
        completion: .file(extensions: ["har", "json"]))
    var har: String?

    @Option(
        help: ArgumentHelp(
            "The run stands where this step, and what it waits for, is complete. May be repeated.",
            valueName: "step"))
    var after: [String] = []

    @Option(help: ArgumentHelp("Write text for people, or json.", valueName: "format"))
    var format = Format.text

    @Option(
        help: ArgumentHelp(
            "The random values of a run: the seed its verdict shows. (default: the archive's, else the scenario's)",
            valueName: "number"),
        transform: MockServerCommand.seed)
    var seed: UInt64?

    @OptionGroup var environment: EnvironmentOptions

    func validate() throws {
        try parent.refuseScenario(
            "explain takes the file without --scenario: mockserver explain <file> --request <request>")
        if file == "-", body == "@-" || har == "-" {
            throw ValidationError("- is given twice, but standard input can be read once.")
        }
        switch (request, har) {
        case (nil, nil):
            throw ValidationError("Say what to explain: --request 'GET /path', or --har and an HTTP archive.")
        case (_?, _?): throw ValidationError("--request and --har contradict each other; give one of them.")
        case (nil, _?):
            let others = [
                ("--header", !headers.isEmpty), ("--body", body != nil), ("--protocol", protocolName != nil),
            ]
            if let name = others.first(where: \.1)?.0 {
                throw ValidationError("\(name) is a part of --request; an archive has its own, so leave it out.")
            }
        case (_?, nil): break
        }
        _ = try stated()
    }

    func run() throws {
        let console = format == .json ? Console.standardOutput : .sentences
        let status = try explain(console)
        try console.finish()
        throw ExitCode(status.rawValue)
    }

    private func explain(_ console: Console) throws -> ExitStatus {
        let options = environment.loadOptions
        let file = file == "-" ? ScenarioFile(standardInputWith: options) : ScenarioFile(path: file, options: options)
        if file.scenario == nil {
            let errors = Console.standardError
            file.report(to: errors)
            errors.flush()
        }
        guard let scenario = file.scenario else { return file.status }
        if let har {
            let (runs, leftOut) = try archive(har).runs(of: scenario)
            let explanations = try runs.map { ArchiveExplanation($0, try self.script(scenario, playing: $0)) }
            console.print(
                format == .json
                    ? explanations.jsonText(leftOut: leftOut)
                    : explanations.text(style: console.style, leftOut: leftOut))
            return ExitStatus(explanations.judgement(leftOut: leftOut))
        }
        var script = try self.script(scenario, playing: nil)
        var stated = try self.stated()
        if let body { stated?.body = try content(of: body) }
        let connection = ConnectionInfo(index: 1, exchange: 1, stream: protocolName == "h2" ? 1 : nil)
        guard let request = stated?.request(on: connection),
            let explanation = script.explain(
                ExchangeID(connection), RequestView(request, needs: scenario.needs), at: Instant(nanoseconds: 0))
        else { return .failure }
        console.print(format == .json ? explanation.jsonText : explanation.text(style: console.style))
        return explanation.passed ? .success : .failure
    }

    /// The scenario's script where the steps of `--after` are complete, for a recorded run or for a request of the options.
    private func script(_ scenario: Scenario, playing run: HTTPArchive?) throws -> Script {
        // The parser gives it to the command in front, which has an option of the same name.
        let seed = self.seed ?? parent.seed ?? run?.seed ?? scenario.seed
        var inputs = Script.Environment(
            seed: seed ?? 0, serverURL: run?.serverURL ?? "http://localhost",
            start: WallClockTime(nanoseconds: run?.start ?? Self.now))
        (inputs.isRecorded, inputs.isUnseeded) = (run != nil, seed == nil)
        var script = Script(scenario, inputs)
        for id in after.flatMap({ $0.split(separator: ",").map(String.init) }) {
            for step in try steps(named: id, scenario) { script.assumeComplete(step: step) }
        }
        return script
    }

    // MARK: - The request

    /// The request of the options, without its body; nil if there is none.
    private func stated() throws -> RequestDescription? {
        guard let request else { return nil }
        let words = request.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else {
            throw ValidationError(
                "--request \(RequestDescription.shown(request)): give a method and a path, such as 'GET /me'.")
        }
        let target = RequestDescription.shown(words[1])
        if words[0] != words[0].uppercased(), words[0].allSatisfy(\.isLetter) {
            throw ValidationError(
                "--request \(words[0]) \(target): methods are upper case: \(words[0].uppercased()) \(target)")
        }
        var stated = try Self.naming("--request \(words[0]) \(target)") { () throws(RequestDescription.Invalid) in
            try RequestDescription(method: words[0], target: words[1])
        }
        switch protocolName {
        case nil, "http/1.1"?: break
        case "h2"?: stated.version = .h2
        case let other?: throw ValidationError("--protocol \(other): give http/1.1 or h2.")
        }
        for (index, header) in headers.enumerated() {
            // The value may be secret, and without a colon all of it may be the value.
            let option = headers.count > 1 ? "--header number \(index + 1)" : "--header"
            guard let colon = header.firstIndex(of: ":") else {
                throw ValidationError("\(option): give a name and a value: 'Name: value'")
            }
            let value = header[header.index(after: colon)...].drop { $0 == " " }
            try Self.naming(option) { () throws(RequestDescription.Invalid) in
                try stated.add(String(header[..<colon]), String(value))
            }
        }
        return stated
    }

    /// Names the option in an error.
    private static func naming<Value>(
        _ option: String, _ body: () throws(RequestDescription.Invalid) -> Value
    ) throws -> Value {
        do throws(RequestDescription.Invalid) {
            return try body()
        } catch {
            throw ValidationError("\(option): \(error.description)")
        }
    }

    private func steps(named id: String, _ scenario: Scenario) throws -> [Int] {
        if let steps = scenario.steps(named: id) { return steps }
        let hint = nearest(to: id, among: scenario.steps.map(\.rule.id)).map { "; did you mean \"\($0)\"?" }
        let isStub = scenario.stubs.contains { $0.id == id }
        throw CommandFailure(
            .usage,
            isStub
                ? "--after \(id): this is a stub, which is never complete; name a step"
                : "--after \(id): there is no such step" + (hint ?? ""))
    }

    // MARK: - Files

    private func content(of body: String) throws(CommandFailure) -> [UInt8] {
        guard body.hasPrefix("@") else { return Array(body.utf8) }
        let path = String(body.dropFirst())
        return try InputFile.read(path, option: "--body \(body)")
    }

    private func archive(_ path: String) throws(CommandFailure) -> HTTPArchive {
        let bytes = try InputFile.read(path, option: "--har \(path)")
        do throws(HTTPArchive.Invalid) {
            return try HTTPArchive(bytes)
        } catch {
            throw CommandFailure(
                .badScenario, "\(path):\(error.line):\(error.column): \(error.message)")
        }
    }

    /// The calendar time, in nanoseconds since 1970.
    private static var now: Int64 { ServerClock(.real).start.nanoseconds }
}
