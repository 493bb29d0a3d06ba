import Bytes
import CPlatform
import Dispatch
import Locking

/// The owner of connections from accept to close, and of what they share: the poller, one read buffer, the deadlines.
/// It is a serial queue; one thread at a time runs it. Everything but `async`, `sync`, `soon`, `isCurrent` and `now` is
/// confined to it, hence `@unchecked Sendable`.
///
/// Event loops belong to the process, not to a server: one for each server or connection would need as many threads.
package final class EventLoop: @unchecked Sendable {
    private static let made = Locked<[EventLoop]>([])
    private static let wanted = min(4, Int(cplatform_processors()))

    /// The event loops of the process: one for each available processor, at most 4; made when first used.
    ///
    /// - Throws: `SocketError.system` if the process has too few descriptors left for one; the next call tries again.
    package static var all: [EventLoop] {
        get throws(SocketError) {
            try made.withLock { eventLoops throws(SocketError) in
                while eventLoops.count < wanted {
                    eventLoops.append(try EventLoop(label: "mockserver-\(eventLoops.count)"))
                }
                return eventLoops
            }
        }
    }

    static let madeForAdmin = Locked<EventLoop?>(nil)

    /// The event loop of all admin ports of the process, apart from those of clients, so that neither waits for the
    /// other; made when first used.
    ///
    /// - Throws: as `all` does.
    package static var forAdmin: EventLoop {
        get throws(SocketError) {
            try madeForAdmin.withLock { eventLoop throws(SocketError) in
                if let eventLoop { return eventLoop }
                let made = try EventLoop(label: "mockserver-admin")
                eventLoop = made
                return made
            }
        }
    }

    /// The event loop this code runs on; nil elsewhere.
    package static var current: EventLoop? { EventLoopBackend.current }

    /// The monotonic clock of deadlines, in nanoseconds, with an arbitrary origin.
    package static var now: Int64 { cplatform_now() }

    /// The size of a read, in bytes.
    static let readSize = 64 * 1_024

    let backend: EventLoopBackend
    var poller: Poller { backend.poller }
    let readBuffer = UnsafeMutableRawPointer.allocate(byteCount: readSize, alignment: 16)
    /// How often a channel here has called `send`.
    var sends = 0

    private var deadlines = DeadlineHeap()
    /// When the alarm goes off; `.max` if it is off.
    private var armed = Int64.max
    // Nothing that is called while these change calls back into the event loop.
    @exclusivity(unchecked) private var spares = Queue<ByteQueue>()
    private var starving: [Acceptor] = []
    /// A descriptor; else a negative number, which `holdReserve` makes that of the error.
    private(set) var reserve: Int32 = -1

    /// Makes an event loop, which is never freed.
    ///
    /// - Parameter stay: how long the backend waits for the next event before it returns to Dispatch, in milliseconds.
    ///   Some backends ignore it.
    init(label: String, stay: Int32 = EventLoopBackend.usualStay) throws(SocketError) {
        backend = try EventLoopBackend(label, stay: stay)
        // Explicitly @Sendable, or the closure would inherit an actor's isolation and trap on the event loop.
        try backend.start(self) { @Sendable [unowned self] in alarmWentOff() }
    }

    /// Only a loop that could not be started is freed.
    deinit {
        readBuffer.deallocate()
    }

    /// How many passes event loops get to read what has come: one accepts a connection, the next one reads from it, the
    /// others are for more descriptors than one pass takes. Bounded, because other clients may send without end.
    private static let mostPasses = 10
    /// After so many passes before which nothing was there to be read, nothing is on its way from one event loop to another
    /// either.
    private static let quietPasses = 2

    /// Returns after each event loop of clients has finished its current pass and read what has come. Blocks the thread;
    /// does nothing on an event loop, which would wait for itself.
    package static func awaitTurns() {
        guard current == nil else { return }
        let eventLoops = made.withLock { $0 }
        var left = mostPasses
        while left > 0, !passHere(eventLoops) {
            left -= 1
            pass(eventLoops).wait()
        }
    }

    /// Returns after each event loop of clients has finished its current pass and read what has come, without blocking the
    /// thread.
    package static func turnsEnded() async {
        await withCheckedContinuation { continuation in afterTurns { continuation.resume() } }
    }

    /// Calls `done` after each event loop of clients has finished its current pass and read what has come: before this
    /// returns if they are idle. On one of them, which may be about to block, it waits for nothing.
    package static func afterTurns(_ done: @escaping @Sendable () -> Void) {
        let eventLoops = made.withLock { $0 }
        if let current, eventLoops.contains(where: { $0 === current }) { return done() }
        passes(eventLoops, left: mostPasses, done)
    }

    /// Makes the quiet passes on the caller's thread; false if an event loop is busy or has something to read.
    private static func passHere(_ eventLoops: [EventLoop]) -> Bool {
        for _ in 0..<quietPasses {
            for eventLoop in eventLoops where eventLoop.backend.isReady { return false }
            for eventLoop in eventLoops where !eventLoop.backend.passHere(as: eventLoop) { return false }
        }
        return true
    }

    private static func passes(_ eventLoops: [EventLoop], left: Int, _ done: @escaping @Sendable () -> Void) {
        // On another event loop this thread can't run one of clients.
        guard left > 0, current != nil || !passHere(eventLoops) else { return done() }
        // The threads of the global queues may all wait for this server.
        pass(eventLoops).notify(queue: DispatchQueue(label: "mockserver-turns")) {
            passes(eventLoops, left: left - 1, done)
        }
    }

    /// Has each event loop read what has come.
    private static func pass(_ eventLoops: [EventLoop]) -> DispatchGroup {
        let group = DispatchGroup()
        for eventLoop in eventLoops {
            group.enter()
            eventLoop.async { group.leave() }
        }
        return group
    }

    /// Whether this code runs on this event loop.
    package var isCurrent: Bool { Self.current === self }

    /// Runs `work` on the event loop later, after earlier posted work.
    package func async(_ work: @escaping @Sendable () -> Void) {
        backend.async(work)
    }

    /// Runs `work` on the event loop after earlier posted work, and returns then. An idle event loop runs it on the
    /// caller's thread, which saves two thread wake-ups. Must not be called on an event loop, and ends the process there:
    /// two that wait for each other would wait for ever.
    func sync(_ work: @escaping @Sendable () -> Void) {
        precondition(Self.current == nil, "an event loop never waits for one")
        backend.sync(as: self, work)
    }

    /// Runs `work` on the event loop after earlier posted work. If the event loop is idle and the caller is not on an
    /// event loop, it runs before this returns, else later.
    func soon(_ work: @escaping @Sendable () -> Void) {
        if Self.current == nil { backend.soon(as: self, work) } else { async(work) }
    }

    /// Stops a debug build that is not on this event loop. That is a bug of this package, whatever its input.
    func assertCurrent() {
        assert(isCurrent, "what an event loop confines was touched from elsewhere")
    }

    /// Closes `descriptor`, which the event loop watches.
    func remove(_ descriptor: Int32) {
        poller.remove(descriptor)
        guard !starving.isEmpty else { return }
        let waiting = starving
        starving = []
        async { waiting.forEach { $0.tryAgain() } }
    }

    /// Whether the event loop holds, or can now get, the descriptor that must stay free when it accepts.
    ///
    /// Dispatch on Linux opens a file under `/proc` each second to inspect its workers, and ends the process if it
    /// can't. So accepting never takes the last descriptor: one is held in reserve, and released while there are too
    /// few.
    func holdReserve() -> Bool {
        if reserve < 0 { reserve = cplatform_placeholder() }
        return reserve >= 0
    }

    /// Releases the reserve, and calls `acceptor.tryAgain()` after a descriptor has been closed here.
    func awaitDescriptor(_ acceptor: Acceptor) {
        if reserve >= 0 {
            cplatform_close(reserve)
            reserve = -1
        }
        if !starving.contains(where: { $0 === acceptor }) { starving.append(acceptor) }
    }

    /// Removes `acceptor` from the waiting ones.
    func awaitsDescriptorNoMore(_ acceptor: Acceptor) {
        starving.removeAll { $0 === acceptor }
    }
}

// MARK: - Output buffers

extension EventLoop {
    /// An empty buffer. A channel has one only while it has unsent bytes.
    func takeBuffer() -> ByteQueue {
        if let spare = spares.popLast() { return spare }
        return ByteQueue(capacity: 16 * 1_024, mostKept: 256 * 1_024)
    }

    /// Keeps the empty `buffer` for reuse.
    func giveBack(_ buffer: consuming ByteQueue) {
        if spares.count < 4 { spares.append(buffer) }
    }
}

// MARK: - Deadlines

extension EventLoop {
    func file(_ deadline: Deadline) {
        deadlines.file(deadline)
        arm()
    }

    /// Leaves the alarm as it is. An alarm that finds nothing due costs less than setting it with each connection.
    func unfile(_ deadline: Deadline) {
        deadlines.remove(deadline)
    }

    private func arm() {
        guard let first = deadlines.first, first.filed < armed else { return }
        armed = first.filed
        backend.setAlarm(at: armed)
    }

    private func alarmWentOff() {
        armed = .max
        let now = Self.now
        // Limited, so that a target that keeps setting deadlines in the past does not block the event loop.
        var budget = 1_024
        while budget > 0, let first = deadlines.first, first.filed <= now {
            budget -= 1
            if first.wanted > first.filed {
                deadlines.refileFirst()
            } else {
                deadlines.remove(first)
                first.expire()?.deadlinePassed(first)
            }
        }
        arm()
    }
}
