/// How a run's clock moves.
public enum ClockKind: String, Hashable, Sendable, CaseIterable {
    /// Like the machine's.
    case real
    /// Like the machine's, but no response waits: the clock skips each wait.
    case instant
    /// Only when a test moves it.
    case virtual
}
