import Dispatch
import Locking

/// An event that the command's main thread waits for.
enum SessionEvent: Hashable, Sendable {
    /// A signal arrived.
    case signal(Int32)
    /// Every step is complete, and the scenario's `linger` has passed.
    case complete
    /// The run can be judged.
    case settled
    /// The run is still not judged, so someone who waits should be told for what.
    case stillWaiting
    /// The time in which the child was asked to end is over.
    case killDue
    /// The time limit of the run has passed.
    case timedOut
}

/// Passes events from any thread to the waiting one, in order.
final class CommandEventQueue: Sendable {
    private let events = Locked<[SessionEvent]>([])
    private let count = DispatchSemaphore(value: 0)

    func post(_ event: SessionEvent) {
        events.withLock { $0.append(event) }
        count.signal()
    }

    /// Posts the event later.
    func post(_ event: SessionEvent, after duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let delay: DispatchTimeInterval =
            nanoseconds.overflow
            ? .never : .nanoseconds(nanoseconds.partialValue + Int(attoseconds / 1_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { self.post(event) }
    }

    /// Waits for the next event.
    func next() -> SessionEvent {
        count.wait()
        return events.withLock { $0.removeFirst() }
    }
}
