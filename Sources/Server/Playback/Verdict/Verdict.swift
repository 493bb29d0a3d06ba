import HTTPMessage
package import Scenarios

/// The result of a run.
public struct Verdict: Sendable {
    /// The scenario's name.
    public let scenario: String
    /// The failures in order of time.
    public private(set) var failures: [Failure]
    /// The number of further failures, which were only counted.
    public let omittedFailures: Int
    /// Requests whose responses were not written completely and will not be.
    package private(set) var dropped: [TimelineEntry]
    /// The numbers of the requests whose responses were not written completely and will not be; the journal has the requests,
    /// and the text shows their lines.
    public var droppedResponses: [Int] { dropped.map(\.number) }
    /// The number of requests that arrived.
    public let requests: Int
    /// The number of the scenario's steps.
    public let steps: Int
    /// The number of steps that got all requests they need.
    public let completeSteps: Int
    /// The seed of the random values; with it, the next run repeats them.
    public let seed: UInt64
    /// Whether something failed before the end, which no lack of requests explains.
    package var failedEarly = false
    /// The kinds of the failures that only the end of the run shows, such as steps without their requests.
    package var kindsAtEnd: [FailureKind] = []
    /// Whether a reload of the scenario ended the run before its time: what it had not reached is not a failure.
    package var isCutShort = false
    /// Whether responses of the run were still being sent, so that those which are not answered may be yet.
    package var isGoingOn = false
    /// The time limit that ended the run, as it was written, such as `30s`; nil if none did.
    package var timeout: String?
    /// After how long without a request or a question the session of the run expired, such as `5m`; nil if it did not.
    package var expiry: String?
    /// The requests that closures of the scenario have still to judge; nil if there are none. They are no failure until
    /// `statingUnjudged` makes them one, because a run that has ended may be judged yet.
    package var unjudged: UnjudgedRequests?

    /// Whether the run counts among several: one without requests or failures was only reset as a precaution.
    package var counts: Bool { requests > 0 || failedEarly }

    /// Whether nothing failed.
    public var passed: Bool { !hasFailures && timeout == nil }

    /// Whether something failed but the time limit.
    package var hasFailures: Bool { !failures.isEmpty || omittedFailures > 0 }

    /// The whole verdict for people: each failure, then a line that sums it up. Failures that follow from another one
    /// are only counted with it.
    public func text(style: TextStyle = .plain) -> String { text(style: style, telling: VerdictDetail()) }

    /// The verdict for people.
    package func text(style: TextStyle = .plain, telling detail: VerdictDetail) -> String {
        let isShown = detail.told.contains
        let rest = failures.indices.filter { !isShown(failures[$0]) }
        // What follows from a failure that is not listed is listed itself.
        let listed = rest.filter { index in
            detail.listsConsequences || failures[index].cause.map { isShown(failures[$0]) } ?? true
        }
        let consequences = Set(rest).subtracting(listed).sorted().map { failures[$0] }.consequences
        var blocks = listed.map { index in
            let failure = failures[index]
            var lines = [failure.text(style: style)] + (consequences[index] ?? []).map { "   " + Printable.line($0) }
            if let cause = failure.cause, rest.contains(cause) {
                lines.append("   " + style.dim("follows from the failure at \(Printable.line(failures[cause].place))"))
            }
            return lines.joined(separator: "\n")
        }
        if failures.count > 1, rest.count == failures.count, !blocks.isEmpty {
            blocks[0] += "\n   " + style.dim("the first failure of \(failures.count + omittedFailures)")
        }
        // The unshown leaves of a request are already reported at its last failure.
        let omitted = omittedFailures - failures.reduce(0) { $0 + $1.unshown }
        if omitted > 0 { blocks.append("and \(EnglishText.count(omitted, "more failure")), only counted") }
        if !dropped.isEmpty {
            let lines = TimelineEntry.table(dropped.prefix(20).map { $0 }).map { "   " + $0 }
            blocks.append((["not answered to the end\(isGoingOn ? " so far" : ""):"] + lines).joined(separator: "\n"))
        }
        let shown = failures.count - rest.count
        let remark = shown == 0 ? [] : [style.dim("   \(detail.told.remark(shown))")]
        let first = listed.count > 1 ? "; the first is \(failures[listed[0]].headline)" : ""
        blocks.append(([summary(style: style, showsSeed: detail.showsSeed) + first] + remark).joined(separator: "\n"))
        return blocks.joined(separator: "\n\n")
    }

    /// One line: passed or failed, the name, and the counts.
    public func summary(style: TextStyle = .plain) -> String { summary(style: style, showsSeed: true) }

    private func summary(style: TextStyle, showsSeed: Bool) -> String {
        let word = passed ? style.green("passed") : style.red("failed")
        var facts = [EnglishText.count(requests, "request"), "\(completeSteps) of \(EnglishText.count(steps, "step"))"]
        if hasFailures { facts.insert(EnglishText.count(failures.count + omittedFailures, "failure"), at: 0) }
        if isCutShort { facts.append("ended by a reload") }
        if let timeout { facts.append("ended after \(timeout)") }
        if let expiry { facts.append("expired after \(expiry) without a request") }
        if showsSeed || !passed { facts.append("seed \(seed)") }
        return "\(word): \(Printable.line(scenario)) (\(facts.joined(separator: ", ")))"
    }
}

extension Verdict {
    /// The verdict with one more failure, which is about no request of the run.
    package func adding(_ kind: FailureKind, _ title: String, at position: Position) -> Verdict {
        var verdict = self
        verdict.failures.append(Failure(kind, at: position, title, instant: Instant(nanoseconds: 0)))
        return verdict
    }

    /// Whether it has texts about requests.
    package var showsRequests: Bool { !failures.isEmpty || !dropped.isEmpty }

    /// The verdict with each value of the index replaced in its failures and requests.
    package func redacted(_ index: SecretIndex) -> Verdict {
        guard !index.isEmpty else { return self }
        var verdict = self
        verdict.failures = failures.map { $0.redacted(index) }
        verdict.dropped = dropped.map { $0.redacted(index) }
        return verdict
    }
}

extension Verdict: CustomStringConvertible {
    /// The whole verdict without color.
    public var description: String { text() }
}
