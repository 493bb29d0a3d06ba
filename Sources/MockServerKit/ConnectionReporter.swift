import Dispatch
import HTTPMessage
import HTTPWire
import MockRuntime
import Playback

/// Numbers the requests of one connection, and tells the run of those that can't be read and those that were cut.
/// Confined to the connection's event loop.
final class ConnectionReporter {
    /// The requests of one run that the connection carried.
    private struct Count {
        /// The connection's number in the server or in the session, from 1.
        let connection: Int
        var requests = 0
    }

    /// The server's own run.
    let currentRun: CurrentRun
    let sessions: SessionTable?
    private let metrics: ServerMetrics?
    private var own: Count
    private var inSessions: [SessionID: Count] = [:]
    /// The requests that have begun and are not whole, by their streams, 0 as long as none is known.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var receiving: [Int: Receiving] = [:]
    /// The result of the connection's TLS handshake; nil for cleartext.
    let tls: TLSInfo?
    /// How many requests came so far.
    private(set) var requests = 0
    /// The steps of work that decisions have taken in this turn of the event loop. Together they have the share of one
    /// decision, because other connections wait for all that were read at once.
    private var spent = 0

    init(_ currentRun: CurrentRun, _ stream: some ByteStream, _ settings: ConnectionSettings) {
        self.currentRun = currentRun
        sessions = settings.sessions
        metrics = settings.metrics
        own = Count(connection: stream.number)
        tls = stream.security
    }

    // MARK: - Requests of runs

    /// A turn of the event loop begins: other connections have had theirs.
    func beginTurn() { spent = 0 }

    /// What becomes of a request.
    enum Decision {
        case made(ExchangeHandle, ResponsePlayer)
        /// The `DecisionHandler` is called later; the session is that of the request.
        case pending(SessionID?)
        /// No run gets it; this is the response.
        case refused(LocalErrorResponse)
    }

    /// Has the run that a complete request belongs to decide it.
    func decide(
        _ head: consuming RequestHead, body: consuming [UInt8], trailers: consuming Fields, onStream stream: Int? = nil,
        for handler: some DecisionHandler
    ) -> Decision {
        switch destination(of: &head) {
        case .server:
            let connection = nextRequest(onStream: stream)
            return Decision(
                currentRun.decide(
                    Request(head: head, body: body, trailers: trailers, connection: connection), for: handler,
                    spent: &spent))
        case .session(let session):
            let connection = nextRequest(of: session, onStream: stream)
            return Decision(
                session.currentRun.decide(
                    Request(head: head, body: body, trailers: trailers, connection: connection), for: handler,
                    spent: &spent),
                in: session.id)
        case .refused(let refusal):
            count()
            return .refused(refusal.response(to: head))
        }
    }

    /// Has the run decide a request of which only the head has come; nil if it needs the body first, or if no run gets
    /// the request.
    func decide(
        head: consuming RequestHead, onStream stream: Int? = nil, for handler: some DecisionHandler
    ) -> (decision: CurrentRun.Decision, session: SessionID?)? {
        switch destination(of: &head) {
        case .server:
            let connection = upcomingRequest(onStream: stream)
            let decision = currentRun.decide(head: Request(head: head, connection: connection), for: handler)
            if decision != nil { _ = nextRequest(onStream: stream) }
            return decision.map { ($0, nil) }
        case .session(let session):
            let connection = info(count(in: session), request: 1, onStream: stream)
            let decision = session.currentRun.decide(head: Request(head: head, connection: connection), for: handler)
            if decision != nil { _ = nextRequest(of: session, onStream: stream) }
            return decision.map { ($0, session.id) }
        case .refused:
            return nil
        }
    }

    /// Has the run that a complete request belongs to decide it on a queue, although its connection has closed.
    ///
    /// - Parameter end: is called with the exchange once it is decided; not if no run gets the request.
    func decideUnanswerable(
        _ head: consuming RequestHead, body: consuming [UInt8], trailers: consuming Fields, on queue: DispatchQueue,
        _ end: @escaping @Sendable (ExchangeHandle) -> Void
    ) {
        switch destination(of: &head) {
        case .server:
            let request = Request(head: head, body: body, trailers: trailers, connection: nextRequest())
            currentRun.decideUnanswerable(request, on: queue, end)
        case .session(let session):
            let request = Request(head: head, body: body, trailers: trailers, connection: nextRequest(of: session))
            session.currentRun.decideUnanswerable(request, on: queue, end)
        case .refused(let refusal):
            count()
            _ = refusal.response(to: head)
        }
    }

    /// Whether requests of several runs may come, so that what ends the connection may harm others.
    var hasSessions: Bool { sessions != nil }

    /// The id of the session that a request names; nil if it belongs to none.
    func sessionID(of head: RequestHead) -> SessionID? {
        guard case .session(let session) = owner(of: head, nil) else { return nil }
        return session.id
    }

    private func destination(of head: inout RequestHead) -> SessionTable.Destination {
        guard let sessions else { return .server }
        return sessions.destination(of: &head)
    }

    /// Whose request one is that can't be read to its end.
    enum Owner {
        case server
        case session(Session)
        /// No run gets it.
        case nobody(SessionTable.Refusal)
    }

    /// - Parameters:
    ///   - head: the request's head, if that is whole.
    ///   - partial: what has come of it, if it is not.
    func owner(of head: RequestHead?, _ partial: @autoclosure () -> PartialHead?) -> Owner {
        guard let sessions else { return .server }
        let destination =
            if var head { sessions.destination(of: &head) } else {
                partial().map(sessions.destination) ?? .server
            }
        switch destination {
        case .server: return .server
        case .session(let session): return .session(session)
        case .refused(let refusal): return .nobody(refusal)
        }
    }

    // MARK: - Numbers

    private func count() {
        requests += 1
        metrics?.requestArrived()
    }

    /// Counts one more request.
    func nextRequest(onStream stream: Int? = nil) -> ConnectionInfo {
        count()
        own.requests += 1
        return info(own, onStream: stream)
    }

    /// The next request.
    func upcomingRequest(onStream stream: Int? = nil) -> ConnectionInfo {
        info(own, request: 1, onStream: stream)
    }

    private func nextRequest(of session: Session, onStream stream: Int? = nil) -> ConnectionInfo {
        count()
        var count = count(in: session)
        count.requests += 1
        inSessions[session.id] = count
        return info(count, onStream: stream)
    }

    /// The connection's number in the server.
    var connection: Int { own.connection }

    /// The connection's number in a session, from now on.
    func connection(in session: Session) -> Int { count(in: session).connection }

    private func count(in session: Session) -> Count {
        if let count = inSessions[session.id] { return count }
        let count = Count(connection: session.nextConnection())
        inSessions[session.id] = count
        return count
    }

    private func info(_ count: Count, request: Int = 0, onStream stream: Int?) -> ConnectionInfo {
        ConnectionInfo(index: count.connection, exchange: count.requests + request, stream: stream, tls: tls)
    }

    // MARK: - Other requests

    /// Reports a request that can't be read; the run counts it as a failure.
    ///
    /// - Parameters:
    ///   - head: the request's head; nil if that could not be read, so that no browser is permitted to read the response.
    ///   - partial: what came of a head that could not be read.
    ///   - isRequest: whether that is a request; false if the connection itself can't be read, within that head or not.
    ///   - isAnswered: whether the response will be sent.
    ///   - raw: the bytes of its head in the form of HTTP/1.1, as far as they are known.
    /// - Returns: the response, with the failure's text.
    func refuse(
        _ problem: MalformedRequest.Problem? = nil, status: Int, reason: String, method: ArraySlice<UInt8>? = nil,
        target: ArraySlice<UInt8>? = nil, head: RequestHead? = nil, _ partial: PartialHead? = nil,
        isRequest: Bool = true, isAnswered: Bool = true, onStream stream: Int? = nil, raw: [UInt8] = []
    ) -> LocalErrorResponse {
        let (run, connection): (ScenarioRun, ConnectionInfo)
        var (reason, shown) = (reason, target.map { String(decoding: $0, as: UTF8.self) })
        switch owner(of: head, partial) {
        case .session(let session):
            run = session.currentRun.run
            connection =
                isRequest
                ? nextRequest(of: session, onStream: stream)
                : info(Count(connection: self.connection(in: session)), onStream: nil)
            reason = SessionRoute.removing(session.id, from: reason)
            shown = shown.map { SessionRoute.removing(session.id, from: $0) }
        case .server:
            run = currentRun.run
            connection =
                isRequest
                ? nextRequest(onStream: stream) : info(Count(connection: own.connection), onStream: nil)
        case .nobody(let refusal):
            count()
            if let head { return refusal.response(to: head) }
            refusal.note(method: method, target: target)
            return LocalErrorResponse(status: status, currentRun.run.redacted(reason))
        }
        // As verdicts do, which have a failure about the connection as one about a request.
        if !isRequest { metrics?.requestArrived() }
        let failure = run.malformed(
            MalformedRequest(
                problem ?? MalformedRequest.Problem(status: status), status: isAnswered ? status : nil,
                reason: reason + MalformedRequest.advice(status),
                method: method.map { String(decoding: $0, as: UTF8.self) } ?? "",
                target: shown ?? "", connection: connection), head: raw)
        return LocalErrorResponse(
            status: status, text: failure?.text() ?? run.redacted(reason),
            head.flatMap { run.crossOriginFields(answering: $0) })
    }

    /// Reports a request of HTTP/1.1 that can't be read, and returns the response to it.
    ///
    /// - Parameter partial: what came of its head, if that is not whole.
    func refuse(_ rejected: RejectedRequest, _ partial: PartialHead?) -> LocalErrorResponse {
        refuse(
            status: rejected.status, reason: rejected.text, method: rejected.method, target: rejected.target,
            head: rejected.head, partial, raw: rejected.raw)
    }

    /// Reports that the client left, or the server stopped, before the next request was complete. That is not a
    /// failure: the client may change its mind. One that no run gets counts as refused, whatever its rest would have been.
    func unfinished(
        _ text: String, method: ArraySlice<UInt8>? = nil, target: ArraySlice<UInt8>? = nil, head: RequestHead? = nil,
        _ partial: PartialHead? = nil, onStream stream: Int? = nil, hasBytes: Bool = true
    ) {
        let (run, count): (ScenarioRun, Count)
        var (text, shown) = (text, target.map { String(decoding: $0, as: UTF8.self) })
        switch owner(of: head, partial) {
        case .session(let session):
            (run, count) = (session.currentRun.run, self.count(in: session))
            text = SessionRoute.removing(session.id, from: text)
            shown = shown.map { SessionRoute.removing(session.id, from: $0) }
        case .server: (run, count) = (currentRun.run, own)
        case .nobody(let refusal):
            self.count()
            return refusal.note(method: method, target: target)
        }
        run.unfinished(
            UnfinishedRequest(
                connection: info(count, request: 1, onStream: stream),
                method: method.map { String(decoding: $0, as: UTF8.self) },
                target: shown, text: text, hasBytes: hasBytes))
    }

    /// Reports an unfinished request of HTTP/1.1 from `parser`. Without any byte of a request, only a connection that
    /// its client closes unused is reported.
    func unfinished(in parser: inout RequestParser, _ reason: AbortReason) {
        if let rejected = parser.interrupt(reason) {
            unfinished(
                rejected.text, method: rejected.method, target: rejected.target, head: rejected.head,
                parser.takeRejectedHead())
        } else if reason == .closed, requests == 0 {
            unfinished("The client closed the connection without a byte.", hasBytes: false)
        }
    }
}

extension ConnectionReporter.Decision {
    init(_ decision: consuming CurrentRun.Decision, in session: SessionID? = nil) {
        switch consume decision {
        case .made(let exchange, let player): self = .made(exchange, player)
        case .pending: self = .pending(session)
        }
    }
}

extension MalformedRequest {
    /// What a client's author may do about a request that is refused with this status, as a sentence with a space before.
    fileprivate static func advice(_ status: Int) -> String {
        switch status {
        case 413: " Raise the limit with --max-body or, in Swift, with options.maxBody."
        case 421: " Where a gateway ends TLS, allow it with --trust-forwarded or, in Swift, options.trustsForwarded."
        default: ""
        }
    }
}
