/// Whether steps run in order.
public enum StepOrder: String, Hashable, Sendable, CaseIterable {
    /// They do.
    case strict
    /// Every step is open from the start.
    case any
}

/// How the clock of a run moves, which delays, intervals and `now` use.
public enum ClockKind: String, Hashable, Sendable, CaseIterable {
    /// Like the machine's: delays take their time.
    case real
    /// Like the machine's, but no delay is waited for: the clock skips each.
    case instant
    /// Time stands still until a test moves it.
    case virtual
}
