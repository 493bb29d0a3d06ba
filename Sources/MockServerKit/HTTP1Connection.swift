import HTTPMessage
import HTTPWire
import MockRuntime
import Sockets

/// One HTTP/1.1 connection: has the run decide the requests of its reader, and gives the responses to its writer.
/// Confined to its channel's event loop.
///
/// Requests reach the run as soon as they are whole, even while earlier responses wait.
final class HTTP1Connection<Stream: ByteStream>: ChannelHandler, DecisionHandler {
    private let stream: Stream
    private let settings: ConnectionSettings
    private let writer: HTTP1ResponseWriter<Stream>
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var reader: HTTP1RequestReader
    private let reporter: ConnectionReporter
    /// Whether so many responses wait that nothing more is read.
    private var isPaused = false
    /// Whether the connection is HTTP/2's now.
    private var hasMoved = false
    /// The last request, while it is decided off the event loop. Requests behind it are decided after it.
    private var deciding: ResponseContext?
    /// Whether the client has left meanwhile.
    private var hasLeft = false
    /// Whether the client's end is still to be looked at, once everything before it is read.
    private var isEndPending = false
    /// How the channel closed; nil while it is open.
    private var closeReason: Channel.CloseReason?

    init(_ stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings) {
        self.stream = stream
        self.settings = settings
        writer = HTTP1ResponseWriter(stream, currentRun, settings)
        reader = HTTP1RequestReader(settings)
        reporter = ConnectionReporter(currentRun, stream)
        watchProgress()
    }

    // MARK: - Reading

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard !reader.isOver else { return }
        reader.feed(bytes)
        readRequests()
        watchProgress()
    }

    func ended() {
        if deciding != nil {
            isEndPending = true
            return leaving()
        }
        reader.tellUnfinished(.closed, reporter)
        reader.finish()
        writer.hasClientEnded = true
        writer.tellLeaving()
        if writer.count == 0 { close() } else { watchProgress() }
    }

    func leaving() {
        hasLeft = true
        writer.tellLeaving()
    }

    private func readRequests() {
        while deciding == nil, !reader.isOver {
            guard !writer.isFull else {
                isPaused = true
                return stream.pauseReading()
            }
            switch reader.next() {
            case .nothing:
                return
            case .expectation:
                writer.expectContinue()
            case .request(let head, let body, let trailers):
                take(head, body, trailers)
            case .refused(let rejected):
                refuse(rejected)
            }
        }
    }

    private func take(_ head: consuming RequestHead, _ body: consuming [UInt8], _ trailers: consuming Fields) {
        writer.forgetContinue()
        let context = ResponseContext(head)
        if context.asksForUpgrade, upgrade(copy head, copy body, copy trailers) { return }
        let decision = reporter.currentRun.decide(
            Request(head: head, body: body, trailers: trailers, connection: reporter.nextRequest()), for: self,
            on: stream.eventLoop)
        switch consume decision {
        case .made(let exchange, let player):
            respond(exchange, player, context)
        case .pending:
            // No further request is read until the response is known.
            deciding = context
            stream.pauseReading()
        }
    }

    func decided(_ request: ConnectionInfo, _ exchange: ExchangeHandle, _ player: ResponsePlayer) {
        guard let context = deciding.take() else { return }
        if let closeReason { return exchange.ended(isAnswered: false, closeReason) }
        stream.turn {
            if hasLeft { exchange.gone() }
            respond(exchange, player, context)
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

    /// Passes the connection to HTTP/2 if the request asks for it and no HTTP/1.1 bytes are left to be sent.
    private func upgrade(_ head: RequestHead, _ body: [UInt8], _ trailers: Fields) -> Bool {
        let request = Request(head: head, body: body, trailers: trailers, connection: reporter.upcomingRequest())
        guard stream.security == nil, writer.isIdle, settings.protocols.contains(.http2),
            let connection = HTTP2Upgrade(head)?.connection(for: request, on: stream, settings, reporter)
        else { return false }
        reader.finish()
        hasMoved = true
        let rest = reader.rest
        if !rest.isEmpty { rest.withUnsafeBytes { connection.received($0) } }
        return true
    }

    private func refuse(_ rejected: RejectedRequest) {
        let response = reporter.refuse(
            status: rejected.status, reason: rejected.text, method: rejected.method, target: rejected.target,
            request: reporter.nextRequest())
        wrote(writer.respond(response, answering: ResponseContext(rejected)))
    }

    // MARK: - Writing

    /// Requests behind one that asks for the connection's close are not read (RFC 9112, section 9.6), nor those behind
    /// one whose response will close it: they could not be answered here, and the client will send them again.
    private func respond(
        _ exchange: consuming ExchangeHandle, _ player: consuming ResponsePlayer, _ context: ResponseContext
    ) {
        if !context.persists || player.endsConnection { reader.finish() }
        wrote(writer.respond(exchange, player, answering: context, isLast: !reader.hasMore))
    }

    private func wrote(_ outcome: HTTP1ResponseWriter<Stream>.Outcome) {
        switch outcome {
        case .waits: break
        case .closes: close()
        case .written:
            if reader.isOver, writer.count == 0 { return close() }
            // All of it may be sent already, and then nothing more will be drained.
            writer.tellAnswered()
        }
    }

    func drained() {
        writer.tellAnswered()
        if writer.wakeUp == nil, writer.count > 0 { resumeWriting() }
    }

    private func resumeWriting() {
        wrote(writer.resume())
        if isPaused, !writer.isFull {
            isPaused = false
            stream.resumeReading()
            readRequests()
        }
        watchProgress()
    }

    private func close() {
        // If no bytes are left to be sent, no later event reports the responses.
        writer.tellAnswered()
        stream.closeLingering()
    }

    func closed(_ reason: Channel.CloseReason) {
        closeReason = reason
        if reason != .done, deciding == nil {
            reader.tellUnfinished(reason == .stopped ? .stopped : .closed, reporter)
        }
        writer.tellClosed(reason)
    }

    // MARK: - Time

    func deadlinePassed() {
        let now = EventLoop.now
        if let wakeUp = writer.wakeUp, wakeUp <= now { resumeWriting() }
        if stream.isOpen, let phase = reader.runOut(at: now) { giveUp(phase) }
        watchProgress()
    }

    /// Gives up waiting for `phase`, whose timeout has expired.
    func giveUp(_ phase: ClientTimeouts.Phase) {
        // A client that is slow to take its responses is not read meanwhile, whatever it may have sent.
        if stream.unsent > Channel.lowMark, !reader.isIdle { return }
        if let rejected = reader.timeOut(after: settings.timeouts.limit(of: phase)) {
            refuse(rejected)
        } else if writer.count == 0 {
            close()
        }
    }

    /// Sets the client's timeout for the next part that it has to send; none while it waits for the server.
    private func watchProgress() {
        guard stream.isOpen, !hasMoved else { return }
        let expected: HTTP1RequestReader.Expected =
            isPaused || deciding != nil || writer.owesContinue
            ? .nothing : writer.count > 0 ? .restOfRequest : .nextRequest
        let end = reader.watch(expected, after: reporter.requests, from: stream.turnStart)
        stream.setDeadline(atFirstOf: writer.wakeUp, end)
    }
}
