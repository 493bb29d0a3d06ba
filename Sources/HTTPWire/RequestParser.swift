package import HTTPMessage

/// Reads the requests of one HTTP/1.1 connection from bytes as they come (RFC 9112). It does no I/O and knows no clock.
///
/// Feed it what was read, then ask `next()` until it needs more. Each request makes two events: its head as soon as
/// that is whole, and the request when its body is. However the bytes are cut, the events are the same, and each byte
/// is looked at once. What recipients could read in two ways is refused, never repaired.
///
/// ```swift
/// var parser = RequestParser()
/// bytes.withUnsafeBytes { parser.feed($0) }
/// while true {
///     switch parser.next() {
///     case .needsMore: return
///     case .head(let head, let expectsContinue): begin(head, expectsContinue)
///     case .request(let body, let trailers): finish(body, trailers)
///     case .refused(let refusal): return answerAndClose(refusal)
///     }
/// }
/// ```
package struct RequestParser: ~Copyable, Sendable {
    /// What `next()` found.
    package enum Output: Hashable, Sendable {
        /// Nothing until more bytes are fed.
        case needsMore
        /// A head. With `expectsContinue` the client waits for `100 Continue`, or a final response, before it sends
        /// the body.
        case head(RequestHead, expectsContinue: Bool)
        /// The end of the request whose head came last, with its content and its trailer section.
        case request(body: [UInt8], trailers: Fields)
        /// The connection is to be answered and closed; the parser says nothing else from here on.
        indirect case refused(RejectedRequest)
    }

    /// Where on its connection the parser stands.
    package enum Progress: Hashable, Sendable {
        /// Between requests: no byte of the next one has come.
        case idle
        /// Some of a head has come.
        case inHead
        /// A head has come, and its request not yet.
        case inBody
        /// A request was refused.
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

    /// What has become whole.
    private enum Step {
        case nothing
        case head(expectsContinue: Bool)
        case request
    }

    /// The limits each request is held to.
    package let limits: HTTP1Limits

    // Stored, since a connection asks with each request.
    /// Where the parser stands, as of the last `next()`.
    package private(set) var progress = Progress.idle
    /// Whether bytes were left behind the last event.
    package private(set) var hasUnconsumed = false

    private var queue = ByteQueue()
    private var phase = Phase.requestLine
    private var emptyLines = 0
    private var lineReader = LineReader()
    /// The words of the request line, for a refusal to show.
    private var ranges: RequestLine.Ranges?
    private var line: RequestLine?
    private var section = FieldSection()
    private var head: RequestHead?
    /// The last head, whose memory serves again once nobody else holds it any more.
    private var spareHead: RequestHead?
    /// What a head's bytes are put in; in turn with the one before.
    private var headBytes: [UInt8] = []
    private var chunks = ChunkedDecoder()
    private var body: [UInt8] = []
    /// nil where there are none.
    private var trailers: Fields?
    /// Why nothing is read any more.
    private var rejected: RejectedRequest?

    /// A body up to this size is given its room at once; a larger one grows as it comes, so that a head alone does not
    /// claim memory.
    private static let reservedBody = 1024 * 1024
    /// A head that is larger leaves no room behind for the connection's life.
    private static let keptHead = 4 * 1024

    /// A parser at the start of a connection.
    package init(limits: HTTP1Limits = HTTP1Limits()) {
        self.limits = limits
    }

    /// Adds bytes that came behind those fed before. After a refusal they are dropped.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .refused: break
        case .length(let remaining) where queue.isEmpty:
            // The bulk of a body goes where it belongs without a stay in the queue.
            let share = min(remaining, bytes.count)
            // Grown by doubling it could take twice its size.
            if body.count + share > body.capacity { body.reserveCapacity(body.count + remaining) }
            body.append(contentsOf: bytes.prefix(share))
            phase = .length(remaining: remaining - share)
            queue.append(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(share)))
        default: queue.append(bytes)
        }
    }

    /// The next event.
    package mutating func next() -> Output {
        defer { noteProgress() }
        if case .refused = phase, let rejected { return .refused(rejected) }
        do {
            switch try advance() {
            case .head(let expectsContinue):
                guard let head else { return .needsMore }
                return .head(head, expectsContinue: expectsContinue)
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
        // An empty line before a request line, even half of one, is not a request yet.
        case .requestLine: queue.isEmpty || queue[0] == 0x0D ? .idle : .inHead
        case .fields: .inHead
        case .length, .chunked, .trailers: .inBody
        case .refused: .refused
        }
    }

    /// What was fed and belongs to no event so far: what is there of a head or of a coded body, and what follows it.
    ///
    /// For a connection that changes its protocol: behind the request that asks for it, these are the new protocol's.
    package var unconsumed: ArraySlice<UInt8> { queue.contents }

    /// Gives up the request being read for a reason that the parser cannot see, and says what is known of it.
    ///
    /// - Returns: nil between requests, where no request is cut, and the refusal as it was after one.
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
            return .head(expectsContinue: try finishHead(line))
        case .length(let remaining):
            return readLength(remaining)
        case .chunked:
            guard try chunks.decode(&queue, into: &body, limits: limits) else { return .nothing }
            phase = .trailers
            section.restart()
            return try readTrailers()
        case .trailers:
            return try readTrailers()
        case .requestLine, .refused:
            return .nothing
        }
    }

    /// Reads the request line, and returns whether it was whole.
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
                case .tooLong where queue.contents.prefix(lineReader.position).contains(0x20):
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
        line = try queue.withBytes { (bytes) throws(ParseError) in try RequestLine(ranges, of: bytes.bytes(in: range)) }
        return true
    }

    /// Drops empty lines before a request line (RFC 9112, section 2.2), and returns whether something else has come.
    private mutating func skipEmptyLines() throws(ParseError) -> Bool {
        guard lineReader.position == 0 else { return true }
        while !queue.isEmpty {
            if queue[0] == 0x0A { throw .bareLF.at(0, line: 1) }
            guard queue[0] == 0x0D else { return true }
            guard queue.count > 1 else { return false }
            guard queue[1] == 0x0A else { throw .bareCR.at(0, line: 1) }
            guard emptyLines < limits.emptyLines else { throw .emptyLines(limits.emptyLines) }
            emptyLines += 1
            queue.removeFirst(2)
        }
        return false
    }

    /// Makes the head, and returns whether the client waits for `100 Continue`.
    private mutating func finishHead(_ line: RequestLine) throws(ParseError) -> Bool {
        let count = section.end
        let framing = try queue.withBytes { (bytes) throws(ParseError) in
            try MessageFraming(
                section.lines, in: bytes, version: line.version, isConnect: line.isConnect, bodyLimit: limits.body)
        }
        let isPathMissing = line.path.isEmpty && !line.isConnect
        queue.copyFirst(count, to: &headBytes)
        if isPathMissing { headBytes.append(0x2F) }
        let layout = RequestHead.Layout(
            method: line.ranges.method, target: line.ranges.target,
            authority: line.authority ?? framing.host.map { section.lines[$0].value } ?? 0..<0,
            path: isPathMissing ? count..<count + 1 : line.path, query: line.query)
        makeHead(line.version, layout, rawCount: count)
        queue.removeFirst(count)
        switch framing.body {
        case .length(let length):
            if length > 0 { body.reserveCapacity(min(length, Self.reservedBody)) }
            phase = .length(remaining: length)
        case .chunked:
            phase = .chunked
        }
        return framing.expectsContinue
    }

    /// Makes the head of its bytes and lines, in the last one's memory where that is free.
    private mutating func makeHead(_ version: HTTPVersion, _ layout: RequestHead.Layout, rawCount: Int) {
        if var head = spareHead.take() {
            head.become(
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
        body.append(contentsOf: queue[0..<share])
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
        let trailers = Fields(bytes: Array(queue[0..<section.end]), lines: section.lines)
        for (index, line) in trailers.lines.enumerated() {
            switch trailers.bytes.withUnsafeBufferPointer({ ParserFieldName($0.bytes(in: line.name)) }) {
            // What frames or routes a message comes too late here; a recipient that merged it would read another one.
            case .contentLength, .transferEncoding, .host:
                throw .forbiddenTrailer(trailers.name(at: index)).at(line.name.lowerBound, line: index + 1)
            case .expect, .connection, nil: continue
            }
        }
        queue.removeFirst(section.end)
        self.trailers = trailers
        return .request
    }

    /// Is ready for the next request.
    private mutating func restart() {
        if let head, head.rawCount <= Self.keptHead { spareHead = head }
        head = nil
        line = nil
        ranges = nil
        emptyLines = 0
        lineReader = LineReader()
        chunks = ChunkedDecoder()
        phase = .requestLine
    }
}

// Refusing.
extension RequestParser {
    /// Ends the connection's reading; `end` says how much of the head to show, if the parse error does not.
    private mutating func refuse(_ error: ParseError, showing end: Int? = nil) -> RejectedRequest {
        let raw = head?.raw ?? queue[0..<min(queue.count, end ?? self.end(of: error))]
        let rejected = RejectedRequest(
            status: error.status, text: "\(error.sentence)\(position(of: error)) (\(error.section)).",
            method: ranges.map { known($0.method) }, target: ranges.map { known($0.target) }, head: head,
            raw: Array(raw.prefix(RejectedRequest.rawLimit)))
        self.rejected = rejected
        phase = .refused
        // What came so far is not needed any more, and the client may stay for a while.
        queue = ByteQueue()
        body = []
        head = nil
        return rejected
    }

    private func position(of error: ParseError) -> String {
        guard let offset = error.offset else { return "" }
        switch phase {
        case .requestLine:
            return ", in the request line, at byte \(offset)"
        case .chunked:
            return ", in the chunked body, at byte \(offset)"
        case .trailers:
            return ", in line \(error.line ?? 1) of the trailers, at byte \(chunks.consumed + offset) of the body"
        case .fields, .length, .refused:
            return ", in line \(error.line ?? 1) of the head, at byte \(offset)"
        }
    }

    private func known(_ range: Range<Int>) -> ArraySlice<UInt8> {
        head?.raw?[range] ?? queue[range]
    }

    /// How much of the head a parse error ends, whatever came behind it, so that reports are alike however the bytes came.
    private func end(of error: ParseError) -> Int {
        // A parse error behind the last whole line is a byte of the next one; any other needed the whole line to be found.
        let lines = if case .requestLine = phase { lineReader.start } else { section.end }
        return max(lines, (error.offset ?? -1) + 1)
    }
}
