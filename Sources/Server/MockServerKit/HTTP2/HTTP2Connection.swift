import Bytes
import HTTP2
import HTTPMessage
import MockRuntime
import Playback
import Scenarios
import Sockets

/// One HTTP/2 connection: lets the run decide the request of each stream, and plays the responses concurrently.
/// Confined to its channel's event loop.
///
/// A response that waits delays only its own stream. An end of the connection in HTTP/1.1 becomes what a client of
/// HTTP/2 notices as the same. `reset` resets the stream with INTERNAL_ERROR, because the fault must not affect other
/// streams, and clients resend by themselves after REFUSED_STREAM; so does `truncate`. `close` and `empty` close the
/// connection without GOAWAY, `garbage` does so after bytes that are no frame, and `stall` silences its stream.
/// `connection: close` announces by GOAWAY that no more streams are accepted, and closes the connection after
/// the last one. The frames of `h2` are sent as stated. What would end the connection while another session has an open
/// stream on it is not sent, which is a failure.
final class HTTP2Connection<Stream: ByteStream>: ChannelHandler, DecisionHandler {
    let stream: Stream
    let settings: ConnectionSettings
    let session: HTTP2Session
    let reporter: ConnectionReporter
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var exchanges = HTTP2Exchanges()
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var unsent = UnsentResponses()
    /// nil until there is a response whose delivery the scenario judges.
    var deliveries: DeliveryWatch?
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var timeouts: ClientTimeouts
    /// The steps of work that decisions have taken in this turn of the event loop. Together they have the share of one
    /// decision, because other connections wait for all that were read at once.
    private var spent = 0
    /// When the first timeout for the next piece of a body ends.
    private var bodyEnd: Int64?
    /// The number of responses that are being produced outside the event loop.
    private var deciding = 0
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var date = CachedDateHeader()
    /// The stream whose response ends the connection once its written bytes are sent.
    var last: Int?
    /// Streams whose response has no end, until its written bytes are sent.
    var openEnded: [Int] = []
    /// The last stream that is processed, if a GOAWAY of the scenario limits it; 0 if that ended the connection.
    var lastTaken = Int.max
    /// The client has sent its last byte.
    private var hasEnded = false
    /// Nothing behind the server's own preface is sent before the client's: bytes immediately after a 101 overflow curl's
    /// buffer. The request that was upgraded is decided meanwhile, because it is whole.
    private var awaitsPreface: Bool
    /// Whether the client has violated the protocol of the connection.
    private var hasFailed = false
    /// Whether a body has taken too long, whose frame may be cut.
    private var hasGivenUpBody = false
    /// The reason that the channel closed.
    private var closeReason: Channel.CloseReason?

    convenience init(_ stream: Stream, _ currentRun: CurrentRun, settings: ConnectionSettings) {
        self.init(
            stream, ConnectionReporter(currentRun, stream, settings), settings: settings,
            session: HTTP2Session(settings: settings.http2(on: stream)), isUpgraded: false)
    }

    /// A connection that had `requests` requests over HTTP/1.1 and was upgraded for the one in the session.
    convenience init(
        _ stream: Stream, _ reporter: ConnectionReporter, settings: ConnectionSettings, upgraded session: HTTP2Session
    ) {
        self.init(stream, reporter, settings: settings, session: session, isUpgraded: true)
    }

    private init(
        _ stream: Stream, _ reporter: ConnectionReporter, settings: ConnectionSettings, session: HTTP2Session,
        isUpgraded: Bool
    ) {
        self.stream = stream
        self.settings = settings
        self.session = session
        self.reporter = reporter
        timeouts = ClientTimeouts(settings.timeoutLimits)
        awaitsPreface = isUpgraded
        // The server's part of the preface, which need not wait for the client's (RFC 9113, section 3.4).
        flush(upTo: .max)
        resume()
    }

    /// Ends the connection of a client that has sent only a part of its preface.
    func giveUpPreface() {
        fail(
            "The client's preface was not whole \(settings.timeouts.head) after its first byte (RFC 9113, section 3.4)."
        )
        session.goaway(.protocolError, graceful: false)
        resume()
    }

    // MARK: - What the channel tells

    // Compiled for each kind of stream: the way of a request looks up nothing generic while it runs.
    @_specialize(where Stream == Channel)
    @_specialize(where Stream == TLSChannel)
    func received(_ bytes: UnsafeRawBufferPointer) {
        awaitsPreface = false
        spent = 0
        session.receive(bytes)
        resume()
    }

    func ended() {
        hasEnded = true
        awaitsPreface = false
        // Its client has given up what has begun.
        tellUnfinished()
        tellReceiving()
        resume()
        tellLeaving()
    }

    func leaving() { tellLeaving() }

    /// Reports to the run that the client left before all responses that the system has not accepted completely. They
    /// are written all the same, because the client may have closed only its own direction.
    private func tellLeaving() {
        stream.sendNow()
        tellAnswered()
        unsent.tellEnding()
        deliveries?.tellEnding()
        for entry in exchanges.sorted { entry.value.reference?.ending() }
    }

    func sending() { unsent.tellSending() }

    func notSent() { unsent.tellNotSent(unsent: stream.unsent) }

    func drained() {
        // After the end of the connection no response continues, but its written bytes are sent.
        tellAnswered()
        resume()
    }

    func deadlinePassed() {
        let now = EventLoop.now
        for entry in exchanges.due(at: now) { play(entry) }
        if let bodyEnd, bodyEnd <= now { giveUpBodies(at: now) }
        if let missing = timeouts.runOut(at: now) { giveUp(missing) }
        resume()
    }

    func stopping() {
        guard !awaitsPreface else { return }
        session.goaway(.noError, graceful: true)
        flush(upTo: .max)
    }

    func closed(_ reason: Channel.CloseReason) {
        closeReason = reason
        let rendered = exchanges.sorted.reduce(0) { $0 + ($1.value.held?.size ?? 0) }
        if session.heldBytes + rendered >= Channel.highMark { MemoryTrimmer.shared.ask() }
        switch reason {
        case .stopped: tellUnfinished("The server stopped")
        case .gone: tellUnfinished()
        case .done: break
        }
        reporter.receivesNoMore(reason)
        // The system took them at last, before the channel closed.
        tellAnswered()
        while let response = unsent.popFirst() {
            watch(response.end(Exchange.End(isAnswered: reason == .done, reason)))
        }
        for entry in exchanges.sorted {
            if let exchange = entry.value.exchange.take() {
                let isAnswered = reason == .done && entry.value.isCutOff
                let response = UnsentResponses.Entry(exchange: exchange, end: unsent.written)
                watch(response.end(Exchange.End(isAnswered: isAnswered, reason)))
            }
            if reason != .stopped { entry.value.openEnded?.left() }
        }
        exchanges.removeAll()
        deliveries?.tellClosed(hasLeft: reason == .gone && !stream.hasGivenUp)
    }

    // MARK: - Events

    /// Does all pending work: takes events, writes what the peer accepts, and sets the next deadline.
    private func resume() {
        takeEvents()
        guard !awaitsPreface else { return watchProgress() }
        while stream.isOpen, session.wantsWrite, stream.unsent <= Channel.highMark {
            let hasWritten = flush(upTo: Channel.lowMark)
            takeEvents()
            if !hasWritten { break }
        }
        guard stream.isOpen else { return }
        let isOver = isOver
        if isOver {
            writeGarbage()
            letGoOfCutOff()
        }
        letGoOfOpenEnded()
        tellAnswered()
        if isOver, !staysForDelivery() {
            stream.closeLingering()
        } else {
            watchProgress()
        }
    }

    /// The last responses of a connection that is to be closed are delivered.
    func delivered() {
        guard stream.isOpen else { return }
        stream.batch { resume() }
    }

    /// Writes the available bytes, and returns whether there were any.
    @discardableResult
    private func flush(upTo limit: Int) -> Bool {
        var count = 0
        session.send(upTo: limit) { bytes in
            count += bytes.count
            stream.write(bytes)
        }
        unsent.wrote(count)
        return count > 0
    }

    /// Whether the connection has nothing more to do.
    private var isOver: Bool {
        if let last, session.unsent(last) == 0 { return true }
        // Nobody will open the window that a response waits for, or complete an unfinished request.
        if hasEnded, exchanges.pausing == 0, deciding == 0, !session.wantsWrite { return true }
        return session.isFinished
    }

    private func takeEvents() {
        while let event = session.nextEvent() {
            switch consume event {
            case .head(let id, let head, let expectsContinue):
                let entry = exchanges.insert(HTTP2Exchange(head), for: id)
                timeouts.renew()
                if takeAtHead(entry, expectsContinue: expectsContinue) || session.refuseStatedBody(id) { break }
                // HTTP/2 can carry a head that is only the status 100.
                if expectsContinue { try? session.inform(id, ResponseHead(status: 100)) }
            case .discarded(let id, let bytes, let isWhole):
                timeouts.renew()
                if let entry = exchanges[id] { bodyArrived(entry, bytes, isWhole: isWhole) }
            case .request(let id, let head, let body, let trailers):
                timeouts.renew()
                if let entry = exchanges[id], entry.value.arriving != nil {
                    // It came with the head.
                    bodyArrived(entry, body.count, isWhole: true)
                    break
                }
                take(id, head, body: body, trailers: trailers)
            case .refused(let id, let rejected):
                refuse(
                    id, rejected.status, reason: rejected.text, method: rejected.method, target: rejected.target,
                    head: rejected.head, rejected.partial, isReset: rejected.isReset)
            case .violated(let id, let text):
                reporter.violated(text, in: exchanges[id].flatMap { $0.value.reference ?? $0.value.pending })
            case .drained(let id):
                if let entry = exchanges[id], entry.value.pause == nil { play(entry) }
            case .responded(let id, let end):
                if let entry = exchanges[id], let exchange = entry.value.exchange.take() {
                    entry.value.openEnded = exchange.reference
                    unsent.append(exchange, end: end, stream: id)
                }
            case .closed(let id, let end):
                guard let entry = exchanges[id] else { break }
                sendGoawayAfterEnd(entry)
                endArriving(entry)
                if let exchange = entry.value.exchange.take() {
                    unsent.append(exchange, end: end > 0 ? end : nil, stream: id)
                }
                exchanges.remove(entry)
            case .lateReset(let id):
                tellAnswered()
                unsent.tellReset(stream: id)
                deliveries?.reset(stream: id)
            case .reset(let id, let code, let isOwn):
                guard let entry = exchanges[id] else { break }
                if entry.value.isUnfinished { tellUnfinished(entry, "The stream was reset (\(code))") }
                endArriving(entry)
                if let exchange = entry.value.openEnded, !isOwn {
                    tellAnswered()
                    exchange.left()
                }
                if let exchange = entry.value.exchange.take() {
                    // The client has left only if it was the client.
                    if entry.value.isCutOff { unsent.append(exchange) } else { exchange.end(isOwn ? .dropped : .gone) }
                }
                exchanges.remove(entry)
            case .goaway:
                break
            case .failed(let code, let text):
                fail("\(text) The connection ends with \(code).")
            }
        }
    }

    /// Marks responses as written whose end is an end of the connection or a GOAWAY.
    private func letGoOfCutOff() {
        for entry in exchanges.sorted where entry.value.isCutOff {
            if let exchange = entry.value.exchange.take() { unsent.append(exchange) }
            exchanges.remove(entry)
        }
    }

    /// The client left without completing these requests.
    private func tellUnfinished(_ what: String = "The client closed the connection") {
        for entry in exchanges.unfinished {
            tellUnfinished(entry, what)
            entry.value.isOver = true
        }
    }

    private func tellUnfinished(_ entry: HTTP2ExchangeEntry, _ what: String) {
        guard let head = entry.value.head else { return }
        reporter.unfinished(
            "\(what) before the body of the request was whole.", method: head.method, target: head.target, head: head,
            onStream: entry.number)
    }

    /// Whether a request on that stream is processed. After a response that ends the connection no request is counted,
    /// because the client will send it again.
    func isTaken(_ id: Int) -> Bool { last == nil && id <= lastTaken }

    private func take(
        _ id: Int, _ head: consuming RequestHead, body: consuming [UInt8], trailers: consuming Fields
    ) {
        let entry = exchanges[id] ?? exchanges.insert(HTTP2Exchange(nil), for: id)
        guard isTaken(id) else {
            entry.value.isOver = true
            return
        }
        entry.value.head = nil
        switch reporter.router.route(&head) {
        case .recipient(let recipient):
            let connection = reporter.number(requestOf: recipient, onStream: id)
            let request = Request(head: consume head, body: body, trailers: trailers, connection: connection)
            follow(recipient.decide(consume request, after: entry.value.examined.take(), spent: &spent), entry)
        case .refused(let request):
            entry.value.isOver = true
            respond(id, reporter.refuse(request, head))
        }
    }

    /// Begins the response, or has the stream wait for the decision.
    private func follow(_ decision: consuming ExchangeDecision, _ entry: HTTP2ExchangeEntry) {
        switch consume decision {
        case .made(let exchange, let player):
            entry.value.exchange = consume exchange
            // Before the client can have the response, and ask for the end of the run.
            if reporter.isReceiving { tellReceiving() }
            begin(player, entry)
        case .pending(let pending):
            // Other streams continue meanwhile.
            entry.value.pending = pending.reference
            deciding += 1
            pending.finish(for: self)
        }
    }

    /// Has the run decide the request whose head has come, and returns whether it did.
    private func takeAtHead(_ entry: HTTP2ExchangeEntry, expectsContinue: Bool) -> Bool {
        let id = entry.number
        guard isTaken(id), var head = entry.value.head, case .recipient(let recipient) = reporter.router.route(&head),
            let decision = recipient.decide(
                head: Request(head: head, connection: reporter.number(nextOf: recipient, onStream: id)),
                examined: &entry.value.examined)
        else { return false }
        _ = reporter.number(requestOf: recipient, onStream: id)
        entry.value.head = nil
        entry.value.arriving = HTTP2Exchange.ArrivingBody()
        session.discardBody(id)
        follow(decision, entry)
        // A fault within the body needs the body.
        if expectsContinue, entry.value.arriving?.bytesBeforeFault != nil {
            try? session.inform(id, ResponseHead(status: 100))
        }
        return true
    }

    var eventLoop: EventLoop { stream.eventLoop }

    func decided(_ request: ConnectionInfo, _ exchange: consuming Exchange, player: ResponsePlayer) {
        deciding -= 1
        if let closeReason {
            exchange.end(Exchange.End(isAnswered: false, closeReason))
            return
        }
        guard let entry = request.stream.flatMap({ exchanges[$0] }) else {
            exchange.end(.gone)
            return
        }
        entry.value.pending = nil
        if hasEnded { exchange.reference.ending() }
        entry.value.exchange = consume exchange
        stream.batch {
            begin(player, entry)
            resume()
        }
    }

    func resumed(stream id: Int?) {
        guard closeReason == nil, let entry = id.flatMap({ exchanges[$0] }) else { return }
        stream.batch {
            play(entry)
            resume()
        }
        stream.sendNow()
        tellAnswered()
    }

    private func refuse(
        _ id: Int, _ status: Int, reason: String, method: ArraySlice<UInt8>?, target: ArraySlice<UInt8>?,
        head: RequestHead?, _ partial: PartialHead? = nil, isReset: Bool = false
    ) {
        exchanges[id]?.value.isOver = true
        guard isTaken(id) else { return }
        let response = reporter.refuse(
            status: status, reason: reason, method: method, target: target, head: head, partial, onStream: id)
        if !isReset { respond(id, response) }
    }

    /// Sends the server's own response to a request that the run never got.
    private func respond(_ id: Int, _ response: LocalErrorResponse) {
        do throws(HTTP2Unsendable) {
            let date = date.value(at: reporter.router.currentRun.run.clock.wallTime, of: settings.date)
            try session.respond(id, response.head, length: response.body.count, date: date)
            settings.metrics?.responding(status: response.head.status)
            session.write(id, response.body[...])
            session.end(id)
        } catch {
            session.reset(id, .internalError)
        }
    }

    /// The client violated the protocol of the connection.
    private func fail(_ reason: String) {
        // Nothing of it becomes a request any more.
        hasFailed = true
        reporter.failed(
            reason, head: session.headBeforeTrailers, session.partialHead,
            exchanges: exchanges.sorted.map { ($0.value.reference ?? $0.value.pending, $0.value.head) })
        reporter.receives(false)
    }

    // MARK: - Time

    /// Sets the client's timeout for the next part that it has to send; none while it waits for the server.
    func watchProgress() {
        tellReceiving()
        let now = EventLoop.now
        timeouts.wait(for: awaited, from: now)
        bodyEnd = exchanges.watchBodies(from: now, limit: settings.timeouts.body.wholeNanoseconds) { [session] id in
            (session.received(id), session.awaitsWindow(id))
        }
        let end = timeouts.end.map { min($0, bodyEnd ?? $0) } ?? bodyEnd
        stream.setDeadline(atFirstOf: exchanges.firstWakeUp, end)
    }

    /// Tells each run of its requests that have begun and are not whole.
    private func tellReceiving() {
        guard !hasFailed, !hasEnded else { return reporter.receives(false) }
        let isAmidHead = awaited == .section && !session.isAmidTrailers
        guard isAmidHead || reporter.isReceiving || exchanges.hasUnfinished else { return }
        for entry in exchanges.begun { reporter.receives(true, onStream: entry.number, head: entry.value.head) }
        if isAmidHead { reporter.receives(true, partial: session.partialHead) }
        reporter.receivesOnly { $0 == 0 ? isAmidHead : exchanges[$0]?.value.isBegun ?? false }
    }

    private var awaited: ClientTimeouts.Phase? {
        if awaitsPreface { return .preface }
        // Each body has a timeout of its own, which covers the headers of its frames.
        if session.isAmidSection || session.isAmidHeader && !exchanges.hasUnfinished || isAmidRecord { return .section }
        return session.openStreams == 0 ? .request : nil
    }

    /// Whether a part of a record of TLS has come that may begin a request, and not go on with a body.
    private var isAmidRecord: Bool { stream.isAmidRecord && !exchanges.haveBodies }

    /// Gives up waiting for `missing`, whose timeout has expired.
    private func giveUp(_ missing: ClientTimeouts.Phase) {
        switch missing {
        case .preface:
            awaitsPreface = false
        case .section, .head:
            // The rest of a frame whose stream was refused for the time that its body took is not another request.
            if hasGivenUpBody, !session.isAmidSection { return session.shutdown() }
            if isAmidRecord, !session.isAmidSection {
                // A client that is slow to take its responses is not read meanwhile.
                guard stream.unsent <= Channel.lowMark else { break }
                fail("A record of TLS, which may be a request's, was not whole after \(settings.timeouts.head).")
            } else {
                // Nothing else may arrive on the connection before the section's end (RFC 9113, section 4.3).
                fail("A header section was not whole after \(settings.timeouts.head).")
            }
            session.goaway(.protocolError, graceful: false)
        case .request:
            session.shutdown()
        case .body:
            break
        }
    }

    /// Gives up waiting for the bodies whose timeouts have expired.
    private func giveUpBodies(at now: Int64) {
        for entry in exchanges.stalled(at: now) {
            if let body = entry.value.arriving {
                // Of a shorter body all passes before the fault.
                bodyArrived(entry, body.bytes, isWhole: true)
                continue
            }
            // Requests that wait for it go on.
            hasGivenUpBody = true
            session.giveUpBody(entry.number)
            refuse(
                entry.number, 408,
                reason: "Nothing more of the body came for \(settings.timeouts.body) (RFC 9110, section 15.5.9).",
                method: entry.value.head?.method, target: entry.value.head?.target, head: entry.value.head)
        }
    }
}
