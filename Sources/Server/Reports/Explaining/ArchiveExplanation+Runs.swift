import ExactJSON
package import Playback

extension [ArchiveExplanation] {
    /// What is found about all runs: one that failed decides.
    ///
    /// - Parameter leftOut: the runs of other scenarios.
    package func judgement(leftOut: [HTTPArchive.RunLeftOut]) -> ArchiveExplanation.Judgement {
        if contains(where: { $0.judgement == .failed }) { return .failed }
        let isUndecided = contains { $0.judgement == .undecided } || leftOut.contains(where: \.hasFailed)
        return isUndecided ? .undecided : .passed
    }

    /// Each run under its name, then how many failed; of a single run only its text.
    ///
    /// - Parameter leftOut: the runs of other scenarios.
    package func text(style: TextStyle = .plain, leftOut: [HTTPArchive.RunLeftOut]) -> String {
        let notes = Self.notes(leftOut).map { "\n\($0)" }.joined()
        guard count > 1 else { return (first?.text(style: style) ?? "the archive has no run of this scenario") + notes }
        let texts = map { "\(style.bold($0.name ?? ""))\n\($0.text(style: style))" }
        return (texts + [tally(style) + notes]).joined(separator: "\n\n")
    }

    private func tally(_ style: TextStyle) -> String {
        func names(_ judgement: ArchiveExplanation.Judgement) -> String {
            filter { $0.judgement == judgement }.compactMap(\.name).joined(separator: "; ")
        }
        let (failed, undecided) = (count { $0.judgement == .failed }, count { $0.judgement == .undecided })
        if failed + undecided == 0 { return "\(style.green("passed")): \(count) runs" }
        var lines: [String] = []
        if failed > 0 { lines.append("\(style.red("failed")): \(failed) of \(count) runs: \(names(.failed))") }
        if undecided > 0 { lines.append("not decided: \(undecided) of \(count) runs: \(names(.undecided))") }
        return lines.joined(separator: "\n")
    }

    /// The runs in parts; a single run as it is.
    package func jsonText(leftOut: [HTTPArchive.RunLeftOut]) -> String {
        let notes = Self.notes(leftOut)
        if count == 1, notes.isEmpty { return self[0].jsonText }
        return JSON.members([
            ("passed", .bool(judgement(leftOut: leftOut) == .passed)),
            ("decided", .only(judgement(leftOut: leftOut) == .undecided, false)),
            ("runs", .array(map(\.json))),
            ("notes", .only(!notes.isEmpty, .array(notes.map(JSON.string)))),
        ]).text(.pretty)
    }

    private static func notes(_ leftOut: [HTTPArchive.RunLeftOut]) -> [String] {
        func note(_ clause: String, _ runs: [HTTPArchive.RunLeftOut]) -> [String] {
            runs.isEmpty
                ? []
                : [
                    "\(clause), because they played scenarios of other names: \(runs.map(\.name).joined(separator: "; "))"
                ]
        }
        return note("left out", leftOut.filter { !$0.hasFailed })
            + note("not decided: failed, and left out", leftOut.filter(\.hasFailed))
    }
}
