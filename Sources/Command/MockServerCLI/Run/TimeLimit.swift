import ArgumentParser
import MockServerKit

/// The value of `--timeout`: how long a run may take.
struct TimeLimit: Hashable, Sendable {
    /// The most steps that are named as not reached.
    private static let namedSteps = 8

    /// As it was written, such as `30s`.
    let text: String
    let duration: Duration

    init(_ text: String) throws {
        self.text = text
        duration = try AdminPortOptions.duration(text)
    }

    /// The note in the report of a run that it ended: what was ended, and which steps were not reached.
    ///
    /// - Parameter command: the command that was still running; nil if there is none.
    func note(on report: RunReport, command: String?) -> String {
        let ended = command.map { "the command \"\(Printable.line($0))\" and its processes" } ?? "the run"
        let start = "--timeout \(text) ended \(ended)"
        let steps = report.unreachedSteps
        guard !steps.isEmpty else {
            return start + (report.scenario.steps.isEmpty ? "." : "; every step was complete.")
        }
        let more = steps.count - Self.namedSteps
        let names = steps.prefix(Self.namedSteps).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        return "\(start); not reached: \(names)."
    }
}
