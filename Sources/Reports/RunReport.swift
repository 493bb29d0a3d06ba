import ExactJSON
import HTTPMessage
public import MockRuntime
public import Playback
public import Scenarios
import TextCoding

/// A run as it was at one moment, for reports.
///
/// ```swift
/// let report = server.report()
/// let xml = report.bytes(as: .junit)
/// ```
public struct RunReport: Sendable {
    public let scenario: Scenario
    public let verdict: Verdict
    /// The requests that the journal still holds, in order of arrival.
    public let journal: [JournalEntry]
    public let unfinishedRequests: [UnfinishedRequest]
    /// How many requests each step took, in the order of `scenario.steps`.
    public let stepCounts: [Int]
    /// The calendar's time at instant zero of the run's clock.
    public let start: WallTime
    /// How long the run has been.
    public let duration: Duration
    /// Where the server listens: an IP address and a port, or `unix:` and a path.
    public let address: String
    /// Whether the journal has what was answered.
    public let hasResponses: Bool
    /// What the command that writes the report ends with; nil where none does.
    public var exitStatus: Int?

    /// The run at this moment.
    ///
    /// - Parameter verdict: what it came to where that is judged already; nil to judge it now.
    public init(_ run: ScenarioRun, verdict: Verdict? = nil, address: String) {
        scenario = run.scenario
        self.verdict = verdict ?? run.verdict
        journal = run.journal
        unfinishedRequests = run.unfinishedRequests
        stepCounts = run.scenario.steps.map { run.count(ofStep: $0.rule.id) ?? 0 }
        start = run.clock.start
        duration = run.clock.now() - Instant(nanoseconds: 0)
        self.address = address
        hasResponses = run.recordsResponses
    }

    /// The whole report.
    public func bytes(as format: ReportFormat) -> [UInt8] {
        switch format {
        case .text: Array((verdict.text() + "\n").utf8)
        case .json: json.bytes(.pretty) + [0x0A]
        case .junit: Array(junit.utf8)
        case .sarif: sarif.bytes(.pretty) + [0x0A]
        case .har: har.bytes(.pretty) + [0x0A]
        }
    }
}

extension WallTime {
    /// `2025-01-31T08:49:37.250Z`
    var text: String { ISO8601.format(unixMilliseconds: nanoseconds / 1_000_000) }
}
