public import Playback

extension RunReport {
    /// So many failed runs are listed.
    private static let listedRuns = 20

    /// Every run's verdict for people, then what stands at the end.
    public func text(style: TextStyle = .plain) -> String {
        (earlierRuns.map { $0.verdict.text(style: style) } + [closingText(style: style)]).joined(separator: "\n\n")
    }

    /// This run's verdict, where there were others how many of them failed, and the notes.
    public func closingText(style: TextStyle = .plain) -> String {
        let tally = count > 1 ? ["", tallyText(style: style)] : []
        return ([verdict.text(style: style)] + tally + notes).joined(separator: "\n")
    }

    /// `failed: 2 of 3 runs`, and which they are.
    func tallyText(style: TextStyle = .plain) -> String {
        let failed = runs.filter { !$0.verdict.passed }
        let failures = failed.count + omittedRuns.failed
        guard failures > 0 else { return "\(style.green("passed")): \(count) runs" }
        var lines = ["\(style.red("failed")): \(failures) of \(count) runs"]
        lines += failed.prefix(Self.listedRuns).map { "   run \($0.number)  \($0.verdict.summary(style: style))" }
        let more = failures - min(failed.count, Self.listedRuns)
        if more > 0 { lines.append("   and \(more) more") }
        return lines.joined(separator: "\n")
    }
}
