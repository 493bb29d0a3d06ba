import MockRuntime
package import Playback

extension RunReport {
    /// The most incompletely received requests that are listed.
    private static let listedRequests = 20
    /// The most failed runs that are listed.
    private static let listedRuns = 20

    /// Every run's verdict for people, then the closing lines.
    package func text(style: TextStyle = .plain) -> String {
        (earlierRuns.map { $0.ownText(style: style) } + [closingText(style: style)]).joined(separator: "\n\n")
    }

    /// This run's verdict and its incompletely received requests; if there were several runs, how many failed; and the
    /// notes.
    package func closingText(style: TextStyle = .plain) -> String {
        let tally = count > 1 ? ["", tallyText(style: style)] : []
        return ([ownText(style: style)] + tally + notes).joined(separator: "\n")
    }

    /// The verdict, then the incompletely received requests.
    private func ownText(style: TextStyle) -> String {
        let lines = unfinishedRequests.compactMap { request in
            request.requestLine.map { line in
                "   \(line.method) \(line.target)   \(request.connection.text)   \(Printable.line(request.text))"
            }
        }
        guard !lines.isEmpty else { return verdict.text(style: style) }
        let omitted = lines.count - Self.listedRequests
        return
            ([verdict.text(style: style), "", "not received to the end:"] + lines.prefix(Self.listedRequests)
            + (omitted > 0 ? ["   and \(omitted) more"] : [])).joined(separator: "\n")
    }

    /// `failed: 2 of 3 runs`, and which ones.
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
