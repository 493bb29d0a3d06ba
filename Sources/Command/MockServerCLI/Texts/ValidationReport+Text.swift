import MockServerKit

extension ValidationReport {
    /// `3 files: no errors, 1 warning`, and how many files of folders were not scenarios.
    func summary(style: TextStyle) -> String {
        let counts =
            "\(Self.count(errors, "error", paint: style.red)), \(Self.count(warnings, "warning", paint: style.yellow))"
        let others = skipped == 0 ? "" : "; \(EnglishText.count(skipped, "other file")) skipped"
        return "\(EnglishText.count(files.count, "file")): \(counts)\(others)"
    }

    private static func count(_ number: Int, _ noun: String, paint: (String) -> String) -> String {
        number == 0 ? "no \(noun)s" : paint(EnglishText.count(number, noun))
    }
}

extension ValidationReport.Finding {
    /// The line of a report for people.
    func line(_ style: TextStyle) -> String {
        switch self {
        case .diagnostic(let diagnostic): ScenarioFile.line(diagnostic, style)
        case .problem(let path, let message): ScenarioFile.line(path: path, message, style)
        }
    }
}
