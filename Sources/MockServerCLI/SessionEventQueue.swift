import Dispatch
import Locking

/// What the command's main thread waits for, in order of coming.
enum SessionEvent: Hashable, Sendable {
    /// A signal came.
    case signal(Int32)
    /// Every step is complete, and the scenario's `linger` is over.
    case complete
    /// The run can be judged.
    case settled
    /// A child that was asked to end has had its time.
    case killDue
}

/// Hands events from whatever thread to the one that waits.
final class SessionEventQueue: Sendable {
    private let events = Locked<[SessionEvent]>([])
    private let count = DispatchSemaphore(value: 0)

    func post(_ event: SessionEvent) {
        events.withLock { $0.append(event) }
        count.signal()
    }

    /// Posts the event later.
    func post(_ event: SessionEvent, after seconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { self.post(event) }
    }

    /// The next event, as soon as there is one.
    func next() -> SessionEvent {
        count.wait()
        return events.withLock { $0.removeFirst() }
    }
}
