import ArgumentParser
import MockServerKit

/// `mockserver validate`: reports all errors of scenario files, without a server.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check scenario files without serving them.",
        usage: "mockserver validate [<options>] <file> ...",
        discussion: """
            Prints a line for each error and each warning, as compilers do:
              login.yaml:12:5: error: unknown key "respone"

            EXAMPLES:
              mockserver validate Scenarios/*.yaml
              mockserver validate --strict --allow-env API_KEY login.yaml

            EXIT STATUS:
              0    no errors
              64   wrong usage
              65   a file has errors, or with --strict warnings
              66   a file can't be read
            """)

    @ParentCommand var parent: MockServerCommand

    @OptionGroup var environment: EnvironmentOptions

    @Flag(help: "Take warnings for errors.")
    var strict = false

    @Argument(
        help: ArgumentHelp("The scenario files.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var files: [String]

    func validate() throws {
        if parent.scenario != nil {
            throw ValidationError("validate takes files without --scenario: mockserver validate <file> ...")
        }
    }

    func run() throws {
        let console = Console.standardOutput
        let options = environment.loadOptions
        var summary = ValidationSummary()
        for path in files {
            let file = ScenarioFile(path: path, options: options)
            file.report(to: console)
            summary.add(file)
        }
        console.print(summary.text(style: console.style))
        console.flush()
        throw ExitCode(summary.status(isStrict: strict).rawValue)
    }
}
