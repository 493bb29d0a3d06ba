import Dispatch
import Locking
import Sockets

/// A value that one thread is making, such as the report of a session that is ending, and for which others wait.
final class PendingValue<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)
    private let made = DispatchGroup()

    init() { made.enter() }

    /// Ends the wait of everybody. To be called once, however the value comes about.
    func fulfill(_ made: Value) {
        value.withLock { $0 = made }
        self.made.leave()
    }

    /// Whether the value is made.
    var isMade: Bool { ifMade != nil }

    /// The value; nil if it is not made yet.
    var ifMade: Value? { value.withLock { $0 } }

    /// The value; blocks the thread until it is made. An event loop must not wait, so there it is nil until then.
    var awaited: Value? {
        if EventLoop.current == nil { made.wait() }
        return ifMade
    }
}
