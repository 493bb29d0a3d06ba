import Scenarios

/// The result of a run.
public struct Verdict: Sendable {
    /// The scenario's name.
    public let scenario: String
    /// The failures in order of time.
    public private(set) var failures: [Failure]
    /// The number of further failures, which were only counted.
    public let omittedFailures: Int
    /// Requests whose responses were not written completely and will not be.
    public private(set) var droppedResponses: [TimelineEntry]
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
    /// The time limit that ended the run, as it was written, such as `30s`; nil if none did.
    package var timeout: String?

    /// Whether the run counts among several: one without requests or failures was only reset as a precaution.
    package var counts: Bool { requests > 0 || failedEarly }

    /// Whether nothing failed.
    public var passed: Bool { !hasFailures && timeout == nil }

    /// Whether something failed but the time limit.
    package var hasFailures: Bool { !failures.isEmpty || omittedFailures > 0 }

    /// The whole verdict for people: each failure, then a line that sums it up.
    public func text(style: TextStyle = .plain) -> String {
        text(style: style, showsSeed: true, without: { _ in false })
    }

    /// The verdict for people.
    ///
    /// - Parameters:
    ///   - showsSeed: whether the seed is told of a run that passed, too.
    ///   - isShown: tells the failures to leave out, because a test has shown them already.
    package func text(
        style: TextStyle = .plain, showsSeed: Bool = true, without isShown: (Failure) -> Bool
    ) -> String {
        let rest = failures.filter { !isShown($0) }
        var blocks = rest.map { $0.text(style: style) }
        if failures.count > 1, !blocks.isEmpty, rest.count == failures.count {
            blocks[0] += "\n   " + style.dim("the first failure of \(failures.count + omittedFailures)")
        }
        // The unshown leaves of a request are already reported at its last failure.
        let omitted = omittedFailures - failures.reduce(0) { $0 + $1.unshown }
        if omitted > 0 { blocks.append("and \(EnglishText.count(omitted, "more failure")), only counted") }
        if !droppedResponses.isEmpty {
            let lines = TimelineEntry.table(droppedResponses.prefix(20).map { $0 }).map { "   " + $0 }
            blocks.append((["not answered to the end:"] + lines).joined(separator: "\n"))
        }
        let shown = failures.count - rest.count
        let remark = shown == 0 ? [] : [style.dim("   \(Self.remark(onShown: shown))")]
        blocks.append(([summary(style: style, showsSeed: showsSeed)] + remark).joined(separator: "\n"))
        return blocks.joined(separator: "\n\n")
    }

    private static func remark(onShown count: Int) -> String {
        count == 1
            ? "the test that asked for the verdict shows the failure"
            : "the test that asked for the verdict shows \(count) failures"
    }

    /// One line: passed or failed, the name, and the counts.
    public func summary(style: TextStyle = .plain) -> String { summary(style: style, showsSeed: true) }

    private func summary(style: TextStyle, showsSeed: Bool) -> String {
        let word = passed ? style.green("passed") : style.red("failed")
        var facts = [EnglishText.count(requests, "request"), "\(completeSteps) of \(EnglishText.count(steps, "step"))"]
        if hasFailures { facts.insert(EnglishText.count(failures.count + omittedFailures, "failure"), at: 0) }
        if isCutShort { facts.append("ended by a reload") }
        if let timeout { facts.append("ended after \(timeout)") }
        if showsSeed || !passed { facts.append("seed \(seed)") }
        return "\(word): \(Printable.line(scenario)) (\(facts.joined(separator: ", ")))"
    }
}

extension Verdict {
    /// Whether it has texts about requests.
    package var showsRequests: Bool { !failures.isEmpty || !droppedResponses.isEmpty }

    /// The verdict with each value of the index replaced in its failures and requests.
    package func redacted(_ index: SecretIndex) -> Verdict {
        guard !index.isEmpty else { return self }
        var verdict = self
        verdict.failures = failures.map { $0.redacted(index) }
        verdict.droppedResponses = droppedResponses.map { $0.redacted(index) }
        return verdict
    }
}

extension Verdict: CustomStringConvertible {
    /// The whole verdict without color.
    public var description: String { text() }
}
