import ExactJSON
import HTTPMessage
public import MockRuntime
public import Playback
public import Scenarios
import TextCoding

/// A snapshot of a server's run and of the runs before it, for reports.
///
/// ```swift
/// let report = server.report()
/// let xml = report.bytes(as: .junit)
/// ```
public struct RunReport: Sendable {
    /// Runs that were only counted: those beyond a thousand, or beyond the limit of what is kept.
    public struct OmittedRuns: Hashable, Sendable {
        /// How many of them passed.
        public private(set) var passed = 0
        /// How many of them failed.
        public private(set) var failed = 0

        package init() {}

        /// Counts one more run.
        package mutating func count(_ verdict: Verdict) {
            if verdict.passed { passed += 1 } else { failed += 1 }
        }
    }

    private let run: RecordedRun
    /// The run's number among its server's runs that got requests, from 1.
    public let number: Int
    /// The run's verdict.
    public let verdict: Verdict
    /// The earlier runs that got requests, in order.
    public let earlierRuns: [RunReport]
    /// Earlier runs that were only counted.
    public let omittedRuns: OmittedRuns
    /// The address that the server listens on: an IP address and a port, or `unix:` and a path.
    public let address: String
    /// The exit status of the command that writes the report; nil if there is none.
    public var exitStatus: Int?
    /// Connections that clients closed without a byte or within a request, and requests cut by a stop; the last 1,000.
    public package(set) var unfinishedRequests: [UnfinishedRequest]
    /// Sentences about the environment of the run, which follow the verdict.
    public var notes: [String] = []

    /// A report on the run at this moment.
    ///
    /// - Parameter verdict: the verdict if there already is one; nil to judge now.
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
    /// The number of requests that each step took, in the order of `scenario.steps`.
    package var stepCounts: [Int] { run.stepCounts }
    /// The calendar time at instant zero of the run's clock.
    package var start: WallClockTime { run.start }
    /// How long the run has lasted.
    public var duration: Duration { run.duration }
    /// Whether the journal contains responses.
    public var hasResponses: Bool { run.recordsResponses }

    /// Whether no run failed.
    public var passed: Bool { runs.allSatisfy(\.verdict.passed) && omittedRuns.failed == 0 }

    /// All runs that are kept, in order; this one is the last.
    var runs: [RunReport] { earlierRuns + [self] }

    /// The number of runs.
    var count: Int { earlierRuns.count + omittedRuns.passed + omittedRuns.failed + 1 }

    /// The whole report.
    public func bytes(as format: ReportFormat) -> [UInt8] {
        switch format {
        case .text: Array((text() + "\n").utf8)
        case .json: json.bytes(.pretty) + [0x0A]
        case .junit: Array(junit.utf8)
        case .sarif: sarif.bytes(.pretty) + [0x0A]
        case .har: har.bytes(.pretty) + [0x0A]
        case .html: Array(html.utf8)
        }
    }
}

extension WallClockTime {
    /// `2025-01-31T08:49:37.250Z`
    var text: String { ISO8601.format(unixMilliseconds: nanoseconds / 1_000_000) }
}
