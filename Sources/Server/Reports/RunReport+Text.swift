import MockRuntime
package import Playback

extension RunReport {
    /// The most incompletely received requests that are listed.
    private static let listedRequests = 20
    /// The most failed runs that are listed.
    private static let listedRuns = 20

    /// Every run's verdict for people, then the closing lines.
    package func text(style: TextStyle = .plain, telling detail: VerdictDetail = .whole) -> String {
        let others = earlierRuns + sessions.filter { !$0.passed }.flatMap(\.ownRuns)
        let texts = others.map { $0.ownText(style, detail) }
        return (texts + [closingText(style: style, telling: detail)]).joined(separator: "\n\n")
    }

    /// This run's verdict and its incompletely received requests; if there were several runs or sessions, how many
    /// failed; and the notes.
    package func closingText(style: TextStyle = .plain, telling detail: VerdictDetail = .whole) -> String {
        var parts = isAbsent ? [] : [ownText(style, detail)]
        if count > 1 { parts.append(tallyText(style: style)) }
        if isAbsent || sessionCount > 0 {
            // What failed comes last.
            let havePassed = omittedSessions.failed == 0 && sessions.allSatisfy(\.passed)
            parts.insert(sessionTallyText(style: style), at: havePassed && !passed ? 0 : parts.count)
        }
        // A failure says the same where no run got a request.
        let refused = verdict.failures.contains { $0.title == refusedRequests?.text } ? nil : refusedRequests?.text
        let lines = [parts.joined(separator: "\n\n"), refused.map { style.yellow("\($0).") }].compactMap(\.self)
        return (lines + notes).joined(separator: "\n")
    }

    /// A session's verdict when it ends, with its id.
    package func sessionText(style: TextStyle = .plain, telling detail: VerdictDetail = .whole) -> String {
        "\(style.bold("session \(session ?? "")"))\n\(text(style: style, telling: detail))"
    }

    /// The verdict, then the incompletely received requests.
    private func ownText(_ style: TextStyle, _ detail: VerdictDetail) -> String {
        let own = verdict.text(style: style, telling: detail)
        let lines = unfinishedRequests.compactMap { request in
            request.requestLine.map { line in
                "   \(line.method) \(line.target)   \(request.connection.text)   \(Printable.line(request.text))"
            }
        }
        guard !lines.isEmpty else { return own }
        let omitted = lines.count - Self.listedRequests
        return
            ([own, "", "not received to the end:"] + lines.prefix(Self.listedRequests)
            + (omitted > 0 ? ["   and \(omitted) more"] : [])).joined(separator: "\n")
    }

    /// `failed: 2 of 3 runs`, and which ones.
    func tallyText(style: TextStyle = .plain) -> String {
        let failed = ownRuns.filter { !$0.verdict.passed }
        let failures = failed.count + omittedRuns.failed
        guard failures > 0 else { return "\(style.green("passed")): \(count) runs" }
        var lines = ["\(style.red("failed")): \(failures) of \(count) runs"]
        lines += failed.prefix(Self.listedRuns).map { "   run \($0.number)  \($0.verdict.summary(style: style))" }
        let more = failures - min(failed.count, Self.listedRuns)
        if more > 0 { lines.append(Self.moreText(more, omittedRuns)) }
        return lines.joined(separator: "\n")
    }

    /// `and 5 more, 2 of them only counted`
    private static func moreText(_ more: Int, _ omitted: OmittedRuns) -> String {
        let counted = omitted.failed == more ? ", only counted" : ", \(omitted.failed) of them only counted"
        return "   and \(more) more" + (omitted.failed > 0 ? counted : "")
    }

    /// How many of several runs and sessions failed, and which; of a run beside sessions what its verdict sums up.
    var tallies: String {
        ((count == 1 && !isAbsent ? [verdict.summary()] : []) + tallyTexts).joined(separator: "\n")
    }

    private var tallyTexts: [String] {
        (count > 1 ? [tallyText()] : []) + (isAbsent || sessionCount > 0 ? [sessionTallyText(style: .plain)] : [])
    }

    /// The first lines of the tallies, of several runs or sessions.
    var headline: String {
        tallyTexts.map { String($0.prefix { $0 != "\n" }) }.joined(separator: "; ")
    }

    /// `failed: 2 of 3 sessions`, and which ones.
    private func sessionTallyText(style: TextStyle) -> String {
        let failed = sessions.filter { !$0.passed }
        let failures = failed.count + omittedSessions.failed
        let noun = sessionCount == 1 ? "session" : "sessions"
        guard failures > 0 else { return "\(style.green("passed")): \(sessionCount) \(noun)" }
        var lines = ["\(style.red("failed")): \(failures) of \(sessionCount) \(noun)"]
        let listed = failed.prefix(Self.listedRuns)
        // Of a session with several runs, those that failed.
        for run in listed.flatMap(\.runs) where !run.verdict.passed || run.count == 1 {
            lines.append("   \(run.label ?? "")  \(run.verdict.summary(style: style))")
        }
        let more = failures - listed.count
        if more > 0 { lines.append(Self.moreText(more, omittedSessions)) }
        return lines.joined(separator: "\n")
    }
}
