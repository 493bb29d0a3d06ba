import Bytes
package import HTTPMessage

/// An incremental parser of the requests on one HTTP/1.1 connection (RFC 9112), without I/O and clock.
///
/// Feed it the received bytes, then call `next()` until it needs more. Each request causes two events: its head as soon
/// as it is complete, and the request when its body is complete. The events do not depend on how the bytes are split,
/// and each byte is inspected once. Ambiguous input is rejected, never repaired.
///
/// ```swift
/// var parser = RequestParser()
/// bytes.withUnsafeBytes { parser.feed($0) }
/// while true {
///     switch parser.next() {
///     case .needsMore: return
///     case .head(let head, let context): begin(head, context)
///     case .request(let body, let trailers): finish(body, trailers)
///     case .refused(let refusal): return answerAndClose(refusal)
///     }
/// }
/// ```
package struct RequestParser: ~Copyable {
    /// The result of `next()`.
    package enum Output: Hashable, Sendable {
        /// No event until more bytes are fed.
        case needsMore
        /// A head, and its properties that the response depends on.
        case head(RequestHead, ResponseContext)
        /// The end of the request with the last head; its content and its trailer section.
        case request(body: [UInt8], trailers: Fields)
        /// The connection must get a response and be closed; the parser reports nothing else from now on.
        indirect case refused(RejectedRequest)
    }

    /// The state of the parser on its connection.
    package enum Progress: Hashable, Sendable {
        /// Between requests: no byte of the next one has arrived.
        case idle
        /// A part of a head has arrived.
        case inHead
        /// A head has arrived, but its request is not complete.
        case inBody
        /// A request was rejected.
        case refused
    }

    private enum Phase: Sendable {
        case requestLine
        case fields
        case length(remaining: Int)
        case chunked
        case trailers
        case refused
    }

    /// The part that is now complete.
    private enum Step {
        case nothing
        case head(ResponseContext)
        case request
    }

    /// The limits for each request.
    package let limits: HTTP1Limits
    /// Whether an absolute target may name an `https` resource.
    private let acceptsHTTPS: Bool

    // Stored, since a connection asks with each request.
    /// Where the parser stands, as of the last `next()`.
    package private(set) var progress = Progress.idle
    /// Whether bytes were left behind the last event.
    package private(set) var hasUnconsumed = false
    /// Whether the body being read is thrown away.
    package private(set) var discardsBody = false
    /// How many bytes of the body being read, or of the last one, were thrown away.
    package private(set) var discarded = 0

    private var queue = ByteQueue()
    private var phase = Phase.requestLine
    private var emptyLines = 0
    private var lineReader = LineReader()
    /// The words of the request line, shown if the request is rejected.
    private var ranges: RequestLine.Ranges?
    private var line: RequestLine?
    private var section = FieldSection()
    private var head: RequestHead?
    /// The last head, whose memory is reused once nobody else holds it.
    private var spareHead: RequestHead?
    /// The first `Host`. Most clients repeat it in all requests of a connection.
    private var validHost: [UInt8] = []
    /// The buffer for a head's bytes, used alternately with that of the previous head.
    private var headBytes: [UInt8] = []
    private var chunks = ChunkedDecoder()
    private var body: [UInt8] = []
    /// The parse error of the body being read, if its stated length is too large.
    private var bodyTooLarge: ParseError?
    /// nil if there are none.
    private var trailers: Fields?
    /// The reason that nothing more is read.
    private var rejected: RejectedRequest?
    /// What had come of the rejected request's head; nil if all of it, or once it is taken.
    private var rejectedHead: PartialHead?

    /// A body up to this size gets its memory at once; a larger one grows as it arrives, so that a head alone does not
    /// allocate much memory.
    private static let reservedBody = 1024 * 1024
    /// The memory of a larger head is not kept for the rest of the connection.
    private static let keptHead = 4 * 1024

    /// A parser at the start of a connection.
    ///
    /// - Parameter acceptsHTTPS: whether an absolute target may name an `https` resource; otherwise that is a 421 (RFC
    ///   9110, section 7.4). An `http` target is accepted in any case.
    package init(limits: HTTP1Limits = HTTP1Limits(), acceptsHTTPS: Bool = false) {
        self.limits = limits
        self.acceptsHTTPS = acceptsHTTPS
    }

    /// Adds bytes after those fed before. After a rejection they are dropped.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .refused: break
        case .length(let remaining) where queue.isEmpty && !refusesBody:
            // Most of a body goes directly to its buffer, without the queue.
            let share = min(remaining, bytes.count)
            defer {
                phase = .length(remaining: remaining - share)
                queue.append(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(share)))
            }
            if discardsBody { return discarded += share }
            // Growing it by doubling could take twice its size.
            if body.count + share > body.capacity { body.reserveCapacity(body.count + remaining) }
            body.append(contentsOf: bytes.prefix(share))
        default: queue.append(bytes)
        }
    }

    /// The next event.
    package mutating func next() -> Output {
        defer { noteProgress() }
        if case .refused = phase, let rejected { return .refused(rejected) }
        do {
            switch try advance() {
            case .head(let context):
                guard let head else { return .needsMore }
                return .head(head, context)
            case .request:
                defer { restart() }
                var body: [UInt8] = []
                swap(&body, &self.body)
                return .request(body: body, trailers: trailers.take() ?? Fields())
            case .nothing:
                return .needsMore
            }
        } catch {
            return .refused(refuse(error))
        }
    }

    private mutating func noteProgress() { (progress, hasUnconsumed) = (progressNow, !queue.isEmpty) }

    private var progressNow: Progress {
        switch phase {
        // An empty line before a request line, even an incomplete one, is not a request yet.
        case .requestLine: queue.isEmpty || queue[0] == .cr ? .idle : .inHead
        case .fields: .inHead
        case .length, .chunked, .trailers: .inBody
        case .refused: .refused
        }
    }

    /// Whether a body follows the head that was read last.
    package var expectsBody: Bool {
        switch phase {
        case .length(let remaining): remaining > 0
        case .chunked: true
        case .requestLine, .fields, .trailers, .refused: false
        }
    }

    /// The target of a request whose head has not come to its end; nil until its request line has.
    package var target: ArraySlice<UInt8>? {
        guard case .fields = phase, let ranges else { return nil }
        return queue.copy(of: ranges.target)[...]
    }

    /// What has come of a head that is not whole; nil where none has begun.
    package var partialHead: PartialHead? {
        switch phase {
        case .fields:
            guard let ranges else { return nil }
            let bytes = queue.copy(of: 0..<section.end)
            return PartialHead(target: bytes[ranges.target], fields: Fields(bytes: bytes, lines: section.lines))
        case .requestLine: return progressNow == .inHead ? queue.withBytes { PartialHead(http1: $0) } : nil
        case .length, .chunked, .trailers, .refused: return nil
        }
    }

    /// What had come of the head of the rejected request, once; nil if all of it. Unlike the rejection it depends on how
    /// the bytes are split, because it has the lines behind the error that had come.
    package mutating func takeRejectedHead() -> PartialHead? { rejectedHead.take() }

    /// Whether the body of the head that was read last is too large by its stated length, so that `next` refuses it.
    package var refusesBody: Bool { bodyTooLarge != nil && !discardsBody }

    /// Throws away the body of the head that was read last, whatever its size. Its `request` event has no body.
    package mutating func discardBody() {
        discardsBody = true
        discarded = 0
        body = []
    }

    /// The bytes that belong to no event yet: the start of a head or of a coded body, and everything after it.
    ///
    /// After a request that changes the connection's protocol, these bytes belong to the new protocol.
    package var unconsumed: [UInt8] { queue.copy(of: 0..<queue.count) }

    /// Gives up the request being read for a reason that the parser cannot see, and says what is known of it.
    ///
    /// - Returns: nil between requests, where no request is cut short; after a rejection, the same rejection again.
    package mutating func interrupt(_ interruption: AbortReason) -> RejectedRequest? {
        defer { noteProgress() }
        if let rejected { return rejected }
        switch progressNow {
        case .idle: return nil
        case .inHead: return refuse(.interrupted(interruption, "head", received: queue.count), showing: queue.count)
        case .inBody, .refused:
            var whole: Int?
            if case .length(let remaining) = phase { whole = body.count + remaining }
            return refuse(.interrupted(interruption, "body", received: body.count, of: whole))
        }
    }
}

// The phases of a request.
extension RequestParser {
    private mutating func advance() throws(ParseError) -> Step {
        if case .requestLine = phase {
            guard try readRequestLine() else { return .nothing }
            phase = .fields
            section.restart(continuing: lineReader, firstLine: 2)
        }
        switch phase {
        case .fields:
            guard let line, try section.read(queue, limits: limits) else { return .nothing }
            return .head(try finishHead(line))
        case .length(let remaining):
            if let bodyTooLarge, !discardsBody { throw bodyTooLarge }
            return readLength(remaining)
        case .chunked:
            var limits = limits
            if discardsBody { limits.body = .max }
            let isWhole = try chunks.decode(&queue, into: &body, limits: limits)
            if discardsBody {
                discarded += body.count
                body.removeAll(keepingCapacity: true)
            }
            guard isWhole else { return .nothing }
            phase = .trailers
            section.restart()
            return try readTrailers()
        case .trailers:
            return try readTrailers()
        case .requestLine, .refused:
            return .nothing
        }
    }

    /// Reads the request line, and returns whether it was complete.
    private mutating func readRequestLine() throws(ParseError) -> Bool {
        guard try skipEmptyLines() else { return false }
        if lineReader.isAtStart,
            let usual = queue.withBytes({ RequestLine(usual: $0, limit: limits.requestLine) })
        {
            ranges = usual.ranges
            line = usual
            lineReader.skipLine(to: usual.ranges.version.upperBound)
            return true
        }
        let range: Range<Int>?
        do {
            range = try lineReader.next(in: queue, limit: limits.requestLine)
        } catch {
            let parseError: ParseError =
                switch error {
                case .tooLong where queue.withBytes { $0.prefix(lineReader.position).contains(.space) }:
                    .requestLineTooLong(limits.requestLine)
                case .tooLong: .methodTooLong(limits.requestLine)
                case .bareCR: .bareCR
                case .bareLF: .bareLF
                case .control(0x16) where lineReader.position == 0: .looksLikeTLS
                case .control(let byte): .control(byte, "RFC 9112, section 3")
                }
            throw parseError == .looksLikeTLS ? parseError : parseError.at(lineReader.position, line: 1)
        }
        guard let range else { return false }
        let ranges = try queue.withBytes { (bytes) throws(ParseError) in try RequestLine.split(bytes.bytes(in: range)) }
        self.ranges = ranges
        line = try queue.withBytes { (bytes) throws(ParseError) in
            try RequestLine(ranges, of: bytes.bytes(in: range), acceptsHTTPS: acceptsHTTPS)
        }
        return true
    }

    /// Drops empty lines before a request line (RFC 9112, section 2.2), and returns whether another byte has come.
    private mutating func skipEmptyLines() throws(ParseError) -> Bool {
        guard lineReader.position == 0 else { return true }
        while !queue.isEmpty {
            if queue[0] == .lf { throw .bareLF.at(0, line: 1) }
            guard queue[0] == .cr else { return true }
            guard queue.count > 1 else { return false }
            guard queue[1] == .lf else { throw .bareCR.at(0, line: 1) }
            guard emptyLines < limits.emptyLines else { throw .emptyLines(limits.emptyLines) }
            emptyLines += 1
            queue.removeFirst(2)
        }
        return false
    }

    /// Makes the head, and returns its properties that the response depends on.
    private mutating func finishHead(_ line: RequestLine) throws(ParseError) -> ResponseContext {
        let count = section.end
        let framing = try queue.withBytes { (bytes) throws(ParseError) in
            try MessageFraming(
                section.lines, in: bytes, version: line.version, isConnect: line.isConnect, validHost: validHost,
                bodyLimit: limits.body)
        }
        if validHost.isEmpty, let host = framing.host { validHost = queue.copy(of: section.lines[host].value) }
        let context = queue.withBytes {
            ResponseContext(method: $0.bytes(in: line.ranges.method), version: line.version, framing)
        }
        let isPathMissing = line.path.isEmpty && !line.isConnect
        queue.copyFirst(count, replacing: &headBytes)
        if isPathMissing { headBytes.append(.slash) }
        let layout = RequestHead.Layout(
            method: line.ranges.method, target: line.ranges.target,
            authority: line.authority ?? framing.host.map { section.lines[$0].value } ?? 0..<0,
            path: isPathMissing ? count..<count + 1 : line.path, query: line.query)
        makeHead(line.version, layout, rawCount: count)
        queue.removeFirst(count)
        switch framing.body {
        case .length(let length):
            bodyTooLarge = framing.bodyTooLarge
            if length > 0, !refusesBody { body.reserveCapacity(min(length, Self.reservedBody)) }
            phase = .length(remaining: length)
        case .chunked:
            phase = .chunked
        }
        return context
    }

    /// Makes the head from its bytes and lines, in the last head's memory if that is free.
    private mutating func makeHead(_ version: HTTPVersion, _ layout: RequestHead.Layout, rawCount: Int) {
        if var head = spareHead.take() {
            head.assign(
                version: version, bytes: &headBytes, lines: &section.lines, layout: layout, rawCount: rawCount)
            self.head = head
        } else {
            let fields = Fields(bytes: headBytes, lines: section.lines)
            head = RequestHead(version: version, fields: fields, layout: layout, rawCount: rawCount)
            headBytes = []
            section.lines = []
        }
    }

    private mutating func readLength(_ remaining: Int) -> Step {
        if remaining == 0 { return .request }
        let share = min(remaining, queue.count)
        if discardsBody { discarded += share } else { queue.copy(0..<share, to: &body) }
        queue.removeFirst(share)
        guard share == remaining else {
            phase = .length(remaining: remaining - share)
            return .nothing
        }
        return .request
    }

    private mutating func readTrailers() throws(ParseError) -> Step {
        guard try section.read(queue, limits: limits) else { return .nothing }
        guard !section.lines.isEmpty else {
            queue.removeFirst(section.end)
            return .request
        }
        trailers = try queue.withBytes { (bytes) throws(ParseError) in try section.trailers(in: bytes) }
        queue.removeFirst(section.end)
        return .request
    }

    /// Prepares for the next request.
    private mutating func restart() {
        if let head, head.rawCount <= Self.keptHead { spareHead = head }
        head = nil
        line = nil
        ranges = nil
        emptyLines = 0
        lineReader = LineReader()
        chunks = ChunkedDecoder()
        phase = .requestLine
        bodyTooLarge = nil
        discardsBody = false
    }
}

// Refusing.
extension RequestParser {
    /// Stops reading the connection; `end` says how much of the head to show, if the parse error does not.
    private mutating func refuse(_ error: ParseError, showing end: Int? = nil) -> RejectedRequest {
        let raw = head?.raw ?? queue.copy(of: 0..<min(queue.count, end ?? self.end(of: error)))[...]
        let rejected = RejectedRequest(
            status: error.status, text: error.text(in: part, of: .request),
            method: ranges.map { known($0.method) }, target: ranges.map { known($0.target) }, head: head,
            raw: Array(raw.prefix(RejectedRequest.rawLimit)))
        self.rejected = rejected
        if head == nil { rejectedHead = queue.withBytes { PartialHead(http1: $0) } }
        phase = .refused
        // The received bytes are not needed any more, and the connection may stay open for a while.
        queue = ByteQueue()
        body = []
        head = nil
        return rejected
    }

    private var part: MessagePart {
        switch phase {
        case .requestLine: .startLine
        case .chunked: .chunkedBody
        case .trailers: .trailers(behind: chunks.consumed)
        case .fields, .length, .refused: .head
        }
    }

    private func known(_ range: Range<Int>) -> ArraySlice<UInt8> {
        head?.raw?[range] ?? queue.copy(of: range)[...]
    }

    /// The end of the shown head for a parse error, independent of later bytes and of how the bytes are split.
    private func end(of error: ParseError) -> Int {
        // An error after the last complete line is in a byte of the next one; others are found in the whole line.
        let lines = if case .requestLine = phase { lineReader.start } else { section.end }
        return max(lines, (error.offset ?? -1) + 1)
    }
}
