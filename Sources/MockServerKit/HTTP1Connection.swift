import HTTPMessage
import HTTPWire
import MockRuntime
import Playback
import Sockets

/// So many requests may wait for their answers before reading pauses.
private let pipelined = 16

/// One HTTP/1.1 connection: reads its requests, has the run decide them, and writes the answers in the order of the
/// requests. Confined to its channel's lane.
///
/// Requests reach the run as soon as they are whole, even while an earlier answer waits, at most `pipelined` ahead.
final class HTTP1Connection<Stream: ByteStream>: ChannelHandler {
    private let channel: Stream
    private let stage: Stage
    private let settings: ConnectionSettings
    private let security: SecurityFacts?
    private var parser: RequestParser
    /// The head whose body is being read.
    private var head: RequestHead?
    private var exchanges = 0
    /// Answers in the order of their requests; the first is being written.
    private var replies: [Reply] = []
    /// Answers whose last byte is written but perhaps not sent, each with what `written` was then.
    private var unsent: [(exchange: RunExchange, end: Int)] = []
    /// How many bytes were written so far.
    private var written = 0
    /// No request behind those read is looked at.
    private var isReadingOver = false
    /// The connection is another protocol's.
    private var hasMoved = false
    /// The client has sent its last byte.
    private var hasEnded = false
    /// So many answers wait that nothing more is read.
    private var isPaused = false
    /// A `100 Continue` is due once the answers before it are written.
    private var owesContinue = false
    private var buffer: [UInt8] = []
    /// When the answer being written goes on, and when a slow peer's time is over, as `Lane.now` tells.
    private var wakeUp: Int64?
    private var patience: Int64?
    /// Which request's head `patience` is for, by how many came before it; nil where it is for something else.
    private var timedHead: Int?

    init(_ channel: Stream, _ stage: Stage, _ settings: ConnectionSettings) {
        self.channel = channel
        self.stage = stage
        self.settings = settings
        security = channel.security
        parser = RequestParser(limits: settings.limits)
        wait(settings.timeouts.idle)
    }

    // MARK: - Reading

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard !isReadingOver else { return }
        parser.feed(bytes)
        readRequests()
        watchProgress()
    }

    func ended() {
        tellUnfinished()
        isReadingOver = true
        hasEnded = true
        if replies.isEmpty { close() } else { watchProgress() }
    }

    /// Half a request that no other half will follow is no failure: the client thought better of it.
    private func tellUnfinished() {
        guard !isReadingOver else { return }
        let refusal = parser.interrupt(.closed)
        guard refusal != nil || exchanges == 0 else { return }
        stage.run.unfinished(
            UnfinishedRequest(
                connection: facts(of: exchanges + 1),
                method: refusal?.method.map { String(decoding: $0, as: UTF8.self) },
                target: refusal?.target.map { String(decoding: $0, as: UTF8.self) },
                text: refusal?.text ?? "The client closed the connection without a byte."))
    }

    private func facts(of exchange: Int) -> ConnectionFacts {
        ConnectionFacts(index: channel.number, exchange: exchange, tls: security)
    }

    private func readRequests() {
        while !isReadingOver {
            guard replies.count < pipelined else {
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

    private func take(_ body: [UInt8], _ trailers: Fields) {
        guard let head else { return }
        self.head = nil
        owesContinue = false
        let request = Request(head: head, body: body, trailers: trailers, connection: facts(of: exchanges + 1))
        guard !upgrade(for: request) else { return }
        exchanges += 1
        let traits = RequestTraits(head)
        let (exchange, player) = stage.arrived(request)
        // What follows a request that asks for the connection's close is not looked at (RFC 9112, section 9.6), nor what
        // follows one whose answer will close it: it could not be answered here, and the client will send it again.
        isReadingOver = !traits.persists || player.endsConnection
        replies.append(Reply(exchange: exchange, traits: traits, clock: exchange.run.clock, player: player))
        if replies.count == 1 { writeReplies() }
    }

    /// Hands the connection over to HTTP/2 if the request asks for it and nothing of HTTP/1.1 is left to be sent.
    private func upgrade(for request: Request) -> Bool {
        guard security == nil, settings.protocols.contains(.http2), replies.isEmpty, unsent.isEmpty,
            let upgrade = HTTP2Upgrade(request.head), let session = upgrade.session(for: request, settings.http2)
        else { return false }
        isReadingOver = true
        hasMoved = true
        HTTP2Upgrade.answer.withUnsafeBytes { channel.write($0) }
        let connection = HTTP2Connection(channel, stage, settings, upgraded: session, after: exchanges)
        channel.handOver(to: connection)
        let rest = parser.unconsumed
        if !rest.isEmpty { rest.withUnsafeBytes { connection.received($0) } }
        return true
    }

    private func refuse(_ refusal: Refusal) {
        isReadingOver = true
        exchanges += 1
        let failure = stage.run.malformed(
            MalformedRequest(
                status: refusal.status, reason: refusal.text,
                method: refusal.method.map { String(decoding: $0, as: UTF8.self) } ?? "",
                target: refusal.target.map { String(decoding: $0, as: UTF8.self) } ?? "",
                connection: facts(of: exchanges)))
        replies.append(
            Reply(traits: RequestTraits(refusal), clock: stage.run.clock, refusal: (failure, refusal)))
        if replies.count == 1 { writeReplies() }
    }

    // MARK: - Writing

    func drained() {
        tellAnswered()
        if wakeUp == nil { writeReplies() }
    }

    /// Tells the run which answers the system has taken to their last byte.
    private func tellAnswered() {
        while let first = unsent.first, first.end <= written - channel.unsent {
            unsent.removeFirst()
            first.exchange.answered()
        }
    }

    /// Writes what is in the buffer.
    private func writeBuffer() {
        written += buffer.count
        buffer.withUnsafeBytes { channel.write($0) }
    }

    private func close() {
        // Where nothing is left to be sent nothing will be told of it.
        tellAnswered()
        channel.closeLingering()
    }

    /// Writes as much of the answers as there is and the peer takes.
    private func writeReplies() {
        wakeUp = nil
        while !replies.isEmpty, channel.isOpen, wakeUp == nil {
            if let (failure, refusal) = replies[0].refusal {
                write(failure, refusal, to: replies[0].traits)
                return close()
            }
            guard writeFirst() else { return setDeadline() }
        }
        // An answer may be over when all of it is sent already, and then nothing more will be drained.
        if channel.isOpen { tellAnswered() }
        sendContinueIfDue()
        setDeadline()
    }

    /// Plays the first answer on, and says whether it is complete and the next one's turn.
    private func writeFirst() -> Bool {
        while channel.unsent <= Channel.highMark {
            let now = replies[0].clock.now()
            switch replies[0].next(at: now) {
            case .head(_, let length):
                writeHead(length: length)
            case .bytes(let piece):
                buffer.removeAll(keepingCapacity: true)
                replies[0].encoder?.append(piece, to: &buffer)
                writeBuffer()
            case .wait(let until):
                wakeUp = Lane.now + max(0, (until - now).wholeNanoseconds)
                return false
            case .reset, .frame:
                // The run sends no frame of HTTP/2 here: it refuses the answer that states one.
                channel.reset()
                return false
            case .close:
                endFirst()
                close()
                return false
            case .done:
                return finishFirst()
            }
        }
        return false
    }

    private func writeHead(length: Int) {
        // The run has checked that the head can be sent; one that cannot would end the connection here.
        guard let head = replies[0].player?.preparedHead else { return channel.reset() }
        let option = replies[0].player?.connection
        let encoder = ResponseEncoder(
            head, answering: replies[0].traits, body: .length(length),
            keepsAlive: option != .close && !(hasEnded && replies.count == 1), saysSo: option == .keepAlive)
        buffer.removeAll(keepingCapacity: true)
        encoder.appendHead(date: settings.date.value(at: replies[0].clock.wallTime), to: &buffer)
        replies[0].encoder = encoder
        if !encoder.sendsBody { replies[0].player?.skipBody() }
        writeBuffer()
    }

    private func endFirst() {
        if let exchange = replies[0].exchange { unsent.append((exchange, end: written)) }
        replies.removeFirst()
    }

    private func finishFirst() -> Bool {
        let closes = replies[0].encoder?.closes ?? true
        endFirst()
        if closes || (isReadingOver && replies.isEmpty) {
            close()
            return false
        }
        if isPaused {
            isPaused = false
            channel.resumeReading()
            // Others wait before what is read now; so this does not come back here.
            readRequests()
            watchProgress()
        } else if replies.isEmpty, parser.progress == .idle {
            watchProgress()
        }
        return true
    }

    private func write(_ failure: Failure?, _ refusal: Refusal, to traits: RequestTraits) {
        let text = Array(((failure?.text() ?? refusal.text) + "\n").utf8)
        guard let head = try? PreparedHead(ResponseHead(failure: .badRequest, status: refusal.status)) else { return }
        let encoder = ResponseEncoder(head, answering: traits, body: .length(text.count), keepsAlive: false)
        buffer.removeAll(keepingCapacity: true)
        encoder.appendHead(date: settings.date.value(at: replies[0].clock.wallTime), to: &buffer)
        encoder.append(text, to: &buffer)
        writeBuffer()
    }

    private func sendContinueIfDue() {
        guard owesContinue, replies.isEmpty else { return }
        owesContinue = false
        buffer.removeAll(keepingCapacity: true)
        ResponseEncoder.appendContinue(to: &buffer)
        writeBuffer()
        watchProgress()
    }

    // MARK: - Time

    /// Ends the peer's time for what it is at.
    func timeOut() {
        patience = Lane.now
        deadlinePassed()
    }

    func deadlinePassed() {
        let now = Lane.now
        if let wakeUp, wakeUp <= now { writeReplies() }
        guard let patience, patience <= now, channel.isOpen else { return setDeadline() }
        self.patience = nil
        let limit = parser.progress == .inHead ? settings.timeouts.head : settings.timeouts.body
        if channel.unsent > Channel.lowMark, parser.progress != .idle {
            // A peer that is slow to take its answers is not read meanwhile, whatever it may have sent.
            wait(limit)
        } else if let refusal = parser.interrupt(.timedOut(after: limit)) {
            refuse(refusal)
        } else if replies.isEmpty {
            close()
        }
    }

    /// Gives the peer its time for what it is at: none while it is the server that lets it wait.
    private func watchProgress() {
        guard channel.isOpen, !hasMoved else { return }
        if isReadingOver || isPaused || owesContinue {
            patience = nil
            timedHead = nil
            return setDeadline()
        }
        switch parser.progress {
        case .inHead where timedHead == exchanges: break
        case .inHead:
            wait(settings.timeouts.head)
            timedHead = exchanges
        case .inBody: wait(settings.timeouts.body)
        case .idle where replies.isEmpty: wait(settings.timeouts.idle)
        case .idle, .refused: patience = nil
        }
        setDeadline()
    }

    private func wait(_ duration: Duration) {
        patience = Lane.now + duration.wholeNanoseconds
        setDeadline()
    }

    private func setDeadline() {
        switch (wakeUp, patience) {
        case (let a?, let b?): channel.setDeadline(at: min(a, b))
        case (let a, let b): channel.setDeadline(at: a ?? b)
        }
    }

    // MARK: - End

    func closed(_ why: Channel.End) {
        defer {
            unsent = []
            replies = []
        }
        // What a stop drops stays unanswered: that is what the verdict says of it.
        guard why != .stopped else { return }
        if why == .gone { tellUnfinished() }
        for (exchange, _) in unsent { if why == .done { exchange.answered() } else { exchange.gone() } }
        for reply in replies {
            guard let exchange = reply.exchange else { continue }
            // A reset that the scenario asked for is an answer, too.
            if why == .done, reply.isOver { exchange.answered() } else { exchange.gone() }
        }
    }
}

/// An answer that is written or waits for its turn.
///
/// Its player is changed where it stands: taking it out and putting it back would count the references of all it holds.
private struct Reply {
    /// nil for a request that the run never had.
    var exchange: RunExchange?
    let traits: RequestTraits
    /// The clock of the run that it is an answer of.
    let clock: ServerClock
    /// nil for a request that is refused.
    var player: ReplyPlayer?
    /// What such a one is refused with.
    var refusal: (Failure?, Refusal)?
    var encoder: ResponseEncoder?
    /// The player has said all it has to say.
    var isOver = false

    mutating func next(at instant: Instant) -> ReplyPlayer.Output {
        let output = player?.next(at: instant) ?? .done
        switch output {
        case .reset, .close, .done, .frame: isOver = true
        case .head, .bytes, .wait: break
        }
        return output
    }
}
