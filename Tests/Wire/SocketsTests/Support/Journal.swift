import Locking
import Sockets

/// A call of a handler.
enum Happening: Hashable, Sendable {
    case opened
    case received([UInt8])
    case ended
    case leaving
    case drained(unsent: Int)
    case deadline
    case closed(Channel.CloseReason)
}

/// The calls of a listener's handlers, in order; a test waits here for those it expects.
final class Journal: Sendable {
    private struct State {
        var happenings: [Happening] = []
        var waiting: [(condition: @Sendable ([Happening]) -> Bool, resume: @Sendable () -> Void)] = []
    }

    private let state = Locked(State())

    var happenings: [Happening] { state.withLock { $0.happenings } }

    func note(_ happening: Happening) {
        let ready = state.withLock { state in
            state.happenings.append(happening)
            let happenings = state.happenings
            let ready = state.waiting.filter { $0.condition(happenings) }.map(\.resume)
            state.waiting.removeAll { $0.condition(happenings) }
            return ready
        }
        ready.forEach { $0() }
    }

    func wait(until condition: @escaping @Sendable ([Happening]) -> Bool) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isTrue = state.withLock { state in
                if condition(state.happenings) { return true }
                state.waiting.append((condition, { continuation.resume() }))
                return false
            }
            if isTrue { continuation.resume() }
        }
    }

    func wait(for happening: Happening) async {
        await wait { $0.contains(happening) }
    }

    /// Waits until `bytes` bytes have come in total.
    func wait(bytes: Int) async {
        await wait { $0.receivedBytes.count >= bytes }
    }
}

extension [Happening] {
    var receivedBytes: [UInt8] {
        flatMap { happening in
            if case .received(let bytes) = happening { bytes } else { [UInt8]() }
        }
    }
}
