package import HTTPMessage
import Locking
import Playback

/// The time of a virtual clock, which moves only when a test moves it, and everything that waits for it.
package final class VirtualTime: Sendable {
    /// Continues what waited. It must call `done` once everything that follows at the same instant has happened.
    package typealias Resumption = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    private struct Waiting {
        let instant: Instant
        /// Whether `waitForSleepers` counts it.
        let isSleeper: Bool
        let resume: Resumption
        /// Ends the wait of a task that is cancelled; nil for a response.
        var cancel: (@Sendable () -> Void)?
    }

    /// When something that waits falls due; what falls due at one instant does so in the order of its numbers.
    private struct Due: Comparable, Sendable {
        let instant: Instant
        let number: Int

        static func < (a: Due, b: Due) -> Bool { (a.instant, a.number) < (b.instant, b.number) }
    }

    private struct Watcher {
        let count: Int
        let resume: @Sendable () -> Void
    }

    private struct State {
        var now = Instant(nanoseconds: 0)
        /// Whether the run is over, so that nothing waits any more.
        var isEnded = false
        private var waiting: [Int: Waiting] = [:]
        /// When each that waits falls due, and some that wait no more.
        private var order = MinHeap<Due>()
        private(set) var sleepers = 0
        var nextNumber = 0
        /// The work that was started and has not ended.
        var activities = 0
        var idleWatchers: [@Sendable () -> Void] = []
        var sleeperWatchers: [Int: Watcher] = [:]

        mutating func add(_ waiting: Waiting, _ number: Int) {
            self.waiting[number] = waiting
            order.insert(Due(instant: waiting.instant, number: number))
            if waiting.isSleeper { sleepers += 1 }
        }

        mutating func remove(_ number: Int) -> Waiting? {
            guard let removed = waiting.removeValue(forKey: number) else { return nil }
            if removed.isSleeper { sleepers -= 1 }
            // Who goes on waiting for another instant must not fill the memory.
            if order.count > 2 * waiting.count + 64 {
                order = MinHeap(waiting.map { Due(instant: $0.value.instant, number: $0.key) })
            }
            return removed
        }

        /// Takes what falls due first; nil if nothing does until `end`.
        mutating func takeFirst(until end: Instant) -> Waiting? {
            while let due = order.first, due.instant <= end {
                _ = order.popFirst()
                if let first = remove(due.number) { return first }
            }
            return nil
        }

        /// Takes all, those first that began to wait first.
        mutating func takeAll() -> [Waiting] {
            defer { (waiting, order, sleepers) = ([:], MinHeap(), 0) }
            return waiting.sorted { $0.key < $1.key }.map(\.value)
        }

        mutating func newNumber() -> Int {
            nextNumber += 1
            return nextNumber
        }

        mutating func takeReadyWatchers() -> [@Sendable () -> Void] {
            if sleeperWatchers.isEmpty { return [] }
            let count = sleepers
            let ready = sleeperWatchers.filter { $0.value.count <= count }
            for key in ready.keys { sleeperWatchers[key] = nil }
            return ready.values.map(\.resume)
        }
    }

    private let state = Locked(State())

    package var now: Instant { state.withLock { $0.now } }

    /// Whether the run is over, so that nothing moves the clock any more.
    package var isEnded: Bool { state.withLock { $0.isEnded } }

    /// The number of responses and tasks that wait for an instant.
    package var sleepers: Int { state.withLock { $0.sleepers } }

    /// Has `resume` called when the clock reaches `instant`; nil if it has. Once the run is over nothing moves the clock, so
    /// it is never called.
    package func wait(until instant: Instant, isSleeper: Bool, _ resume: @escaping Resumption) -> VirtualWaiter? {
        let (number, ready) = state.withLock { state -> (Int?, [@Sendable () -> Void]) in
            guard state.now < instant else { return (nil, []) }
            let number = state.newNumber()
            if state.isEnded { return (number, []) }
            state.add(Waiting(instant: instant, isSleeper: isSleeper, resume: resume), number)
            return (number, state.takeReadyWatchers())
        }
        for watcher in ready { watcher() }
        return number.map { VirtualWaiter(self, number: $0) }
    }

    /// Removes a waiter, and returns whether it was still waiting.
    @discardableResult
    func cancel(_ number: Int) -> Bool {
        state.withLock { $0.remove(number) != nil }
    }

    /// Notes that work was started on another thread whose effects belong to the current instant.
    package func begin() { state.withLock { $0.activities += 1 } }

    /// Notes that such work has ended.
    package func end() {
        let watchers = state.withLock { state -> [@Sendable () -> Void] in
            state.activities -= 1
            guard state.activities == 0 else { return [] }
            defer { state.idleWatchers = [] }
            return state.idleWatchers
        }
        for watcher in watchers { watcher() }
    }

    /// Moves the clock. What falls due continues in the order of its instants, each with the clock standing there, and
    /// before the next one everything that follows from it has happened.
    ///
    /// - Parameter timeout: how long to wait for that, in real time. After it the move goes on unobserved.
    package func advance(by duration: Duration, timeout: Duration) async -> WaitOutcome {
        let end = now + max(duration, .zero)
        let deadline = ContinuousClock.now + timeout
        // In the caller's own task: another one would stand behind all tasks that are ready.
        guard await advance(to: end, { ContinuousClock.now.duration(to: deadline) }) else {
            Task { await advance(to: end) { nil } }
            return .timedOut
        }
        return .met
    }

    /// - Parameter left: how long to wait yet; nil without an end.
    /// - Returns: whether the clock stands at `end`.
    @discardableResult
    private func advance(to end: Instant, _ left: () -> Duration?) async -> Bool {
        guard await idle(left()) else { return false }
        while let due = takeDue(until: end) {
            begin()
            due { self.end() }
            guard await idle(left()) else { return false }
        }
        state.withLock { $0.now = max($0.now, end) }
        return true
    }

    /// Waits until this many responses and tasks wait for an instant, for at most `timeout` of real time, or until the
    /// task is cancelled.
    package func waitForSleepers(_ count: Int, timeout: Duration) async -> WaitOutcome {
        let first = FirstOutcome()
        let watcher = notify(atSleepers: count) { first.settle(.met) }
        if watcher != nil { first.settle(.timedOut, after: timeout) }
        let outcome = await first.outcomeOrCancellation()
        if let watcher { _ = stopWatching(watcher) }
        return outcome
    }

    /// Calls `done` once, as soon as this many responses and tasks wait for an instant.
    ///
    /// - Returns: the number for `stopWatching`; nil if they do already, and `done` was called.
    package func notify(atSleepers count: Int, _ done: @escaping @Sendable () -> Void) -> Int? {
        let number = state.withLock { state -> Int? in
            guard state.sleepers < count else { return nil }
            let number = state.newNumber()
            state.sleeperWatchers[number] = Watcher(count: count, resume: done)
            return number
        }
        if number == nil { done() }
        return number
    }

    /// Forgets the closure with that number, and returns whether it was not called.
    package func stopWatching(_ number: Int) -> Bool {
        state.withLock { $0.sleeperWatchers.removeValue(forKey: number) != nil }
    }

    /// Has the task wait until the clock reaches `instant`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled or the run ends.
    func sleep(until instant: Instant) async throws {
        let number = state.withLock { $0.newNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let sleeper = Waiting(instant: instant, isSleeper: true) { done in
                    continuation.resume()
                    done()
                } cancel: {
                    continuation.resume(throwing: CancellationError())
                }
                fall(asleep: sleeper, number)
            }
        } onCancel: {
            state.withLock { $0.remove(number) }?.cancel?()
        }
    }

    private func fall(asleep sleeper: Waiting, _ number: Int) {
        let actions = state.withLock { state -> [@Sendable () -> Void] in
            if state.isEnded || Task.isCancelled { return [sleeper.cancel].compactMap { $0 } }
            guard state.now < sleeper.instant else { return [{ sleeper.resume {} }] }
            state.add(sleeper, number)
            return state.takeReadyWatchers()
        }
        for action in actions { action() }
    }

    /// Ends all waits, as at the end of a run: tasks are cancelled. Responses wait on, because their instant has not come: a
    /// response that went on would count as delivered.
    package func finish() {
        let waiting = state.withLock { state -> [Waiting] in
            state.isEnded = true
            return state.takeAll()
        }
        for waiting in waiting { waiting.cancel?() }
    }

    /// Waits until no work goes on; false if it still does after `timeout`.
    private func idle(_ timeout: Duration?) async -> Bool {
        let first = FirstOutcome()
        let isIdle = state.withLock { state -> Bool in
            if state.activities == 0 { return true }
            state.idleWatchers.append { first.settle(.met) }
            return false
        }
        if isIdle { return true }
        if let timeout { first.settle(.timedOut, after: timeout) }
        if case .met = await first.outcome() { return true }
        return false
    }

    /// Takes what falls due first, and moves the clock there; nil if nothing does until `end`.
    private func takeDue(until end: Instant) -> Resumption? {
        state.withLock { state in
            guard let waiting = state.takeFirst(until: end) else { return nil }
            state.now = max(state.now, waiting.instant)
            return waiting.resume
        }
    }
}

/// Something that waits for a virtual clock until this is released.
package final class VirtualWaiter: Sendable {
    private let time: VirtualTime
    private let number: Int

    init(_ time: VirtualTime, number: Int) {
        self.time = time
        self.number = number
    }

    deinit { time.cancel(number) }
}
