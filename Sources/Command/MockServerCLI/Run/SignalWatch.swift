import CPlatform
import Dispatch
import Libc
import Locking

/// Turns signals to this process into events. Only for the command: a library must not change dispositions.
struct SignalWatch {
    /// The effect of SIGINT and SIGQUIT, which a terminal's keys send.
    enum Interrupt: Sendable {
        /// Before serving: these signals, and all others that ask for the end, end the process.
        case endsBeforeServing
        /// The first signal asks for the end, one that comes later ends the process at once.
        case asksForEnd
        /// The end was asked for at this time. Some programs, such as `timeout`, send a signal twice.
        case askedForEnd(ContinuousClock.Instant)
        /// The child handles it; it is only reported here.
        case isTheChilds
    }

    /// The signals that ask for the end: all whose default is to end a process, except those of a crash, SIGKILL, and
    /// SIGPIPE, which a reader that leaves early causes.
    static let endings: [Int32] = usualEndings + rareEndings
    private static let usualEndings: [Int32] = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
    /// Those of them that timers, resource limits, init systems and scripts send.
    private static let rareEndings: [Int32] = {
        var signals = [SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2]
        #if os(Linux)
        signals += [SIGIO, SIGPWR, SIGSTKFLT]
        #endif
        return signals + (cplatform_first_realtime_signal()..<cplatform_end_of_realtime_signals())
    }()
    /// The signals that ask a child for its end. A Java virtual machine only prints its threads on SIGQUIT.
    private static let endingsOfChild: [Int32] = [SIGINT, SIGTERM, SIGHUP]
    /// The signals that a terminal's keys send.
    private static let keys: [Int32] = [SIGINT, SIGQUIT]
    /// Within this time a second signal is the first one again.
    private static let repetition = Duration.milliseconds(500)
    /// Further signals that matter if there is a child.
    private static let forChild: [Int32] = [SIGUSR1, SIGUSR2, SIGCHLD]

    /// The signals of a crash.
    private static let crashes: [Int32] = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

    private let sources: [any DispatchSourceSignal]
    /// Where `cplatform_write_signal` writes the rare signals; nil if the system has no descriptor left for that.
    private let rareSource: (any DispatchSourceRead)?
    private let registered = DispatchGroup()
    private let interrupt: Locked<Interrupt>
    private let hasChild: Bool

    init(hasChild: Bool, posting events: CommandEventQueue) {
        let interrupt = Locked(Interrupt.endsBeforeServing)
        self.interrupt = interrupt
        self.hasChild = hasChild
        var signals = Self.usualEndings + (hasChild ? Self.forChild : [])
        // Process 1 of a container inherits every orphan there.
        if !hasChild, getpid() == 1 { signals.append(SIGCHLD) }
        // `nohup` means that a hang-up of the terminal must not end anything.
        if Self.isIgnored(SIGHUP) { signals.removeAll { $0 == SIGHUP } }
        let queue = DispatchQueue(label: "mockserver.signals")
        sources = signals.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            let handle: @Sendable () -> Void = { Self.handle(signal, interrupt, events: events) }
            source.setEventHandler(handler: handle)
            return source
        }
        // A signal that was ignored when the process started stays ignored.
        let rare = Self.rareEndings.filter { !signals.contains($0) && !Self.isIgnored($0) }
        rareSource = Self.watch(rare, on: queue) { Self.handle($0, interrupt, events: events) }
        for source in sources {
            registered.enter()
            let leave: @Sendable () -> Void = { [registered] in registered.leave() }
            source.setRegistrationHandler(handler: leave)
            source.activate()
        }
    }

    private static func watch(
        _ signals: [Int32], on queue: DispatchQueue, _ handle: @escaping @Sendable (Int32) -> Void
    ) -> (any DispatchSourceRead)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: queue)
        let take: @Sendable () -> Void = {
            var numbers = [UInt8](repeating: 0, count: 64)
            let count = read(reading, &numbers, numbers.count)
            for number in numbers.prefix(max(0, count)) { handle(Int32(number)) }
        }
        source.setEventHandler(handler: take)
        source.activate()
        for signal in signals { _ = cplatform_write_signal(signal, writing) }
        return source
    }

    /// Has a crash's signal that another process sends end this one: Swift's runtime takes it for a crash, prints a
    /// backtrace and lets the process continue. Real crashes still have their backtrace.
    static func endByCrashesThatAreSent() {
        for signal in crashes { _ = cplatform_end_by_sent_signal(signal) }
    }

    /// What a child gets for a signal that this process got, and whether that asks for the end. A signal of a timer or
    /// of a limit was for this process only, so the child is asked as by SIGTERM.
    static func passed(_ signal: Int32) -> (signal: Int32, asksForEnd: Bool) {
        guard rareEndings.contains(signal), !forChild.contains(signal) else {
            return (signal, endingsOfChild.contains(signal))
        }
        return (SIGTERM, true)
    }

    /// Returns when no watched signal can end the process any more.
    func waitUntilRegistered() { registered.wait() }

    /// From now on, signals end the run, not the process. Before that a scenario is read, which may take as long as the
    /// process that writes it to a pipe.
    func beginServing() { setInterrupt(hasChild ? .isTheChilds : .asksForEnd) }

    /// Changes the effect of SIGINT and SIGQUIT.
    func setInterrupt(_ meaning: Interrupt) { interrupt.withLock { $0 = meaning } }

    private static func handle(_ signal: Int32, _ interrupt: Locked<Interrupt>, events: CommandEventQueue) {
        interrupt.withLock { meaning in
            switch meaning {
            case .endsBeforeServing where endings.contains(signal): _exit(ExitStatus.killed(by: signal).rawValue)
            case .asksForEnd where keys.contains(signal): meaning = .askedForEnd(.now)
            case .askedForEnd(let time) where keys.contains(signal) && .now - time > repetition:
                _exit(ExitStatus.killed(by: signal).rawValue)
            case .endsBeforeServing, .asksForEnd, .askedForEnd, .isTheChilds: break
            }
        }
        events.post(.signal(signal))
    }

    /// Whether the process was started with the signal ignored.
    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        #if canImport(Glibc)
        let handler = action.__sigaction_handler.sa_handler
        #elseif canImport(Musl)
        let handler = action.__sa_handler.sa_handler
        #else
        let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
