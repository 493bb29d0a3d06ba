import Dispatch
import HTTPMessage
import Locking

/// How a wait ended.
package enum WaitOutcome: Sendable {
    case met
    case timedOut
    case cancelled
}

/// The first of several outcomes, for which one task waits.
final class FirstOutcome: Sendable {
    private enum State: Sendable {
        case open
        case awaited(CheckedContinuation<WaitOutcome, Never>)
        case settled(WaitOutcome)
    }

    private let state = Locked(State.open)

    /// Ends the wait if nothing else has.
    func settle(_ outcome: WaitOutcome) {
        let continuation = state.withLock { state -> CheckedContinuation<WaitOutcome, Never>? in
            switch state {
            case .settled: return nil
            case .open:
                state = .settled(outcome)
                return nil
            case .awaited(let continuation):
                state = .settled(outcome)
                return continuation
            }
        }
        continuation?.resume(returning: outcome)
    }

    /// Ends the wait after some real time if nothing else has.
    func settle(_ outcome: WaitOutcome, after duration: Duration) {
        let nanoseconds = Int(clamping: max(0, duration.wholeNanoseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.settle(outcome) }
    }

    /// Waits for the first outcome, or until the task is cancelled. To be called once.
    func outcomeOrCancellation() async -> WaitOutcome {
        await withTaskCancellationHandler {
            await outcome()
        } onCancel: {
            settle(.cancelled)
        }
    }

    /// Waits for the first outcome. To be called once.
    func outcome() async -> WaitOutcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> WaitOutcome? in
                if case .settled(let outcome) = state { return outcome }
                state = .awaited(continuation)
                return nil
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }
}
