#if canImport(Combine) || Combine
/// The result of an asynchronous operation as a publisher of one value or of the operation's error.
///
/// The operation runs in a task of its own for each subscription, once the subscriber demands a value; a second
/// subscription runs it again. Values and completion come on the scheduler. Cancelling the subscription cancels the
/// task. After that nothing comes; only a value that the scheduler is handing over at that moment may still do so, which
/// can't happen if the scheduler is serial and the cancellation runs on it.
///
///     TaskPublisher(on: DispatchQueue.main) { try await service.fetchProfile() }
///         .sink(receiveCompletion: { _ in }, receiveValue: { profile in show(profile) })
///
/// OpenCombine declares nothing `Sendable`, and a closure that is written in code of the main actor traps if it is
/// called elsewhere. So views and their models subscribe on `DispatchQueue.main`.
public struct TaskPublisher<Output: Sendable, Context: Scheduler>: Publisher {
    /// What the operation throws.
    public typealias Failure = any Error

    private let scheduler: Context
    private let operation: @Sendable () async throws -> Output

    /// A publisher of what an operation returns or throws.
    ///
    /// - Parameters:
    ///   - scheduler: where the subscribers get it.
    ///   - operation: what runs for each subscription; it should end soon if its task is cancelled.
    public init(on scheduler: Context, operation: @escaping @Sendable () async throws -> Output) {
        self.scheduler = scheduler
        self.operation = operation
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        subscriber.receive(subscription: TaskRelay(operation, to: AnySubscriber(subscriber), on: scheduler))
    }
}
#endif
