import Dispatch
import Locking

/// The requests that have begun on a server with sessions, as long as it is not known whose they are. Every run whose end
/// is awaited waits for them. One that the server's stop cuts off fails its own run, any other none.
final class UnclaimedRequests: Sendable {
    private struct State {
        /// How many had begun before and with each, by its connection.
        var begun: [Int: Int] = [:]
        var count = 0
        /// What waits until none of the first requests is left, by numbers of its own.
        var waiters: [Int: (requests: Int, resume: @Sendable () -> Void)] = [:]
        var nextWaiter = 0
    }

    private let state = Locked(State())

    /// Whether there is none.
    var isEmpty: Bool { state.withLock { $0.begun.isEmpty } }

    /// A request begins on the connection with that number, or it is known what becomes of the one that had begun there.
    func receives(onConnection connection: Int, _ isReceiving: Bool) {
        let due = state.withLock { state -> [@Sendable () -> Void] in
            guard !isReceiving else {
                guard state.begun[connection] == nil else { return [] }
                state.count += 1
                state.begun[connection] = state.count
                return []
            }
            guard state.begun.removeValue(forKey: connection) != nil, !state.waiters.isEmpty else { return [] }
            let first = state.begun.values.min() ?? .max
            let due = state.waiters.filter { $0.value.requests < first }
            for key in due.keys { state.waiters[key] = nil }
            return due.values.map(\.resume)
        }
        for resume in due { resume() }
    }

    /// Calls `done` once it is known what becomes of each request that has begun by now, or after `timeout`. It does not
    /// wait for requests that begin later: on a server with many clients there may always be one.
    func wait(timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        let waiter = state.withLock { state -> Int? in
            guard !state.begun.isEmpty else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = (state.count, done)
            return state.nextWaiter
        }
        guard let waiter else { return done() }
        let nanoseconds = Int(clamping: max(0, timeout.wholeNanoseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
            state.withLock { $0.waiters.removeValue(forKey: waiter)?.resume }?()
        }
    }
}
