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
        package mutating func count(_ verdict: Verdict) { count(passed: verdict.passed) }

        package mutating func count(passed: Int, failed: Int) {
            self.passed += passed
            self.failed += failed
        }

        package mutating func count(passed isPassed: Bool) {
            if isPassed { passed += 1 } else { failed += 1 }
        }
    }

    /// Requests that no run got.
    public struct RefusedRequests: Hashable, Sendable {
        /// Their number.
        public let count: Int
        /// The method and the path of the first one, for people.
        public let first: String
        /// A sentence about them.
        public let text: String

        package init(count: Int, first: String, text: String) {
            (self.count, self.first, self.text) = (count, first, text)
        }
    }

    private var run: RecordedRun
    /// The id of the session that the run belongs to; nil for the server's own.
    public package(set) var session: String?
    /// The sessions of the server: those that ended and failed, those that ended and passed, the others. Each is the last of
    /// its runs.
    public package(set) var sessions: [RunReport] = []
    /// Sessions that were only counted: those beyond the limit of what is kept.
    public package(set) var omittedSessions = OmittedRuns()
    /// Requests that no run got, because they named no session, or one that was not there; nil if there were none.
    public package(set) var refusedRequests: RefusedRequests?
    /// Whether each session that was asked for was refused, which the verdict says.
    package var refusedSessions = false
    /// The run's number among its server's runs that got requests, from 1.
    public let number: Int
    /// The run's verdict.
    public private(set) var verdict: Verdict
    /// The earlier runs that got requests, in order.
    public private(set) var earlierRuns: [RunReport]
    /// Earlier runs that were only counted.
    public let omittedRuns: OmittedRuns
    /// The address that the server listens on: an IP address and a port, or `unix:` and a path.
    public let address: String
    /// The exit status of the command that writes the report; nil if there is none.
    public var exitStatus: Int?
    /// Connections that clients closed without a byte or within a request, and requests cut by a stop; the last 1,000.
    public package(set) var unfinishedRequests: [UnfinishedRequest]
    /// Whether its server or session has had other runs.
    private var isNumbered = false
    /// Whether the server plays no scenario of its own, only those of sessions.
    public package(set) var isAbsent = false
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

    /// The verdict on all its runs: also the failures of those that a reset or a reload ended.
    package var verdictOnAllRuns: Verdict {
        verdict.following(
            earlierRuns.map { Verdict.Ended(number: $0.number, verdict: $0.verdict) }, failed: omittedRuns.failed)
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

    /// Whether no run failed, neither the server's own nor one of its sessions.
    public var passed: Bool {
        ownRuns.allSatisfy(\.verdict.passed) && omittedRuns.failed == 0 && omittedSessions.failed == 0
            && sessions.allSatisfy(\.passed)
    }

    /// The runs that are kept of the server or the session, in order; this one is the last.
    var ownRuns: [RunReport] { earlierRuns + (isAbsent ? [] : [self]) }

    /// All runs that are kept, those of sessions too, each with its name among them.
    var runs: [RunReport] {
        ([self] + sessions).flatMap { owner in
            owner.ownRuns.map { run in
                var run = run
                run.session = owner.session
                run.isNumbered = owner.count > 1
                return run
            }
        }
    }

    /// The verdicts of all runs that are kept, each with its name: `session abc`, `session abc, run 2`.
    package var namedVerdicts: [(name: String, verdict: Verdict)] {
        runs.map { run in
            let end = run.verdict.expiry.map { ", which expired after \($0) without a request" } ?? ""
            return ((run.label ?? "") + end, run.verdict)
        }
    }

    /// What tells the run from the others: `run 2`, `session abc`, `session abc, run 2`; nil if it is the only one.
    var label: String? {
        let parts = [session.map { "session \($0)" }, isNumbered ? "run \(number)" : nil].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Whether there were several runs.
    var hasSeveralRuns: Bool { count > 1 || sessionCount > 0 }

    /// The number of runs of the server or the session.
    var count: Int { ownRuns.count + omittedRuns.passed + omittedRuns.failed }

    /// The number of sessions.
    var sessionCount: Int { sessions.count + omittedSessions.passed + omittedSessions.failed }

    /// The most memory that it takes, about, in bytes.
    package var weight: Int {
        ownRuns.reduce(1_024) { sum, run in
            sum + run.run.journalSize + run.verdict.failures.reduce(0) { $0 + $1.weight }
        }
    }

    /// Notes that a time limit ended the run, which therefore does not pass.
    ///
    /// - Parameter timeout: the limit as it was written, such as `30s`.
    package mutating func end(after timeout: String) {
        verdict.timeout = timeout
    }

    /// Replaces the verdict.
    package mutating func judge(by verdict: Verdict) { self.verdict = verdict }

    /// Whether closures have still to judge requests of any run in it.
    package var hasUnjudged: Bool {
        verdict.unjudged != nil || earlierRuns.contains(where: \.hasUnjudged) || sessions.contains(where: \.hasUnjudged)
    }

    /// The report with a failure for each run whose closures have still to judge requests.
    package var statingUnjudged: RunReport {
        guard hasUnjudged else { return self }
        var report = self
        report.verdict = verdict.statingUnjudged
        report.earlierRuns = earlierRuns.map(\.statingUnjudged)
        report.sessions = sessions.map(\.statingUnjudged)
        return report
    }

    /// The report of runs that have ended, for when closures have judged their requests.
    package var withoutUnjudged: RunReport {
        var report = self
        report.verdict.unjudged = nil
        report.earlierRuns = earlierRuns.map(\.withoutUnjudged)
        return report
    }

    /// Notes that the session of the run ended by itself.
    ///
    /// - Parameter timeout: how long nothing had happened to it.
    package mutating func expire(after timeout: Duration) {
        verdict.expiry = TimeText.stated(timeout)
    }

    /// The steps without the requests that they need: `"login" (0 of 1)`.
    package var unreachedSteps: [String] {
        zip(scenario.steps, stepCounts).filter { $1 < $0.rule.times.lower }.map { step, count in
            "\(Printable.rule(step.rule.id)) (\(count) of \(step.rule.times.lower))"
        }
    }

    /// Drops the requests of its journals.
    package mutating func dropJournals() {
        run.dropJournal()
        for index in earlierRuns.indices { earlierRuns[index].run.dropJournal() }
    }

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
