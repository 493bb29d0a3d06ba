import Scenarios

/// Leaves out the warnings that comments of their files allow.
struct AllowedWarnings {
    /// The file whose comments must be of use. Those of included files may be for another scenario.
    let file: SourceFile
    private let comments: [AllowComments]

    /// - Parameter documents: the files with comments.
    init(file: SourceFile, documents: [Document]) {
        self.file = file
        comments = documents.filter {
            $0.isComplete && !$0.file.isSwift && Document.Format(path: $0.file.path) == .yaml
        }
        .map { AllowComments(in: $0.file) }
    }

    /// The diagnostics that no comment allows, with a warning for each comment that is of no use.
    func applied(to diagnostics: Diagnostics) -> Diagnostics {
        let entries = comments.flatMap(\.entries)
        guard !entries.isEmpty || comments.contains(where: { !$0.empty.isEmpty }) else { return diagnostics }
        var used: Set<Position> = []
        var kept = Diagnostics(
            diagnostics.found.filter { found in
                guard found.severity == .warning, let code = found.code?.rawValue else { return true }
                let allowing = entries.filter {
                    $0.code == code && $0.line == found.position.line && $0.position.file === found.position.file
                }
                for entry in allowing { used.insert(entry.position) }
                return allowing.isEmpty
            })
        let known = Diagnostic.Code.allCases.map(\.rawValue)
        for entry in entries {
            if !known.contains(entry.code) {
                let hint = Nearest.hint(for: entry.code, among: known)
                let advice = hint.isEmpty ? "; a warning ends with its code in brackets" : hint
                kept.warning(
                    .unknownCode, at: entry.position, "\"\(entry.code)\" is not the code of a warning\(advice)")
            } else if !used.contains(entry.position), entry.position.file === file, !diagnostics.hasErrors {
                // After an error, what else the file would be warned of is not known.
                kept.warning(
                    .unusedAllow, at: entry.position,
                    "line \(entry.line) has no warning \"\(entry.code)\"; leave the comment out")
            }
        }
        for position in comments.flatMap(\.empty) {
            kept.warning(
                .unknownCode, at: position, "a code is missing: write # mockserver: allow and the code of the warning")
        }
        return kept
    }
}
