import HTTPMessage
package import Playback
package import Scenarios

/// A run at an instant: its verdict and its journal, without the script that plays it.
package struct RecordedRun: Sendable {
    package let scenario: Scenario
    package var verdict: Verdict
    /// The verdict if responses that are still being sent count as they are now: a `client` assertion on one that is not
    /// delivered yet has not been shown to hold.
    package var verdictNow: Verdict { undeliveredVerdict ?? verdict }
    /// nil if that is the verdict.
    private var undeliveredVerdict: Verdict?
    /// The number of requests that each step took, in the order of `scenario.steps`.
    package let stepCounts: [Int]
    /// The last 1,000 connections that their clients closed without a byte or within a request, in order.
    package let unfinishedRequests: [UnfinishedRequest]
    /// The calendar time at instant zero of the run's clock.
    package let start: WallClockTime
    /// The duration of the run so far.
    package var duration: Duration
    /// Whether the journal contains responses.
    package let recordsResponses: Bool
    private var kept: Journal
    private let redactor: Redactor
    private let secrets: RunSecrets

    init(
        _ run: ScenarioRun, _ snapshot: RunSnapshot, journal: Journal, unfinishedRequests: [UnfinishedRequest],
        at instant: Instant, isGoingOn: Bool
    ) {
        scenario = snapshot.scenario
        verdict = run.redacted(snapshot.verdict(at: instant, isGoingOn: isGoingOn), snapshot, journal)
        undeliveredVerdict =
            isGoingOn && snapshot.hasUndelivered
            ? run.redacted(snapshot.verdict(at: instant, isGoingOn: false), snapshot, journal) : nil
        stepCounts = snapshot.stepCounts
        self.unfinishedRequests = run.redacted(unfinishedRequests, journal)
        start = run.clock.start
        duration = instant - Instant(nanoseconds: 0)
        recordsResponses = run.recordsResponses
        kept = journal
        redactor = run.redactor
        secrets = run.secrets
    }

    /// The run with a failure, because closures have still to judge these requests of it.
    package func stating(_ unjudged: UnjudgedRequests?) -> RecordedRun {
        func stated(_ verdict: Verdict) -> Verdict {
            var verdict = verdict
            verdict.unjudged = unjudged
            return verdict.statingUnjudged
        }
        var run = self
        run.verdict = stated(verdict)
        run.undeliveredVerdict = undeliveredVerdict.map(stated)
        return run
    }

    /// The requests that are still in the journal, in order of arrival, redacted. They are created anew at each access.
    package var journal: [JournalEntry] { kept.entries(redactor, secrets) }

    /// The size in bytes of the journal's requests, and of their responses if it contains them.
    package var journalSize: Int { kept.keptBytes }

    /// Drops the journal's requests.
    package mutating func dropJournal() { kept = Journal(limit: 0) }
}
