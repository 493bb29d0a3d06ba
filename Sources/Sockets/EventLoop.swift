import CPlatform
import Locking

/// What owns connections from accept to close, and what they share: the poller, one read buffer, a list of deadlines.
/// It is a serial queue; one thread at a time acts as the event loop. Everything but `async`, `sync`, `soon`,
/// `isCurrent` and `now` is confined to it, hence `@unchecked Sendable`.
///
/// Event loops belong to the process, not to a server: a loop for each server or connection would be a thread for each.
package final class EventLoop: @unchecked Sendable {
    private static let made = Locked<[EventLoop]>([])
    private static let wanted = min(4, Int(cplatform_processors()))

    /// The event loops of the process, as many as it may use processors, at most 4; made when first asked for.
    ///
    /// - Throws: `SocketError.system` when the process has too few descriptors left for one; the next call tries again.
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

    /// The event loop this code runs on; nil elsewhere.
    package static var current: EventLoop? { EventLoopBackend.current }

    /// The real clock of deadlines, in nanoseconds; it only moves forward, from an origin of its own.
    package static var now: Int64 { cplatform_now() }

    /// As many bytes are read at a time.
    static let readSize = 64 * 1_024

    let backend: EventLoopBackend
    var poller: Poller { backend.poller }
    let readBuffer = UnsafeMutableRawPointer.allocate(byteCount: readSize, alignment: 16)
    /// How often a channel here has called `send`.
    var sends = 0

    private var deadlines = DeadlineHeap()
    /// When the alarm goes off; `.max` when it does not.
    private var armed = Int64.max
    // Nothing that is called while these are changed comes back to the event loop.
    @exclusivity(unchecked) private var spares: [OutputBuffer] = []
    private var starving: [Acceptor] = []
    private var reserve: Int32 = -1

    /// Makes an event loop, which is never freed.
    ///
    /// - Parameter stay: how long the loop waits for its next event before it returns to Dispatch, in milliseconds, where
    ///   its backend does so.
    init(label: String, stay: Int32 = EventLoopBackend.usualStay) throws(SocketError) {
        backend = try EventLoopBackend(label, stay: stay)
        // Explicitly @Sendable, or the closure would inherit an actor's isolation and trap on the event loop.
        try backend.start(self) { @Sendable [unowned self] in alarmWentOff() }
    }

    /// Only a loop that could not be started gets here.
    deinit {
        readBuffer.deallocate()
    }

    /// Returns once each event loop has ended the turn that it is in. Blocks the thread; it does nothing on an event loop,
    /// which would wait for itself.
    package static func awaitTurns() {
        guard current == nil else { return }
        for eventLoop in made.withLock({ $0 }) { eventLoop.sync {} }
    }

    /// Whether this code runs on this event loop.
    package var isCurrent: Bool { Self.current === self }

    /// Runs `work` on the event loop, later, after what was posted before it.
    package func async(_ work: @escaping @Sendable () -> Void) {
        backend.async(work)
    }

    /// Runs `work` on the event loop after what was posted before it, and returns then. Where the event loop has
    /// nothing to do, that is here and now, which saves two threads' waking. Not to be called on any event loop: two
    /// could wait for each other.
    func sync(_ work: @escaping @Sendable () -> Void) {
        assert(Self.current == nil, "an event loop never waits for one")
        backend.sync(as: self, work)
    }

    /// Runs `work` on the event loop after what was posted before it: where that can be here and now, and this is no
    /// event loop, before it returns, else later.
    func soon(_ work: @escaping @Sendable () -> Void) {
        if Self.current == nil { backend.soon(as: self, work) } else { async(work) }
    }

    /// Stops a debug build that is not on this event loop: a mistake of this package's code, not of anything it is
    /// given.
    func assertCurrent() {
        assert(isCurrent, "what an event loop confines was touched from elsewhere")
    }

    /// Closes `descriptor`, which the event loop watched.
    func remove(_ descriptor: Int32) {
        poller.remove(descriptor)
        guard !starving.isEmpty else { return }
        let waiting = starving
        starving = []
        async { waiting.forEach { $0.tryAgain() } }
    }

    /// Whether the event loop has, or can have now, the descriptor that must be left when it accepts.
    ///
    /// Dispatch on Linux opens a file under `/proc` each second to see what its workers do, and ends the process when
    /// it cannot. So accepting never takes the last descriptor: one is held in reserve, and given up while there are
    /// too few.
    func holdReserve() -> Bool {
        if reserve < 0 { reserve = cplatform_placeholder() }
        return reserve >= 0
    }

    /// Gives up the reserve, and calls `acceptor.tryAgain()` when a descriptor has been closed here.
    func awaitDescriptor(_ acceptor: Acceptor) {
        if reserve >= 0 {
            cplatform_close(reserve)
            reserve = -1
        }
        if !starving.contains(where: { $0 === acceptor }) { starving.append(acceptor) }
    }

    /// Forgets that `acceptor` waits.
    func awaitsDescriptorNoMore(_ acceptor: Acceptor) {
        starving.removeAll { $0 === acceptor }
    }
}

// MARK: - Output buffers

extension EventLoop {
    /// An empty buffer. Channels have one only while they have something unsent.
    func takeBuffer() -> OutputBuffer {
        spares.popLast() ?? OutputBuffer()
    }

    /// Keeps `buffer`, which is empty, for the next; a large one is freed.
    func giveBack(_ buffer: OutputBuffer) {
        if spares.count < 4, buffer.capacity <= 256 * 1_024 { spares.append(buffer) }
    }
}

// MARK: - Deadlines

extension EventLoop {
    func file(_ deadline: Deadline) {
        deadlines.file(deadline)
        arm()
    }

    /// The alarm is left as it is: it finds nothing due, which costs less than to set it with each connection.
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
        // Bounded, so that a target that sets itself a deadline in the past does not keep the event loop.
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
