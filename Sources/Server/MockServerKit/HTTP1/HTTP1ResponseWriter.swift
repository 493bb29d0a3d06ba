import HTTPMessage
import HTTPWire
import MockRuntime
import Playback
import Scenarios
import Sockets

/// Writes an HTTP/1.1 connection's responses in the order of their requests. Confined to its channel's event loop.
final class HTTP1ResponseWriter<Stream: ByteStream> {
    /// The progress of writing.
    enum Outcome {
        /// A response waits: for its time, for the client, or for the end of a connection that was reset.
        case waits
        /// All responses are written.
        case written
        /// The last written response ends the connection.
        case closes
    }

    /// What follows the output of a response.
    private enum End {
        case reset
        case close
        /// Nothing more is written, but the connection stays open.
        case open
        case done
    }

    /// How many requests may wait for their responses.
    private var limit = 1_024
    private let stream: Stream
    private let currentRun: CurrentRun
    private let settings: ConnectionSettings
    /// The first is being written, unless it is written in one go.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var waiting: [Waiting] = []
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var unsent = UnsentResponses()
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var buffer: [UInt8] = []
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var date = CachedDateHeader()
    /// Whether `100 Continue` is due once the responses before it are written.
    private(set) var owesContinue = false
    /// What the response being written waits for; nil if that is the client.
    private var pause: ResponsePause?
    /// When the response being written goes on, as `EventLoop.now` tells; nil where it waits for something else.
    var wakeUp: Int64? { pause?.wakeUp }
    /// Whether the client has sent its last byte, so that the last response closes the connection.
    var hasClientEnded = false
    /// Whether the response being written has no end: its connection stays open until the client leaves.
    private(set) var isOpenEnded = false
    /// The exchange of that response, which may have to end by its client's leaving.
    private var openEnded: ExchangeReference?
    /// nil until there is a response whose delivery the scenario judges.
    private var deliveries: DeliveryWatch?
    /// Called when the connection may be closed, whose last responses are delivered.
    var onDelivery: (() -> Void)?

    init(_ stream: Stream, _ currentRun: CurrentRun, settings: ConnectionSettings) {
        self.stream = stream
        self.currentRun = currentRun
        self.settings = settings
    }

    /// The number of waiting responses.
    var count: Int { waiting.count }
    /// Whether so many responses wait, or such large ones, that no request is read ahead of them.
    var isFull: Bool { waiting.count >= limit || !waiting.isEmpty && !isLimitRaised && held >= Self.mostHeld }
    /// The memory that waiting responses may hold before no more requests are read, in bytes.
    private static var mostHeld: Int { 16 << 20 }
    /// The memory that waiting responses hold for what was rendered, in bytes.
    var held: Int { waiting.reduce(0) { $0 + ($1.response?.player?.held?.size ?? 0) } }
    /// Raises the number of requests that may wait, for a client that sends nothing more. Returns whether that was not
    /// done before.
    func raiseLimit() -> Bool {
        defer { limit = Self.raisedLimit }
        return !isLimitRaised
    }
    private static var raisedLimit: Int { 16_384 }
    private var isLimitRaised: Bool { limit == Self.raisedLimit }
    /// Whether every response is written, and sent.
    var isIdle: Bool { waiting.isEmpty && unsent.isEmpty }

    /// Plays a response, or has it wait for those before it.
    ///
    /// - Parameters:
    ///   - isLast: whether nothing is written behind it in this iteration of the event loop.
    ///   - connection: the connection, which is told when a response that waits may continue.
    func respond(
        _ exchange: consuming Exchange, _ player: consuming ResponsePlayer, answering context: ResponseContext,
        isLast: Bool, on connection: some DecisionHandler
    ) -> Outcome {
        respond(with: PendingHTTP1Response(exchange, player, answering: context), isLast: isLast, on: connection)
    }

    /// Writes a response of the server's own, or has it wait for those before it.
    func respond(
        _ localError: LocalErrorResponse, answering context: ResponseContext, on connection: some DecisionHandler
    ) -> Outcome {
        respond(with: PendingHTTP1Response(localError, answering: context), isLast: false, on: connection)
    }

    private func respond(
        with response: consuming PendingHTTP1Response, isLast: Bool, on connection: some DecisionHandler
    ) -> Outcome {
        var outcome = Outcome.waits
        if waiting.isEmpty {
            pause = nil
            outcome = write(&response, isLast: isLast, on: connection)
        } else {
            response.exchange?.waits(for: .order)
        }
        if outcome == .waits { waiting.append(Waiting(response)) }
        return outcome
    }

    /// Continues the waiting responses, as far as they are due and the client accepts them.
    func resume(on connection: some DecisionHandler) -> Outcome {
        pause = nil
        while stream.isOpen, !waiting.isEmpty {
            let first = waiting.removeFirst()
            guard var response = first.response.take() else { continue }
            switch write(&response, isLast: false, on: connection) {
            case .written: continue
            case .closes: return .closes
            case .waits:
                first.response = consume response
                waiting.insert(first, at: 0)
                return .waits
            }
        }
        sendContinueIfDue()
        return .written
    }

    /// Has `100 Continue` written (RFC 9110, section 15.2.1), once the responses before it are.
    func expectContinue() {
        owesContinue = true
        sendContinueIfDue()
    }

    /// The client has not waited for `100 Continue`.
    func forgetContinue() { owesContinue = false }

    private func sendContinueIfDue() {
        guard owesContinue, waiting.isEmpty else { return }
        owesContinue = false
        ResponseEncoder.appendContinue(to: &buffer)
        flush()
    }

    // MARK: - What the run is told

    /// Reports to the run that the written responses are about to be sent.
    func tellSending() { unsent.tellSending() }

    /// Reports to the run the responses that the system has not accepted completely.
    func tellNotSent() { unsent.tellNotSent(unsent: stream.unsent) }

    /// Reports to the run the responses that the system has accepted completely.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    func tellAnswered() -> Bool {
        let pending = stream.unsent
        var isAnswered = false
        while let response = unsent.popSent(unsent: pending) {
            isAnswered = true
            watch(response.end(.answered))
        }
        return isAnswered
    }

    private func watch(_ response: SentResponse?) {
        guard let response else { return }
        stream.watchDelivery()
        deliveryWatch.add(response)
    }

    private var deliveryWatch: DeliveryWatch {
        if let deliveries { return deliveries }
        let watch = DeliveryWatch(on: stream.eventLoop) { [weak self] in
            self.map { $0.unsent.written - $0.stream.outstanding } ?? 0
        } settled: { [weak self] in
            self?.onDelivery?()
        }
        deliveries = watch
        return watch
    }

    /// Whether the connection must stay open for now, because its close might keep a response from being delivered or
    /// from being seen to be. `onDelivery` is called when it need not any more.
    func staysForDelivery() -> Bool {
        if unsent.watchesDelivery {
            stream.sendNow()
            tellAnswered()
            // What the client has not taken is watched once it has.
            if unsent.watchesDelivery { return deliveryWatch.close(hasMore: true) }
        }
        guard let deliveries, !deliveries.isEmpty else { return false }
        return deliveries.close(hasMore: false)
    }

    /// Reports to the run that the client left before all other responses. They are written all the same, because the
    /// client may have closed only its own direction.
    func tellLeaving() {
        stream.sendNow()
        tellAnswered()
        unsent.tellEnding()
        deliveries?.tellEnding()
        openEnded?.ending()
        for entry in waiting { entry.response?.exchange.reference?.ending() }
    }

    /// Reports to the run the end of the remaining responses when the channel is closed.
    func tellClosed(_ reason: Channel.CloseReason) {
        let left = waiting
        waiting = []
        // The system took them at last, before the channel closed.
        tellAnswered()
        while let response = unsent.popFirst() {
            watch(response.end(Exchange.End(isAnswered: reason == .done, reason)))
        }
        if reason != .stopped { openEnded?.left() }
        for entry in left {
            guard var response = entry.response.take(), let exchange = response.takeExchange() else { continue }
            // A reset that the scenario asked for is a response, too.
            let isAnswered = reason == .done && response.isOver
            let unsent = UnsentResponses.Entry(exchange: exchange, end: unsent.written)
            watch(unsent.end(Exchange.End(isAnswered: isAnswered, reason)))
        }
        deliveries?.tellClosed(hasLeft: reason == .gone && !stream.hasGivenUp)
    }

    // MARK: - Writing

    /// Writes as much of a response as is due and the client accepts.
    private func write(
        _ response: inout PendingHTTP1Response, isLast: Bool, on connection: some DecisionHandler
    ) -> Outcome {
        if let localError = response.localError {
            let time = currentRun.run.clock.wallTime
            settings.metrics?.responding(status: localError.head.status)
            localError.append(answering: response.context, date: date.value(at: time, of: settings.date), to: &buffer)
            flush()
            return .closes
        }
        let end = play(&response, on: connection)
        // The run is told before the bytes of a watched response are sent.
        flush(isLast: isLast && end == .done && response.exchange.isWatched == false)
        if response.exchange.watchesDelivery {
            stream.watchDelivery()
            response.exchange?.waits(for: obstacle)
        }
        if end == nil { return .waits }
        if end == .reset {
            stream.reset()
            return .waits
        }
        if end == .open { return stayOpen(&response) }
        if let exchange = response.takeExchange() { unsent.append(exchange) }
        return end == .close || response.closes ? .closes : .written
    }

    /// What the rest of the response that was being written waits for.
    private var obstacle: DeliveryObstacle {
        if pause == nil { return .client }
        return pause?.isHold == true ? .hold : .time
    }

    /// Lets the connection stay open after a response that has no end; it counts as sent once its bytes are.
    private func stayOpen(_ response: inout PendingHTTP1Response) -> Outcome {
        if let exchange = response.takeExchange() {
            openEnded = exchange.reference
            unsent.append(exchange)
        }
        tellAnswered()
        isOpenEnded = true
        // Nothing is left to be written to a client that will send nothing more.
        return hasClientEnded ? .closes : .waits
    }

    /// Plays more of a response into the buffer, and returns how it ended; nil if it continues later.
    private func play(_ response: inout PendingHTTP1Response, on connection: some DecisionHandler) -> End? {
        if isOpenEnded { return .open }
        guard let exchange = response.exchange.reference, var player = response.player.take() else { return .done }
        var sink = HTTP1ResponseSink(
            writer: self, connection: connection, run: exchange.run, context: response.context,
            encoder: response.encoder, chunkRest: response.chunkRest)
        let progress = drive(&player, into: &sink, clock: exchange.run.clock)
        response.player = consume player
        response.encoder = sink.encoder
        response.chunkRest = sink.chunkRest
        switch progress {
        case .full, .waits: return nil
        case .unsendable, .stopped: return .reset
        case .ended(let end):
            response.isOver = true
            switch end {
            case .done: return .done
            case .keepOpen, .stall: return .open
            case .close, .truncated: return .close
            case .reset: return .reset
            case .broken(let error, let position):
                exchange.brokeOff(error.description, at: position)
                return .reset
            }
        }
    }

    /// Whether the channel takes more of the response being written.
    var takesMore: Bool { stream.unsent + buffer.count <= Channel.highMark }

    /// Whether no other response follows the one being written, since the client sends nothing more.
    var isLastOfClient: Bool { hasClientEnded && waiting.isEmpty }

    /// Appends the head of the response being written.
    func begin(_ head: EncodedResponseHead, status: Int, _ encoder: ResponseEncoder, at time: WallClockTime) {
        settings.metrics?.responding(status: status)
        encoder.append(head, date: date.value(at: time, of: settings.date), to: &buffer)
    }

    /// Has the response being written wait; false if it need not.
    func waits(for pause: consuming ResponsePause?) -> Bool {
        self.pause = pause
        return self.pause != nil
    }

    /// Sends what was written so far, before the end of the iteration.
    func sendNow() {
        flush()
        stream.sendNow()
    }

    /// Passes a large buffer to the channel.
    func flushIfLarge() { if buffer.count > Channel.lowMark { flush() } }

    /// Passes the buffer to the channel; `isLast` if nothing follows in this iteration.
    private func flush(isLast: Bool = false) {
        guard !buffer.isEmpty else { return }
        unsent.wrote(buffer.count)
        buffer.withUnsafeBytes { isLast ? stream.writeLast($0) : stream.write($0) }
        buffer.removeAll(keepingCapacity: buffer.count <= Channel.lowMark)
    }
}

/// A response that waits, by reference, since it is never copied.
private final class Waiting {
    var response: PendingHTTP1Response?

    init(_ response: consuming PendingHTTP1Response) { self.response = consume response }
}
