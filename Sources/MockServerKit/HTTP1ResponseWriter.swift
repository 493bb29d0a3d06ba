import HTTPMessage
import HTTPWire
import MockRuntime
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

    private enum End {
        case reset
        case close
        case done
    }

    /// How many requests may wait for their responses.
    private static var limit: Int { 16 }

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
    private var buffer: [UInt8] = []
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var date = CachedDateHeader()
    /// Whether `100 Continue` is due once the responses before it are written.
    private(set) var owesContinue = false
    /// When the response being written goes on, as `EventLoop.now` tells; nil where it waits for the client.
    private(set) var wakeUp: Int64?
    /// Whether the client has sent its last byte, so that the last response closes the connection.
    var hasClientEnded = false

    init(_ stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings) {
        self.stream = stream
        self.currentRun = currentRun
        self.settings = settings
    }

    /// The number of waiting responses.
    var count: Int { waiting.count }
    /// Whether so many responses wait that no request is read ahead of them.
    var isFull: Bool { waiting.count >= Self.limit }
    /// Whether every response is written, and sent.
    var isIdle: Bool { waiting.isEmpty && unsent.isEmpty }

    /// Plays a response, or has it wait for those before it.
    ///
    /// - Parameter isLast: whether nothing is written behind it in this turn of the event loop.
    func respond(
        _ exchange: consuming ExchangeHandle, _ player: consuming ResponsePlayer, answering context: ResponseContext,
        isLast: Bool
    ) -> Outcome {
        respond(with: PendingHTTP1Response(exchange, player, answering: context), isLast: isLast)
    }

    /// Writes a response of the server's own, or has it wait for those before it.
    func respond(_ localError: LocalErrorResponse, answering context: ResponseContext) -> Outcome {
        respond(with: PendingHTTP1Response(localError, answering: context), isLast: false)
    }

    private func respond(with response: consuming PendingHTTP1Response, isLast: Bool) -> Outcome {
        var outcome = Outcome.waits
        if waiting.isEmpty {
            wakeUp = nil
            outcome = write(&response, isLast: isLast)
        }
        if outcome == .waits { waiting.append(Waiting(response)) }
        return outcome
    }

    /// Continues the waiting responses, as far as they are due and the client accepts them.
    func resume() -> Outcome {
        wakeUp = nil
        while stream.isOpen, !waiting.isEmpty {
            let first = waiting.removeFirst()
            guard var response = first.response.take() else { continue }
            switch write(&response, isLast: false) {
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

    /// Reports to the run the responses that the system has accepted completely.
    func tellAnswered() {
        let pending = stream.unsent
        while let exchange = unsent.popSent(unsent: pending) { exchange.answered() }
    }

    /// Reports to the run that the client left before all other responses. They are written all the same, because the
    /// client may have closed only its own direction.
    func tellLeaving() {
        stream.sendNow()
        tellAnswered()
        for exchange in unsent.exchanges { exchange.gone() }
        for entry in waiting { entry.response?.exchange?.gone() }
    }

    /// Reports to the run the end of the remaining responses when the channel is closed.
    func tellClosed(_ reason: Channel.CloseReason) {
        let left = waiting
        waiting = []
        while let exchange = unsent.popFirst() { exchange.ended(isAnswered: reason == .done, reason) }
        for entry in left {
            // A reset that the scenario asked for is a response, too.
            let isAnswered = reason == .done && entry.response?.isOver ?? false
            entry.response?.exchange?.ended(isAnswered: isAnswered, reason)
        }
    }

    // MARK: - Writing

    /// Writes as much of a response as is due and the client accepts.
    private func write(_ response: inout PendingHTTP1Response, isLast: Bool) -> Outcome {
        if let localError = response.localError {
            let time = currentRun.run.clock.wallTime
            localError.append(answering: response.context, date: date.value(at: time, of: settings.date), to: &buffer)
            flush()
            return .closes
        }
        let end = play(&response)
        flush(isLast: isLast && end == .done)
        if end == nil { return .waits }
        if end == .reset {
            if let player = response.player { response.exchange?.brokeOff(player) }
            stream.reset()
            return .waits
        }
        if let exchange = response.exchange { unsent.append(exchange) }
        return end == .close || response.encoder?.closes ?? true ? .closes : .written
    }

    /// Plays more of a response into the buffer, and returns how it ended; nil if it continues later.
    private func play(_ response: inout PendingHTTP1Response) -> End? {
        guard let clock = response.exchange?.run.clock else { return .done }
        let now = clock.now()
        var buffered = stream.unsent
        while buffered <= Channel.highMark {
            switch response.next(at: now) {
            case .head(let head, let length):
                guard append(head, of: &response, length: length, at: clock.start + now) else { return .reset }
            case .bytes(let piece):
                response.encoder?.append(piece, to: &buffer)
            case .wait(let until):
                wakeUp = EventLoop.now + max(0, (until - now).wholeNanoseconds)
                return nil
            case .reset, .frame:
                // The run never sends an HTTP/2 frame here: it rejects a response that states one.
                return .reset
            case .close:
                return .close
            case .done:
                return .done
            }
            if buffer.count > Channel.lowMark { flush() }
            buffered = stream.unsent + buffer.count
        }
        return nil
    }

    /// Appends the head, and returns whether that was possible. The run has checked it; a head that can't be sent would
    /// end the connection here.
    private func append(
        _ head: RenderedHead, of response: inout PendingHTTP1Response, length: Int, at time: WallClockTime
    ) -> Bool {
        guard let encoded = head.encoded else { return false }
        let encoder = ResponseEncoder(
            encoded, answering: response.context, body: .length(length),
            keepsAlive: head.connection != .close && !(hasClientEnded && waiting.isEmpty),
            saysSo: head.connection == .keepAlive)
        encoder.appendHead(date: date.value(at: time, of: settings.date), to: &buffer)
        if !encoder.sendsBody { response.skipBody() }
        response.encoder = encoder
        return true
    }

    /// Passes the buffer to the channel; `isLast` if nothing follows in this iteration.
    private func flush(isLast: Bool = false) {
        guard !buffer.isEmpty else { return }
        unsent.wrote(buffer.count)
        buffer.withUnsafeBytes { isLast ? stream.writeLast($0) : stream.write($0) }
        buffer.removeAll(keepingCapacity: buffer.count <= Channel.lowMark)
    }
}

extension ExchangeHandle {
    /// Reports to the run how the exchange ended when its channel was closed. Responses that a stop drops stay
    /// unanswered, and the verdict lists them.
    func ended(isAnswered: Bool, _ reason: Channel.CloseReason) {
        guard reason != .stopped else { return }
        if isAnswered { answered() } else { gone() }
    }
}

/// A response that waits, by reference, since it is never copied.
private final class Waiting {
    var response: PendingHTTP1Response?

    init(_ response: consuming PendingHTTP1Response) { self.response = consume response }
}
