import Scenarios

/// Leaves out the warnings that comments of their files allow.
struct AllowedWarnings {
    /// The file whose comments must be of use. Those of included files may be for another scenario.
    let file: SourceFile
    private let comments: [AllowComments]

    /// - Parameter documents: the files with comments.
    init(file: SourceFile, documents: [Document]) {
        self.file = file
        comments = documents.filter { $0.isComplete && AllowComments.canStand(in: $0.file) }
            .map { AllowComments(in: $0.file) }
    }

    private struct Line: Hashable {
        let file: ObjectIdentifier
        let line: Int

        init(_ file: SourceFile, _ line: Int) {
            (self.file, self.line) = (ObjectIdentifier(file), line)
        }
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
        // Comments, warnings and the lines of a scalar may be many, so none is multiplied by another. The lines that a
        // comment is about follow from the first of them.
        var allowed: Set<Warning> = []
        var starts: [Line: Set<Int>] = [:]
        var spread: Set<Line> = []
        for entry in entries {
            let (file, first) = (entry.position.file, entry.lines.lowerBound)
            allowed.insert(Warning(entry.code, file, first))
            guard spread.insert(Line(file, first)).inserted else { continue }
            for line in entry.lines { starts[Line(file, line), default: []].insert(first) }
        }
        var used: Set<Warning> = []
        var kept = diagnostics
        kept.keepWarnings { found in
            guard let code = found.code?.rawValue, let starts = starts[Line(found.position.file, found.position.line)]
            else { return true }
            let allowing = starts.map { Warning(code, found.position.file, $0) }.filter(allowed.contains)
            used.formUnion(allowing)
            return allowing.isEmpty
        }
        let known = Diagnostic.Code.allCases.map(\.rawValue)
        for entry in entries {
            if !known.contains(entry.code) {
                let hint = Nearest.hint(for: entry.code, among: known)
                let advice = hint.isEmpty ? "; a warning ends with its code in brackets" : hint
                kept.warning(
                    .unknownCode, at: entry.position, "\"\(entry.code)\" is not the code of a warning\(advice)")
            } else if !used.contains(Warning(entry.code, entry.position.file, entry.lines.lowerBound)),
                entry.position.file === file, !diagnostics.hasErrors
            {
                // After an error, what else the file would be warned of is not known.
                kept.warning(
                    .unusedAllow, at: entry.position,
                    "line \(entry.lines.lowerBound) has no warning \"\(entry.code)\"; leave the comment out")
            }
        }
        for position in comments.flatMap(\.empty) {
            kept.warning(
                .unknownCode, at: position,
                "a code is missing: write the code of the warning behind allow, like # mockserver: allow unknown-method"
            )
        }
        return kept
    }
}
