#if !os(Linux)
import Dispatch

/// What runs a lane where there is no epoll: a serial queue, its poller's sources and a timer. Poller and timer are confined
/// to the queue, hence `@unchecked Sendable`.
final class Loop: @unchecked Sendable {
    let poller: Poller

    /// When the turn began; here each call is one.
    var turnStart: Int64 { Lane.now }

    private let queue: DispatchQueue
    private let timer: any DispatchSourceTimer
    private static let current = DispatchSpecificKey<Lane>()

    init(_ name: String) throws(SocketError) {
        queue = DispatchQueue(label: name, qos: .default)
        poller = Poller(queue: queue)
        timer = DispatchSource.makeTimerSource(queue: queue)
    }

    /// Begins to run `lane`, which keeps this; it is for good, and neither is ever freed.
    ///
    /// - Parameter alarm: what is done on the queue once an instant has come that was given to `setAlarm`.
    func start(_ lane: Lane, alarm: @escaping @Sendable () -> Void) throws(SocketError) {
        queue.setSpecific(key: Self.current, value: lane)
        timer.setEventHandler(handler: alarm)
        timer.activate()
    }

    /// Runs `work` on the queue.
    func async(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Runs `work` on the queue, which is here and now where it has nothing to do: no thread is woken then.
    func sync(as lane: Lane, _ work: @escaping @Sendable () -> Void) {
        queue.sync(execute: work)
    }

    /// Runs `work` on the queue, later.
    func soon(as lane: Lane, _ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Has the alarm go off at `instant` of `Lane.now`, in place of any instant before.
    func setAlarm(at instant: Int64) {
        let wait = max(0, instant.subtractingReportingOverflow(Lane.now).partialValue)
        timer.schedule(deadline: .now() + .nanoseconds(Int(wait)))
    }

    static var lane: Lane? { DispatchQueue.getSpecific(key: current) }
}
#endif
