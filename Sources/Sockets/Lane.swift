import CPlatform
import Locking

/// What owns connections from accept to close, with what they share: the poller, one read buffer, a list of deadlines.
/// One thread at a time acts as the lane. Everything but `async`, `sync`, `soon`, `isCurrent` and `now` is confined to it,
/// hence `@unchecked Sendable`.
///
/// Lanes belong to the process, not to a server: one for each server or connection would be a thread for each.
public final class Lane: @unchecked Sendable {
    private static let made = Locked<[Lane]>([])
    private static let wanted = min(4, Int(cplatform_processors()))

    /// The lanes of the process, as many as it may use processors, at most 4; made when first asked for.
    ///
    /// - Throws: `SocketError.system` when the process has no descriptor or thread left for one; the next call tries again.
    public static var all: [Lane] {
        get throws(SocketError) {
            try made.withLock { lanes throws(SocketError) in
                while lanes.count < wanted {
                    lanes.append(try Lane(label: "mockserver-\(lanes.count)"))
                }
                return lanes
            }
        }
    }

    /// The lane this code runs on; nil elsewhere.
    public static var current: Lane? { Loop.lane }

    /// The real clock of deadlines, in nanoseconds; it only moves forward, from an origin of its own.
    public static var now: Int64 { cplatform_now() }

    /// As many bytes are read at a time.
    static let readSize = 64 * 1_024

    let loop: Loop
    var poller: Poller { loop.poller }
    let readBuffer = UnsafeMutableRawPointer.allocate(byteCount: readSize, alignment: 16)
    /// How often a channel here has called `send`.
    var sends = 0

    private var deadlines = DeadlineHeap()
    /// When the alarm goes off; `.max` when it does not.
    private var armed = Int64.max
    // Nothing that is called while these are changed comes back to the lane.
    @exclusivity(unchecked) private var spares: [OutputBuffer] = []
    private var starving: [Acceptor] = []
    private var reserve: Int32 = -1

    /// A lane, for good: it is never freed.
    init(label: String) throws(SocketError) {
        loop = try Loop(label)
        // Explicitly @Sendable, or the closure would inherit an actor's isolation and trap on the lane.
        try loop.start(self) { @Sendable [unowned self] in alarmWentOff() }
    }

    /// Of one that could not be had.
    deinit {
        readBuffer.deallocate()
    }

    /// Whether this code runs on this lane.
    public var isCurrent: Bool { Self.current === self }

    /// Runs `work` on the lane, later, after what was posted before it.
    public func async(_ work: @escaping @Sendable () -> Void) {
        loop.async(work)
    }

    /// Runs `work` on the lane after what was posted before it, and returns then. Where the lane has nothing to do, that
    /// is here and now, which saves two threads' waking. Not to be called on any lane: two could wait for each other.
    func sync(_ work: @escaping @Sendable () -> Void) {
        assert(Self.current == nil, "a lane never waits for one")
        loop.sync(as: self, work)
    }

    /// Runs `work` on the lane after what was posted before it: where that can be here and now, and this is no lane, before
    /// it returns, else later.
    func soon(_ work: @escaping @Sendable () -> Void) {
        if Self.current == nil { loop.soon(as: self, work) } else { async(work) }
    }

    /// Stops a debug build that is not on this lane: a mistake of this package's code, not of anything it is given.
    func assertCurrent() {
        assert(isCurrent, "what a lane confines was touched from elsewhere")
    }

    /// Closes `descriptor`, which the lane watched.
    func remove(_ descriptor: Int32) {
        poller.remove(descriptor)
        guard !starving.isEmpty else { return }
        let waiting = starving
        starving = []
        async { waiting.forEach { $0.tryAgain() } }
    }

    /// Whether the lane has, or can have now, the descriptor that must be left when it accepts.
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

extension Lane {
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

extension Lane {
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
        loop.setAlarm(at: armed)
    }

    private func alarmWentOff() {
        armed = .max
        let now = Self.now
        // Bounded, so that a target that sets itself a deadline in the past does not keep the lane.
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
