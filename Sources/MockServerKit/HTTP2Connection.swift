import Bytes
import HTTP2
import HTTPMessage
import MockRuntime
import Playback
import Scenarios
import Sockets

/// One HTTP/2 connection: has the run decide the request of each stream, and plays the responses side by side. Confined
/// to its channel's event loop.
///
/// A response that waits holds nothing but its own stream. What ends a connection over HTTP/1.1 ends here what a client
/// notices as the same: `reset` the stream, with INTERNAL_ERROR, since its neighbours are none of the fault's business
/// and clients ask again by themselves after REFUSED_STREAM; `close` and `empty` the connection, without GOAWAY;
/// `connection: close` asks by GOAWAY for no more streams, and ends the connection with the last one. The frames that
/// `h2` states are sent as they are stated.
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
    /// How many responses are being made off the event loop.
    private var deciding = 0
    /// The value of `date` for what is answered in one go.
    private var dateText: [UInt8]?
    /// The stream whose response ends the connection, as soon as what was written of it is sent.
    private var last: Int?
    /// The last stream that is dealt with, where a GOAWAY of the scenario says so; 0 where it ended the connection.
    private var lastTaken = Int.max
    /// The client has sent its last byte.
    private var hasEnded = false
    /// Nothing is answered before the client speaks HTTP/2: what follows a 101 at once overflows curl's buffer.
    private var awaitsPreface: Bool
    /// How the channel closed.
    private var closeReason: Channel.CloseReason?

    convenience init(_ stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings) {
        self.init(stream, ConnectionReporter(currentRun, stream), settings, HTTP2Session(settings: settings.http2))
    }

    /// A connection that was HTTP/1.1's so far, and was upgraded for the request that the session has.
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

    /// Ends the connection of a client that has sent a part of its preface and no more.
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

    /// Tells the run that the client has left before the responses that the system has not taken whole by now. They are
    /// written all the same, since the client may have closed only its own direction.
    private func tellLeaving() {
        stream.sendNow()
        tellAnswered()
        for exchange in unsent.exchanges { exchange.gone() }
        for entry in exchanges.sorted { entry.value.handle?.gone() }
    }

    func drained() {
        // Behind the end of a connection there is nothing to go on with, but what was written of it is sent.
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

    /// Does all there is to do: takes events, writes what the peer takes, and sets the next deadline.
    private func resume() {
        takeEvents()
        while stream.isOpen, session.wantsWrite, stream.unsent <= Channel.highMark {
            let hasWritten = flush(upTo: Channel.lowMark)
            takeEvents()
            if !hasWritten { break }
        }
        dateText = nil
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

    /// Writes what there is, and says whether there was anything.
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
        // Nobody will open the window that a response waits for, nor end a request that is not whole.
        if hasEnded, exchanges.sleeping == 0, deciding == 0, !session.wantsWrite { return true }
        return session.isFinished
    }

    private func takeEvents() {
        while !awaitsPreface, let event = session.nextEvent() {
            switch consume event {
            case .head(let id, let head, let expectsContinue):
                _ = exchanges.insert(HTTP2Exchange(head), for: id)
                timeouts.renew()
                // A head of 100 alone is one that HTTP/2 carries.
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

    /// What takes the place of responses is written.
    private func letGoOfCutOff() {
        for entry in exchanges.sorted where entry.value.isCutOff {
            if let handle = entry.value.handle.take() { unsent.append(handle) }
            exchanges.remove(entry.number)
        }
    }

    /// The client is gone with what was missing.
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

    /// Whether a request on that stream is dealt with: behind a response that ends the connection nothing is counted, since the
    /// client will send it again.
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
            (entry.value.handle, entry.value.player) = (handle, player)
            play(entry)
        case .pending:
            // Other streams go on meanwhile.
            entry.value.isDeciding = true
            deciding += 1
        }
    }

    func decided(_ request: ConnectionInfo, _ handle: ExchangeHandle, _ player: ResponsePlayer) {
        deciding -= 1
        if let closeReason { return handle.ended(isAnswered: false, closeReason) }
        guard let entry = request.stream.flatMap({ exchanges[$0] }) else { return handle.gone() }
        entry.value.isDeciding = false
        (entry.value.handle, entry.value.player) = (handle, player)
        stream.turn {
            if hasEnded { handle.gone() }
            play(entry)
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

    /// Answers for the server itself, to a request that the run never had.
    private func respond(_ id: Int, _ response: LocalErrorResponse) {
        do throws(HTTP2Unsendable) {
            try session.respond(id, response.head, length: response.body.count, date: date)
            session.write(id, response.body[...])
            session.end(id)
        } catch {
            session.reset(id, .internalError)
        }
    }

    /// The client broke the protocol of the connection.
    private func fail(_ reason: String) { _ = reporter.refuse(status: 400, reason: reason) }

    // MARK: - Responses

    private var date: [UInt8] {
        if let dateText { return dateText }
        let text = settings.date.value(at: reporter.currentRun.run.clock.wallTime)
        dateText = text
        return text
    }

    /// Plays the stream's response as far as time and the stream's window go.
    private func play(_ entry: HTTP2ExchangeEntry) {
        exchanges.wait(entry, until: nil)
        guard isTaken(entry.number), !entry.value.isOver, let clock = entry.value.handle?.run.clock,
            var player = entry.value.player.take()
        else { return }
        play(&player, entry, at: clock.now())
        entry.value.player = player
    }

    private func play(_ player: inout ResponsePlayer, _ entry: HTTP2ExchangeEntry, at now: Instant) {
        let id = entry.number
        var takesMore = session.wantsMore(id)
        while takesMore {
            switch player.next(at: now) {
            case .head(let head, let length):
                // The run has checked that the head can be sent; one that cannot would end the stream here.
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
                // As on HTTP/1.1 a response that was begun is whole.
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

    /// Sends a frame that the scenario asks for, and says whether the stream's response goes on.
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
        // The loader lets no other number pass than one that a client's stream may have.
        session.goaway(goaway.code, lastStream: goaway.lastStream, graceful: goaway.isGraceful)
        lastTaken = goaway.isGraceful ? min(lastTaken, goaway.lastStream ?? .max) : 0
    }

    private func end(_ entry: HTTP2ExchangeEntry) {
        entry.value.isOver = true
        if entry.value.hasHead { session.end(entry.number) }
    }

    /// Tells the run which responses the system has taken to their last byte.
    private func tellAnswered() {
        let pending = stream.unsent
        while let exchange = unsent.popSent(unsent: pending) { exchange.answered() }
    }

    // MARK: - Time

    /// Gives the client its time for what it is to send; none while it waits for the server.
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

    /// Waits no longer for what did not come in time.
    private func giveUp(_ missing: ClientTimeouts.Phase) {
        switch missing {
        case .preface:
            awaitsPreface = false
        case .section, .head:
            // Nothing else can come on the connection before the section's end (RFC 9113, section 4.3).
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
