import Bytes
import HTTP2
import HTTPMessage
import MockRuntime
import Scenarios
import Sockets

// The responses of an HTTP/2 connection, each on its stream.
extension HTTP2Connection {
    /// Begins the response of the entry's exchange.
    func begin(_ player: consuming ResponsePlayer, _ entry: HTTP2ExchangeEntry) {
        // Its last bytes wait in the session when the player is done.
        entry.value.held = player.held
        guard entry.value.arriving != nil, let bytes = player.requestBytesBeforeFault else {
            return play(player, entry)
        }
        entry.value.arriving?.bytesBeforeFault = bytes
        entry.value.player = player
        bodyArrived(entry)
    }

    /// Notes how much of a body has come that is thrown away.
    func bodyArrived(_ entry: HTTP2ExchangeEntry, _ bytes: Int, isWhole: Bool) {
        entry.value.arriving?.bytes = bytes
        entry.value.arriving?.isWhole = isWhole
        bodyArrived(entry)
    }

    /// Tells the run how much of a body has come, and lets the fault within it happen.
    private func bodyArrived(_ entry: HTTP2ExchangeEntry) {
        guard let body = entry.value.arriving, let exchange = entry.value.reference else { return }
        guard let bytesBefore = body.bytesBeforeFault else {
            return exchange.bodyArrived(body.bytes, isLast: body.isWhole)
        }
        guard body.isWhole || body.bytes >= bytesBefore else { return }
        entry.value.arriving?.bytesBeforeFault = nil
        exchange.bodyArrived(min(body.bytes, bytesBefore), isLast: true)
        play(entry)
    }

    /// The rest of a body will not come.
    func endArriving(_ entry: HTTP2ExchangeEntry) {
        guard let body = entry.value.arriving else { return }
        entry.value.reference?.bodyArrived(body.bytes, isLast: true)
    }

    /// Plays the stream's response as far as time and the stream's window permit.
    func play(_ entry: HTTP2ExchangeEntry) {
        if entry.value.pause != nil { entry.value.exchange?.waits(for: .client) }
        exchanges.pause(entry, nil)
        if let player = entry.value.player.take() { play(player, entry) }
    }

    private func play(_ player: consuming ResponsePlayer, _ entry: HTTP2ExchangeEntry) {
        guard isTaken(entry.number), !entry.value.isOver, let clock = entry.value.run?.clock else { return }
        play(&player, entry, clock: clock)
        if !entry.value.isOver { entry.value.player = consume player }
    }

    private func play(_ player: inout ResponsePlayer, _ entry: HTTP2ExchangeEntry, clock: ServerClock) {
        var sink = HTTP2ResponseSink(connection: self, entry: entry, takesMore: session.wantsMore(entry.number))
        while true {
            switch drive(&player, into: &sink, clock: clock) {
            case .full, .waits: return
            case .unsendable: return session.reset(entry.number, .internalError)
            case .stopped: break
            case .ended(let end): if finish(entry, by: end, of: player) { return }
            }
            guard let other = unsendable(player, entry) else { return session.reset(entry.number, .internalError) }
            player = other
        }
    }

    /// Ends the stream's response; false if that would harm another session before the head is written.
    private func finish(_ entry: HTTP2ExchangeEntry, by end: ResponseEnd, of player: ResponsePlayer) -> Bool {
        let id = entry.number
        switch end {
        case .done:
            self.end(entry)
            if entry.value.closesConnection { session.goaway(.noError, graceful: true) }
        case .stall, .keepOpen:
            entry.value.isOver = true
            openEnded.append(id)
        case .close:
            return close(entry, player)
        case .reset, .truncated:
            entry.value.isOver = true
            session.reset(id, .internalError)
        case .broken(let error, let position):
            entry.value.isOver = true
            entry.value.reference?.brokeOff(error.description, at: position)
            session.reset(id, .internalError)
        }
        return true
    }

    /// Ends the connection after the stream's response, or only the stream where another session has one; false if that
    /// would be before the head is written.
    private func close(_ entry: HTTP2ExchangeEntry, _ player: ResponsePlayer) -> Bool {
        let harms = harmsOthers(entry)
        if harms {
            guard entry.value.hasHead else {
                entry.value.garbage = []
                return false
            }
            brokeOff(player, entry)
        }
        // As in HTTP/1.1, a response that has begun counts as complete, unless the fault cuts its body.
        if !player.cutsBody {
            end(entry)
        } else {
            entry.value.isOver = true
            if harms { session.reset(entry.number, .internalError) }
        }
        if !harms {
            entry.value.isCutOff = true
            last = entry.number
        }
        return true
    }

    /// Sends a frame that the scenario states, and returns whether the stream's response continues.
    func send(_ frame: HTTP2Frame, _ entry: HTTP2ExchangeEntry) -> Bool {
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

    /// Sends the GOAWAY that follows a response's last byte.
    func sendGoawayAfterEnd(_ entry: HTTP2ExchangeEntry) {
        guard let (goaway, position) = entry.value.goaway else { return }
        guard harmsOthers(entry, keepingUpTo: goaway.lastKept) else { return send(goaway) }
        entry.value.reference?.brokeOff(Self.harm("this GOAWAY"), at: position)
    }

    private func send(_ goaway: Goaway) {
        // The loader accepts only numbers that a client's stream may have.
        session.goaway(goaway.code, lastStream: goaway.lastStream, graceful: goaway.isGraceful)
        lastTaken = goaway.isGraceful ? min(lastTaken, goaway.lastStream ?? .max) : 0
    }

    // MARK: - Other sessions on the connection

    /// Whether an end of the connection that the stream's response states would cut an open stream of another session, also
    /// one whose request has come and is handled next.
    ///
    /// - Parameter last: the last stream that would go on.
    func harmsOthers(_ entry: HTTP2ExchangeEntry, keepingUpTo last: Int = 0) -> Bool {
        guard reporter.router.hasSessions, let session = entry.value.reference.map({ $0.run.session }) else {
            return false
        }
        func isOfOther(_ head: RequestHead) -> Bool {
            guard case .recipient(let recipient) = reporter.router.route(head, nil) else { return false }
            return recipient.session?.id.description != session
        }
        var harms = exchanges.sorted.contains { other in
            guard other.number != entry.number, other.number > last else { return false }
            if let exchange = other.value.reference ?? other.value.pending { return exchange.run.session != session }
            return other.value.head.map(isOfOther) ?? false
        }
        self.session.forEachComingHead { if !harms, $0 > last { harms = isOfOther($1) } }
        return harms
    }

    private static func harm(_ what: String) -> String {
        "\(what) would end the connection, on which another session has an open stream; give each session connections of "
            + "its own, or end only the stream, by the fault \"reset\" or h2.rst_stream"
    }

    /// What is sent in place of a response that would end the connection; nil if the response does not.
    private func unsendable(_ player: ResponsePlayer, _ entry: HTTP2ExchangeEntry) -> ResponsePlayer? {
        guard let exchange = entry.value.reference, let (what, position) = player.statedEnd else { return nil }
        return exchange.run.unsendable(exchange.id, Self.harm(what), at: position)
    }

    private func brokeOff(_ player: ResponsePlayer, _ entry: HTTP2ExchangeEntry) {
        guard let (what, position) = player.statedEnd else { return }
        entry.value.reference?.brokeOff(Self.harm(what), at: position)
    }

    private func end(_ entry: HTTP2ExchangeEntry) {
        entry.value.isOver = true
        guard entry.value.hasHead else { return }
        guard let trailers = entry.value.trailers else { return session.end(entry.number) }
        // The run has checked the trailers; if they can't be sent, the stream must end all the same.
        do throws(HTTP2Unsendable) { try session.end(entry.number, trailers: trailers) } catch {
            session.reset(entry.number, .internalError)
        }
    }

    /// Marks responses without an end as written once their bytes are.
    func letGoOfOpenEnded() {
        guard !openEnded.isEmpty else { return }
        openEnded.removeAll { id in
            guard let entry = exchanges[id] else { return true }
            guard session.unsent(id) == 0 else { return false }
            entry.value.openEnded = entry.value.exchange?.reference
            if let exchange = entry.value.exchange.take() { unsent.append(exchange) }
            return true
        }
    }

    /// Writes the bytes of a fault that are no frame, just before the connection ends.
    func writeGarbage() {
        guard let last, let entry = exchanges[last], !entry.value.garbage.isEmpty else { return }
        unsent.wrote(entry.value.garbage.count)
        entry.value.garbage.withUnsafeBytes { stream.write($0) }
        entry.value.garbage = []
    }

    /// Reports to the run the responses that the system has accepted completely.
    func tellAnswered() {
        let pending = stream.unsent
        while let response = unsent.popSent(unsent: pending) {
            // The client's time for its next request runs from the last byte.
            timeouts.renew(.request)
            watch(response.end(.answered))
        }
    }

    // MARK: - Delivery

    /// Watches a response until the client has it.
    func watch(_ response: SentResponse?) {
        guard let response else { return }
        stream.watchDelivery()
        deliveryWatch.add(response)
    }

    private var deliveryWatch: DeliveryWatch {
        if let deliveries { return deliveries }
        let watch = DeliveryWatch(on: stream.eventLoop) { [weak self] in
            self.map { $0.unsent.written - $0.stream.outstanding } ?? 0
        } settled: { [weak self] in
            self?.delivered()
        }
        deliveries = watch
        return watch
    }

    /// Whether the connection, which is over, must stay open for now, because its close might keep a response from being
    /// delivered or from being seen to be.
    func staysForDelivery() -> Bool {
        if unsent.watchesDelivery {
            stream.sendNow()
            tellAnswered()
            // What the client has not taken is watched once it has.
            if unsent.watchesDelivery { return deliveryWatch.close(hasMore: true) }
        }
        guard let deliveries, !deliveries.isEmpty else { return false }
        return deliveries.close(hasMore: false)
    }
}

extension Goaway {
    /// The last stream that goes on after it; 0 if it ends the connection.
    var lastKept: Int { isGraceful ? lastStream ?? .max : 0 }
}
