import Libc
import MockServerKit

/// A scenario file that was read, with its diagnostics.
struct ScenarioFile: Sendable {
    /// nil if the file has errors, or the options don't go with it.
    let scenario: Scenario?
    let diagnostics: [Diagnostic]
    /// Why the file could not be read.
    let problem: String?
    /// The other files that it was loaded from, or that it names in vain.
    let openedFiles: [OpenedFile]
    /// Why the options don't go with it.
    let optionProblems: [String]
    let path: String

    init(path: String, options: LoadOptions) {
        let options = Self.blamingOptions(options)
        self.init(path: path) { () throws(ScenarioError) in try Scenario.load(path: path, options: options) }
    }

    /// A scenario of a folder; nil for another file.
    init?(inFolder path: String, options: LoadOptions) {
        let options = Self.blamingOptions(options)
        var isScenario = true
        self.init(path: path) { () throws(ScenarioError) in
            let loaded = try Scenario.loadIfPlayable(path: path, options: options)
            isScenario = loaded != nil
            return loaded
        }
        if !isScenario { return nil }
    }

    /// The scenario that standard input holds.
    init(standardInputWith options: LoadOptions) {
        var options = Self.blamingOptions(options)
        options.folderAdvice = "save it as a file beside those that it names"
        let final = options
        self.init(path: "<stdin>") { () throws(ScenarioError) in try Scenario.loadStandardInput(options: final) }
    }

    private init(path: String, load: () throws(ScenarioError) -> LoadedScenario?) {
        self.path = path
        do {
            let loaded = try load()
            optionProblems = loaded?.variableProblems ?? []
            scenario = optionProblems.isEmpty ? loaded?.scenario : nil
            diagnostics = loaded?.diagnostics ?? []
            openedFiles = loaded?.openedFiles ?? []
            problem = nil
        } catch {
            scenario = nil
            diagnostics = []
            openedFiles = []
            optionProblems = []
            switch error {
            case .missing:
                let other = Self.withOtherExtension(path).map { "; did you mean \($0)?" }
                problem = "there is no such file\(other ?? "")"
            case .unreadable(_, let reason): problem = reason
            case .invalid(let found): problem = found.first?.message ?? "it has errors"
            }
        }
    }

    /// The path of a file that has the same name but for its extension; nil if there is none.
    private static func withOtherExtension(_ path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        return [".yaml", ".yml", ".json"].map { String(path[..<dot]) + $0 }.first(where: exists)
    }

    /// Whether there is something at the path, a file or not.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func blamingOptions(_ options: LoadOptions) -> LoadOptions {
        var options = options
        options.blamesFileForVariables = false
        return options
    }

    /// What is wrong with the file as a whole.
    var problems: [String] { (problem.map { [$0] } ?? []) + optionProblems }

    var errors: Int { diagnostics.reduce(problems.count) { $0 + ($1.severity == .error ? $1.count : 0) } }

    /// The exit status for this file alone.
    var status: ExitStatus {
        if problem != nil { return .missingFile }
        return errors > 0 ? .badScenario : .success
    }

    /// Prints a line for each diagnostic, in the form that editors read.
    func report(to console: Console) {
        for problem in problems { console.print(Self.line(path: path, problem, console.style)) }
        for diagnostic in diagnostics { console.print(Self.line(diagnostic, console.style)) }
    }

    /// `path: error: message`.
    static func line(path: String, _ problem: String, _ style: TextStyle) -> String {
        "\(style.bold("\(Excerpt.visible(path)):")) \(style.red("error:")) \(problem)"
    }

    /// `path:line:column: error: message`.
    static func line(_ diagnostic: Diagnostic, _ style: TextStyle) -> String {
        let word = "\(diagnostic.severity.rawValue):"
        let severity = diagnostic.severity == .error ? style.red(word) : style.yellow(word)
        let position = Excerpt.visible("\(diagnostic.position)")
        return "\(style.bold("\(position):")) \(severity) \(diagnostic.messageWithCode)"
    }
}
