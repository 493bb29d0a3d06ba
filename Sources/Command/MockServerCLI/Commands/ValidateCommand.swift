import ArgumentParser
import Libc
import MockServerKit

extension ValidationReport.Format: ExpressibleByArgument {}

/// `mockserver validate`: reports all errors of scenario files, without a server.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check scenario files without serving them.",
        usage: "mockserver validate [<options>] <file or folder or -> ...",
        discussion: """
            Prints a line for each error and each warning, as compilers do:
              login.yaml:12:5: error: unknown key "respone"
              login.yaml:15:7: warning: nothing uses the captured "id"... [unused-capture]

            A warning ends with its code. A comment on its line, or alone on the line
            above, silences it; in a text of several lines, one at its first line:
              capture: { id: { path: id } }  # mockserver: allow unused-capture

            Of a folder, and the folders in it, all .yaml, .yml and .json files are
            checked that have the key mockserver and something to play. Hidden
            folders and node_modules are left out.

            EXAMPLES:
              mockserver validate Scenarios
              mockserver validate --strict --allow-env API_KEY login.yaml
              mockserver validate --format sarif Scenarios > validate.sarif
              make-scenario | mockserver validate -

            EXIT STATUS:
              0    no errors
              64   wrong usage
              65   a file has errors, or with --strict warnings
              66   a file can't be read, or a folder has no scenario
              73   the output can't be written
            """)

    @ParentCommand var parent: MockServerCommand

    @OptionGroup var environment: EnvironmentOptions

    @Flag(help: "Take warnings for errors.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "What to print: text for people and editors, json, sarif for code review, or github for annotations in a workflow.",
            valueName: "format"))
    var format: ValidationReport.Format = .text

    @Argument(
        help: ArgumentHelp("Scenario files, folders of them, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var files: [String]

    func validate() throws {
        if let scenario = parent.scenario {
            throw ValidationError(
                "validate takes files without --scenario: mockserver validate "
                    + ShownArguments([scenario] + files).texts.joined(separator: " "))
        }
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("- is given twice, but standard input can be read once.")
        }
    }

    func run() throws {
        let console = format == .text ? Console.sentences : .standardOutput
        var options = environment.loadOptions
        options.isCheckOnly = true
        var check = ScenarioCheck(options: options, isStrict: strict, format: format, console: console)
        check.run(files)
        let status = check.status
        if let document = check.report.document(as: format, exitStatus: Int(status.rawValue)) {
            console.print(document)
        } else {
            console.print(check.report.summary(style: format == .text ? console.style : .plain))
        }
        try console.finish()
        throw ExitCode(status.rawValue)
    }
}

/// The check of several files, which prints what it finds in each.
private struct ScenarioCheck {
    let options: LoadOptions
    let isStrict: Bool
    let format: ValidationReport.Format
    let console: Console
    private(set) var report = ValidationReport()
    private var hasMissing = false
    private var progress: ValidationProgress?

    init(options: LoadOptions, isStrict: Bool, format: ValidationReport.Format, console: Console) {
        (self.options, self.isStrict, self.format, self.console) = (options, isStrict, format, console)
    }

    var status: ExitStatus {
        if hasMissing { return .missingFile }
        return report.errors > 0 ? .badScenario : .success
    }

    private enum Input {
        case standardInput
        case file(String)
        /// The files of a folder, and its path.
        case folder(ScenarioFolder, String)

        var count: Int { if case .folder(let folder, _) = self { folder.files.count } else { 1 } }
    }

    mutating func run(_ paths: [String]) {
        let inputs = paths.map { path -> Input in
            if path == "-" { return .standardInput }
            return ScenarioFolder.isFolder(path) ? .folder(ScenarioFolder(path), path) : .file(path)
        }
        if isatty(STDERR_FILENO) == 1 {
            progress = ValidationProgress(total: inputs.reduce(0) { $0 + $1.count }) {
                _ = Descriptor(STDERR_FILENO).write($0.utf8)
            }
        }
        for input in inputs {
            switch input {
            case .standardInput: add(ScenarioFile(standardInputWith: options))
            case .file(let path): add(ScenarioFile(path: path, options: options))
            case .folder(let folder, let path): check(folder, at: path)
            }
        }
        progress?.clear()
    }

    private mutating func check(_ folder: ScenarioFolder, at path: String) {
        var count = 0
        for file in folder.files {
            if let scenario = ScenarioFile(inFolder: file, options: options) {
                add(scenario)
                count += 1
            } else {
                report.skipped += 1
            }
        }
        for (path, reason) in folder.unreadable { fail(path, reason) }
        if count == 0, folder.unreadable.isEmpty {
            fail(path, "the folder has no scenario: no .yaml, .yml or .json file with the key mockserver")
        }
    }

    private mutating func fail(_ path: String, _ problem: String) {
        hasMissing = true
        show([report.add(problem: problem, path: path)])
    }

    private mutating func add(_ file: ScenarioFile) {
        if file.problem != nil { hasMissing = true }
        show(
            report.add(
                path: file.path, problems: file.problems,
                diagnostics: isStrict ? file.diagnostics.map(\.asError) : file.diagnostics))
        progress?.update(checked: report.files.count + report.skipped)
    }

    private mutating func show(_ findings: [ValidationReport.Finding]) {
        guard !findings.isEmpty, format == .text || format == .github else { return }
        progress?.clear()
        for finding in findings {
            console.print(format == .github ? finding.workflowCommand : finding.line(console.style))
        }
        if progress != nil { console.flush() }
    }
}
