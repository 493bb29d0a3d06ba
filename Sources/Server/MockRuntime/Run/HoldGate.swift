package import HTTPMessage
import Locking

/// Keeps one response back until the run releases it.
@usableFromInline
package final class HoldGate: Sendable {
    private struct State {
        var opened: Instant?
        var wake: (@Sendable () -> Void)?
    }

    /// When the hold gives up, by `ServerClock.holdNow`.
    package let deadline: Instant
    private let state = Locked(State())

    init(until deadline: Instant) { self.deadline = deadline }

    /// The time at which it was opened; nil while it is closed.
    package var opened: Instant? { state.withLock { $0.opened } }

    /// Has `wake` called when the gate opens; false if it is open.
    package func whenOpen(_ wake: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.opened == nil else { return false }
            state.wake = wake
            return true
        }
    }

    func open(at instant: Instant) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.opened == nil else { return nil }
            state.opened = instant
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }
}
