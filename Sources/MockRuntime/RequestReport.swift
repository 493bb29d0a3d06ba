public import Playback

/// A request, and the run's decision about it.
public struct RequestReport: Sendable {
    /// The request's line in the run's timeline.
    public let entry: TimelineEntry
    /// The failures that the request caused.
    public let failures: [Failure]
}
