#if os(Linux)
import CPlatform
import Dispatch
import Locking

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// What runs a lane on Linux: a thread of its own, which waits for the lane's poller and delivers what comes. One thread
/// at a time acts as the lane, in a turn, and nothing that is confined is touched outside one; hence `@unchecked Sendable`.
///
/// Under a Dispatch source each event would wake two threads before it: Dispatch's manager, and a worker by that. A waking
/// takes longer than all that a server does for a request.
final class Loop: @unchecked Sendable {
    let poller: Poller

    /// When the turn began, which is confined as all that is done in it.
    private(set) var turnStart = Lane.now

    private let name: String
    private let turn = Turn()
    private let posted = Locked<[@Sendable () -> Void]>([])
    private let bell: Signal
    private let timer: Signal

    /// Never goes off. Dispatch, which runs other code of the process, makes its descriptors when they are first needed,
    /// the one behind its timers when one is set; and ends the process where it has too few. So it makes them before the
    /// connections of a server can have taken all there are.
    nonisolated(unsafe) private static let dispatchTimer: any DispatchSourceTimer = {
        let timer = DispatchSource.makeTimerSource()
        // Without one Dispatch complains in the system's log.
        timer.setEventHandler { @Sendable in }
        timer.schedule(deadline: .now() + .seconds(1 << 30))
        timer.activate()
        return timer
    }()

    init(_ name: String) throws(SocketError) {
        self.name = name
        _ = Self.dispatchTimer
        poller = try Poller()
        bell = try Signal("eventfd", cplatform_bell())
        timer = try Signal("timerfd_create", cplatform_timer())
    }

    /// Begins to run `lane`, which keeps this; it is for good, and neither is ever freed.
    ///
    /// - Parameter alarm: what is done in a turn once an instant has come that was given to `setAlarm`.
    func start(_ lane: Lane, alarm: @escaping () -> Void) throws(SocketError) {
        bell.arrived = { [unowned self] in runPosted() }
        timer.arrived = alarm
        try poller.add(bell.descriptor, bell, .reading)
        try poller.add(timer.descriptor, timer, .reading)
        let context = Unmanaged.passRetained(lane)
        let status = cplatform_thread_start(
            { context in
                guard let context else { return nil }
                let lane = Unmanaged<Lane>.fromOpaque(context).takeUnretainedValue()
                lane.loop.run(as: lane)
                return nil
            }, context.toOpaque())
        guard status >= 0 else {
            context.release()
            throw .system(call: "pthread_create", errno: -status, address: nil)
        }
    }

    private func run(as lane: Lane) {
        cplatform_thread_name(name)
        Acting.lane = lane
        while let count = poller.wait() {
            turn.take()
            turnStart = Lane.now
            poller.deliver(count)
            turn.give()
        }
    }

    /// Runs `work` in a turn of the lane's thread.
    func async(_ work: @escaping @Sendable () -> Void) {
        let isFirst = posted.withLock { posted in
            posted.append(work)
            return posted.count == 1
        }
        if isFirst { cplatform_bell_ring(bell.descriptor) }
    }

    /// Runs `work` in a turn, which is the caller's where nobody has one: no thread is woken then.
    func sync(as lane: Lane, _ work: @escaping @Sendable () -> Void) {
        if now(as: lane, work) { return }
        let done = DispatchSemaphore(value: 0)
        async {
            work()
            done.signal()
        }
        done.wait()
    }

    /// Runs `work` in a turn of the caller's where nobody has one, else later.
    func soon(as lane: Lane, _ work: @escaping @Sendable () -> Void) {
        if !now(as: lane, work) { async(work) }
    }

    /// Runs what was posted and `work` in a turn of the caller's; false where another has one.
    private func now(as lane: Lane, _ work: () -> Void) -> Bool {
        guard turn.tryToTake() else { return false }
        Acting.lane = lane
        turnStart = Lane.now
        runPosted()
        work()
        Acting.lane = nil
        turn.give()
        return true
    }

    /// Has the alarm go off at `instant` of `Lane.now`, in place of any instant before.
    func setAlarm(at instant: Int64) {
        cplatform_timer_set(timer.descriptor, instant)
    }

    private func runPosted() {
        let works = posted.withLock { posted in
            let works = posted
            posted = []
            return works
        }
        works.forEach { $0() }
    }

    static var lane: Lane? { Acting.lane }
}

/// The lane that the calling thread acts as.
private enum Acting {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var lane: Lane? {
        get { pthread_getspecific(key).map { Unmanaged<Lane>.fromOpaque($0).takeUnretainedValue() } }
        set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
    }
}

/// A descriptor by which the lane's thread is told something. Confined to the lane, hence `@unchecked Sendable`.
private final class Signal: LaneMember, @unchecked Sendable {
    let descriptor: Int32
    var arrived: () -> Void = {}

    /// Takes over `descriptor`, or the negated errno, which `call` gave.
    init(_ call: String, _ descriptor: Int32) throws(SocketError) {
        guard descriptor >= 0 else { throw .system(call: call, errno: -descriptor, address: nil) }
        self.descriptor = descriptor
    }

    deinit {
        cplatform_close(descriptor)
    }

    func ready(_ readiness: Readiness) {
        cplatform_quieten(descriptor)
        arrived()
    }
}
#endif
