import ExactJSON
import HTTPMessage
public import MockRuntime
public import Playback
public import Scenarios
import TextCoding

/// A server's run as it was at one moment, and the runs before it, for reports.
///
/// ```swift
/// let report = server.report()
/// let xml = report.bytes(as: .junit)
/// ```
public struct RunReport: Sendable {
    /// Runs that only were counted: beyond a thousand, or beyond the bound of what is kept of them.
    public struct OmittedRuns: Hashable, Sendable {
        /// How many of them passed.
        public private(set) var passed = 0
        /// How many of them failed.
        public private(set) var failed = 0

        package init() {}

        /// Counts one more.
        package mutating func count(_ verdict: Verdict) {
            if verdict.passed { passed += 1 } else { failed += 1 }
        }
    }

    private let run: RecordedRun
    /// The run's number among those of its server that requests came to, from 1.
    public let number: Int
    /// What the run came to.
    public let verdict: Verdict
    /// The runs that others took the place of and that requests came to, in order.
    public let earlierRuns: [RunReport]
    /// Further ones.
    public let omittedRuns: OmittedRuns
    /// Where the server listens: an IP address and a port, or `unix:` and a path.
    public let address: String
    /// What the command that writes the report ends with; nil where none does.
    public var exitStatus: Int?
    /// Connections that their clients closed without a byte or cut in a request, and requests that a stop cut; the last 1,000.
    public package(set) var unfinishedRequests: [UnfinishedRequest]
    /// Sentences about what is around the run, which stand behind the verdict.
    public var notes: [String] = []

    /// The run at this moment.
    ///
    /// - Parameter verdict: what it came to where that is judged already; nil to judge it now.
    package init(_ run: ScenarioRun, verdict: Verdict? = nil, address: String) {
        self.init(run.recorded, verdict: verdict, number: 1, address: address)
    }

    package init(
        _ run: RecordedRun, verdict: Verdict? = nil, number: Int, address: String, after earlierRuns: [RunReport] = [],
        omitted: OmittedRuns = OmittedRuns()
    ) {
        self.run = run
        unfinishedRequests = run.unfinishedRequests
        self.number = number
        self.verdict = verdict ?? run.verdict
        self.earlierRuns = earlierRuns
        omittedRuns = omitted
        self.address = address
    }

    /// The scenario it played.
    public var scenario: Scenario { run.scenario }
    /// The requests that the journal still holds, in order of arrival.
    public var journal: [JournalEntry] { run.journal }
    /// How many requests each step took, in the order of `scenario.steps`.
    package var stepCounts: [Int] { run.stepCounts }
    /// The calendar's time at instant zero of the run's clock.
    package var start: WallClockTime { run.start }
    /// How long the run has been.
    public var duration: Duration { run.duration }
    /// Whether the journal has what was answered.
    public var hasResponses: Bool { run.recordsResponses }

    /// Whether no run failed.
    public var passed: Bool { runs.allSatisfy(\.verdict.passed) && omittedRuns.failed == 0 }

    /// All that are kept, in order; this one is the last.
    var runs: [RunReport] { earlierRuns + [self] }

    /// How many there were.
    var count: Int { earlierRuns.count + omittedRuns.passed + omittedRuns.failed + 1 }

    /// The whole report.
    public func bytes(as format: ReportFormat) -> [UInt8] {
        switch format {
        case .text: Array((text() + "\n").utf8)
        case .json: json.bytes(.pretty) + [0x0A]
        case .junit: Array(junit.utf8)
        case .sarif: sarif.bytes(.pretty) + [0x0A]
        case .har: har.bytes(.pretty) + [0x0A]
        }
    }
}

extension WallClockTime {
    /// `2025-01-31T08:49:37.250Z`
    var text: String { ISO8601.format(unixMilliseconds: nanoseconds / 1_000_000) }
}
