import HTTP2
import HTTPMessage
import MockRuntime
import Playback
import Scenarios
import Sockets

/// Where an exchange is until it is forgotten.
private typealias ExchangePlace = UnsafeMutablePointer<HTTP2Exchange>

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
    private let currentRun: CurrentRun
    private let settings: ConnectionSettings
    private let security: TLSInfo?
    private let session: HTTP2Session
    /// By stream, from a request's head to the end of its response.
    private let exchanges = StreamTable<HTTP2Exchange>()
    /// How many of them have a time to go on.
    private var sleeping = 0
    /// How many responses are being made off the event loop.
    private var deciding = 0
    private var requests: Int
    /// How the channel closed.
    private var end: Channel.CloseReason?
    /// Responses whose last byte is written but perhaps not sent, each with what `written` was then.
    // Nothing that is called while it changes comes back here.
    @exclusivity(unchecked) private var unsent: [(exchange: ExchangeHandle, end: Int)] = []
    /// The value of `date` for what is answered in one go.
    private var dateText: [UInt8]?
    /// How many bytes were written so far.
    private var written = 0
    /// The stream whose response ends the connection, as soon as what was written of it is sent.
    private var last: Int?
    /// The last stream that is dealt with, where a GOAWAY of the scenario says so; 0 where it ended the connection.
    private var lastTaken = Int.max
    /// The client has sent its last byte.
    private var hasEnded = false
    /// Nothing is answered before the client speaks HTTP/2: what follows a 101 at once overflows curl's buffer.
    private var awaitsPreface: Bool
    private var clientTimeouts: HTTP2Timeouts

    convenience init(_ stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings) {
        self.init(stream, currentRun, settings, HTTP2Session(settings: settings.http2))
    }

    /// A connection that was HTTP/1.1's for so many requests, and was upgraded for the one that the session has.
    convenience init(
        _ stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings, upgraded session: HTTP2Session,
        after requests: Int
    ) {
        self.init(stream, currentRun, settings, session, after: requests, isUpgraded: true)
    }

    private init(
        _ stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings, _ session: HTTP2Session,
        after requests: Int = 0, isUpgraded: Bool = false
    ) {
        self.stream = stream
        self.currentRun = currentRun
        self.settings = settings
        security = stream.security
        self.session = session
        self.requests = requests
        awaitsPreface = isUpgraded
        clientTimeouts = HTTP2Timeouts(settings.timeouts)
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
        clientTimeouts.renew(.body)
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
        for (exchange, _) in unsent { exchange.gone() }
        for (_, exchange) in exchanges.sorted { exchange.pointee.name?.gone() }
    }

    func drained() {
        // Behind the end of a connection there is nothing to go on with, but what was written of it is sent.
        tellAnswered()
        resume()
    }

    func deadlinePassed() {
        let now = EventLoop.now
        if sleeping > 0 {
            let due = exchanges.sorted.compactMap { id, exchange in
                exchange.pointee.wakeUp.map { (at: $0, id, exchange) }
            }
            for (_, id, exchange) in due.filter({ $0.at <= now }).sorted(by: { ($0.at, $0.1) < ($1.at, $1.1) }) {
                play(exchange, id)
            }
        }
        if let missing = clientTimeouts.runOut(at: now) { giveUp(missing) }
        resume()
    }

    func stopping() {
        session.goaway(.noError, graceful: true)
        flush(upTo: .max)
    }

    func closed(_ why: Channel.CloseReason) {
        end = why
        defer {
            unsent = []
            exchanges.removeAll()
        }
        // What a stop drops stays unanswered: that is what the verdict says of it.
        guard why != .stopped else { return tellUnfinished("The server stopped") }
        for (exchange, _) in unsent { if why == .done { exchange.answered() } else { exchange.gone() } }
        if why == .gone { tellUnfinished() }
        for (_, exchange) in exchanges.sorted {
            guard let name = exchange.pointee.name else { continue }
            if why == .done, exchange.pointee.isCutOff { name.answered() } else { name.gone() }
        }
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
        let before = written
        session.send(upTo: limit) { bytes in
            written += bytes.count
            stream.write(bytes)
        }
        return written > before
    }

    /// Whether the connection has nothing more to do.
    private var isOver: Bool {
        if let last, session.unsent(last) == 0 { return true }
        // Nobody will open the window that a response waits for, nor end a request that is not whole.
        if hasEnded, sleeping == 0, deciding == 0, !session.wantsWrite { return true }
        return session.isFinished
    }

    private func takeEvents() {
        while !awaitsPreface, let event = session.nextEvent() {
            switch consume event {
            case .head(let id, let head, let expectsContinue):
                exchanges.insert(HTTP2Exchange(head), for: id)
                clientTimeouts.renew()
                // A head of 100 alone is one that HTTP/2 carries.
                if expectsContinue { try? session.inform(id, ResponseHead(status: 100)) }
            case .request(let id, let head, let body, let trailers):
                clientTimeouts.renew()
                take(id, head, body, trailers)
            case .refused(let id, let refusal):
                refuse(
                    id, refusal.status, refusal.text, method: refusal.method, target: refusal.target,
                    isReset: refusal.isReset)
            case .drained(let id):
                if let exchange = exchanges[id], exchange.pointee.wakeUp == nil { play(exchange, id) }
            case .closed(let id):
                guard let exchange = exchanges[id] else { break }
                if let goaway = exchange.pointee.player?.goawayFrame { send(goaway) }
                if let name = exchange.pointee.name.take() { unsent.append((name, end: written)) }
                forget(id)
            case .reset(let id, let code):
                guard let exchange = exchanges[id] else { break }
                if exchange.pointee.isUnfinished {
                    tellUnfinished(id, exchange.pointee.head, "The stream was reset (\(code))")
                }
                if let name = exchange.pointee.name.take() {
                    if exchange.pointee.isCutOff { unsent.append((name, end: written)) } else { name.gone() }
                }
                forget(id)
            case .goaway:
                break
            case .failed(let code, let text):
                fail("\(text) The connection ends with \(code).")
            }
        }
    }

    /// Forgets a stream that has ended.
    private func forget(_ id: Int) {
        if let exchange = exchanges[id] { wait(exchange, until: nil) }
        exchanges.remove(id)
    }

    /// Has the response go on at `instant` of `EventLoop.now`, in place of any other.
    private func wait(_ exchange: ExchangePlace, until instant: Int64?) {
        if exchange.pointee.wakeUp != nil { sleeping -= 1 }
        if instant != nil { sleeping += 1 }
        exchange.pointee.wakeUp = instant
    }

    /// What takes the place of responses is written.
    private func letGoOfCutOff() {
        for (id, exchange) in exchanges.sorted where exchange.pointee.isCutOff {
            if let name = exchange.pointee.name.take() { unsent.append((name, end: written)) }
            forget(id)
        }
    }

    /// The client is gone with what was missing.
    private func tellUnfinished(_ what: String = "The client closed the connection") {
        for (id, exchange) in exchanges.sorted where exchange.pointee.isUnfinished {
            tellUnfinished(id, exchange.pointee.head, what)
            exchange.pointee.isOver = true
        }
    }

    /// Half a request that no other half will follow is not a failure: the client thought better of it.
    private func tellUnfinished(_ id: Int, _ head: RequestHead?, _ what: String) {
        guard let head else { return }
        currentRun.run.unfinished(
            UnfinishedRequest(
                connection: facts(of: requests + 1, on: id),
                method: String(decoding: head.method, as: UTF8.self),
                target: String(decoding: head.target, as: UTF8.self),
                text: "\(what) before the body of the request was whole."))
    }

    private func nextFacts(_ id: Int) -> ConnectionInfo {
        requests += 1
        return facts(of: requests, on: id)
    }

    private func facts(of exchange: Int, on id: Int? = nil) -> ConnectionInfo {
        ConnectionInfo(index: stream.number, exchange: exchange, stream: id, tls: security)
    }

    private func take(
        _ id: Int, _ head: consuming RequestHead, _ body: consuming [UInt8], _ trailers: consuming Fields
    ) {
        let exchange = exchanges[id] ?? exchanges.insert(HTTP2Exchange(nil), for: id)
        // Behind a response that ends the connection nothing is counted: the client will send it again.
        guard last == nil, id <= lastTaken else {
            exchange.pointee.isOver = true
            return
        }
        exchange.pointee.head = nil
        let decision = currentRun.decide(
            Request(head: head, body: body, trailers: trailers, connection: nextFacts(id)), for: self,
            on: stream.eventLoop)
        switch consume decision {
        case .made(let handle, let player):
            (exchange.pointee.name, exchange.pointee.player) = (handle, player)
            play(exchange, id)
        case .pending:
            // Other streams go on meanwhile.
            exchange.pointee.isDeciding = true
            deciding += 1
        }
    }

    func decided(_ facts: ConnectionInfo, _ exchange: ExchangeHandle, _ player: ResponsePlayer) {
        deciding -= 1
        guard end == nil, let id = facts.stream, let pending = exchanges[id] else {
            // What a stop drops stays unanswered: that is what the verdict says of it.
            if end != .stopped { exchange.gone() }
            return
        }
        pending.pointee.isDeciding = false
        (pending.pointee.name, pending.pointee.player) = (exchange, player)
        stream.turn {
            if hasEnded { exchange.gone() }
            play(pending, id)
            resume()
        }
    }

    private func refuse(
        _ id: Int, _ status: Int, _ reason: String, method: ArraySlice<UInt8>?, target: ArraySlice<UInt8>?,
        isReset: Bool = false
    ) {
        exchanges[id]?.pointee.isOver = true
        guard last == nil, id <= lastTaken else { return }
        let failure = currentRun.run.malformed(
            MalformedRequest(
                status: status, reason: reason, method: method.map { String(decoding: $0, as: UTF8.self) } ?? "",
                target: target.map { String(decoding: $0, as: UTF8.self) } ?? "", connection: nextFacts(id)))
        if !isReset { respond(id, status, failure?.text() ?? reason) }
    }

    /// Answers for the server itself, to a request that the run never had.
    private func respond(_ id: Int, _ status: Int, _ text: String) {
        let text = Array((text + "\n").utf8)
        do throws(HTTP2Unsendable) {
            let head = ResponseHead(failure: .badRequest, status: status)
            try session.respond(id, head, length: text.count, date: date)
            session.write(id, text[...])
            session.end(id)
        } catch {
            session.reset(id, .internalError)
        }
    }

    private func fail(_ reason: String) {
        _ = currentRun.run.malformed(
            MalformedRequest(
                status: 400, reason: reason, method: "", target: "",
                connection: facts(of: 0)))
    }

    // MARK: - Responses

    private var date: [UInt8] {
        if let dateText { return dateText }
        let text = settings.date.value(at: currentRun.run.clock.wallTime)
        dateText = text
        return text
    }

    /// Plays the stream's response as far as time and the stream's window go.
    private func play(_ exchange: ExchangePlace, _ id: Int) {
        wait(exchange, until: nil)
        guard last == nil, id <= lastTaken, !exchange.pointee.isOver, let clock = exchange.pointee.name?.run.clock
        else { return }
        let now = clock.now()
        var takesMore = session.wantsMore(id)
        while takesMore {
            switch exchange.pointee.player?.next(at: now) ?? .done {
            case .head(let length):
                guard let head = exchange.pointee.player?.head else { return }
                // The run has checked that the head can be sent; one that cannot would end the stream here.
                guard let carriesBody = try? session.respond(id, head, length: length, date: date) else {
                    return session.reset(id, .internalError)
                }
                exchange.pointee.hasHead = true
                if !carriesBody { exchange.pointee.player?.skipBody() }
            case .bytes(let piece):
                takesMore = session.write(id, piece)
            case .frame(let frame):
                takesMore = send(frame, exchange, id) && session.wantsMore(id)
            case .wait(let until):
                return wait(exchange, until: EventLoop.now + max(0, (until - now).wholeNanoseconds))
            case .reset:
                exchange.pointee.isOver = true
                if let player = exchange.pointee.player { exchange.pointee.name?.brokeOff(player) }
                return session.reset(id, .internalError)
            case .close:
                // As on HTTP/1.1 a response that was begun is whole.
                end(exchange, id)
                exchange.pointee.isCutOff = true
                last = id
                return
            case .done:
                end(exchange, id)
                if exchange.pointee.player?.connection == .close { session.goaway(.noError, graceful: true) }
                return
            }
        }
    }

    /// Sends a frame that the scenario asks for, and says whether the stream's response goes on.
    private func send(_ frame: HTTP2Frame, _ exchange: ExchangePlace, _ id: Int) -> Bool {
        switch frame {
        case .settings(let settings):
            session.change(settings)
            return true
        case .goaway(let goaway):
            send(goaway)
            if id <= lastTaken { return true }
            exchange.pointee.isOver = true
            exchange.pointee.isCutOff = true
            return false
        case .reset(let code):
            exchange.pointee.isOver = true
            session.reset(id, code)
            return false
        }
    }

    private func send(_ goaway: Goaway) {
        // The loader lets no other number pass than one that a client's stream may have.
        session.goaway(goaway.code, lastStream: goaway.lastStream, graceful: goaway.isGraceful)
        lastTaken = goaway.isGraceful ? min(lastTaken, goaway.lastStream ?? .max) : 0
    }

    private func end(_ exchange: ExchangePlace, _ id: Int) {
        exchange.pointee.isOver = true
        if exchange.pointee.hasHead { session.end(id) }
    }

    /// Tells the run which answers the system has taken to their last byte.
    private func tellAnswered() {
        guard !unsent.isEmpty else { return }
        let sent = written - stream.unsent
        let count = unsent.firstIndex { $0.end > sent } ?? unsent.count
        for (exchange, _) in unsent.prefix(count) { exchange.answered() }
        unsent.removeFirst(count)
    }

    // MARK: - Time

    /// Gives the client its time for what it is at: none while it is the server that lets it wait.
    private func watchProgress() {
        clientTimeouts.wait(for: waitsFor)
        switch (firstWakeUp, clientTimeouts.end) {
        case (let a?, let b?): stream.setDeadline(at: min(a, b))
        case (let a, let b): stream.setDeadline(at: a ?? b)
        }
    }

    private var waitsFor: HTTP2Timeouts.Phase? {
        if awaitsPreface { return .preface }
        if session.isAmidSection { return .section }
        if exchanges.contains(where: { $0.isUnfinished }) { return .body }
        return session.openStreams == 0 ? .stream : nil
    }

    private var firstWakeUp: Int64? {
        guard sleeping > 0 else { return nil }
        var first: Int64?
        exchanges.forEach { exchange in
            guard let wakeUp = exchange.wakeUp else { return }
            first = min(first ?? wakeUp, wakeUp)
        }
        return first
    }

    /// Waits no longer for what did not come in time.
    private func giveUp(_ missing: HTTP2Timeouts.Phase) {
        switch missing {
        case .preface:
            awaitsPreface = false
        case .section:
            // Nothing else can come on the connection before the section's end (RFC 9113, section 4.3).
            fail("A header section was not whole after \(settings.timeouts.head).")
            session.goaway(.protocolError, graceful: false)
        case .body:
            for (id, exchange) in exchanges.sorted where exchange.pointee.isUnfinished {
                refuse(
                    id, 408, "Nothing more of the body came for \(settings.timeouts.body) (RFC 9110, section 15.5.9).",
                    method: exchange.pointee.head?.method, target: exchange.pointee.head?.target)
            }
        case .stream:
            session.shutdown()
        }
    }
}
