import HTTPMessage
import HTTPWire
import MockRuntime
import Playback
import Scenarios
import Sockets

/// So many requests may wait for their responses before reading pauses.
private let pipelined = 16

/// One HTTP/1.1 connection: reads its requests, has the run decide them, and writes the answers in the order of the
/// requests. Confined to its channel's event loop.
///
/// Requests reach the run as soon as they are whole, even while an earlier response waits, at most `pipelined` ahead.
///
/// What each request changes is not checked for overlapping accesses, a tenth of its instructions: nothing that is
/// called meanwhile comes back here, since a channel tells of what was sent when the call that wrote it has returned.
final class HTTP1Connection<Stream: ByteStream>: ChannelHandler, DecisionHandler {
    private let channel: Stream
    private let currentRun: CurrentRun
    private let settings: ConnectionSettings
    private let security: TLSInfo?
    @exclusivity(unchecked) private var parser: RequestParser
    /// The head whose body is being read.
    @exclusivity(unchecked) private var head: RequestHead?
    private var exchanges = 0
    /// Responses in the order of their requests; the first is being written, unless it is written in one go.
    @exclusivity(unchecked) private var responses: [PendingHTTP1Response] = []
    /// Responses whose last byte is written but perhaps not sent, each with what `written` was then.
    @exclusivity(unchecked) private var unsent: [(exchange: ExchangeHandle, end: Int)] = []
    /// How many bytes were written so far.
    private var written = 0
    /// No request behind those read is looked at.
    private var isReadingOver = false
    /// The connection is another protocol's.
    private var hasMoved = false
    /// The client has sent its last byte.
    private var hasEnded = false
    /// So many responses wait that nothing more is read.
    private var isPaused = false
    /// What the response to the last request depends on, while that is being made off the event loop; those behind it wait
    /// to be decided in their order.
    @exclusivity(unchecked) private var deciding: ResponseContext?
    /// The client has left meanwhile.
    private var hasLeft = false
    /// Its end is to be looked at once what it sent before is read.
    private var isEndPending = false
    /// How the channel closed.
    private var end: Channel.CloseReason?
    /// A `100 Continue` is due once the responses before it are written.
    private var owesContinue = false
    @exclusivity(unchecked) private var buffer: [UInt8] = []
    @exclusivity(unchecked) private var date = CachedDateHeader()
    /// When the response being written goes on, and when a slow peer's time is over, as `EventLoop.now` tells.
    private var wakeUp: Int64?
    private var timeoutEnd: Int64?
    /// Which request's head `timeoutEnd` is for, by how many came before it; nil where it is for something else.
    private var timedHead: Int?

    init(_ channel: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings) {
        self.channel = channel
        self.currentRun = currentRun
        self.settings = settings
        security = channel.security
        parser = RequestParser(limits: settings.limits)
        wait(settings.timeouts.idle)
        setDeadline()
    }

    // MARK: - Reading

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard !isReadingOver else { return }
        parser.feed(bytes)
        readRequests()
        watchProgress()
    }

    func ended() {
        if deciding != nil {
            isEndPending = true
            return leaving()
        }
        tellUnfinished()
        isReadingOver = true
        hasEnded = true
        tellLeaving()
        if responses.isEmpty { close() } else { watchProgress() }
    }

    func leaving() {
        hasLeft = true
        tellLeaving()
    }

    /// Tells the run that the client has left before the responses that the system has not taken whole by now. They are
    /// written all the same, since the client may have closed only its own direction.
    private func tellLeaving() {
        channel.sendNow()
        tellAnswered()
        for (exchange, _) in unsent { exchange.gone() }
        for response in responses { response.exchange?.gone() }
    }

    /// Half a request that no other half will follow is not a failure: the client thought better of it.
    private func tellUnfinished(_ reason: AbortReason = .closed) {
        guard !isReadingOver, deciding == nil else { return }
        let rejected = parser.interrupt(reason)
        guard rejected != nil || reason == .closed && exchanges == 0 else { return }
        currentRun.run.unfinished(
            UnfinishedRequest(
                connection: facts(of: exchanges + 1),
                method: rejected?.method.map { String(decoding: $0, as: UTF8.self) },
                target: rejected?.target.map { String(decoding: $0, as: UTF8.self) },
                text: rejected?.text ?? "The client closed the connection without a byte.", hasBytes: rejected != nil))
    }

    private func facts(of exchange: Int) -> ConnectionInfo {
        ConnectionInfo(index: channel.number, exchange: exchange, tls: security)
    }

    private func readRequests() {
        while !isReadingOver, deciding == nil {
            guard responses.count < pipelined else {
                isPaused = true
                return channel.pauseReading()
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
            case .refused(let refusal):
                refuse(refusal)
            }
        }
    }

    private func take(_ body: consuming [UInt8], _ trailers: consuming Fields) {
        guard let head = head.take() else { return }
        owesContinue = false
        let traits = ResponseContext(head)
        if traits.asksForUpgrade, upgrade(head, body, trailers) { return }
        exchanges += 1
        var response = PendingHTTP1Response(traits: traits)
        let decision = currentRun.decide(
            Request(head: head, body: body, trailers: trailers, connection: facts(of: exchanges)), for: self,
            on: channel.eventLoop)
        switch consume decision {
        case .made(let exchange, let player):
            (response.exchange, response.player) = (exchange, player)
        case .pending:
            // Nothing behind it is read until the response is there.
            deciding = traits
            return channel.pauseReading()
        }
        // What follows a request that asks for the connection's close is not looked at (RFC 9112, section 9.6), nor
        // what follows one whose response will close it: it could not be answered here, and the client will send it
        // again.
        isReadingOver = !traits.persists || response.player?.endsConnection ?? false
        respond(with: &response)
    }

    func decided(_ facts: ConnectionInfo, _ exchange: ExchangeHandle, _ player: ResponsePlayer) {
        guard let traits = deciding.take() else { return }
        guard let end else { return channel.turn { resume(exchange, player, traits) } }
        // What a stop drops stays unanswered: that is what the verdict says of it.
        if end != .stopped { exchange.gone() }
    }

    private func resume(_ exchange: ExchangeHandle, _ player: ResponsePlayer, _ traits: ResponseContext) {
        if hasLeft { exchange.gone() }
        isReadingOver = isReadingOver || !traits.persists || player.endsConnection
        var response = PendingHTTP1Response(traits: traits)
        (response.exchange, response.player) = (exchange, player)
        respond(with: &response)
        channel.resumeReading()
        readRequests()
        if isEndPending, deciding == nil {
            isEndPending = false
            ended()
        } else {
            watchProgress()
        }
    }

    /// Writes a response, or has it wait for those before it.
    private func respond(with response: inout PendingHTTP1Response) {
        guard responses.isEmpty else { return responses.append(response) }
        wakeUp = nil
        if write(&response) { return sendContinueIfDue() }
        responses.append(response)
        setDeadline()
    }

    /// Hands the connection over to HTTP/2 if the request asks for it and nothing of HTTP/1.1 is left to be sent.
    private func upgrade(_ head: RequestHead, _ body: [UInt8], _ trailers: Fields) -> Bool {
        guard security == nil, responses.isEmpty, unsent.isEmpty, let upgrade = HTTP2Upgrade(head),
            settings.protocols.contains(.http2)
        else { return false }
        let request = Request(head: head, body: body, trailers: trailers, connection: facts(of: exchanges + 1))
        guard let session = upgrade.session(for: request, settings.http2) else { return false }
        isReadingOver = true
        hasMoved = true
        HTTP2Upgrade.response.withUnsafeBytes { channel.write($0) }
        let connection = HTTP2Connection(channel, currentRun, settings, upgraded: session, after: exchanges)
        channel.handOver(to: connection)
        let rest = parser.unconsumed
        if !rest.isEmpty { rest.withUnsafeBytes { connection.received($0) } }
        return true
    }

    private func refuse(_ rejected: RejectedRequest) {
        isReadingOver = true
        exchanges += 1
        let failure = currentRun.run.malformed(
            MalformedRequest(
                status: rejected.status, reason: rejected.text,
                method: rejected.method.map { String(decoding: $0, as: UTF8.self) } ?? "",
                target: rejected.target.map { String(decoding: $0, as: UTF8.self) } ?? "",
                connection: facts(of: exchanges)))
        let text = failure?.text() ?? rejected.text
        var response = PendingHTTP1Response(
            traits: ResponseContext(rejected),
            localError: PendingHTTP1Response.LocalErrorResponse(status: rejected.status, text: text))
        respond(with: &response)
    }

    // MARK: - Writing

    func drained() {
        tellAnswered()
        if wakeUp == nil, !responses.isEmpty { writeResponses() }
    }

    /// Tells the run which answers the system has taken to their last byte.
    private func tellAnswered() {
        let sent = written - channel.unsent
        while !unsent.isEmpty, unsent[0].end <= sent {
            // Mostly there is only one, and nothing to move.
            let first = unsent.count == 1 ? unsent.removeLast() : unsent.remove(at: 0)
            first.exchange.answered()
        }
    }

    /// Writes what is in the buffer; `isLast` where nothing follows in this turn.
    private func writeBuffer(isLast: Bool = false) {
        guard !buffer.isEmpty else { return }
        written += buffer.count
        buffer.withUnsafeBytes { isLast ? channel.writeLast($0) : channel.write($0) }
        buffer.removeAll(keepingCapacity: buffer.count <= Channel.lowMark)
    }

    private func close() {
        // Where nothing is left to be sent nothing will be told of it.
        tellAnswered()
        channel.closeLingering()
    }

    /// Writes as much of the answers as there is and the peer takes.
    private func writeResponses() {
        wakeUp = nil
        while !responses.isEmpty, channel.isOpen {
            var response = responses.remove(at: 0)
            guard write(&response) else {
                responses.insert(response, at: 0)
                return setDeadline()
            }
        }
        sendContinueIfDue()
        watchProgress()
    }

    /// Writes as much of a response as there is and the peer takes, and says whether it is over.
    private func write(_ response: inout PendingHTTP1Response) -> Bool {
        if let localError = response.localError {
            write(localError, to: response)
            close()
            return true
        }
        let end = play(&response)
        writeBuffer(isLast: end == .done && !parser.hasUnconsumed)
        switch end {
        case nil:
            return false
        case .reset:
            if let player = response.player { response.exchange?.brokeOff(player) }
            channel.reset()
            // What becomes of it is told when the channel closes.
            return false
        case .close:
            unsent(response)
            close()
            return true
        case .done:
            unsent(response)
            finish(response)
            return true
        }
    }

    private enum End {
        case reset
        case close
        case done
    }

    /// Plays a response on into the buffer, and says how it ended; nil where it goes on later.
    private func play(_ response: inout PendingHTTP1Response) -> End? {
        let clock = response.exchange?.run.clock ?? currentRun.run.clock
        let now = clock.now()
        var buffered = channel.unsent
        while buffered <= Channel.highMark {
            switch response.next(at: now) {
            case .head(let length):
                guard appendHead(of: &response, length: length, at: clock.start + now) else { return .reset }
            case .bytes(let piece):
                response.encoder?.append(piece, to: &buffer)
            case .wait(let until):
                wakeUp = EventLoop.now + max(0, (until - now).wholeNanoseconds)
                return nil
            case .reset, .frame:
                // The run sends no frame of HTTP/2 here: it refuses the response that states one.
                return .reset
            case .close:
                return .close
            case .done:
                return .done
            }
            if buffer.count > Channel.lowMark { writeBuffer() }
            buffered = channel.unsent + buffer.count
        }
        return nil
    }

    /// Whether there was a head that could be written.
    private func appendHead(of response: inout PendingHTTP1Response, length: Int, at time: WallClockTime) -> Bool {
        // The run has checked that the head can be sent; one that cannot would end the connection here.
        guard let head = response.player?.preparedHead else { return false }
        let option = response.player?.connection
        let encoder = ResponseEncoder(
            head, answering: response.traits, body: .length(length),
            keepsAlive: option != .close && !(hasEnded && responses.isEmpty), saysSo: option == .keepAlive)
        encoder.appendHead(date: date.value(at: time, of: settings.date), to: &buffer)
        if !encoder.sendsBody { response.player?.skipBody() }
        response.encoder = encoder
        return true
    }

    /// The response is written, but perhaps not sent.
    private func unsent(_ response: borrowing PendingHTTP1Response) {
        if let exchange = response.exchange { unsent.append((exchange, end: written)) }
    }

    /// Goes on behind a response that is whole.
    private func finish(_ response: borrowing PendingHTTP1Response) {
        if response.encoder?.closes ?? true || (isReadingOver && responses.isEmpty) { return close() }
        // All of it may be sent already, and then nothing more will be drained.
        tellAnswered()
        guard isPaused else { return }
        isPaused = false
        channel.resumeReading()
        // Others wait before what is read now; so this does not come back here.
        readRequests()
        watchProgress()
    }

    private func write(
        _ localError: PendingHTTP1Response.LocalErrorResponse, to response: borrowing PendingHTTP1Response
    ) {
        let text = Array((localError.text + "\n").utf8)
        guard let head = try? EncodedResponseHead(ResponseHead(failure: .badRequest, status: localError.status)) else {
            return
        }
        let encoder = ResponseEncoder(head, answering: response.traits, body: .length(text.count), keepsAlive: false)
        encoder.appendHead(date: date.value(at: currentRun.run.clock.wallTime, of: settings.date), to: &buffer)
        encoder.append(text[...], to: &buffer)
        writeBuffer()
    }

    private func sendContinueIfDue() {
        guard owesContinue, responses.isEmpty else { return }
        owesContinue = false
        ResponseEncoder.appendContinue(to: &buffer)
        writeBuffer()
        watchProgress()
    }

    // MARK: - Time

    /// Ends the peer's time for what it is at.
    func timeOut() {
        timeoutEnd = EventLoop.now
        deadlinePassed()
    }

    func deadlinePassed() {
        let now = EventLoop.now
        if let wakeUp, wakeUp <= now { writeResponses() }
        guard let timeoutEnd, timeoutEnd <= now, channel.isOpen else { return setDeadline() }
        self.timeoutEnd = nil
        let limit = parser.progress == .inHead ? settings.timeouts.head : settings.timeouts.body
        if channel.unsent > Channel.lowMark, parser.progress != .idle {
            // A peer that is slow to take its responses is not read meanwhile, whatever it may have sent.
            wait(limit)
            setDeadline()
        } else if let refusal = parser.interrupt(.timedOut(after: limit)) {
            refuse(refusal)
        } else if responses.isEmpty {
            close()
        }
    }

    /// Gives the peer its time for what it is at: none while it is the server that lets it wait.
    private func watchProgress() {
        guard channel.isOpen, !hasMoved else { return }
        if isReadingOver || isPaused || deciding != nil || owesContinue {
            timeoutEnd = nil
            timedHead = nil
            return setDeadline()
        }
        switch parser.progress {
        case .inHead where timedHead == exchanges: break
        case .inHead:
            wait(settings.timeouts.head)
            timedHead = exchanges
        case .inBody: wait(settings.timeouts.body)
        case .idle where responses.isEmpty: timeoutEnd = channel.turnStart + settings.idlePatience
        case .idle, .refused: timeoutEnd = nil
        }
        setDeadline()
    }

    private func wait(_ duration: Duration) {
        timeoutEnd = channel.turnStart + duration.wholeNanoseconds
    }

    private func setDeadline() {
        switch (wakeUp, timeoutEnd) {
        case (let a?, let b?): channel.setDeadline(at: min(a, b))
        case (let a, let b): channel.setDeadline(at: a ?? b)
        }
    }

    // MARK: - End

    func closed(_ why: Channel.CloseReason) {
        end = why
        defer {
            unsent = []
            responses = []
        }
        // What a stop drops stays unanswered: that is what the verdict says of it.
        guard why != .stopped else { return tellUnfinished(.stopped) }
        if why == .gone { tellUnfinished() }
        for (exchange, _) in unsent { if why == .done { exchange.answered() } else { exchange.gone() } }
        for response in responses {
            guard let exchange = response.exchange else { continue }
            // A reset that the scenario asked for is a response, too.
            if why == .done, response.isOver { exchange.answered() } else { exchange.gone() }
        }
    }
}
