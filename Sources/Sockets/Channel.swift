import CPlatform

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One stream socket from accept to close. Confined to its event loop, hence `@unchecked Sendable`: from elsewhere only
/// `eventLoop` and `number` may be used. After it has closed, every method does nothing.
package final class Channel: @unchecked Sendable {
    /// Why a channel closed.
    package enum CloseReason: Sendable {
        /// By `close`, `closeLingering` or `reset`, with everything that was to be sent handed to the system.
        case done
        /// The peer reset the connection or hung up both ways.
        case gone
        /// The listener was stopped.
        case stopped
    }

    enum Phase {
        case open
        /// Closes as soon as everything is sent.
        case finishing
        /// Everything is sent, FIN too; what the peer still sends is read and dropped until its end.
        case lingering
        case closed
    }

    struct ReadPauseReason: OptionSet {
        let rawValue: UInt8
        /// The handler wants no more.
        static let asked = ReadPauseReason(rawValue: 1)
        /// Too much is unsent.
        static let unsent = ReadPauseReason(rawValue: 2)
    }

    /// Reading pauses while more than this is unsent…
    package static let highMark = 256 * 1_024
    /// …and goes on, as does a body that is streamed, when no more than this is.
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
    var output: OutputBuffer?
    var pauses: ReadPauseReason = []
    /// The peer's end has been read.
    var hasEnded = false
    /// The peer's end was seen while reading was paused.
    var isEnding = false
    var wantsWritable = false
    /// What the poller watches it for.
    private var watched = Interest.reading
    var hasWritten = false
    /// How many calls deep the turn is: what is written is sent when it comes to 0.
    var depth = 0
    var dropped = 0
    private var end: CloseReason?
    private let deadline: Deadline

    private init(_ descriptor: Int32, number: Int, on eventLoop: EventLoop, _ channelSet: ChannelSet) {
        self.descriptor = descriptor
        self.number = number
        self.eventLoop = eventLoop
        self.channelSet = channelSet
        self.deadline = Deadline(on: eventLoop)
    }

    /// Makes a channel of an accepted socket, watches it, and reads what has come with it, which most often is a
    /// request.
    static func open(
        _ descriptor: Int32, number: Int, on eventLoop: EventLoop, _ channelSet: ChannelSet,
        _ makeHandler: @Sendable (Channel) -> any ChannelHandler
    ) {
        let channel = Channel(descriptor, number: number, on: eventLoop, channelSet)
        guard !channelSet.isStopped, (try? eventLoop.poller.add(descriptor, channel, .reading)) != nil else {
            return cplatform_close(descriptor)
        }
        channelSet.add(channel)
        channel.turn {
            channel.handler = makeHandler(channel)
            if channel.isReading { channel.read([]) }
        }
    }

    /// How many bytes were written that the system has not taken yet.
    package var unsent: Int { output?.count ?? 0 }

    /// The address that the peer connected to, which is none of `0.0.0.0` and `::` even where those are listened on;
    /// nil for a Unix-domain socket.
    package var localAddress: InternetAddress? { isOpen ? InternetAddress(localOf: descriptor) : nil }

    /// When the event loop's turn began, on the clock of `EventLoop.now`: what a time-out may be counted from that is
    /// long beside a turn. Asking costs nothing, as the event loop has looked once for all its channels.
    package var turnStart: Int64 { eventLoop.backend.turnStart }

    /// Whether it can still be written to.
    package var isOpen: Bool { phase == .open }

    /// Sends what `body` writes by one `send`. Handlers' calls are such turns already; code that was posted to the
    /// event loop should use it.
    package func turn(_ body: () -> Void) {
        eventLoop.assertCurrent()
        depth += 1
        body()
        endTurn()
    }

    /// Has `handler` take what comes from now on, in place of the handler so far.
    package func handOver(to handler: any ChannelHandler) {
        eventLoop.assertCurrent()
        guard end == nil else { return }
        self.handler = handler
    }

    /// Calls no `received` until `resumeReading`. That the peer leaves is still noticed.
    package func pauseReading() {
        turn { pauses.insert(.asked) }
    }

    /// Goes on reading.
    package func resumeReading() {
        turn { pauses.remove(.asked) }
    }

    /// Calls the handler's `deadlinePassed` once `EventLoop.now` has come to `instant`, in place of any deadline
    /// before; nil for never. Setting it anew with each request is cheap.
    package func setDeadline(at instant: Int64?) {
        guard phase == .open else { return }
        arm(at: instant)
    }

    func arm(at instant: Int64?) {
        if let instant { deadline.set(at: instant, for: self) } else { deadline.cancel() }
    }

    func endTurn() {
        if depth == 1 { sendAll() }
        depth -= 1
        guard depth == 0 else { return }
        if let end, let handler {
            self.handler = nil
            handler.closed(end)
        } else if phase != .closed, watched != interest {
            watched = interest
            eventLoop.poller.change(descriptor, watched)
        }
    }

    /// Closes the descriptor now; the handler is told at the end of the turn.
    func finish(_ why: CloseReason) {
        guard phase != .closed else { return }
        phase = .closed
        end = why
        deadline.cancel()
        dropOutput()
        channelSet.remove(self)
        eventLoop.remove(descriptor)
    }

    private var isReading: Bool {
        switch phase {
        case .open: !hasEnded && pauses.isEmpty
        // Dropping costs no memory, and a peer may have to send its last byte before it reads its first.
        case .finishing, .lingering: !hasEnded && !pauses.contains(.asked)
        case .closed: false
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
        if isReading {
            read(readiness)
        } else if readiness.contains(.ended), !hasEnded, !isEnding {
            isEnding = true
            if phase == .open { handler?.leaving() }
        }
        // It cannot be masked: kept, it would fire without end.
        if readiness.contains(.hungUp) { finish(phase == .lingering ? .done : .gone) }
        endTurn()
    }

    /// Reads what there is. A short read has emptied the socket; only where the end may follow unannounced is more
    /// asked for, and after a hang-up everything that came before it.
    private func read(_ readiness: Readiness) {
        let isLast = readiness.contains(.hungUp)
        let endFollows = isLast || !readiness.isDisjoint(with: [.ended, .onlyOnce])
        var budget = isLast ? Int.max : 4
        while budget > 0, isReading {
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
        case .finishing, .closed: break
        }
    }
}

extension Channel: DeadlineHandler {
    package func deadlinePassed(_ deadline: Deadline) {
        turn {
            switch phase {
            case .open: handler?.deadlinePassed()
            case .finishing: finish(.gone)
            case .lingering: finish(.done)
            case .closed: break
            }
        }
    }
}
