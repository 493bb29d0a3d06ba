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

    let router: Router
    private let metrics: ServerMetrics?
    private var own: Count
    private var inSessions: [SessionID: Count] = [:]
    /// How many sessions it may remember before it forgets those that have ended.
    private var keptSessions = fewestSessions
    static let fewestSessions = 64
    /// How many sessions it remembers.
    var knownSessions: Int { inSessions.count }
    /// The requests that have begun and are not whole, by their streams, 0 as long as none is known.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var receiving: [Int: Receiving] = [:]
    /// The result of the connection's TLS handshake; nil for cleartext.
    let tls: TLSInfo?
    /// How many requests came so far.
    private(set) var requests = 0

    init(_ currentRun: CurrentRun, _ stream: some ByteStream, _ settings: ConnectionSettings) {
        router = Router(currentRun: currentRun, sessions: settings.sessions)
        metrics = settings.metrics
        own = Count(connection: stream.number)
        tls = stream.security
    }

    // MARK: - Numbers

    /// Counts one more request, and numbers it.
    func number(requestOf recipient: Router.Recipient, onStream stream: Int? = nil) -> ConnectionInfo {
        countRequest()
        guard let session = recipient.session else {
            own.requests += 1
            return info(own, onStream: stream)
        }
        var count = count(in: session)
        count.requests += 1
        inSessions[session.id] = count
        return info(count, onStream: stream)
    }

    /// What the next request will have as its number.
    func number(nextOf recipient: Router.Recipient, onStream stream: Int? = nil) -> ConnectionInfo {
        info(count(of: recipient), request: 1, onStream: stream)
    }

    private func countRequest() {
        requests += 1
        metrics?.requestArrived()
    }

    /// The connection's number in the server.
    var connection: Int { own.connection }

    /// The connection's number in a session, from now on.
    func connection(in session: Session) -> Int { count(in: session).connection }

    private func count(of recipient: Router.Recipient) -> Count { recipient.session.map(count) ?? own }

    private func count(in session: Session) -> Count {
        if let count = inSessions[session.id] { return count }
        // A connection that is kept may carry one session after another.
        if inSessions.count >= keptSessions {
            inSessions = inSessions.filter { router.sessions?.current($0.key) != nil }
            keptSessions = max(Self.fewestSessions, 2 * inSessions.count)
        }
        let count = Count(connection: session.nextConnection())
        inSessions[session.id] = count
        return count
    }

    private func info(_ count: Count, request: Int = 0, onStream stream: Int?) -> ConnectionInfo {
        ConnectionInfo(index: count.connection, exchange: count.requests + request, stream: stream, tls: tls)
    }

    // MARK: - Other requests

    /// Counts a request that no run gets, and returns the response to it.
    func refuse(_ request: UnroutedRequest, _ head: borrowing RequestHead) -> LocalErrorResponse {
        countRequest()
        return request.response(to: head, redactedBy: router.currentRun.run)
    }

    /// Reports a request that can't be read; the run counts it as a failure.
    ///
    /// - Parameters:
    ///   - head: the request's head; nil if that could not be read, so that no browser is permitted to read the response.
    ///   - partial: what came of a head that could not be read.
    ///   - isRequest: whether that is a request; false if the connection itself can't be read, within that head or not.
    ///   - isAnswered: whether the response will be sent.
    ///   - raw: the bytes of its head in HTTP/1.1, as far as they are known.
    /// - Returns: the response, with the failure's text.
    func refuse(
        _ problem: MalformedRequest.Problem? = nil, status: Int, reason: String, method: ArraySlice<UInt8>? = nil,
        target: ArraySlice<UInt8>? = nil, head: RequestHead? = nil, _ partial: PartialHead? = nil,
        isRequest: Bool = true, isAnswered: Bool = true, onStream stream: Int? = nil, raw: [UInt8] = []
    ) -> LocalErrorResponse {
        let recipient: Router.Recipient
        switch router.route(head, partial) {
        case .recipient(let found): recipient = found
        case .refused(let request):
            if let head { return refuse(request, head) }
            countRequest()
            let run = router.currentRun.run
            request.note(method: method, target: target, partial, redactedBy: run)
            return LocalErrorResponse(status: status, run.redacted(reason))
        }
        let run = recipient.currentRun.run
        let connection =
            isRequest
            ? number(requestOf: recipient, onStream: stream)
            : info(Count(connection: count(of: recipient).connection), onStream: nil)
        // As verdicts do, which have a failure about the connection as one about a request.
        if !isRequest { metrics?.requestArrived() }
        let failure = run.malformed(
            MalformedRequest(
                problem ?? MalformedRequest.Problem(status: status), status: isAnswered ? status : nil,
                reason: recipient.relative(reason) + MalformedRequest.advice(status),
                method: method.map { String(decoding: $0, as: UTF8.self) } ?? "",
                target: target.map { recipient.relative(String(decoding: $0, as: UTF8.self)) } ?? "",
                connection: connection), head: head.map(PartialHead.init) ?? partial, raw: raw)
        return LocalErrorResponse(
            status: status, text: failure?.text() ?? run.redacted(recipient.relative(reason)),
            head.flatMap { run.crossOriginFields(answering: $0) })
    }

    /// Reports that the client violated the protocol of a connection: to the run whose request's head is coming, else to the
    /// server's own, and to each session with an exchange on the connection.
    ///
    /// - Parameters:
    ///   - head: the head of the request that is coming, if that is whole.
    ///   - partial: what came of it, if it is not.
    ///   - exchanges: those on the connection, by what is known of them: an exchange, or the head of one whose body is
    ///     coming.
    func failed(
        _ reason: String, head: RequestHead?, _ partial: PartialHead?,
        exchanges: [(exchange: ExchangeReference?, head: RequestHead?)]
    ) {
        var told: Set<ObjectIdentifier> = []
        if case .recipient(let recipient) = router.route(head, partial) {
            told.insert(ObjectIdentifier(recipient.currentRun.run))
        }
        for (exchange, head) in exchanges {
            var (run, connection) = (exchange?.run, exchange?.id.connection)
            if exchange == nil, let head, case .recipient(let recipient) = router.route(head, nil) {
                (run, connection) = (recipient.currentRun.run, count(of: recipient).connection)
            }
            guard let run, let connection, run.session != nil, told.insert(ObjectIdentifier(run)).inserted else {
                continue
            }
            tell(run, of: reason, onConnection: connection)
        }
        _ = refuse(status: 400, reason: reason, head: head, partial, isRequest: false)
    }

    /// Reports that the client violated HTTP within an exchange whose request was whole.
    ///
    /// - Parameter exchange: nil for a request that no run got.
    func violated(_ reason: String, in exchange: ExchangeReference?) {
        guard let exchange else {
            _ = refuse(status: 400, reason: reason, isRequest: false, isAnswered: false)
            return
        }
        tell(exchange.run, of: reason, onConnection: exchange.id.connection)
    }

    /// Has a run fail because the client violated HTTP, in no request that could be named.
    private func tell(_ run: ScenarioRun, of reason: String, onConnection connection: Int) {
        // As verdicts do, which have a failure about the connection as one about a request.
        metrics?.requestArrived()
        _ = run.malformed(
            MalformedRequest(
                status: nil, reason: reason, method: "", target: "",
                connection: info(Count(connection: connection), onStream: nil)))
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
        let known = head.map(PartialHead.init) ?? partial
        switch router.route(head, partial) {
        case .recipient(let recipient):
            recipient.currentRun.run.unfinished(
                UnfinishedRequest(
                    connection: number(nextOf: recipient, onStream: stream),
                    method: method.map { String(decoding: $0, as: UTF8.self) },
                    target: target.map { recipient.relative(String(decoding: $0, as: UTF8.self)) },
                    text: recipient.relative(text), hasBytes: hasBytes), head: known)
        case .refused(let request):
            countRequest()
            request.note(method: method, target: target, known, redactedBy: router.currentRun.run)
        }
    }

    /// Reports an unfinished request of HTTP/1.1 from `parser`. Without any byte of a request, only a connection that
    /// its client closes unused is reported.
    ///
    /// - Parameter isAmidRecord: whether a part of a record of TLS has come behind what the parser has.
    func unfinished(in parser: inout RequestParser, _ reason: AbortReason, isAmidRecord: Bool) {
        if let rejected = parser.interrupt(reason) {
            unfinished(
                rejected.text, method: rejected.method, target: rejected.target, head: rejected.head,
                parser.takeRejectedHead())
        } else if isAmidRecord {
            let what = reason == .stopped ? "The server stopped" : "The client closed the connection"
            unfinished("\(what) in a record of TLS, which may be a request's (RFC 8446, section 5.1).")
        } else if reason == .closed, requests == 0 {
            unfinished("The client closed the connection without a byte.", hasBytes: false)
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
