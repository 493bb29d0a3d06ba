#if !os(Linux) || DISPATCH_SOURCE_PER_DESCRIPTOR
import Dispatch

/// The part of an event loop that runs it without epoll: a serial queue with the poller's sources, one or two for each
/// descriptor, and a timer. Poller and timer are confined to the queue, hence `@unchecked Sendable`.
final class EventLoopBackend: @unchecked Sendable {
    /// This backend's handlers return to Dispatch at once.
    static let usualStay: Int32 = 0

    let poller: Poller

    private let queue: DispatchQueue
    private let timer: any DispatchSourceTimer
    private static let loopKey = DispatchSpecificKey<EventLoop>()

    init(_ name: String, stay: Int32) throws(SocketError) {
        queue = DispatchQueue(label: name, qos: .default)
        poller = Poller(queue: queue)
        timer = DispatchSource.makeTimerSource(queue: queue)
    }

    /// Starts to run `loop`, which owns this; neither is ever freed.
    ///
    /// - Parameter alarm: called on the queue once the instant given to `setAlarm` has come.
    func start(_ loop: EventLoop, alarm: @escaping @Sendable () -> Void) throws(SocketError) {
        queue.setSpecific(key: Self.loopKey, value: loop)
        timer.setEventHandler(handler: alarm)
        timer.activate()
    }

    /// Runs `work` on the queue later.
    func async(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Runs `work` on the queue and returns then: on the caller's thread if the queue is idle, so that no thread is
    /// woken.
    func sync(as loop: EventLoop, _ work: @escaping @Sendable () -> Void) {
        queue.sync(execute: work)
    }

    /// Runs `work` on the queue later.
    func soon(as loop: EventLoop, _ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Returns after the current pass and posted work.
    func passHere(as loop: EventLoop) -> Bool {
        queue.sync {}
        return true
    }

    /// Whether a descriptor can be read that has not been. On any thread but the queue's.
    var isReady: Bool { queue.sync { poller.isReady } }

    /// Replaces the instant at which the alarm goes off.
    func setAlarm(at instant: Int64) {
        let wait = max(0, instant.subtractingReportingOverflow(EventLoop.now).partialValue)
        timer.schedule(deadline: .now() + .nanoseconds(Int(wait)))
    }

    static var current: EventLoop? { DispatchQueue.getSpecific(key: loopKey) }
}
#endif
