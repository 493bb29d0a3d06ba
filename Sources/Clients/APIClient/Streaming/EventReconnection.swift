/// When and how often a stream of events connects again.
public struct EventReconnection: Sendable {
    /// The time before the first try, unless the server stated another.
    public var delay: Duration
    /// Each further try without an event waits twice as long, up to this; but never less than the server stated.
    public var longestDelay: Duration
    /// How many times in a row the connection may fail or end without an event before the stream throws.
    public var attempts: Int
    /// Waits; tests give another.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A policy from its parts.
    public init(
        delay: Duration = .seconds(3),
        longestDelay: Duration = .seconds(60),
        attempts: Int = 10,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.delay = delay
        self.longestDelay = longestDelay
        self.attempts = attempts
        self.sleep = sleep
    }

    /// The time before try number `attempt`, which counts from 1, of a server that stated `retry`.
    func wait(before attempt: Int, retry: Duration?) -> Duration {
        let first = retry ?? delay
        var wait = first
        for _ in 1..<attempt where wait < longestDelay { wait += wait }
        return max(first, min(wait, longestDelay))
    }
}
