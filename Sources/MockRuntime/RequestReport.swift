public import Playback

/// A request as a run decided it.
public struct RequestReport: Sendable {
    /// The request's line in the run's timeline.
    public let entry: TimelineEntry
    /// What the request made fail.
    public let failures: [Failure]
}
