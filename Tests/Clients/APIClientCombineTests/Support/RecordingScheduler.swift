#if canImport(Combine) || Combine
import APIClientCombine
import Dispatch

/// A serial queue that stands still until it is opened, and tells when it gets something to do.
struct RecordingScheduler: Scheduler {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = DispatchQueue.SchedulerOptions

    /// An element for each action that was scheduled.
    let scheduled: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let queue = DispatchQueue(label: "test")

    init() {
        (scheduled, continuation) = AsyncStream.makeStream()
        queue.suspend()
    }

    /// Runs what was scheduled.
    func open() async {
        queue.resume()
        await withCheckedContinuation { done in queue.async { done.resume() } }
    }

    var now: SchedulerTimeType { queue.now }
    var minimumTolerance: SchedulerTimeType.Stride { queue.minimumTolerance }

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        queue.schedule(options: options, action)
        continuation.yield()
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        queue.schedule(after: date, tolerance: tolerance, options: options, action)
    }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        queue.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
}

extension AsyncStream where Element: Sendable {
    /// The next element; nil if the stream ended.
    func next() async -> Element? {
        for await element in self { return element }
        return nil
    }
}
#endif
