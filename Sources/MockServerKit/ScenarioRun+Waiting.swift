import Dispatch
import MockRuntime

extension ScenarioRun {
    /// Calls `done` once nothing has arrived and no response was unsent for the scenario's `linger`, after `timeout`,
    /// or as soon as `isStopping` returns true, because no further response will be written.
    func settle(
        timeout: Duration, isStopping: @escaping @Sendable () -> Bool, _ done: @escaping @Sendable () -> Void
    ) {
        settle(until: clock.realNow() + timeout, isStopping, done)
    }

    private func settle(
        until end: Instant, _ isStopping: @escaping @Sendable () -> Bool, _ done: @escaping @Sendable () -> Void
    ) {
        let now = clock.realNow()
        guard now < end, !isStopping() else { return done() }
        let activity = activity
        if activity.unanswered > 0 {
            wait(for: .answered, timeout: end - now) { _ in self.settle(until: end, isStopping, done) }
            return
        }
        let quiet = min(activity.last + scenario.linger, end)
        guard now < quiet else { return done() }
        Self.after(quiet - now) { self.settle(until: end, isStopping, done) }
    }

    /// Calls `done` once: with true when the condition is met, with false after `timeout`.
    func wait(for condition: WaitCondition, timeout: Duration, _ done: @escaping @Sendable (Bool) -> Void) {
        guard let waiter = notify(when: condition, { done(true) }) else { return }
        Self.after(timeout) { [self] in
            if cancel(waiter) { done(false) }
        }
    }

    private static func after(_ duration: Duration, _ work: @escaping @Sendable () -> Void) {
        let nanoseconds = Int(clamping: max(0, duration.wholeNanoseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: work)
    }
}
