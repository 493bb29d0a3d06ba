import HTTPMessage
import HTTPWire
import MockRuntime
import Sockets

/// So many requests may wait for their responses before reading pauses.
private let pipelined = 16

/// One HTTP/1.1 connection: reads its requests, has the run decide them, and hands the responses to its writer. Confined to
/// its channel's event loop.
///
/// Requests reach the run as soon as they are whole, even while an earlier response waits, at most `pipelined` ahead.
final class HTTP1Connection<Stream: ByteStream>: ChannelHandler, DecisionHandler {
    private let stream: Stream
    private let settings: ConnectionSettings
    private let writer: HTTP1ResponseWriter<Stream>
    @exclusivity(unchecked) private var reporter: ConnectionReporter
    @exclusivity(unchecked) private var parser: RequestParser
    /// The head whose body is being read.
    @exclusivity(unchecked) private var head: RequestHead?
    @exclusivity(unchecked) private var timeouts: ClientTimeouts
    /// No request behind those read is looked at.
    private var isReadingOver = false
    /// So many responses wait that nothing more is read.
    private var isPaused = false
    /// The connection is HTTP/2's now.
    private var hasMoved = false
    /// The last request, while it is decided off the event loop; those behind it are decided after it.
    @exclusivity(unchecked) private var deciding: ResponseContext?
    /// The client has left meanwhile.
    private var hasLeft = false
    /// The client's end is looked at once what it sent before is read.
    private var isEndPending = false
    /// A `100 Continue` is due once the responses before it are written.
    private var owesContinue = false
    /// How the channel closed.
    private var closeReason: Channel.CloseReason?

    init(_ stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings) {
        self.stream = stream
        self.settings = settings
        writer = HTTP1ResponseWriter(stream, currentRun, settings)
        reporter = ConnectionReporter(currentRun, stream)
        parser = RequestParser(limits: settings.limits)
        timeouts = ClientTimeouts(settings.timeoutLimits)
        watchProgress()
    }

    // MARK: - Reading

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard !isReadingOver else { return }
        parser.feed(bytes)
        timeouts.renew(.body)
        timeouts.renew(.request)
        readRequests()
        watchProgress()
    }

    func ended() {
        if deciding != nil {
            isEndPending = true
            return leaving()
        }
        tellUnfinished(.closed)
        isReadingOver = true
        writer.hasClientEnded = true
        writer.tellLeaving()
        if writer.count == 0 { close() } else { watchProgress() }
    }

    func leaving() {
        hasLeft = true
        writer.tellLeaving()
    }

    private func tellUnfinished(_ reason: AbortReason) {
        if !isReadingOver, deciding == nil { reporter.unfinished(in: &parser, reason) }
    }

    private func readRequests() {
        while !isReadingOver, deciding == nil {
            guard writer.count < pipelined else {
                isPaused = true
                return stream.pauseReading()
            }
            switch parser.next() {
            case .needsMore:
                return
            case .head(let head, let expectsContinue):
                self.head = head
                owesContinue = expectsContinue
                sendContinueIfDue()
            case .request(let body, let trailers):
                take(body, trailers)
            case .refused(let rejected):
                refuse(rejected)
            }
        }
    }

    private func take(_ body: consuming [UInt8], _ trailers: consuming Fields) {
        guard let head = head.take() else { return }
        owesContinue = false
        timeouts.renew()
        let context = ResponseContext(head)
        if context.asksForUpgrade, upgrade(head, body, trailers) { return }
        let request = Request(head: head, body: body, trailers: trailers, connection: reporter.nextRequest())
        switch reporter.currentRun.decide(request, for: self, on: stream.eventLoop) {
        case .made(let exchange, let player):
            respond(with: PendingHTTP1Response(exchange, player, answering: context), endsReading: player.endsConnection)
        case .pending:
            // Nothing behind it is read until the response is there.
            deciding = context
            stream.pauseReading()
        }
    }

    func decided(_ request: ConnectionInfo, _ exchange: ExchangeHandle, _ player: ResponsePlayer) {
        guard let context = deciding.take() else { return }
        if let closeReason { return exchange.ended(isAnswered: false, closeReason) }
        stream.turn {
            if hasLeft { exchange.gone() }
            respond(with: PendingHTTP1Response(exchange, player, answering: context), endsReading: player.endsConnection)
            stream.resumeReading()
            readRequests()
            if isEndPending, deciding == nil {
                isEndPending = false
                ended()
            } else {
                watchProgress()
            }
        }
    }

    /// Hands the connection over to HTTP/2 if the request asks for it and nothing of HTTP/1.1 is left to be sent.
    private func upgrade(_ head: RequestHead, _ body: [UInt8], _ trailers: Fields) -> Bool {
        guard stream.security == nil, writer.isIdle, settings.protocols.contains(.http2), let upgrade = HTTP2Upgrade(head)
        else { return false }
        let request = Request(head: head, body: body, trailers: trailers, connection: reporter.upcomingRequest())
        guard let session = upgrade.session(for: request, settings.http2) else { return false }
        isReadingOver = true
        hasMoved = true
        HTTP2Upgrade.response.withUnsafeBytes { stream.write($0) }
        let connection = HTTP2Connection(
            stream, reporter.currentRun, settings, upgraded: session, after: reporter.requests)
        stream.handOver(to: connection)
        let rest = parser.unconsumed
        if !rest.isEmpty { rest.withUnsafeBytes { connection.received($0) } }
        return true
    }

    private func refuse(_ rejected: RejectedRequest) {
        let response = reporter.refuse(
            status: rejected.status, reason: rejected.text, method: rejected.method, target: rejected.target,
            request: reporter.nextRequest())
        respond(with: PendingHTTP1Response(response, answering: ResponseContext(rejected)), endsReading: true)
    }

    // MARK: - Writing

    /// A client's requests behind one that asks for the connection's close are not looked at (RFC 9112, section 9.6), nor those
    /// behind one whose response will close it: they could not be answered here, and the client will send them again.
    private func respond(with response: consuming PendingHTTP1Response, endsReading: Bool) {
        isReadingOver = isReadingOver || endsReading || !response.context.persists
        wrote(writer.respond(with: response, isLast: !parser.hasUnconsumed))
    }

    private func wrote(_ outcome: HTTP1ResponseWriter<Stream>.Outcome) {
        switch outcome {
        case .waits:
            setDeadline()
        case .closes:
            close()
        case .written:
            if isReadingOver, writer.count == 0 { return close() }
            // All of it may be sent already, and then nothing more will be drained.
            writer.tellAnswered()
            sendContinueIfDue()
        }
    }

    func drained() {
        writer.tellAnswered()
        if writer.wakeUp == nil, writer.count > 0 { resumeWriting() }
    }

    private func resumeWriting() {
        wrote(writer.resume())
        if isPaused, writer.count < pipelined {
            isPaused = false
            stream.resumeReading()
            readRequests()
        }
        watchProgress()
    }

    private func sendContinueIfDue() {
        guard owesContinue, writer.count == 0 else { return }
        owesContinue = false
        writer.sendContinue()
    }

    private func close() {
        // Where nothing is left to be sent nothing will be told of it.
        writer.tellAnswered()
        stream.closeLingering()
    }

    func closed(_ reason: Channel.CloseReason) {
        closeReason = reason
        switch reason {
        case .stopped: tellUnfinished(.stopped)
        case .gone: tellUnfinished(.closed)
        case .done: break
        }
        writer.tellClosed(reason)
    }

    // MARK: - Time

    func deadlinePassed() {
        let now = EventLoop.now
        if let wakeUp = writer.wakeUp, wakeUp <= now { resumeWriting() }
        if stream.isOpen, let phase = timeouts.runOut(at: now) { giveUp(phase) }
        setDeadline()
    }

    /// Waits no longer for what did not come in time.
    func giveUp(_ phase: ClientTimeouts.Phase) {
        let limit = phase == .body ? settings.timeouts.body : settings.timeouts.head
        if stream.unsent > Channel.lowMark, parser.progress != .idle {
            // A client that is slow to take its responses is not read meanwhile, whatever it may have sent.
            timeouts.wait(for: phase, from: EventLoop.now)
        } else if let rejected = parser.interrupt(.timedOut(after: limit)) {
            refuse(rejected)
        } else if writer.count == 0 {
            close()
        }
    }

    /// Gives the client its time for what it is to send; none while it waits for the server.
    private func watchProgress() {
        guard stream.isOpen, !hasMoved else { return }
        timeouts.wait(for: awaited, from: stream.turnStart)
        setDeadline()
    }

    private var awaited: ClientTimeouts.Phase? {
        if isReadingOver || isPaused || deciding != nil || owesContinue { return nil }
        return switch parser.progress {
        case .inHead: .head(request: reporter.requests)
        case .inBody: .body
        case .idle: writer.count == 0 ? .request : nil
        case .refused: nil
        }
    }

    private func setDeadline() {
        if !hasMoved { stream.setDeadline(atFirstOf: writer.wakeUp, timeouts.end) }
    }
}
