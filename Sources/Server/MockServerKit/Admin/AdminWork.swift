import Dispatch
import Locking
import Playback

/// Where the admin API computes: off every event loop, in a few serial queues, so that neither the server's clients nor
/// an admin who asks for something small wait for one who asks for something large.
///
/// What is read and what is loaded wait in queues of their own, each in one of four by its size, counted in bytes. In a
/// queue the smaller goes first, but nothing is overtaken by more bytes than it has itself; among equals it is first come,
/// first served. A connection has one request there at a time: that is a turn for each connection. What waits is bounded,
/// too.
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

    /// The sizes up to which requests share a queue.
    private static let sizes = [16 << 10, 256 << 10, 4 << 20]
    /// The most requests that wait, the most bytes of their bodies, and the most requests that wait for an event of a run,
    /// each of which looks at them. One request may always wait.
    static let limit = (requests: 4_096, bytes: 128 << 20, waiters: 1_024)

    /// Something that waits in a queue.
    private struct Turn: Comparable, Sendable {
        let size: Int
        /// The bytes that the queue has served when this is served, if only smaller work comes.
        let rank: Int
        let number: Int
        let work: @Sendable () -> Void

        static func < (a: Turn, b: Turn) -> Bool { (a.rank, a.number) < (b.rank, b.number) }
        static func == (a: Turn, b: Turn) -> Bool { a.number == b.number }
    }

    private struct Waiting {
        var turns = MinHeap<Turn>()
        var isBusy = false
        var served = 0
        var came = 0
    }

    private struct Queue: Sendable {
        let queue: DispatchQueue
        let waiting = Locked(Waiting())
    }

    private struct State {
        var requests = 0
        var bytes = 0
        var waiters = 0
        var isStopped = false
    }

    /// By kind, then by size.
    private let queues: [Queue] = Kind.allCases.flatMap { kind in
        (0...sizes.count).map { Queue(queue: DispatchQueue(label: "mockserver.admin.\(kind).\($0)")) }
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
        let index = Self.sizes.firstIndex { size <= $0 } ?? Self.sizes.count
        let queue = queues[kind.rawValue * (Self.sizes.count + 1) + index]
        // A report of everything has no known size.
        let size = min(size, 64 << 20)
        let isIdle = queue.waiting.withLock { waiting in
            waiting.came += 1
            waiting.turns.insert(Turn(size: size, rank: waiting.served + size, number: waiting.came, work: work))
            defer { waiting.isBusy = true }
            return !waiting.isBusy
        }
        if isIdle { serve(queue) }
    }

    private func serve(_ queue: Queue) {
        queue.queue.async { [self] in
            let turn = queue.waiting.withLock { waiting in
                let turn = waiting.turns.popFirst()
                waiting.served += turn?.size ?? 0
                waiting.isBusy = turn != nil
                return turn
            }
            guard let turn else { return }
            turn.work()
            serve(queue)
        }
    }

    /// Notes that a request waits for an event of a run.
    ///
    /// - Returns: false, with no effect, if too many do already.
    func beginWait() -> Bool {
        state.withLock { state in
            guard state.waiters < Self.limit.waiters else { return false }
            state.waiters += 1
            return true
        }
    }

    /// Notes that such a request has its response.
    func endWait() { state.withLock { $0.waiters -= 1 } }

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
