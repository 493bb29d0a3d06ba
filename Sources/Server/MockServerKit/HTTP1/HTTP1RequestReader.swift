import Dispatch
import HTTPMessage
import HTTPWire
import MockRuntime
import Sockets

/// Reads the requests of an HTTP/1.1 connection, up to the last one that the connection answers, and times the client
/// for what it is to send.
struct HTTP1RequestReader: ~Copyable {
    /// What has come.
    enum Event {
        /// Nothing more for now.
        case nothing
        /// The head of a request whose body is still to come.
        case head(ResponseContext)
        /// The end of a body that is thrown away.
        case discarded
        case request(RequestHead, body: [UInt8], trailers: Fields, ResponseContext)
        /// The second is what had come of its head, if that is not whole.
        indirect case refused(RejectedRequest, PartialHead?)
    }

    /// Where requests of closed connections are decided: on threads that nothing else needs, because it may take long.
    private static let unanswerable = (0..<4).map { DispatchQueue(label: "mockserver.unanswerable.\($0)") }

    private var parser: RequestParser
    /// The head whose body is being read.
    private(set) var head: RequestHead?
    private var context = ResponseContext.unread
    /// Whether no further request is looked at.
    private var isFinished = false
    private var timeouts: ClientTimeouts
    /// What was read ahead of the event that is being handled.
    private var ahead: Event?

    init(_ settings: ConnectionSettings, on stream: some ByteStream) {
        parser = RequestParser(limits: settings.limits, acceptsHTTPS: settings.acceptsHTTPS(on: stream))
        timeouts = ClientTimeouts(settings.timeoutLimits)
    }

    /// Whether there is nothing more to read: no further request is looked at, and nothing is read ahead.
    var isOver: Bool { isFinished && !hasReadAhead }

    private var hasReadAhead: Bool { if case nil = ahead { false } else { true } }

    /// The target of a request whose head has not come to its end; nil until its request line has.
    var target: ArraySlice<UInt8>? { parser.target }

    /// What has come of a head that is not whole.
    var partialHead: PartialHead? { parser.partialHead }

    /// Whether no byte of a request has come that is not whole.
    var isIdle: Bool { parser.progress == .idle }

    /// Whether a part of a request has come, which may be read further.
    var isAmidRequest: Bool {
        switch parser.progress {
        case .inHead, .inBody: true
        case .idle, .refused: false
        }
    }

    /// Whether bytes came that are behind the last request.
    var hasMore: Bool { parser.hasUnconsumed }

    /// Bytes behind the request that asks for another protocol: they are that one's.
    var rest: [UInt8] { parser.unconsumed }

    /// How many bytes came of the body that is thrown away, or of the last such body.
    var discarded: Int { parser.discarded }

    /// Whether the body of the last head is too large by its stated length, so that it is refused next.
    var refusesBody: Bool { parser.refusesBody }

    /// Whether the rest of a body is still to come that is thrown away.
    var isDiscarding: Bool { parser.discardsBody }

    /// Throws away the body of the last head, and reads what has come of it.
    mutating func discardBody() {
        parser.discardBody()
        ahead = next()
        if case .nothing? = ahead { ahead = nil }
    }

    /// Adds bytes that came.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        parser.feed(bytes)
        timeouts.renew(.body)
        timeouts.renew(.request)
    }

    mutating func next() -> Event {
        if hasReadAhead, let event = ahead.take() { return event }
        while !isFinished {
            let isDiscarding = parser.discardsBody
            switch parser.next() {
            case .needsMore:
                return .nothing
            case .head(let head, let context):
                self.head = head
                self.context = context
                if parser.expectsBody { return .head(context) }
            case .request(let body, let trailers):
                guard let head = head.take() else { return .nothing }
                timeouts.renew()
                if isDiscarding { return .discarded }
                return .request(head, body: body, trailers: trailers, context)
            case .refused(let rejected):
                isFinished = true
                return .refused(rejected, parser.takeRejectedHead())
            }
        }
        return .nothing
    }

    /// What the client has to send within its time.
    enum Expected {
        case nextRequest
        /// Only the rest of a request that has begun: the client may wait for responses.
        case restOfRequest
        /// The rest of a record of TLS, which may be a request's.
        case restOfRecord
        case nothing
    }

    /// Gives the client its time, from `now` on, for what is expected of it; `requests` have come so far.
    ///
    /// - Returns: when that time is over; nil while none runs.
    mutating func watch(_ expected: Expected, after requests: Int, from now: @autoclosure () -> Int64) -> Int64? {
        timeouts.wait(for: isOver || expected == .nothing ? nil : phase(expected, after: requests), from: now())
        return timeouts.end
    }

    /// The last byte of a response is sent only now: the client's time for its next request begins anew.
    mutating func answered() { timeouts.renew(.request) }

    private func phase(_ expected: Expected, after requests: Int) -> ClientTimeouts.Phase? {
        switch parser.progress {
        case .inHead: .head(request: requests)
        case .inBody: .body
        case .idle:
            switch expected {
            case .nextRequest: .request
            case .restOfRecord: .head(request: requests)
            case .restOfRequest, .nothing: nil
            }
        case .refused: nil
        }
    }

    /// What the client has not sent in time, which is told once; nil while there is time.
    mutating func runOut(at now: Int64) -> ClientTimeouts.Phase? { timeouts.runOut(at: now) }

    /// Reads no request behind the last one.
    mutating func finish() { isFinished = true }

    /// Gives up the request that has not come in time; nil where none has begun.
    mutating func timeOut(after limit: Duration) -> (RejectedRequest, PartialHead?)? {
        if parser.discardsBody {
            isFinished = true
            return nil
        }
        guard let rejected = parser.interrupt(.timedOut(after: limit)) else { return nil }
        isFinished = true
        return (rejected, parser.takeRejectedHead())
    }

    /// Tells the run of the request that is cut, if one is to be expected.
    mutating func tellUnfinished(_ reason: AbortReason, _ reporter: ConnectionReporter, isAmidRecord: Bool) {
        guard !isOver, !parser.discardsBody else { return }
        reporter.unfinished(in: &parser, reason, isAmidRecord: isAmidRecord)
    }

    /// The queue for the requests of a closed connection: one for all of them, so that they are decided in their order.
    static func unanswerableQueue(_ queue: inout DispatchQueue?) -> DispatchQueue {
        let own =
            queue
            ?? DispatchQueue(
                label: "mockserver.unanswerable", attributes: .initiallyInactive, target: unanswerable.randomElement())
        queue = own
        return own
    }

    /// Has the run that a complete request belongs to decide it, although its connection has closed.
    private func tellUnanswerable(
        _ head: consuming RequestHead, _ body: consuming [UInt8], _ trailers: consuming Fields,
        _ reporter: ConnectionReporter, _ reason: Channel.CloseReason, on queue: DispatchQueue
    ) {
        switch reporter.router.route(&head) {
        case .recipient(let recipient):
            let connection = reporter.number(requestOf: recipient)
            let request = Request(head: consume head, body: body, trailers: trailers, connection: connection)
            recipient.announced(request).finish(after: reason, on: queue)
        case .refused(let request):
            _ = reporter.refuse(request, head)
        }
    }

    /// The channel has closed: has the run wait for the requests that came whole but were not read, because too many
    /// responses waited or the request before them was stalled. Then reports the request that was cut.
    ///
    /// - Parameter former: the queue that decides the requests before them; nil where there are none.
    /// - Returns: the queue that decides those requests once it is activated; nil where there are none.
    mutating func tellRest(
        _ reason: Channel.CloseReason, _ reporter: ConnectionReporter, isAmidRecord: Bool, on former: DispatchQueue?
    ) -> DispatchQueue? {
        var queue = former
        while !isOver {
            switch next() {
            case .nothing:
                tellUnfinished(reason == .stopped ? .stopped : .closed, reporter, isAmidRecord: isAmidRecord)
                finish()
            case .head, .discarded:
                continue
            case .request(let head, let body, let trailers, _):
                tellUnanswerable(head, body, trailers, reporter, reason, on: Self.unanswerableQueue(&queue))
            case .refused(let rejected, let partial):
                _ = reporter.refuse(rejected, partial)
            }
        }
        return queue
    }
}
