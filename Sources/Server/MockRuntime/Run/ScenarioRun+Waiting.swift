import Dispatch
import HTTPMessage
import Playback
import Scenarios

extension ScenarioRun {
    /// Calls `done` once nothing has arrived and no response was unsent for the scenario's `linger`, after `timeout`,
    /// or as soon as `isStopping` returns true, because no further response will be written.
    package func settle(
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
        guard now < quiet else { return awaitDeliveries(end - now, done) }
        Self.after(quiet - now) { self.settle(until: end, isStopping, done) }
    }

    /// Calls `done` once: with true when the condition is met, with false after `timeout`.
    package func wait(
        for condition: WaitCondition, timeout: Duration, _ done: @escaping @Sendable (Bool) -> Void
    ) {
        guard let waiter = notify(when: condition, { done(true) }) else { return }
        Self.after(timeout) { [self] in
            if cancel(waiter) { done(false) }
        }
    }

    /// Waits until the condition is met, for at most `timeout` unless that is nil, or until the task is cancelled.
    package func wait(for condition: WaitCondition, timeout: Duration? = nil) async -> WaitOutcome {
        let first = FirstOutcome()
        let waiter = notify(when: condition) { first.settle(.met) }
        if let timeout, waiter != nil { first.settle(.timedOut, after: timeout) }
        let outcome = await first.outcomeOrCancellation()
        if let waiter { cancel(waiter) }
        return outcome
    }

    /// Waits until the step took `count` requests.
    ///
    /// - Throws: `WaitError` if the scenario has no such step, or after `timeout`; `CancellationError`.
    package func waitFor(step id: String, count: Int, timeout: Duration) async throws {
        guard self.count(ofStep: id) != nil else {
            throw WaitError.noSuchStep(id, known: scenario.steps.map(\.rule.id))
        }
        switch await wait(for: .step(id, count: count), timeout: timeout) {
        case .met: return
        case .cancelled: throw CancellationError()
        case .timedOut:
            let taken = self.count(ofStep: id) ?? 0
            // The last one may have come until this task went on.
            guard taken < count else { return }
            throw WaitError.timedOut(
                step: id, count: taken, expected: count, after: timeout, verdict: verdict.statingUnjudged)
        }
    }

    private static func after(_ duration: Duration, _ work: @escaping @Sendable () -> Void) {
        let nanoseconds = Int(clamping: max(0, duration.wholeNanoseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: work)
    }
}
