import HTTPMessage
import HTTPWire

/// Reads the requests of an HTTP/1.1 connection, up to the last one that the connection answers, and times the client
/// for what it is to send.
struct HTTP1RequestReader: ~Copyable {
    /// What has come.
    enum Event {
        /// Nothing more for now.
        case nothing
        /// A head, whose client waits for `100 Continue` before it sends the body.
        case expectation
        case request(RequestHead, body: [UInt8], trailers: Fields)
        case refused(RejectedRequest)
    }

    private var parser: RequestParser
    /// The head whose body is being read.
    private var head: RequestHead?
    /// Whether no further request is looked at.
    private(set) var isOver = false
    private var timeouts: ClientTimeouts

    init(_ settings: ConnectionSettings) {
        parser = RequestParser(limits: settings.limits)
        timeouts = ClientTimeouts(settings.timeoutLimits)
    }

    /// Whether no byte of a request has come that is not whole.
    var isIdle: Bool { parser.progress == .idle }

    /// Whether bytes came that are behind the last request.
    var hasMore: Bool { parser.hasUnconsumed }

    /// Bytes behind the request that asks for another protocol: they are that one's.
    var rest: ArraySlice<UInt8> { parser.unconsumed }

    /// Adds bytes that came.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        parser.feed(bytes)
        timeouts.renew(.body)
        timeouts.renew(.request)
    }

    mutating func next() -> Event {
        while !isOver {
            switch parser.next() {
            case .needsMore:
                return .nothing
            case .head(let head, let expectsContinue):
                self.head = head
                if expectsContinue { return .expectation }
            case .request(let body, let trailers):
                guard let head = head.take() else { return .nothing }
                timeouts.renew()
                return .request(head, body: body, trailers: trailers)
            case .refused(let rejected):
                isOver = true
                return .refused(rejected)
            }
        }
        return .nothing
    }

    /// What the client has to send within its time.
    enum Expected {
        case nextRequest
        /// Only the rest of a request that has begun: the client may wait for responses.
        case restOfRequest
        case nothing
    }

    /// Gives the client its time, from `now` on, for what is expected of it; `requests` have come so far.
    ///
    /// - Returns: when that time is over; nil while none runs.
    mutating func watch(_ expected: Expected, after requests: Int, from now: Int64) -> Int64? {
        timeouts.wait(for: isOver || expected == .nothing ? nil : phase(expected, after: requests), from: now)
        return timeouts.end
    }

    private func phase(_ expected: Expected, after requests: Int) -> ClientTimeouts.Phase? {
        switch parser.progress {
        case .inHead: .head(request: requests)
        case .inBody: .body
        case .idle: expected == .nextRequest ? .request : nil
        case .refused: nil
        }
    }

    /// What the client has not sent in time, which is told once; nil while there is time.
    mutating func runOut(at now: Int64) -> ClientTimeouts.Phase? { timeouts.runOut(at: now) }

    /// Reads no request behind the last one.
    mutating func finish() { isOver = true }

    /// Gives up the request that has not come in time; nil where none has begun.
    mutating func timeOut(after limit: Duration) -> RejectedRequest? {
        guard let rejected = parser.interrupt(.timedOut(after: limit)) else { return nil }
        isOver = true
        return rejected
    }

    /// Tells the run of the request that is cut, if one is to be expected.
    mutating func tellUnfinished(_ reason: AbortReason, _ reporter: ConnectionReporter) {
        guard !isOver else { return }
        reporter.unfinished(in: &parser, reason)
    }
}
