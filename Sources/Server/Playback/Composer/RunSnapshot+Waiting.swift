import HTTPMessage
import Scenarios

extension RunSnapshot {
    /// The most responses, holds and steps that are named.
    static let named = 8

    /// What a run whose end is awaited still waits for, for people: responses that are not sent to the end, steps
    /// without their requests, or only that nothing comes for the scenario's `linger`.
    package var waitingText: String {
        guard unanswered.isEmpty else { return unansweredText }
        if let first = receiving.first {
            let more = receiving.count > 1 ? " and \(receiving.count - 1) more" : ""
            return "waiting for the rest of the request that has begun on connection \(first.connection)\(more)"
        }
        let quiet = "until nothing has come for \(TimeText.text(scenario.linger)) (linger)"
        let steps = scenario.steps.indices.filter { !order.isComplete(step: $0) && order.isOpen(step: $0) }
        guard !steps.isEmpty else { return "every step is complete; listening for late requests, \(quiet)" }
        let names = steps.prefix(Self.named).map { step in
            "\(ruleText(step)) (\(progress[step].count) of \(scenario.steps[step].rule.times.lower))"
        }
        let more = steps.count > Self.named ? " and \(steps.count - Self.named) more" : ""
        return "waiting for \(names.joined(separator: ", "))\(more), \(quiet)"
    }

    private var unansweredText: String {
        var lines = ["waiting for \(EnglishText.count(unanswered.count, "response")) to be sent to the end:"]
        lines += TimelineEntry.table(Array(unanswered.prefix(Self.named))).map { "   " + $0 }
        if unanswered.count > Self.named { lines.append("   and \(unanswered.count - Self.named) more") }
        for (rule, arrivals) in holding.sorted(by: { $0.key < $1.key }).prefix(Self.named) {
            guard let hold = scenario.rule(rule).timing?.hold else { continue }
            lines.append(
                "   the hold of \(ruleText(rule)): \(composer.waited(for: hold.until, arrivals: arrivals))")
        }
        return lines.joined(separator: "\n")
    }
}
