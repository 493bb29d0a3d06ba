import HTTPMessage
import HTTPWire

/// Reads the requests of an HTTP/1.1 connection, up to the last one that the connection answers.
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

    init(_ limits: HTTP1Limits) { parser = RequestParser(limits: limits) }

    /// Whether no byte of a request has come that is not whole.
    var isIdle: Bool { parser.progress == .idle }

    /// Whether bytes came that are behind the last request.
    var hasMore: Bool { parser.hasUnconsumed }

    /// Bytes behind the request that asks for another protocol: they are that one's.
    var rest: ArraySlice<UInt8> { parser.unconsumed }

    /// Adds bytes that came.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) { parser.feed(bytes) }

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
                return .request(head, body: body, trailers: trailers)
            case .refused(let rejected):
                isOver = true
                return .refused(rejected)
            }
        }
        return .nothing
    }

    /// What the client is to send, where so many requests have come; nil if nothing more is read.
    func awaited(after requests: Int) -> ClientTimeouts.Phase? {
        if isOver { return nil }
        return switch parser.progress {
        case .inHead: .head(request: requests)
        case .inBody: .body
        case .idle: .request
        case .refused: nil
        }
    }

    /// Reads no request behind the last one.
    mutating func finish() { isOver = true }

    /// Gives up the request that has not come in time; nil where none has begun.
    mutating func timeOut(after limit: Duration) -> RejectedRequest? {
        guard let rejected = parser.interrupt(.timedOut(after: limit)) else { return nil }
        isOver = true
        return rejected
    }

    /// Tells the run of the request that is cut, if one is to be expected.
    mutating func tellUnfinished(_ reason: AbortReason, _ reporter: borrowing ConnectionReporter) {
        guard !isOver else { return }
        reporter.unfinished(in: &parser, reason)
    }
}
