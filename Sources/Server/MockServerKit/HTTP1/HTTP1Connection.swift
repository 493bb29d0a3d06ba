import Dispatch
import HTTPMessage
import HTTPWire
import MockRuntime
import Playback
import Sockets

/// One HTTP/1.1 connection: has the run decide the requests of its reader, and gives the responses to its writer.
/// Confined to its channel's event loop.
///
/// Requests reach the run as soon as they are whole, even while earlier responses wait. Behind one that is being decided they
/// are announced to it, and decided in their order.
final class HTTP1Connection<Stream: ByteStream>: ChannelHandler, DecisionHandler {
    private let stream: Stream
    private let settings: ConnectionSettings
    private let writer: HTTP1ResponseWriter<Stream>
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var reader: HTTP1RequestReader
    let reporter: ConnectionReporter
    /// The steps of work that decisions have taken in this turn of the event loop. Together they have the share of one
    /// decision, because other connections wait for all that were read at once.
    private var spent = 0
    /// How many requests were taken in this turn.
    private var taken = 0
    /// The most requests of a turn. A client that pipelines thousands lets other connections have theirs in between.
    private static var mostTaken: Int { 64 }
    /// When the connection reads on that has paused for others; nil if it has not.
    private var readsOn: Int64?
    /// Whether so many responses wait that nothing more is read.
    private var isPaused = false
    /// Whether a fault stalls the body of a request, so that no more of it is read, nor of what is behind it: that is told
    /// when the connection closes.
    private var isStalled = false
    /// Whether the connection is HTTP/2's now.
    private var hasMoved = false
    /// The request that is decided off the event loop.
    private var deciding: ResponseContext?
    /// What has come behind it.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var queue = HTTP1RequestQueue()
    /// A head behind it that has to be looked at, because its body may not be needed.
    private var nextHead: ResponseContext?
    /// The head whose request waits for its body, if it was looked at.
    private var examined: ExaminedHead?
    /// The head of the request with which the client gives up the connection, until it sends something behind that.
    private var lastHead: RequestHead?
    /// The request that was decided at its head and whose body has not come to its end.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    private var arriving: ArrivingHTTP1Request?
    /// Whether the client has left meanwhile.
    private var hasLeft = false
    /// Whether the connection is closed once its last responses are delivered.
    private var closesWhenDelivered = false
    /// Whether the client's end is still to be looked at, once everything before it is read.
    private var isEndPending = false
    /// How the channel closed; nil while it is open.
    private var closeReason: Channel.CloseReason?

    init(_ stream: Stream, _ currentRun: CurrentRun, settings: ConnectionSettings) {
        self.stream = stream
        self.settings = settings
        writer = HTTP1ResponseWriter(stream, currentRun, settings: settings)
        reader = HTTP1RequestReader(settings, on: stream)
        reporter = ConnectionReporter(currentRun, stream, settings)
        watchProgress()
    }

    // MARK: - Reading

    // Compiled for each kind of stream: the way of a request looks up nothing generic while it runs.
    @_specialize(where Stream == Channel)
    @_specialize(where Stream == TLSChannel)
    func received(_ bytes: UnsafeRawBufferPointer) {
        guard !reader.isOver else { return refuse(behindLast: bytes) }
        (spent, taken) = (0, 0)
        reader.feed(bytes)
        readRequests()
        watchProgress()
    }

    func ended() {
        guard !isStalled else { return leaving() }
        // Requests that came whole are decided first.
        isEndPending = deciding != nil || isPaused
        if isEndPending {
            leaving()
            guard deciding == nil, !isPaused else { return }
            isEndPending = false
        }
        // Its client has given up what has begun.
        reader.tellUnfinished(.closed, reporter, isAmidRecord: stream.isAmidRecord)
        endArriving(.gone)
        reporter.receives(false)
        reader.finish()
        writer.hasClientEnded = true
        writer.tellLeaving()
        if writer.count == 0 || writer.isOpenEnded { close() } else { watchProgress() }
    }

    func leaving() {
        hasLeft = true
        // The client sends no more than what has come. That is decided before the responses count as awaited by nobody,
        // so that the run can't end in between.
        if isPaused, writer.raiseLimit() {
            isPaused = false
            stream.resumeReading()
            readRequests()
            return watchProgress()
        }
        watchProgress()
        writer.tellLeaving()
    }

    /// Whether nothing more is read until the request is decided: it was decided at its head, or the next may be.
    private var awaitsDecision: Bool { deciding != nil && (arriving != nil || nextHead != nil) }

    private func readRequests() {
        if !queue.isEmpty || nextHead != nil {
            decideQueued()
            if deciding == nil, !queue.isEmpty {
                isPaused = true
                return stream.pauseReading()
            }
        }
        while !reader.isOver, !awaitsDecision, !isStalled {
            guard !writer.isFull, !queue.isFull else {
                isPaused = true
                return stream.pauseReading()
            }
            guard taken < Self.mostTaken else { return pauseForOthers() }
            switch reader.next() {
            case .nothing:
                return bodyArrived(isWhole: false)
            case .head(let context):
                if deciding != nil, context.expectsContinue || mayDecideAtHead {
                    nextHead = context
                    stream.pauseReading()
                } else {
                    begin(context)
                }
            case .discarded:
                bodyArrived(isWhole: true)
            case .request(let head, let body, let trailers, let context):
                taken += 1
                take(head, body, trailers: trailers, context: context)
            case .refused(let rejected, let partial):
                refuse(rejected, partial)
            }
        }
    }

    /// Reads on once the event loop has seen to its other connections.
    private func pauseForOthers() {
        isPaused = true
        readsOn = EventLoop.now
        stream.pauseReading()
    }

    /// The head of a request has come, and its body has not.
    private func begin(_ context: ResponseContext) {
        guard deciding == nil else { return }
        if !takeAtHead(context), context.expectsContinue, !reader.refusesBody { writer.expectContinue() }
    }

    /// Whether the run decides some requests at their heads.
    private var mayDecideAtHead: Bool {
        guard case .recipient(let recipient)? = reader.head.map({ reporter.router.route($0, nil) }) else {
            return false
        }
        return recipient.currentRun.playing.scenario.scenario.decidesAtHead
    }

    /// Decides what has come behind a request that is decided by now.
    private func decideQueued() {
        while deciding == nil, !writer.isFull, let entry = queue.popFirst() {
            let context = entry.context
            switch entry.content {
            case .pending(let pending, let inProgress):
                switch pending.goOn(spent: &spent) {
                case .made(let exchange, let player): respond(exchange, player, context: context)
                case .pending(let next): finishLater(next, context)
                }
                inProgress.end()
            case .refused(let response): wrote(writer.respond(response, answering: context, on: self))
            case .rejected(let rejected, let partial): refuse(rejected, partial)
            }
        }
        guard deciding == nil, let context = nextHead.take() else { return }
        begin(context)
    }

    private func take(
        _ head: consuming RequestHead, _ body: consuming [UInt8], trailers: consuming Fields,
        context: ResponseContext
    ) {
        if !context.persists, !context.isConnect, !context.asksForUpgrade {
            lastHead = copy head
            if reader.hasMore { reader.rest.withUnsafeBytes { refuse(behindLast: $0) } }
        }
        if deciding != nil { return enqueue(head, body, trailers: trailers, context: context) }
        writer.forgetContinue()
        if context.asksForUpgrade, upgrade(copy head, copy body, trailers: copy trailers) { return }
        switch reporter.router.route(&head) {
        case .recipient(let recipient):
            let connection = reporter.number(requestOf: recipient)
            let request = Request(head: consume head, body: body, trailers: trailers, connection: connection)
            let known = examined
            if known != nil { examined = nil }
            switch recipient.decide(consume request, after: known, spent: &spent) {
            case .made(let exchange, let player):
                // Before the client can have the response, and ask for the end of the run.
                reporter.receives(false)
                respond(exchange, player, context: context)
            case .pending(let pending):
                finishLater(pending, context)
            }
        case .refused(let request):
            reader.finish()
            wrote(writer.respond(reporter.refuse(request, head), answering: context, on: self))
        }
    }

    /// Announces a request to its run that is decided after others.
    private func enqueue(
        _ head: consuming RequestHead, _ body: consuming [UInt8], trailers: consuming Fields, context: ResponseContext
    ) {
        switch reporter.router.route(&head) {
        case .recipient(let recipient):
            let connection = reporter.number(requestOf: recipient)
            let size = body.count + head.fields.bytes.count
            let request = Request(head: consume head, body: body, trailers: trailers, connection: connection)
            queue.append(recipient.announced(request), size: size, answering: context)
            if !context.persists { reader.finish() }
        case .refused(let request):
            reader.finish()
            queue.append(reporter.refuse(request, head), answering: context)
        }
    }

    /// What comes meanwhile waits for it.
    private func finishLater(_ pending: PendingExchange, _ context: ResponseContext) {
        deciding = context
        if arriving != nil { stream.pauseReading() }
        pending.finish(for: self)
    }

    /// Has the run decide the request whose head has come, and returns whether it did.
    private func takeAtHead(_ context: ResponseContext) -> Bool {
        guard var head = reader.head, case .recipient(let recipient) = reporter.router.route(&head),
            let decision = recipient.decide(
                head: Request(head: head, connection: reporter.number(nextOf: recipient)), examined: &examined)
        else { return false }
        _ = reporter.number(requestOf: recipient)
        reader.discardBody()
        var context = context
        // A client that waits for `100 Continue` may send the body or leave it out: what follows can't be told apart.
        if context.expectsContinue { context.persists = false }
        switch consume decision {
        case .made(let exchange, let player):
            reporter.receives(false)
            begin(exchange, player, context: context)
        case .pending(let pending):
            arriving = ArrivingHTTP1Request()
            finishLater(pending, context)
        }
        return true
    }

    /// Responds to a request whose body is still coming, at once or where its fault is.
    private func begin(
        _ exchange: consuming Exchange, _ player: consuming ResponsePlayer, context: ResponseContext
    ) {
        arriving = ArrivingHTTP1Request(exchange.reference)
        let bytesBefore = player.requestBytesBeforeFault ?? 0
        if bytesBefore > 0 {
            arriving?.fault = ArrivingHTTP1Request.Fault(bytesBefore, exchange, player, context)
            if context.expectsContinue { writer.expectContinue() }
        } else {
            exchange.reference.bodyArrived(reader.discarded, isLast: player.stallsRequest)
            if player.stallsRequest { arriving = nil }
            respond(exchange, player, context: context)
        }
    }

    /// Tells the run how much of a body has come that is thrown away, and lets the fault within it happen.
    private func bodyArrived(isWhole: Bool) {
        guard let exchange = arriving?.exchange else { return }
        let isLast = isWhole || reader.isOver
        guard let bytesBefore = arriving?.fault?.bytesBefore else {
            exchange.bodyArrived(reader.discarded, isLast: isLast)
            if isLast { arriving = nil }
            return
        }
        guard isLast || reader.discarded >= bytesBefore else { return }
        exchange.bodyArrived(min(reader.discarded, bytesBefore), isLast: true)
        respondToArriving()
    }

    /// The request that was arriving has come as far as its fault: responds to it, if it has one.
    private func respondToArriving() {
        guard let arriving = arriving.take(), let fault = arriving.fault else { return }
        let (player, context) = (fault.player, fault.context)
        if let exchange = fault.takeExchange() { respond(exchange, player, context: context) }
    }

    /// Ends a request whose body will not come to its end.
    private func endArriving(_ reason: Channel.CloseReason) {
        guard let arriving = arriving.take(), let exchange = arriving.exchange else { return }
        exchange.bodyArrived(reader.discarded, isLast: true)
        arriving.fault?.takeExchange()?.end(Exchange.End(isAnswered: false, reason))
    }

    var eventLoop: EventLoop { stream.eventLoop }

    func decided(_ request: ConnectionInfo, _ exchange: consuming Exchange, player: ResponsePlayer) {
        guard let context = deciding.take() else { return }
        if let closeReason {
            if arriving != nil { exchange.reference.bodyArrived(reader.discarded, isLast: true) }
            let rest = tellRest(closeReason)
            exchange.end(Exchange.End(isAnswered: false, closeReason))
            rest?.activate()
            return
        }
        (spent, taken) = (0, 0)
        // A closure can't consume what it captures.
        var decided: Exchange? = exchange
        stream.batch {
            guard let exchange = decided.take() else { return }
            if arriving == nil {
                respond(exchange, player, context: context)
            } else {
                begin(exchange, player, context: context)
            }
            if !isStalled, !isPaused { stream.resumeReading() }
            readRequests()
            resumeReading()
            if isEndPending { ended() } else if hasLeft { leaving() }
            watchProgress()
        }
    }

    /// Passes the connection to HTTP/2 if the request asks for it and no HTTP/1.1 bytes are left to be sent.
    private func upgrade(_ head: RequestHead, _ body: [UInt8], trailers: Fields) -> Bool {
        let request = Request(
            head: head, body: body, trailers: trailers, connection: reporter.number(nextOf: reporter.router.server))
        guard stream.security == nil, writer.isIdle, settings.protocols.contains(.http2),
            let connection = HTTP2Upgrade(head)?.connection(for: request, on: stream, settings, reporter)
        else { return false }
        reader.finish()
        hasMoved = true
        let rest = reader.rest
        if !rest.isEmpty { rest.withUnsafeBytes { connection.received($0) } }
        return true
    }

    private func refuse(_ rejected: RejectedRequest, _ partial: PartialHead?) {
        if deciding != nil, arriving == nil { return queue.append(rejected, partial) }
        if let exchange = arriving?.exchange {
            // The request has its response already, or will have it.
            _ = reporter.refuse(rejected, partial)
            exchange.bodyArrived(reader.discarded, isLast: true)
            respondToArriving()
            return writer.count == 0 ? close() : ()
        }
        wrote(writer.respond(reporter.refuse(rejected, partial), answering: ResponseContext(rejected), on: self))
    }

    /// Tells once that the client goes on though it has given up the connection.
    private func refuse(behindLast bytes: UnsafeRawBufferPointer) {
        // Some clients send an empty line behind a body (RFC 9112, section 2.2).
        guard let head = lastHead, bytes.contains(where: { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") })
        else {
            return
        }
        lastHead = nil
        _ = reporter.refuse(
            status: 400,
            reason: "The client sends more behind its last request, as which it is marked by `Connection: close` or by "
                + "HTTP/1.0 without `keep-alive` (RFC 9112, section 9.6).",
            head: head, isRequest: false, isAnswered: false)
    }

    // MARK: - Writing

    /// Requests behind one that asks for the connection's close are not read (RFC 9112, section 9.6), nor those behind
    /// one whose response will close it: they could not be answered here, and the client will send them again. Those behind
    /// a response without an end are read, as behind a delay: nothing tells the client to send them elsewhere. So are those
    /// behind a stalled request that has come whole.
    private func respond(
        _ exchange: consuming Exchange, _ player: consuming ResponsePlayer, context: ResponseContext
    ) {
        if player.stallsRequest, reader.isDiscarding {
            isStalled = true
            stream.pauseReading()
        }
        if !context.persists || player.endsConnection {
            reader.finish()
            nextHead = nil
            if !queue.isEmpty { queue.withdraw() }
        }
        let isLast = !reader.hasMore && queue.isEmpty
        wrote(writer.respond(exchange, player, answering: context, isLast: isLast, on: self))
    }

    private func wrote(_ outcome: HTTP1ResponseWriter<Stream>.Outcome) {
        switch outcome {
        case .waits: break
        case .closes: close()
        case .written:
            if reader.isOver, writer.count == 0, queue.isEmpty, deciding == nil { return close() }
            // All of it may be sent already, and then nothing more will be drained.
            writer.tellAnswered()
        }
    }

    func sending() { writer.tellSending() }

    func notSent() { writer.tellNotSent() }

    func drained() {
        let isAnswered = writer.tellAnswered()
        if closesWhenDelivered { return close() }
        if isAnswered { reader.answered() }
        if writer.wakeUp == nil, writer.count > 0 {
            resumeWriting()
        } else if isAnswered {
            watchProgress()
        }
    }

    private func resumeWriting() {
        wrote(writer.resume(on: self))
        resumeReading()
        watchProgress()
    }

    /// Reads on if so much had come that nothing more was read.
    private func resumeReading() {
        guard isPaused, !writer.isFull, !queue.isFull else { return }
        (isPaused, readsOn) = (false, nil)
        (spent, taken) = (0, 0)
        stream.resumeReading()
        readRequests()
        if isEndPending { ended() }
    }

    func resumed(stream _: Int?) {
        guard stream.isOpen, writer.count > 0 else { return }
        stream.batch { resumeWriting() }
        stream.sendNow()
        writer.tellAnswered()
    }

    private func close() {
        // If no bytes are left to be sent, no later event reports the responses.
        writer.tellAnswered()
        if writer.staysForDelivery() {
            reader.finish()
            writer.onDelivery = { [weak self] in self?.delivered() }
            closesWhenDelivered = true
            return
        }
        stream.closeLingering()
    }

    /// The last responses of a connection that is to be closed are delivered.
    private func delivered() {
        guard closesWhenDelivered, stream.isOpen else { return }
        stream.batch { close() }
    }

    func closed(_ reason: Channel.CloseReason) {
        closeReason = reason
        // The run waits for what came whole, before it is told that it need not wait for the rest.
        let rest = reason != .done && deciding == nil ? tellRest(reason) : nil
        if reason == .done { queue.withdraw() }
        // All that nobody had looked at is told now.
        if isPaused, deciding == nil, !reader.isAmidRequest, !stream.isAmidRecord { reporter.receives(false) }
        reporter.receivesNoMore(reason)
        if writer.held >= Channel.highMark { MemoryTrimmer.shared.ask() }
        writer.tellClosed(reason)
        endArriving(reason)
        rest?.activate()
    }

    /// Has the runs decide what came whole, although the connection has closed.
    ///
    /// - Returns: the queue that decides it once it is activated; nil where there is none.
    private func tellRest(_ reason: Channel.CloseReason) -> DispatchQueue? {
        var queue: DispatchQueue?
        self.queue.tellUnanswerable(reason, reporter, on: HTTP1RequestReader.unanswerableQueue(&queue))
        return reader.tellRest(reason, reporter, isAmidRecord: stream.isAmidRecord, on: queue)
    }

    // MARK: - Time

    func deadlinePassed() {
        let now = EventLoop.now
        if let wakeUp = writer.wakeUp, wakeUp <= now { resumeWriting() }
        if let readsOn, readsOn <= now {
            self.readsOn = nil
            resumeReading()
        }
        if stream.isOpen, let phase = reader.runOut(at: now) { giveUp(phase) }
        watchProgress()
    }

    /// Gives up waiting for `phase`, whose timeout has expired.
    func giveUp(_ phase: ClientTimeouts.Phase) {
        // A client that is slow to take its responses is not read meanwhile, whatever it may have sent.
        if stream.unsent > Channel.lowMark, !reader.isIdle || stream.isAmidRecord { return }
        // Of a shorter body all passes before the fault.
        if arriving?.fault != nil { return bodyArrived(isWhole: true) }
        if let (rejected, partial) = reader.timeOut(after: settings.timeouts.limit(of: phase)) {
            refuse(rejected, partial)
        } else if stream.isAmidRecord, !reader.isOver {
            reader.finish()
            let reason =
                "A record of TLS, which may be a request's, was not whole \(settings.timeouts.head) after its first byte "
                + "(RFC 9110, section 15.5.9)."
            wrote(writer.respond(reporter.refuse(status: 408, reason: reason), answering: .unread, on: self))
        } else if writer.count == 0 {
            close()
        }
    }

    /// Sets the client's timeout for the next part that it has to send; none while it waits for the server.
    func watchProgress() {
        // The connection that it became has the same reporter.
        guard !hasMoved else { return }
        // One that was decided at its head has come. Behind too many unanswered ones there may be more: nobody has looked.
        let hasBegun =
            isPaused || queue.endsRejected || (!reader.isIdle || stream.isAmidRecord) && !reader.isOver && !isStalled
        reporter.receives(
            hasBegun && arriving == nil, head: reader.head, target: reader.target, partial: reader.partialHead)
        guard stream.isOpen else { return }
        let expected: HTTP1RequestReader.Expected =
            isPaused || isStalled || awaitsDecision || writer.owesContinue
            ? .nothing
            : stream.isAmidRecord
                ? .restOfRecord : writer.count > 0 || deciding != nil ? .restOfRequest : .nextRequest
        let end = reader.watch(expected, after: reporter.requests, from: EventLoop.now)
        stream.setDeadline(atFirstOf: readsOn ?? writer.wakeUp, end)
    }
}
