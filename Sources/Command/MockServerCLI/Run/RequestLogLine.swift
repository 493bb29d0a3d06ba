import MockServerKit

/// A line for a request: time, number, method, target, status, the rule that took it, its failures.
struct RequestLogLine: Sendable {
    enum Content: Sendable {
        /// The request was decided, or its response was interrupted.
        case report(RequestReport)
        /// The client did not send the whole request.
        case unfinished(UnfinishedRequest)
    }

    /// The time of day.
    let time: String
    private let content: Content

    init(_ content: Content, time: String) {
        self.content = content
        self.time = time
    }

    init(_ report: RequestReport, time: String) { self.init(.report(report), time: time) }

    /// The beginning of the session's id if there is one, and the number in the verdict, which does not count unfinished requests.
    var number: String {
        switch content {
        case .report(let report): (report.session.map { "\($0.prefix(6)) " } ?? "") + "#\(report.entry.number)"
        case .unfinished: "-"
        }
    }

    /// How many steps are complete, of all of its run: `1/3 steps`; empty if there are none, or for an unfinished request.
    var progress: String {
        guard case .report(let report) = content, report.steps > 0 else { return "" }
        return "\(report.completeSteps)/\(EnglishText.count(report.steps, "step"))"
    }

    /// The method and target for the log; the method is empty if no request line could be read.
    var request: (method: String, target: String) {
        switch content {
        case .report(let report): Self.request(report)
        case .unfinished(let request): request.requestLine ?? ("", "(no request line)")
        }
    }

    private static func request(_ report: RequestReport) -> (method: String, target: String) {
        let text = report.entry.requestText
        if report.entry.method.isEmpty, report.entry.target.isEmpty { return ("", text) }
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), String(parts.dropFirst().first ?? ""))
    }

    func paintedResponse(_ style: TextStyle) -> String {
        guard case .report(let report) = content else { return style.yellow("cut") }
        let text = report.entry.responseText.padded(to: 3)
        guard case .status(let status) = report.entry.response, report.entry.left == nil else {
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
    /// `step "slow"  the client left after 200.0 ms`, `The client closed the connection in the body, …`.
    func outcome(_ style: TextStyle) -> String {
        switch content {
        case .report(let report): Self.outcome(report, style)
        case .unfinished(let request): style.yellow(Printable.line(request.text))
        }
    }

    private static func outcome(_ report: RequestReport, _ style: TextStyle) -> String {
        if let leaving = report.entry.leavingText { return "\(report.entry.outcomeText)  \(style.yellow(leaving))" }
        guard let first = report.failures.first else { return report.entry.outcomeText }
        var failure = first.kind.rawValue
        if first.isAboutLine { failure += " at \(Printable.line("\(first.position)"))" }
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
