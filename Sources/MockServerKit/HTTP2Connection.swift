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
/// streams, and clients resend by themselves after REFUSED_STREAM. `close` and `empty` close the connection without
/// GOAWAY. `connection: close` announces by GOAWAY that no more streams are accepted, and closes the connection after
/// the last one. The frames of `h2` are sent as stated.
final class HTTP2Connection<Stream: ByteStream>: ChannelHandler, DecisionHandler {
    private let stream: Stream
    private let settings: ConnectionSettings
    private let session: HTTP2Session
    private let reporter: ConnectionReporter
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var exchanges = HTTP2Exchanges()
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var unsent = UnsentResponses()
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var timeouts: ClientTimeouts
    /// The number of responses that are being produced outside the event loop.
    private var deciding = 0
    private var date = CachedDateHeader()
    /// The stream whose response ends the connection once its written bytes are sent.
    private var last: Int?
    /// The last stream that is processed, if a GOAWAY of the scenario limits it; 0 if that ended the connection.
    private var lastTaken = Int.max
    /// The client has sent its last byte.
    private var hasEnded = false
    /// No response is sent before the client's preface: bytes immediately after a 101 overflow curl's buffer.
    private var awaitsPreface: Bool
    /// The reason that the channel closed.
    private var closeReason: Channel.CloseReason?

    convenience init(_ stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings) {
        self.init(stream, ConnectionReporter(currentRun, stream), settings, HTTP2Session(settings: settings.http2))
    }

    /// A connection that had `requests` requests over HTTP/1.1 and was upgraded for the one in the session.
    convenience init(
        _ stream: Stream, _ reporter: ConnectionReporter, _ settings: ConnectionSettings, upgraded session: HTTP2Session
    ) {
        self.init(stream, reporter, settings, session, isUpgraded: true)
    }

    private init(
        _ stream: Stream, _ reporter: ConnectionReporter, _ settings: ConnectionSettings, _ session: HTTP2Session,
        isUpgraded: Bool = false
    ) {
        self.stream = stream
        self.settings = settings
        self.session = session
        self.reporter = reporter
        timeouts = ClientTimeouts(settings.timeoutLimits)
        awaitsPreface = isUpgraded
        // The server's part of the preface, which need not wait for the client's (RFC 9113, section 3.4).
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

    func received(_ bytes: UnsafeRawBufferPointer) {
        awaitsPreface = false
        session.receive(bytes)
        timeouts.renew(.body)
        resume()
    }

    func ended() {
        hasEnded = true
        awaitsPreface = false
        tellUnfinished()
        resume()
        tellLeaving()
    }

    func leaving() { tellLeaving() }

    /// Reports to the run that the client left before all responses that the system has not accepted completely. They
    /// are written all the same, because the client may have closed only its own direction.
    private func tellLeaving() {
        stream.sendNow()
        tellAnswered()
        for exchange in unsent.exchanges { exchange.gone() }
        for entry in exchanges.sorted { entry.value.handle?.gone() }
    }

    func drained() {
        // After the end of the connection no response continues, but its written bytes are sent.
        tellAnswered()
        resume()
    }

    func deadlinePassed() {
        let now = EventLoop.now
        for entry in exchanges.due(at: now) { play(entry) }
        if let missing = timeouts.runOut(at: now) { giveUp(missing) }
        resume()
    }

    func stopping() {
        session.goaway(.noError, graceful: true)
        flush(upTo: .max)
    }

    func closed(_ reason: Channel.CloseReason) {
        closeReason = reason
        switch reason {
        case .stopped: tellUnfinished("The server stopped")
        case .gone: tellUnfinished()
        case .done: break
        }
        while let exchange = unsent.popFirst() { exchange.ended(isAnswered: reason == .done, reason) }
        let left = exchanges.sorted
        for entry in left {
            entry.value.handle?.ended(isAnswered: reason == .done && entry.value.isCutOff, reason)
        }
        exchanges.removeAll()
    }

    // MARK: - Events

    /// Does all pending work: takes events, writes what the peer accepts, and sets the next deadline.
    private func resume() {
        takeEvents()
        while stream.isOpen, session.wantsWrite, stream.unsent <= Channel.highMark {
            let hasWritten = flush(upTo: Channel.lowMark)
            takeEvents()
            if !hasWritten { break }
        }
        guard stream.isOpen else { return }
        let isOver = isOver
        if isOver { letGoOfCutOff() }
        tellAnswered()
        if isOver {
            stream.closeLingering()
        } else {
            watchProgress()
        }
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
        if hasEnded, exchanges.sleeping == 0, deciding == 0, !session.wantsWrite { return true }
        return session.isFinished
    }

    private func takeEvents() {
        while !awaitsPreface, let event = session.nextEvent() {
            switch consume event {
            case .head(let id, let head, let expectsContinue):
                _ = exchanges.insert(HTTP2Exchange(head), for: id)
                timeouts.renew()
                // HTTP/2 can carry a head that is only the status 100.
                if expectsContinue { try? session.inform(id, ResponseHead(status: 100)) }
            case .request(let id, let head, let body, let trailers):
                timeouts.renew()
                take(id, head, body, trailers)
            case .refused(let id, let rejected):
                refuse(id, rejected.status, rejected.text, rejected.method, rejected.target, isReset: rejected.isReset)
            case .drained(let id):
                if let entry = exchanges[id], entry.value.wakeUp == nil { play(entry) }
            case .closed(let id):
                guard let entry = exchanges[id] else { break }
                if let goaway = entry.value.player?.goawayFrame { send(goaway) }
                if let handle = entry.value.handle.take() { unsent.append(handle) }
                exchanges.remove(id)
            case .reset(let id, let code):
                guard let entry = exchanges[id] else { break }
                if entry.value.isUnfinished { tellUnfinished(entry, "The stream was reset (\(code))") }
                if let handle = entry.value.handle.take() {
                    if entry.value.isCutOff { unsent.append(handle) } else { handle.gone() }
                }
                exchanges.remove(id)
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
            if let handle = entry.value.handle.take() { unsent.append(handle) }
            exchanges.remove(entry.number)
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
            "\(what) before the body of the request was whole.", method: head.method, target: head.target,
            onStream: entry.number)
    }

    /// Whether a request on that stream is processed. After a response that ends the connection no request is counted,
    /// because the client will send it again.
    private func isTaken(_ id: Int) -> Bool { last == nil && id <= lastTaken }

    private func take(
        _ id: Int, _ head: consuming RequestHead, _ body: consuming [UInt8], _ trailers: consuming Fields
    ) {
        let entry = exchanges[id] ?? exchanges.insert(HTTP2Exchange(nil), for: id)
        guard isTaken(id) else {
            entry.value.isOver = true
            return
        }
        entry.value.head = nil
        let decision = reporter.currentRun.decide(
            Request(head: head, body: body, trailers: trailers, connection: reporter.nextRequest(onStream: id)),
            for: self, on: stream.eventLoop)
        switch consume decision {
        case .made(let handle, let player):
            entry.value.handle = handle
            play(player, entry)
        case .pending:
            // Other streams continue meanwhile.
            entry.value.isDeciding = true
            deciding += 1
        }
    }

    func decided(_ request: ConnectionInfo, _ handle: ExchangeHandle, _ player: ResponsePlayer) {
        deciding -= 1
        if let closeReason { return handle.ended(isAnswered: false, closeReason) }
        guard let entry = request.stream.flatMap({ exchanges[$0] }) else { return handle.gone() }
        entry.value.isDeciding = false
        entry.value.handle = handle
        stream.turn {
            if hasEnded { handle.gone() }
            play(player, entry)
            resume()
        }
    }

    private func refuse(
        _ id: Int, _ status: Int, _ reason: String, _ method: ArraySlice<UInt8>?, _ target: ArraySlice<UInt8>?,
        isReset: Bool = false
    ) {
        exchanges[id]?.value.isOver = true
        guard isTaken(id) else { return }
        let response = reporter.refuse(
            status: status, reason: reason, method: method, target: target, request: reporter.nextRequest(onStream: id))
        if !isReset { respond(id, response) }
    }

    /// Sends the server's own response to a request that the run never got.
    private func respond(_ id: Int, _ response: LocalErrorResponse) {
        do throws(HTTP2Unsendable) {
            let date = date.value(at: reporter.currentRun.run.clock.wallTime, of: settings.date)
            try session.respond(id, response.head, length: response.body.count, date: date)
            session.write(id, response.body[...])
            session.end(id)
        } catch {
            session.reset(id, .internalError)
        }
    }

    /// The client violated the protocol of the connection.
    private func fail(_ reason: String) { _ = reporter.refuse(status: 400, reason: reason) }

    // MARK: - Responses

    /// Plays the stream's response as far as time and the stream's window permit.
    private func play(_ entry: HTTP2ExchangeEntry) {
        exchanges.wait(entry, until: nil)
        if let player = entry.value.player.take() { play(player, entry) }
    }

    private func play(_ player: consuming ResponsePlayer, _ entry: HTTP2ExchangeEntry) {
        if isTaken(entry.number), !entry.value.isOver, let clock = entry.value.handle?.run.clock {
            play(&player, entry, clock)
        }
        entry.value.player = player
    }

    private func play(_ player: inout ResponsePlayer, _ entry: HTTP2ExchangeEntry, _ clock: ServerClock) {
        let (id, now) = (entry.number, clock.now())
        var takesMore = session.wantsMore(id)
        while takesMore {
            switch player.next(at: now) {
            case .head(let head, let length):
                // The run has checked the head; one that can't be sent would end the stream here.
                let date = date.value(at: clock.start + now, of: settings.date)
                guard let carriesBody = try? session.respond(id, head.head, length: length, date: date) else {
                    return session.reset(id, .internalError)
                }
                entry.value.hasHead = true
                entry.value.closesConnection = head.connection == .close
                if !carriesBody { player.skipBody() }
            case .bytes(let piece):
                takesMore = session.write(id, piece)
            case .frame(let frame):
                takesMore = send(frame, entry) && session.wantsMore(id)
            case .wait(let until):
                return exchanges.wait(entry, until: EventLoop.now + max(0, (until - now).wholeNanoseconds))
            case .reset:
                entry.value.isOver = true
                entry.value.handle?.brokeOff(player)
                return session.reset(id, .internalError)
            case .close:
                // As in HTTP/1.1, a response that has begun counts as complete.
                end(entry)
                entry.value.isCutOff = true
                last = id
                return
            case .done:
                end(entry)
                if entry.value.closesConnection { session.goaway(.noError, graceful: true) }
                return
            }
        }
    }

    /// Sends a frame that the scenario states, and returns whether the stream's response continues.
    private func send(_ frame: HTTP2Frame, _ entry: HTTP2ExchangeEntry) -> Bool {
        switch frame {
        case .settings(let settings):
            session.change(settings)
            return true
        case .goaway(let goaway):
            send(goaway)
            if entry.number <= lastTaken { return true }
            entry.value.isOver = true
            entry.value.isCutOff = true
            return false
        case .reset(let code):
            entry.value.isOver = true
            session.reset(entry.number, code)
            return false
        }
    }

    private func send(_ goaway: Goaway) {
        // The loader accepts only numbers that a client's stream may have.
        session.goaway(goaway.code, lastStream: goaway.lastStream, graceful: goaway.isGraceful)
        lastTaken = goaway.isGraceful ? min(lastTaken, goaway.lastStream ?? .max) : 0
    }

    private func end(_ entry: HTTP2ExchangeEntry) {
        entry.value.isOver = true
        if entry.value.hasHead { session.end(entry.number) }
    }

    /// Reports to the run the responses that the system has accepted completely.
    private func tellAnswered() {
        let pending = stream.unsent
        while let exchange = unsent.popSent(unsent: pending) { exchange.answered() }
    }

    // MARK: - Time

    /// Sets the client's timeout for the next part that it has to send; none while it waits for the server.
    private func watchProgress() {
        timeouts.wait(for: awaited, from: EventLoop.now)
        stream.setDeadline(atFirstOf: exchanges.firstWakeUp, timeouts.end)
    }

    private var awaited: ClientTimeouts.Phase? {
        if awaitsPreface { return .preface }
        if session.isAmidSection { return .section }
        if exchanges.hasUnfinished { return .body }
        return session.openStreams == 0 ? .request : nil
    }

    /// Gives up waiting for `missing`, whose timeout has expired.
    private func giveUp(_ missing: ClientTimeouts.Phase) {
        switch missing {
        case .preface:
            awaitsPreface = false
        case .section, .head:
            // Nothing else may arrive on the connection before the section's end (RFC 9113, section 4.3).
            fail("A header section was not whole after \(settings.timeouts.head).")
            session.goaway(.protocolError, graceful: false)
        case .body:
            for entry in exchanges.unfinished {
                refuse(
                    entry.number, 408,
                    "Nothing more of the body came for \(settings.timeouts.body) (RFC 9110, section 15.5.9).",
                    entry.value.head?.method, entry.value.head?.target)
            }
        case .request:
            session.shutdown()
        }
    }
}
