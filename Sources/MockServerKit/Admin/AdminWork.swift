import Dispatch
import Locking

/// Where the admin API computes: off every event loop, in a few serial queues, so that neither the server's clients nor
/// an admin who asks for something small wait for one who asks for something large.
///
/// What is read and what is loaded wait in queues of their own, each in one of three by its size, counted in bytes. In a
/// queue it is first come, first served, and a connection has one request there at a time: that is a turn for each
/// connection. What waits is bounded, too.
final class AdminWork: Sendable {
    /// What a request does.
    enum Kind: Int, CaseIterable {
        /// It makes a report of a run or of sessions, or ends them.
        case reading
        /// It loads a scenario, or a part of one.
        case loading
        /// It judges a run that was replaced. What reads waits for that, and so must not keep it from its turn.
        case endingRun
        /// It judges a session that is ending, which may have such a run.
        case endingSession
    }

    /// The sizes up to which a request is small, and up to which it is not large.
    private static let sizes = [16 << 10, 256 << 10]
    /// The most requests that wait, and the most bytes of their bodies. One request may always wait.
    static let limit = (requests: 4_096, bytes: 128 << 20)

    private struct State {
        var requests = 0
        var bytes = 0
        var isStopped = false
    }

    /// By kind, then by size.
    private let queues: [DispatchQueue] = Kind.allCases.flatMap { kind in
        (0...sizes.count).map { DispatchQueue(label: "mockserver.admin.\(kind).\($0)") }
    }
    private let state = Locked(State())
    /// What must be over before the server is stopped.
    private let lasting = DispatchGroup()

    /// Computes something for a request later, unless too much waits already.
    ///
    /// - Parameters:
    ///   - size: about how many bytes it reads.
    ///   - body: how many bytes it keeps until then.
    /// - Returns: false, with no effect, if too much waits.
    func take(_ kind: Kind, size: Int, body: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = state.withLock { state in
            guard state.requests == 0 || state.requests < Self.limit.requests && state.bytes + body <= Self.limit.bytes
            else { return false }
            state.requests += 1
            state.bytes += body
            return true
        }
        guard isTaken else { return false }
        go(on: kind, size: size) { [self] in
            work()
            state.withLock { state in
                state.requests -= 1
                state.bytes -= body
            }
        }
        return true
    }

    /// Computes the rest of something that was taken, and has waited for an event since.
    func go(on kind: Kind, size: Int, _ work: @escaping @Sendable () -> Void) {
        let lane = Self.sizes.firstIndex { size <= $0 } ?? Self.sizes.count
        queues[kind.rawValue * (Self.sizes.count + 1) + lane].async(execute: work)
    }

    /// Does something to the server's runs that must not happen once it is stopped: the server waits for it, so it must
    /// not take long.
    ///
    /// - Returns: false, with no effect, if the server is stopped.
    func change(_ work: () -> Void) -> Bool {
        let mayStart = state.withLock { state in
            if !state.isStopped { lasting.enter() }
            return !state.isStopped
        }
        guard mayStart else { return false }
        work()
        lasting.leave()
        return true
    }

    /// Has no change begin any more, and calls `done` when those that have begun are over.
    func stop(_ done: @escaping @Sendable () -> Void) {
        state.withLock { $0.isStopped = true }
        lasting.notify(queue: .global(), execute: done)
    }

    /// The same, but blocks the thread.
    func stopAndWait() {
        state.withLock { $0.isStopped = true }
        lasting.wait()
    }
}
