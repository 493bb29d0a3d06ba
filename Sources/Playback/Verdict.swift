/// What a run came to.
public struct Verdict: Sendable {
    /// The scenario's name.
    public let scenario: String
    /// In order of time.
    public let failures: [Failure]
    /// How many further failures there were that only were counted.
    public let omittedFailures: Int
    /// Requests whose responses were not written yet, and are not any more.
    public let droppedResponses: [TimelineEntry]
    /// How many requests arrived.
    public let requests: Int
    /// How many steps the scenario has.
    public let steps: Int
    /// How many of them got all requests they need.
    public let completeSteps: Int
    /// What random values were drawn from; giving it to the next run repeats them.
    public let seed: UInt64

    /// Whether nothing failed.
    public var passed: Bool { failures.isEmpty && omittedFailures == 0 }

    /// The whole verdict for people: each failure, then a line that sums it up.
    public func text(style: TextStyle = .plain) -> String {
        var blocks = failures.map { $0.text(style: style) }
        if blocks.count > 1 {
            blocks[0] += "\n   " + style.dim("the first failure of \(failures.count + omittedFailures)")
        }
        // Those of one request are told at its last failure.
        let omitted = omittedFailures - failures.reduce(0) { $0 + $1.unshown }
        if omitted > 0 { blocks.append("and \(TimeText.count(omitted, "more failure")), only counted") }
        if !droppedResponses.isEmpty {
            let lines = TimelineEntry.table(droppedResponses.prefix(20).map { $0 }).map { "   " + $0 }
            blocks.append((["not answered to the end:"] + lines).joined(separator: "\n"))
        }
        return (blocks + [summary(style: style)]).joined(separator: "\n\n")
    }

    /// One line: passed or failed, the name, and the counts.
    public func summary(style: TextStyle = .plain) -> String {
        let word = passed ? style.green("passed") : style.red("failed")
        var facts = [TimeText.count(requests, "request"), "\(completeSteps) of \(TimeText.count(steps, "step"))"]
        if !passed { facts.insert(TimeText.count(failures.count + omittedFailures, "failure"), at: 0) }
        facts.append("seed \(seed)")
        return "\(word): \(Printable.line(scenario)) (\(facts.joined(separator: ", ")))"
    }
}

extension Verdict: CustomStringConvertible {
    /// The whole verdict without colour.
    public var description: String { text() }
}
