#if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
import CPlatform
import Dispatch
import Libc
import Locking

/// The part of an event loop that runs it on Linux: one Dispatch source on the loop's own epoll descriptor, on a serial
/// queue that nothing else uses. Connections, listeners, posted work (an eventfd) and deadlines (a timerfd) are all in
/// the epoll set.
///
/// When the source fires, its handler delivers the events and *stays*: it waits for more in `epoll_wait` itself and
/// returns to Dispatch only if nothing comes for `stay`. So a busy loop needs no wake-ups of Dispatch's threads, which
/// cost 20 to 35 µs each, two for an event.
///
/// State of the loop is accessed only under `lock`, so a caller's thread can run the loop while the handler waits;
/// hence `@unchecked Sendable`.
final class EventLoopBackend: @unchecked Sendable {
    /// How long the handler waits for the next event before it returns to Dispatch, in milliseconds.
    ///
    /// A client that pauses for less than this finds an awake thread; 200 ms covers the pauses of tests that poll. A
    /// longer stay gains little, since an idle worker of Dispatch stays for 5 s anyway. A shorter one makes each
    /// request of a client that pauses 50 ms half as slow again.
    static let usualStay: Int32 = 200

    let poller: Poller
    private let stay: Int32

    private let queue: DispatchQueue
    /// Set once, before it is activated.
    private var source: (any DispatchSourceRead)?
    private let lock = EventLoopLock()
    private let posted = Locked<[@Sendable () -> Void]>([])
    private let wakeup: WakeupDescriptor
    private let timer: WakeupDescriptor

    init(_ name: String, stay: Int32) throws(SocketError) {
        self.stay = stay
        queue = DispatchQueue(label: name, qos: .default)
        poller = try Poller()
        wakeup = try WakeupDescriptor("eventfd", cplatform_wakeup())
        timer = try WakeupDescriptor("timerfd_create", cplatform_timer())
        try DispatchDescriptors.make()
    }

    /// Starts to run `loop`, which owns this; neither is ever freed.
    ///
    /// - Parameter alarm: called on the loop once the instant given to `setAlarm` has come.
    func start(_ loop: EventLoop, alarm: @escaping () -> Void) throws(SocketError) {
        wakeup.signalled = { [unowned self] in runPosted() }
        timer.signalled = alarm
        try poller.add(wakeup.descriptor, wakeup, interest: .reading)
        try poller.add(timer.descriptor, timer, interest: .reading)
        let source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: queue)
        self.source = source
        // Explicitly @Sendable, or the closure would inherit an actor's isolation and trap on this queue.
        source.setEventHandler { @Sendable [self] in deliverUntilIdle(as: loop) }
        source.activate()
    }

    private func deliverUntilIdle(as loop: EventLoop) {
        CurrentEventLoop.value = loop
        defer { CurrentEventLoop.value = nil }
        while true {
            switch poller.wait(milliseconds: stay) {
            case .ready(let count):
                lock.lock()
                poller.deliver(count)
                lock.unlock()
            case .timedOut:
                return
            case .failed(let errno):
                // Whoever waits for the loop would wait for ever. Dispatch, too, ends the process here.
                fatalError(Self.failureText(errno))
            }
        }
    }

    private static func failureText(_ errno: Int32) -> String {
        let cause = SocketError.system(call: "epoll_wait", errno: errno, address: nil).systemText
        return "an event loop of mockserver can't wait for events any more: epoll_wait failed with errno \(errno) "
            + "(\(cause)). Its epoll descriptor was probably closed by other code of this process, which closed a "
            + "descriptor that was not its own, or one twice."
    }

    /// Runs `work` on the loop later.
    func async(_ work: @escaping @Sendable () -> Void) {
        let isFirst = posted.withLock { posted in
            posted.append(work)
            return posted.count == 1
        }
        if isFirst { cplatform_wakeup_signal(wakeup.descriptor) }
    }

    /// Runs `work` on the loop and returns then: on the caller's thread if the loop is idle, so that no thread is
    /// woken.
    func sync(as loop: EventLoop, _ work: @escaping @Sendable () -> Void) {
        if runHere(as: loop, work) { return }
        let done = DispatchSemaphore(value: 0)
        async {
            work()
            done.signal()
        }
        done.wait()
    }

    /// Runs `work` on the caller's thread if the loop is idle, else later.
    func soon(as loop: EventLoop, _ work: @escaping @Sendable () -> Void) {
        if !runHere(as: loop, work) { async(work) }
    }

    /// Runs posted work, then `work`, on the caller's thread; false if the loop is busy.
    private func runHere(as loop: EventLoop, _ work: () -> Void) -> Bool {
        guard lock.tryLock() else { return false }
        CurrentEventLoop.value = loop
        runPosted()
        work()
        CurrentEventLoop.value = nil
        lock.unlock()
        return true
    }

    /// Runs posted work on the caller's thread, after the current pass; false if the loop is busy.
    func passHere(as loop: EventLoop) -> Bool {
        guard lock.tryLock() else { return false }
        defer { lock.unlock() }
        if posted.withLock({ $0.isEmpty }) { return true }
        CurrentEventLoop.value = loop
        runPosted()
        CurrentEventLoop.value = nil
        return true
    }

    /// Whether an event has come that is not delivered yet. On any thread.
    var isReady: Bool { cplatform_is_readable(poller.descriptor) }

    /// Replaces the instant at which the alarm goes off.
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

    static var current: EventLoop? { CurrentEventLoop.value }
}

/// The descriptors that Dispatch itself needs: an epoll set and an eventfd with the first source, a timerfd with the
/// first timer. Dispatch ends the process if it can't get them, so they are made before a server's connections can use
/// up all descriptors.
private enum DispatchDescriptors {
    private static let needed = 4

    /// A timer that never fires.
    nonisolated(unsafe) private static let timer: any DispatchSourceTimer = {
        let timer = DispatchSource.makeTimerSource()
        // Without a handler Dispatch complains in the system's log.
        timer.setEventHandler { @Sendable in }
        timer.schedule(deadline: .now() + .seconds(1 << 30))
        timer.activate()
        return timer
    }()

    /// - Throws: `SocketError.system` if there are too few descriptors left for Dispatch.
    static func make() throws(SocketError) {
        var placeholders: [Int32] = []
        defer { placeholders.forEach { cplatform_close($0) } }
        for _ in 0..<needed {
            let descriptor = cplatform_placeholder()
            guard descriptor >= 0 else { throw .system(call: "socket", errno: -descriptor, address: nil) }
            placeholders.append(descriptor)
        }
        _ = timer
    }
}
#endif
