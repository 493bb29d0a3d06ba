public import Playback

/// A request, and the run's decision about it.
public struct RequestReport: Sendable {
    /// The request's line in the run's timeline.
    public let entry: TimelineEntry
    /// The failures that the request caused.
    public let failures: [Failure]
    /// The id of the session whose run it belongs to; nil for the server's own run.
    public let session: String?
    /// The number of the scenario's steps.
    package let steps: Int
    /// The number of steps that had got all requests they need when the report was made.
    package let completeSteps: Int
}
