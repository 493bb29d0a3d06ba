import HTTPMessage

/// What an event does besides its own response, according to `hold`, `max_in_flight`, `interval` and `client`. A class,
/// because most events have none.
package final class TimingEffects: Sendable {
    /// Whether the event's own response is held.
    package let isHeld: Bool
    /// The held responses that are sent now, in this order.
    package let released: [ExchangeID]
    /// The failures that were found, in order.
    package let failures: [DecidedFailure]

    init?(isHeld: Bool = false, released: [ExchangeID], failures: [DecidedFailure]) {
        guard isHeld || !released.isEmpty || !failures.isEmpty else { return nil }
        self.isHeld = isHeld
        self.released = released
        self.failures = failures
    }

    /// These effects followed by others.
    func followed(by other: TimingEffects?) -> TimingEffects {
        guard let other else { return self }
        return TimingEffects(
            isHeld: isHeld || other.isHeld, released: released + other.released, failures: failures + other.failures)
            ?? self
    }
}
