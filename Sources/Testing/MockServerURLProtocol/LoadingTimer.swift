import Dispatch

/// A timer that is made when it is first needed: most responses wait for nothing. Confined to its exchange's queue.
final class LoadingTimer {
    private var source: (any DispatchSourceTimer)?

    /// The machine's time, in nanoseconds.
    static var now: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }

    deinit { source?.cancel() }

    /// Has `work` called at `time`, instead of at the time that was asked for before.
    func fire(at time: Int64, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
        let deadline = DispatchTime(uptimeNanoseconds: UInt64(clamping: time))
        if let source { return source.schedule(deadline: deadline) }
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: work)
        source.schedule(deadline: deadline)
        source.activate()
        self.source = source
    }

    func cancel() {
        source?.cancel()
        source = nil
    }
}
