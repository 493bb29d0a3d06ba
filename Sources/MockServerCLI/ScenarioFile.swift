import MockServerKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A scenario file that was read, with its diagnostics.
struct ScenarioFile: Sendable {
    /// nil if the file has errors.
    let scenario: Scenario?
    let diagnostics: [Diagnostic]
    /// Why the file could not be read.
    let problem: String?
    /// The other files that it was loaded from, or that it names in vain.
    let openedFiles: [OpenedFile]
    private let path: String

    init(path: String, options: LoadOptions) {
        self.path = path
        do {
            let loaded = try Scenario.load(path: path, options: options)
            scenario = loaded.scenario
            diagnostics = loaded.diagnostics
            openedFiles = loaded.openedFiles
            problem = nil
        } catch {
            scenario = nil
            diagnostics = []
            openedFiles = []
            switch error {
            case .missing: problem = "there is no such file"
            case .unreadable(_, let reason): problem = reason
            case .invalid(let found): problem = found.first?.message ?? "it has errors"
            }
        }
    }

    /// Whether there is something at the path, a file or not.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    var errors: Int { diagnostics.count { $0.severity == .error } + (problem == nil ? 0 : 1) }
    var warnings: Int { diagnostics.count { $0.severity == .warning } }

    /// The exit status for this file alone.
    var status: ExitStatus {
        if problem != nil { return .missingFile }
        return errors > 0 ? .badScenario : .success
    }

    /// Prints a line for each diagnostic, in the form that editors read.
    func report(to console: Console) {
        if let problem { console.print("\(console.style.bold("\(path):")) \(console.style.red("error:")) \(problem)") }
        for diagnostic in diagnostics { console.print(Self.line(diagnostic, console.style)) }
    }

    /// `path:line:column: error: message`.
    static func line(_ diagnostic: Diagnostic, _ style: TextStyle) -> String {
        let word = "\(diagnostic.severity.rawValue):"
        let severity = diagnostic.severity == .error ? style.red(word) : style.yellow(word)
        return "\(style.bold("\(diagnostic.position):")) \(severity) \(diagnostic.message)"
    }
}
