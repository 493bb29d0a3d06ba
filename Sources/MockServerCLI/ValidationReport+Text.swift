import MockServerKit

/// The totals of the checks of several files.
struct ValidationSummary: Hashable, Sendable {
    private(set) var files = 0
    private(set) var errors = 0
    private(set) var warnings = 0
    private var hasMissing = false

    init() {}

    mutating func add(_ file: ScenarioFile) {
        files += 1
        errors += file.errors
        warnings += file.warnings
        if file.status == .missingFile { hasMissing = true }
    }

    func status(isStrict: Bool) -> ExitStatus {
        if hasMissing { return .missingFile }
        return errors > 0 || (isStrict && warnings > 0) ? .badScenario : .success
    }

    /// `3 files: no errors, 1 warning`.
    func text(style: TextStyle) -> String {
        let counts =
            "\(Self.count(errors, "error", paint: style.red)), \(Self.count(warnings, "warning", paint: style.yellow))"
        return "\(EnglishText.count(files, "file")): \(counts)"
    }

    private static func count(_ number: Int, _ noun: String, paint: (String) -> String) -> String {
        number == 0 ? "no \(noun)s" : paint(EnglishText.count(number, noun))
    }
}
