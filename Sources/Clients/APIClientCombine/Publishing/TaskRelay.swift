#if canImport(Combine) || Combine
import Foundation

/// Hands the result of a task to a subscriber; its lock confines what is not `Sendable`, hence `@unchecked Sendable`.
///
/// Neither subscribers nor schedulers are `Sendable`. The subscriber is reached only through the state, which the lock
/// guards, and is called only on the scheduler, whose `schedule` every thread may call. Nothing is called and nothing is
/// released while the lock is held.
final class TaskRelay<Output: Sendable>: Subscription, @unchecked Sendable {
    private enum State {
        case idle(AnySubscriber<Output, any Error>)
        case running(AnySubscriber<Output, any Error>, Task<Void, Never>)
        case ended
    }

    private let lock = NSLock()
    private var state: State
    private let schedule: (@escaping () -> Void) -> Void
    private let operation: @Sendable () async throws -> Output

    init(
        _ operation: @escaping @Sendable () async throws -> Output, to subscriber: AnySubscriber<Output, any Error>,
        on scheduler: some Scheduler
    ) {
        state = .idle(subscriber)
        schedule = { scheduler.schedule($0) }
        self.operation = operation
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        lock.withLock {
            if case .idle(let subscriber) = state { state = .running(subscriber, Task { await run() }) }
        }
    }

    func cancel() {
        if case .running(_, let task) = end() { task.cancel() }
    }

    private func run() async {
        do {
            let output = try await operation()
            schedule { self.deliver(output, .finished) }
        } catch {
            schedule { self.deliver(nil, .failure(error)) }
        }
    }

    private func deliver(_ output: Output?, _ completion: Subscribers.Completion<any Error>) {
        if let output, case .running(let subscriber, _) = lock.withLock({ state }) {
            _ = subscriber.receive(output)
        }
        // The subscriber may have cancelled when it got the value.
        if case .running(let subscriber, _) = end() { subscriber.receive(completion: completion) }
    }

    /// Ends the subscription, and returns the state before.
    private func end() -> State {
        lock.withLock {
            let before = state
            state = .ended
            return before
        }
    }
}
#endif
