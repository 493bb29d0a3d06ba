import Bytes
import CPlatform
import Libc

/// A stream socket from accept to close. Confined to its event loop, hence `@unchecked Sendable`: other code may use
/// only `eventLoop` and `number`. After it has closed, every method does nothing.
package final class Channel: @unchecked Sendable {
    /// Why a channel closed.
    package enum CloseReason: Sendable {
        /// By `close`, `closeLingering` or `reset`, after all bytes to be sent were handed to the system.
        case done
        /// The peer reset the connection or closed both directions.
        case gone
        /// The listener was stopped.
        case stopped
    }

    enum Phase {
        case open
        /// Closes as soon as everything is sent.
        case finishing
        /// Closes with RST as soon as the peer's system has everything that was sent.
        case resetting
        /// Everything is sent, including FIN; the peer's bytes are read and dropped until its end.
        case lingering
        case closed
    }

    /// A wait for bytes to be received, in nanoseconds of `EventLoop.now`.
    struct ResetWait {
        /// The time until the next look.
        var next: Int64
        /// When it is given up.
        var end: Int64 = 0
        /// The fewest bytes seen that the peer's system does not have.
        var pending = Int.max
    }

    struct ReadPauseReason: OptionSet {
        let rawValue: UInt8
        /// The handler wants no more.
        static let asked = ReadPauseReason(rawValue: 1)
        /// Too much is unsent.
        static let unsent = ReadPauseReason(rawValue: 2)
    }

    /// Reading pauses while more bytes than this are unsent…
    package static let highMark = 256 * 1_024
    /// …and resumes, as does a streamed body, when at most this many are.
    package static let lowMark = 64 * 1_024

    /// The event loop it lives on.
    package let eventLoop: EventLoop
    /// Its number among its listener's connections, from 1 in order of acceptance.
    package let number: Int

    let descriptor: Int32
    let channelSet: ChannelSet
    /// Its index in `channelSet`, which sets it.
    var index = -1
    var handler: (any ChannelHandler)?
    var phase = Phase.open
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var output: ByteQueue?
    var pauses: ReadPauseReason = []
    /// The peer's end has been read.
    var hasEnded = false
    /// The peer's end was seen while reading was paused.
    var isEnding = false
    var wantsWritable = false
    /// The events that the poller watches for.
    private var watched = Interest.reading
    var hasWritten = false
    /// The system has refused to send: the peer is gone. The channel closes at the end of the pass, once what came before
    /// is read.
    var isBroken = false
    /// The nesting depth of `batch`; written bytes are sent when it returns to 0.
    var depth = 0
    var dropped = 0
    /// The progress of a reset that waits for the peer's system.
    var resetWait = ResetWait(next: 0)
    private var end: CloseReason?
    private let deadline: Deadline

    private init(_ descriptor: Int32, number: Int, on eventLoop: EventLoop, _ channelSet: ChannelSet) {
        self.descriptor = descriptor
        self.number = number
        self.eventLoop = eventLoop
        self.channelSet = channelSet
        self.deadline = Deadline(on: eventLoop)
    }

    /// Makes a channel of an accepted socket, watches it, and reads bytes that have already arrived, usually a request.
    static func open(
        _ descriptor: Int32, number: Int, on eventLoop: EventLoop, _ channelSet: ChannelSet,
        makeHandler: @Sendable (Channel) -> any ChannelHandler
    ) {
        let channel = Channel(descriptor, number: number, on: eventLoop, channelSet)
        guard !channelSet.isStopped, (try? eventLoop.poller.add(descriptor, channel, interest: .reading)) != nil else {
            return cplatform_close(descriptor)
        }
        channelSet.add(channel)
        channel.batch {
            channel.handler = makeHandler(channel)
            if channel.isReading { channel.read([]) }
        }
    }

    /// The number of written bytes that the system has not taken, or had not when the channel closed.
    package var unsent: Int { output?.count ?? lost }
    /// The number of written bytes that were dropped when it closed.
    private var lost = 0

    /// Whether `outstanding` must be known when the channel has closed, too.
    package var watchesDelivery = false
    /// What was outstanding when it closed.
    private var outstandingAtEnd = 0
    /// Whether it was closed because the peer took nothing for too long.
    package private(set) var hasGivenUp = false

    /// The number of written bytes that the peer's system has not acknowledged, or had not when a reset came.
    package var outstanding: Int {
        if phase == .closed { return outstandingAtEnd }
        return unsent + Int(max(0, cplatform_unacknowledged(descriptor)))
    }

    /// The address that the peer connected to, never `0.0.0.0` or `::`, even if the listener is bound to those; nil for
    /// a Unix-domain socket.
    package var localAddress: InternetAddress? { isOpen ? InternetAddress(localOf: descriptor) : nil }

    /// Both ends; nil for a Unix-domain socket.
    package var ends: ConnectionEnds? { isOpen ? ConnectionEnds(of: descriptor) : nil }

    /// Whether it can still be written to.
    package var isOpen: Bool { phase == .open }

    /// Sends everything that `body` writes by one `send`. Calls of handlers are already wrapped in it; code posted to
    /// the event loop should use it.
    package func batch(_ body: () -> Void) {
        eventLoop.assertCurrent()
        depth += 1
        body()
        endBatch()
    }

    /// Replaces the handler; `handler` gets everything from now on.
    package func handOver(to handler: any ChannelHandler) {
        eventLoop.assertCurrent()
        guard end == nil else { return }
        self.handler = handler
    }

    /// Stops calls of `received` until `resumeReading`. The channel still notices when the peer leaves; before it closes,
    /// the handler gets what came until then.
    package func pauseReading() {
        batch { pauses.insert(.asked) }
    }

    /// Resumes reading.
    package func resumeReading() {
        batch { pauses.remove(.asked) }
    }

    /// Calls the handler's `deadlinePassed` once `EventLoop.now` has reached `instant`, replacing any earlier deadline;
    /// nil for never. Cheap enough to set with each request.
    package func setDeadline(at instant: Int64?) {
        guard phase == .open else { return }
        arm(at: instant)
    }

    func arm(at instant: Int64?) {
        if let instant { deadline.set(at: instant, for: self) } else { deadline.cancel() }
    }

    func endBatch() {
        if depth == 1 {
            sendAll()
            if isBroken, phase != .closed {
                readRest()
                finish(.gone)
            }
        }
        depth -= 1
        guard depth == 0 else { return }
        if let end, let handler {
            self.handler = nil
            handler.closed(end)
        } else if phase != .closed, watched != interest {
            watch()
        }
    }

    private func watch() {
        watched = interest
        do {
            try eventLoop.poller.change(descriptor, watched)
        } catch {
            // No event would ever tell that it can be read or written again.
            batch { finish(.gone) }
        }
    }

    /// Closes the descriptor now; the handler is told at the end of the pass.
    func finish(_ why: CloseReason) {
        guard phase != .closed else { return }
        if watchesDelivery { outstandingAtEnd = outstanding }
        phase = .closed
        end = isBroken ? .gone : why
        deadline.cancel()
        lost = unsent
        dropOutput()
        channelSet.remove(self)
        eventLoop.remove(descriptor)
    }

    private var isReading: Bool {
        switch phase {
        case .open: !hasEnded && pauses.isEmpty
        // Dropping costs no memory, and a peer may have to send its last byte before it reads its first.
        case .finishing, .lingering: !hasEnded && !pauses.contains(.asked)
        case .resetting, .closed: false
        }
    }

    private var interest: Interest {
        var interest: Interest = wantsWritable ? .writing : []
        if isReading {
            interest.insert(.reading)
        } else if !hasEnded, !isEnding {
            interest.insert(.end)
        }
        return interest
    }
}

// MARK: - Events

extension Channel: ReadinessHandler {
    func ready(_ readiness: Readiness) {
        depth += 1
        if readiness.contains(.writable) { hasWritten = true }
        if readiness.contains(.hungUp) {
            readRest()
        } else if isReading {
            read(readiness)
        } else if readiness.contains(.ended), !hasEnded, !isEnding {
            isEnding = true
            if phase == .open { handler?.leaving() }
        }
        // A hang-up can't be masked: a watched descriptor would fire endlessly.
        if readiness.contains(.hungUp) { finish(phase == .lingering || phase == .resetting ? .done : .gone) }
        endBatch()
    }

    /// Reads the available bytes. A short read has emptied the socket, so it is the last, unless the end may follow
    /// unannounced.
    private func read(_ readiness: Readiness) {
        read(endFollows: !readiness.isDisjoint(with: [.ended, .onlyOnce]), budget: 4) { isReading }
    }

    /// The most reads of what a channel's peer sent before the channel closes: more than a system keeps for a socket,
    /// unless the peer goes on sending.
    private static let lastReads = 1_024

    /// Reads everything that came before the channel closes, also where reading is paused.
    func readRest() {
        read(endFollows: true, budget: Self.lastReads) { phase == .open && !hasEnded }
    }

    private func read(endFollows: Bool, budget: Int, while mayRead: () -> Bool) {
        var budget = budget
        while budget > 0, mayRead() {
            budget -= 1
            let count = cplatform_receive(descriptor, eventLoop.readBuffer, EventLoop.readSize)
            if count > 0 {
                take(UnsafeRawBufferPointer(start: eventLoop.readBuffer, count: count))
                if count < EventLoop.readSize, !endFollows { return }
            } else if count == 0 {
                hasEnded = true
                return peerEnded()
            } else if count != -Int(EINTR) {
                if count != -Int(EAGAIN), count != -Int(EWOULDBLOCK) { finish(phase == .lingering ? .done : .gone) }
                return
            }
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        if phase == .open {
            handler?.received(bytes)
        } else {
            drop(bytes.count)
        }
    }

    private func peerEnded() {
        switch phase {
        case .open: handler?.ended()
        case .lingering: finish(.done)
        case .finishing, .resetting, .closed: break
        }
    }
}

extension Channel: DeadlineHandler {
    package func deadlinePassed(_ deadline: Deadline) {
        batch {
            switch phase {
            case .open: handler?.deadlinePassed()
            case .finishing:
                hasGivenUp = true
                finish(.gone)
            case .resetting: resetWhenReceived()
            case .lingering: finish(.done)
            case .closed: break
            }
        }
    }
}
