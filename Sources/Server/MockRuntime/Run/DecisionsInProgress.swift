import Dispatch
import HTTPMessage
import Locking
import Scenarios

/// The decisions about requests that are made outside the sessions and event loops that the requests came by. A closure
/// that makes a response may take long, and may never return.
package final class DecisionsInProgress: Sendable {
    /// A decision that has begun.
    package struct Decision: Sendable {
        fileprivate let groups: (all: DispatchGroup, begun: DispatchGroup)

        package func end() {
            groups.begun.leave()
            groups.all.leave()
        }
    }

    /// The decisions by when they have begun, for those who wait only for earlier ones.
    private struct Begun {
        /// Those since somebody last began to wait; nil if there is none.
        var latest: DispatchGroup?
        var earlier: [DispatchGroup] = []
    }

    private let group = DispatchGroup()
    private let begun = Locked(Begun())
    /// How long they are waited for; no more once that was too short.
    private let timeout: Locked<Duration>

    /// How long they are waited for unless stated otherwise, in real time.
    package static let longestWait = Duration.seconds(60)

    /// - Parameter timeout: how long they are waited for, in real time.
    package init(timeout: Duration = longestWait) { self.timeout = Locked(timeout) }

    package func begin() -> Decision {
        group.enter()
        return begun.withLock { begun in
            let latest = begun.latest ?? DispatchGroup()
            begun.latest = latest
            latest.enter()
            return Decision(groups: (group, latest))
        }
    }

    /// Waits until all that have begun have ended, without blocking. After the timeout `run` fails.
    ///
    /// - Parameter end: when the wait ends if that is before the timeout: several may be waited for one after the other.
    package func ended(orFail run: ScenarioRun, until end: ContinuousClock.Instant? = nil) async {
        if await !ended(within: limit(until: end)) { giveUp(run) }
    }

    /// Waits until all that have begun have ended, without blocking, and returns false after `timeout`.
    package func ended(within timeout: Duration) async -> Bool {
        guard !isEmpty else { return true }
        let first = FirstOutcome()
        group.notify(queue: .global()) { first.settle(.met) }
        first.settle(.timedOut, after: timeout)
        if case .met = await first.outcome() { return true }
        return false
    }

    /// Waits like `ended`, but blocks the thread.
    package func awaitEnd(orFail run: ScenarioRun, until end: ContinuousClock.Instant? = nil) {
        let nanoseconds = Int(clamping: max(0, limit(until: end).wholeNanoseconds))
        if group.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut { giveUp(run) }
    }

    /// Calls `done` once all have ended that have begun by now, at once if there are none. After the timeout `run` fails
    /// first.
    package func notifyEnd(orFail run: ScenarioRun, _ done: @escaping @Sendable () -> Void) {
        guard !isEmpty else { return done() }
        let groups = begun.withLock { begun in
            if let latest = begun.latest.take() { begun.earlier.append(latest) }
            begun.earlier.removeAll(where: Self.isEmpty)
            return begun.earlier
        }
        let all = DispatchGroup()
        for group in groups {
            all.enter()
            group.notify(queue: .global()) { all.leave() }
        }
        // Released with the first call: the timeout would keep the run in use long after that.
        let waiting = Locked<(run: ScenarioRun, done: @Sendable () -> Void)?>((run, done))
        all.notify(queue: .global()) { waiting.withLock { $0.take() }?.done() }
        let nanoseconds = Int(clamping: max(0, limit(until: nil).wholeNanoseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
            guard let (run, done) = waiting.withLock({ $0.take() }) else { return }
            giveUp(run)
            done()
        }
    }

    /// Whether no decision is in progress.
    package var isEmpty: Bool { Self.isEmpty(group) }

    private static func isEmpty(_ group: DispatchGroup) -> Bool { group.wait(timeout: .now()) == .success }

    private func limit(until end: ContinuousClock.Instant?) -> Duration {
        let limit = timeout.withLock { $0 }
        return end.map { min(limit, ContinuousClock.now.duration(to: $0)) } ?? limit
    }

    private func giveUp(_ run: ScenarioRun) {
        let limit = timeout.withLock { timeout in
            defer { timeout = .zero }
            return timeout
        }
        guard limit > .zero else { return }
        run.fail(run.undecidedText(after: limit), at: run.scenario.position)
    }
}
