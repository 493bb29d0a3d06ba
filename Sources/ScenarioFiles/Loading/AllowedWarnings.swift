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

    /// What a comment silences: a code on a line.
    private struct Warning: Hashable {
        let code: String
        let file: ObjectIdentifier
        let line: Int

        init(_ code: String, _ file: SourceFile, _ line: Int) {
            (self.code, self.file, self.line) = (code, ObjectIdentifier(file), line)
        }
    }

    /// The diagnostics that no comment allows, with a warning for each comment that is of no use.
    func applied(to diagnostics: Diagnostics) -> Diagnostics {
        let entries = comments.flatMap(\.entries)
        guard !entries.isEmpty || comments.contains(where: { !$0.empty.isEmpty }) else { return diagnostics }
        // Both may be many.
        var allowing: [Warning: [Position]] = [:]
        for entry in entries {
            for line in entry.lines {
                allowing[Warning(entry.code, entry.position.file, line), default: []].append(entry.position)
            }
        }
        var used: Set<Position> = []
        var kept = Diagnostics(
            diagnostics.found.filter { found in
                guard found.severity == .warning, let code = found.code?.rawValue,
                    let positions = allowing[Warning(code, found.position.file, found.position.line)]
                else { return true }
                used.formUnion(positions)
                return false
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
                    "line \(entry.lines.lowerBound) has no warning \"\(entry.code)\"; leave the comment out")
            }
        }
        for position in comments.flatMap(\.empty) {
            kept.warning(
                .unknownCode, at: position, "a code is missing: write # mockserver: allow and the code of the warning")
        }
        return kept
    }
}
