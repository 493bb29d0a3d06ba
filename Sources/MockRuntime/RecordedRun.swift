import HTTPMessage
package import Playback
package import Scenarios

/// A run as it was at one moment: its verdict and what its journal holds, without the script that plays it.
package struct RecordedRun: Sendable {
    package let scenario: Scenario
    package var verdict: Verdict
    /// How many requests each step took, in the order of `scenario.steps`.
    package let stepCounts: [Int]
    /// Connections that their clients closed without a byte or cut in a request, the last 1,000 in order.
    package let unfinishedRequests: [UnfinishedRequest]
    /// The calendar's time at instant zero of the run's clock.
    package let start: WallClockTime
    /// How long the run has been.
    package var duration: Duration
    /// Whether the journal has what was answered.
    package let recordsResponses: Bool
    private var kept: Journal
    private let redactor: Redactor

    init(
        _ run: ScenarioRun, _ snapshot: RunSnapshot, _ journal: Journal, _ unfinishedRequests: [UnfinishedRequest],
        _ redactor: Redactor, at instant: Instant
    ) {
        scenario = run.scenario
        verdict = snapshot.verdict(at: instant)
        stepCounts = snapshot.stepCounts
        self.unfinishedRequests = unfinishedRequests.map { $0.redacted(redactor) }
        start = run.clock.start
        duration = instant - Instant(nanoseconds: 0)
        recordsResponses = run.recordsResponses
        kept = journal
        self.redactor = redactor
    }

    /// The requests that the journal still holds, in order of arrival, with what the scenario redacts masked. They are
    /// made anew each time.
    package var journal: [JournalEntry] { kept.entries(redactor) }

    /// How many bytes the journal's requests take, with their responses where it has them.
    package var journalSize: Int { kept.keptBytes }

    /// Lets go of the journal's requests.
    package mutating func dropJournal() { kept = Journal(limit: 0) }
}
