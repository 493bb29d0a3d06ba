import HTTPMessage
package import Playback

/// A request, and the run's decision about it.
package struct RequestReport: Sendable {
    /// The request's line in the run's timeline.
    package let entry: TimelineEntry
    /// The failures that the request caused.
    package let failures: [Failure]
    /// The id of the session whose run it belongs to; nil for the server's own run.
    package let session: String?
    /// The number of the scenario's steps.
    package let steps: Int
    /// The number of steps that had got all requests they need when the report was made.
    package let completeSteps: Int

    /// The request as tests see it.
    package var journalEntry: JournalEntry {
        var step: String?
        if case .step(let id) = entry.outcome { step = id }
        let request = RecordedRequest(
            method: entry.method, target: entry.target, number: entry.number, on: entry.connection)
        var told = JournalEntry(
            request: request, timeline: entry, step: step, failure: failures.first?.kind, response: nil)
        told.failures = failures
        told.session = session
        return told
    }

    /// A listener that tells a test of requests; nil if the test does not listen.
    package static func listener(
        telling listen: (@Sendable (JournalEntry) -> Void)?
    ) -> (@Sendable (RequestReport) -> Void)? {
        guard let listen else { return nil }
        return { listen($0.journalEntry) }
    }
}
