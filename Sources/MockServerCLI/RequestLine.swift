import MockServerKit

/// A request in a line: time, number, method, target, status, who took it, what it made fail.
struct RequestLine: Sendable {
    /// The time of day.
    let time: String
    private let report: ScenarioRun.RequestReport

    init(_ report: ScenarioRun.RequestReport, time: String) {
        self.report = report
        self.time = time
    }

    /// As the verdict counts it.
    var number: String { "#\(report.entry.number)" }

    /// Both as the log shows them; no method where no request line could be read.
    var request: (method: String, target: String) {
        let text = report.entry.requestText
        if report.entry.method.isEmpty, report.entry.target.isEmpty { return ("", text) }
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), String(parts.dropFirst().first ?? ""))
    }

    func paintedAnswer(_ style: TextStyle) -> String {
        let text = report.entry.answerText.padded(to: 3)
        guard case .status(let status) = report.entry.answer, report.entry.left == nil else {
            return style.yellow(text)
        }
        switch status {
        case 200..<300: return style.green(text)
        case 400..<500: return style.yellow(text)
        case 500..<600: return style.red(text)
        default: return text
        }
    }

    /// `step "refresh"`, `step "retried"  assertion at token-refresh.yaml:23:33 and 1 more`,
    /// `step "slow"  the client left after 200.0 ms`.
    func outcome(_ style: TextStyle) -> String {
        if let leaving = report.entry.leavingText { return "\(report.entry.outcomeText)  \(style.yellow(leaving))" }
        guard let first = report.failures.first else { return report.entry.outcomeText }
        var failure = "\(first.kind.rawValue) at \(Printable.line("\(first.position)"))"
        let more = report.failures.count - 1 + report.failures.reduce(0) { $0 + $1.unshown }
        if more > 0 { failure += " and \(more) more" }
        if case .failed = report.entry.outcome { return style.red(failure) }
        return "\(report.entry.outcomeText)  \(style.red(failure))"
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
