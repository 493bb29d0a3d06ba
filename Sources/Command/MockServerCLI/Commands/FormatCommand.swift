import ArgumentParser
import Libc
import MockServerKit

/// `mockserver format`: lays scenario files out in one style.
struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Lay scenario files out in one style. Comments and the meaning stay.",
        usage: "mockserver format [--check] <file> ...",
        discussion: """
            YAML: two spaces for each level, a collection in brackets on one line if that
            has at most 120 characters and else without brackets, a blank line between
            steps and at most one elsewhere, LF at the end of each line. Scalars, comments
            and the order of keys stay as written. A comment at the end of a line keeps
            its column; a line that such a comment allows warnings on stays as it is. JSON,
            in files that end in .json: two spaces for each level, and a line for each
            member and element.

            A folder stands for the scenarios in it and in its folders, and for files
            that they include. A file is replaced as a whole or not at all, and keeps
            its owner, its mode and its other names; to keep those it may be written in
            place. One that is read-only, or whose notation has errors, is left as it is;
            other errors of a scenario don't matter.

            EXAMPLES:
              mockserver format Scenarios/*.yaml
              mockserver format --check Scenarios/*.yaml
              mockserver format - < login.yaml

            EXIT STATUS:
              0    the files are laid out
              1    with --check: a file would change
              64   wrong usage
              65   the notation of a file has errors
              66   a file can't be read
              73   a file can't be written
            """)

    @ParentCommand var parent: MockServerCommand

    @Flag(help: "Change nothing; name the files that would change, with the first line that would.")
    var check = false

    @Argument(
        help: ArgumentHelp(
            "Scenario files, folders of them, or - for standard input, which is laid out on standard output.",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var files: [String]

    func validate() throws {
        if let scenario = parent.scenario {
            throw ValidationError(
                "format takes files without --scenario: mockserver format "
                    + ShownArguments([scenario] + files).texts.joined(separator: " "))
        }
        if files.contains("-"), files.count > 1 {
            throw ValidationError("- is standard input; give it alone, or only files.")
        }
    }

    func run() throws {
        let console = files == ["-"] ? Console.standardError : Console.standardOutput
        defer { console.flush() }
        var outcomes: [LaidOutFile.Outcome] = []
        for path in files {
            var isEmpty = true
            func take(_ outcome: LaidOutFile.Outcome, of file: LaidOutFile) {
                for line in file.lines(about: outcome, onlyChecks: check, style: console.style) { console.print(line) }
                outcomes.append(outcome)
                isEmpty = false
            }
            for file in LaidOutFile.files(at: path) {
                if let outcome = file.layOut(onlyChecks: check) { take(outcome, of: file) }
            }
            if isEmpty { take(LaidOutFile.emptyFolder, of: LaidOutFile(path: path)) }
        }
        if files != ["-"] { console.print(LaidOutFile.summary(of: outcomes, onlyChecks: check)) }
        try console.finish()
        // A file that is missing comes before one with errors, as for validate.
        let statuses = outcomes.map { $0.status(onlyChecks: check) }
        let worst = [ExitStatus.missingFile, .badScenario, .cannotCreate, .failure].first(where: statuses.contains)
        throw ExitCode((worst ?? .success).rawValue)
    }
}

/// A scenario file that is laid out.
struct LaidOutFile {
    /// What became of it.
    enum Outcome: Hashable {
        case same
        /// The first line that is another.
        case changed(line: Int)
        case refused([Diagnostic])
        case unreadable(String)
        case unwritable(CommandFailure)

        func status(onlyChecks: Bool) -> ExitStatus {
            switch self {
            case .same: .success
            case .changed: onlyChecks ? .failure : .success
            case .refused: .badScenario
            case .unreadable: .missingFile
            case .unwritable(let failure): failure.status
            }
        }
    }

    /// What becomes of a folder in which nothing can be laid out.
    static let emptyFolder = Outcome.unreadable(
        "the folder has no scenario: no .yaml, .yml or .json file with the key mockserver")

    let path: String
    /// Whether it was found in a folder, where files may be something else.
    private var isFound = false
    /// Why it can't be read, if that is known.
    private var problem: String?

    init(path: String) {
        self.path = path
    }

    /// The files that an argument names: itself, or those of a folder.
    static func files(at path: String) -> [LaidOutFile] {
        guard path != "-", ScenarioFolder.isFolder(path) else { return [LaidOutFile(path: path)] }
        let folder = ScenarioFolder(path)
        return folder.files.map { found in
            var file = LaidOutFile(path: found)
            file.isFound = true
            return file
        }
            + folder.unreadable.map { unreadable in
                var file = LaidOutFile(path: unreadable.path)
                file.problem = unreadable.reason
                return file
            }
    }

    private var isStandardInput: Bool { path == "-" }
    /// The path as people see it.
    private var shown: String { isStandardInput ? "<stdin>" : path }

    /// Lays the file out, or only finds out whether it is; nil for a file of a folder that is no scenario.
    func layOut(onlyChecks: Bool) -> Outcome? {
        if let problem { return .unreadable(problem) }
        if !isStandardInput, FileState(path: path) == nil, ScenarioFile.exists(path) {
            return .unreadable(
                "it is not a regular file, which could be replaced; give its text to mockserver format -")
        }
        let old: [UInt8]
        do throws(ScenarioError) {
            old = isStandardInput ? try Scenario.bytesOfStandardInput() : try Scenario.bytes(ofFile: path)
        } catch {
            switch error {
            case .missing: return .unreadable("there is no such file")
            case .unreadable(_, let reason): return .unreadable(reason)
            case .invalid(let diagnostics): return .refused(diagnostics)
            }
        }
        if isFound, !CanonicalStyle.isScenario(old, path: path) { return nil }
        let new: [UInt8]
        do throws(CanonicalStyle.Refusal) {
            let format = isStandardInput ? Document.Format(ofText: old) : Document.Format(path: path)
            new = try CanonicalStyle.bytes(of: old, path: shown, format: format)
        } catch {
            return .refused(error.diagnostics)
        }
        if isStandardInput, !onlyChecks {
            // A reader that has left is not an error.
            if let code = Descriptor(STDOUT_FILENO).write(new), code != EPIPE {
                return .unwritable(Console.failure(STDOUT_FILENO, code))
            }
            return .same
        }
        guard new != old else { return .same }
        if !onlyChecks {
            do throws(CommandFailure) {
                try RewrittenFile(option: "format", path: path).replace(old, with: new)
            } catch {
                return .unwritable(error)
            }
        }
        return .changed(line: Self.firstDifference(old, new))
    }

    /// The first line, from 1, of which the bytes differ.
    private static func firstDifference(_ old: [UInt8], _ new: [UInt8]) -> Int {
        var line = 1
        for (a, b) in zip(old, new) {
            if a != b { break }
            if a == 0x0A { line += 1 }
        }
        return line
    }

    /// What is printed about the file.
    func lines(about outcome: Outcome, onlyChecks: Bool, style: TextStyle) -> [String] {
        switch outcome {
        case .same: []
        case .changed(let line) where !onlyChecks:
            ["\(style.bold("\(Excerpt.visible(shown)):")) changed from line \(line) on"]
        case .changed(let line):
            ["\(style.bold("\(Excerpt.visible(shown)):\(line):")) the layout is another from here on"]
        case .refused(let diagnostics): diagnostics.map { ScenarioFile.line($0, style) }
        case .unreadable(let reason): [ScenarioFile.line(path: shown, reason, style)]
        case .unwritable(let failure): ["\(style.red("error:")) \(failure)"]
        }
    }

    /// `3 files: 1 changed`.
    static func summary(of outcomes: [Outcome], onlyChecks: Bool) -> String {
        let changed = outcomes.count { if case .changed = $0 { true } else { false } }
        let failed = outcomes.count { $0 != .same } - changed
        let count = changed == 0 ? "none" : "\(changed)"
        var text = "\(EnglishText.count(outcomes.count, "file")): \(count) \(onlyChecks ? "would change" : "changed")"
        if failed > 0 { text += ", \(failed) with errors" }
        return text
    }
}
