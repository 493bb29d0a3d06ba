import Bytes
package import HTTPMessage

/// An incremental parser of the responses on one HTTP/1.1 connection to a server (RFC 9112), without I/O and clock.
///
/// Say which request waits for a response, then call `next` with the received bytes until it needs more. It takes from
/// their front what it reads: the bytes of an incomplete head are kept, those of a body are passed on in place. So a
/// caller that can't pass on more of a body just stops calling, and keeps what is left. The events do not depend on how
/// the bytes are split, except that each split of a body is also one of its slices. Ambiguous input is refused, never
/// repaired; where RFC 9112 leaves a choice, the strict one is made:
///
/// - A response with both Content-Length and Transfer-Encoding, or with several lengths, even equal ones, is refused.
///   Servers and proxies that disagree on which one counts let an attacker split a response in two (sections 6.3 and
///   11.1).
/// - So is one with any transfer coding but chunked. If chunked is not the last one, the body ends with the connection,
///   but its coding could not be undone. No request asks for another one by `TE`.
/// - Only CRLF ends a line, and a folded field is refused, as section 5.2 allows a gateway.
///
/// ```swift
/// var parser = ResponseParser()
/// parser.expectResponse(to: request.method)
/// while true {
///     switch parser.next(&input) {
///     case .needsMore: return
///     case .informational(let head): passOn(head)
///     case .head(let head, let body): begin(head, body)
///     case .body(let slice): passOn(slice)
///     case .end(let trailers): return finish(trailers, keeps: parser.isReusable)
///     case .switchingProtocols, .refused: return close()
///     }
/// }
/// ```
package struct ResponseParser: ~Copyable {
    /// The result of `next`.
    package enum Output {
        /// No event until more bytes come; all are taken.
        case needsMore
        /// A response with a status from 100 to 199, except 101; others follow, and at last the final one (RFC 9110,
        /// section 15.2).
        case informational(ResponseHead)
        /// 101: the bytes that are left, and all later ones, are those of another protocol (RFC 9110, section 15.2.2).
        case switchingProtocols(ResponseHead)
        /// The head of the final response, with its reason as received.
        case head(ResponseHead, Body)
        /// Some of the body, at least a byte, without its coding. The slice is part of the input and as long valid.
        case body(UnsafeRawBufferPointer)
        /// The end of the final response. Bytes that are left belong to no response.
        case end(trailers: Fields)
        /// The connection must be closed; the parser reports nothing else from now on.
        indirect case refused(RefusedResponse)
    }

    /// How the end of a body is found, by the first item of RFC 9112, section 6.3, that applies.
    package enum Body: Hashable, Sendable {
        /// There is no body, whatever the fields say: a response to HEAD, 204 or 304 (item 1).
        case none
        /// By the chunked coding (item 4).
        case chunked
        /// By Content-Length (item 6).
        case length(Int)
        /// By the end of the connection (item 8).
        case untilClose
    }

    /// The state of the parser on its connection.
    package enum Progress: Hashable, Sendable {
        /// No request waits for a response.
        case idle
        /// A request waits, and no byte has come since.
        case waiting
        /// A part of a head or an informational response has come, but not the final head.
        case inHead
        /// The final head has come, but not the end of its response.
        case inBody
        /// A response has ended that was the last one of its connection, or the connection has.
        case ended
        /// The connection has another protocol.
        case switched
        /// A response was refused.
        case refused
    }

    private enum Phase {
        case idle
        case statusLine
        case fields(StatusLine)
        case length(remaining: Int)
        case chunked
        case trailers
        case untilClose
        case ended
        case switched
        case refused(RefusedResponse)
    }

    /// The limits for each response.
    package let limits: HTTP1ResponseLimits

    private let sharedLimits: HTTP1Limits
    private var phase = Phase.idle
    private var isToHEAD = false
    private var informationalResponses = 0
    /// Whether the connection may take another request after the final response being read.
    private var persists = false
    /// The size of the body that has come.
    private var received = 0
    /// The bytes of a head or trailer section that is not complete.
    private var held = ByteQueue()
    private var lineReader = LineReader()
    private var section = FieldSection()
    private var chunks = ChunkedDecoder(limitsEachChunk: true)

    /// A parser at the start of a connection.
    package init(limits: HTTP1ResponseLimits = HTTP1ResponseLimits()) {
        self.limits = limits
        sharedLimits = limits.ofSharedParts
    }

    /// Says that a request was sent, or is about to be, so that the next bytes are its response.
    ///
    /// - Parameter method: the request's method. It is not CONNECT, whose response would open a tunnel.
    /// - Precondition: `isReusable`, or a response was refused, which is then reported again.
    package mutating func expectResponse(to method: some Collection<UInt8>) {
        if case .refused = phase { return }
        precondition(isReusable, "a request on a connection that can't take one")
        isToHEAD = method.elementsEqual("HEAD".utf8)
        informationalResponses = 0
        received = 0
        lineReader = LineReader()
        phase = .statusLine
    }

    /// Where the parser stands.
    package var progress: Progress {
        switch phase {
        case .idle: .idle
        case .statusLine: held.isEmpty && informationalResponses == 0 ? .waiting : .inHead
        case .fields: .inHead
        case .length, .chunked, .trailers, .untilClose: .inBody
        case .ended: .ended
        case .switched: .switched
        case .refused: .refused
        }
    }

    /// Whether the connection may take a request: no response is being read, and the last one, if any, lets the
    /// connection persist.
    ///
    /// HTTP/1.1 persists unless `Connection` lists `close`; HTTP/1.0 only if it lists `keep-alive` and not `close` (RFC
    /// 9112, section 9.3).
    package var isReusable: Bool { progress == .idle }

    /// The next event of the bytes in `input`, which come after those taken before; what was read of it is removed from
    /// its front. Takes all of it once a response is refused.
    package mutating func next(_ input: inout UnsafeRawBufferPointer) -> Output {
        do {
            return try advance(&input)
        } catch {
            input = UnsafeRawBufferPointer(start: nil, count: 0)
            return .refused(refuse(error))
        }
    }

    /// Tells that the connection has ended, after `next` has taken all bytes.
    ///
    /// - Parameter isClean: whether the server has ended it. If it broke, as by a reset or by the end of TLS without its
    ///   close alert (RFC 9112, section 9.8), a body that only the end delimits may not be complete.
    /// - Returns: the end of the response, or why it is not complete; nil if none was being read.
    package mutating func end(isClean: Bool = true) -> Output? {
        switch phase {
        case .idle, .ended:
            phase = .ended
            return nil
        case .switched: return nil
        case .refused(let refused): return .refused(refused)
        case .length(0): return finish()
        case .untilClose where isClean: return finish()
        case .statusLine where held.isEmpty:
            let amount = informationalResponses > 0 ? "\(informationalResponses) informational ones" : nil
            return .refused(refuse(.endedEarly("before the final response", after: amount, isClean: isClean)))
        case .statusLine, .fields:
            let amount = "\(held.count) bytes"
            return .refused(refuse(.endedEarly("in the head of a response", after: amount, isClean: isClean)))
        case .length, .chunked, .trailers, .untilClose:
            var whole = ""
            if case .length(let remaining) = phase { whole = " of \(received + remaining)" }
            return .refused(
                refuse(.endedEarly("in the body of a response", after: "\(received)\(whole) bytes", isClean: isClean)))
        }
    }
}

// The phases of a response.
extension ResponseParser {
    private mutating func advance(_ input: inout UnsafeRawBufferPointer) throws(ParseError) -> Output {
        switch phase {
        case .idle, .ended:
            guard input.isEmpty else { throw .unasked }
            return .needsMore
        case .statusLine:
            return try readStatusLine(&input)
        case .fields(let line):
            return try readFields(&input, of: line)
        case .length(let remaining):
            if remaining == 0 { return finish() }
            let share = min(remaining, input.count)
            phase = .length(remaining: remaining - share)
            return pass(input.takeFirst(share))
        case .untilClose:
            return pass(input.takeFirst(input.count))
        case .chunked:
            switch try chunks.next(&input, limits: sharedLimits) {
            case .nothing: return .needsMore
            case .content(let content): return pass(content)
            case .last:
                phase = .trailers
                section.restart()
                return try readTrailers(&input)
            }
        case .trailers:
            return try readTrailers(&input)
        case .switched:
            return .needsMore
        case .refused(let refused):
            input = UnsafeRawBufferPointer(start: nil, count: 0)
            return .refused(refused)
        }
    }

    private mutating func readStatusLine(_ input: inout UnsafeRawBufferPointer) throws(ParseError) -> Output {
        let bytes = gather(input)
        try StatusLine.checkStart(of: bytes, limit: limits.statusLine)
        let range: Range<Int>?
        do {
            range = try lineReader.next(in: bytes, limit: limits.statusLine, allowingTabs: true)
        } catch {
            let parseError: ParseError =
                switch error {
                case .tooLong: .statusLineTooLong(limits.statusLine)
                case .bareCR: .bareCR
                case .bareLF: .bareLF
                case .control(let byte): .control(byte, "RFC 9112, section 4")
                }
            throw parseError.at(lineReader.position, line: 1)
        }
        guard let range else { return hold(&input) }
        let line = try StatusLine(bytes.bytes(in: range))
        if line.status < 200, line.status != 101, informationalResponses >= limits.informationalResponses {
            throw .informationalResponses(limits.informationalResponses)
        }
        phase = .fields(line)
        section.restart(continuing: lineReader, firstLine: 2)
        return try readFields(&input, of: line, in: bytes)
    }

    private mutating func readFields(
        _ input: inout UnsafeRawBufferPointer, of line: StatusLine, in gathered: UnsafeBufferPointer<UInt8>? = nil
    ) throws(ParseError) -> Output {
        let bytes = gathered ?? gather(input)
        guard try section.read(bytes, limits: sharedLimits) else { return hold(&input) }
        let framing = try MessageFraming(ofResponse: section.lines, in: bytes, version: line.version)
        let fields = Fields(bytes: Array(bytes[..<section.end]), lines: section.lines)
        let head = ResponseHead(status: line.status, reason: line.reason, fields: fields)
        takeSection(of: bytes, from: &input)
        switch line.status {
        case 101:
            phase = .switched
            return .switchingProtocols(head)
        case ..<200:
            informationalResponses += 1
            lineReader = LineReader()
            phase = .statusLine
            return .informational(head)
        default:
            let body = body(of: line, framing)
            persists = body != .untilClose && framing.persists(in: line.version)
            switch body {
            case .none: phase = .length(remaining: 0)
            case .length(let length): phase = .length(remaining: length)
            case .untilClose: phase = .untilClose
            case .chunked:
                phase = .chunked
                chunks = ChunkedDecoder(limitsEachChunk: true)
            }
            return .head(head, body)
        }
    }

    /// RFC 9112, section 6.3, in its order. Items 2 (CONNECT) and 7 (requests) don't apply; the errors of 3 to 5 are
    /// thrown before.
    private func body(of line: StatusLine, _ framing: MessageFraming) -> Body {
        if isToHEAD || line.status == 204 || line.status == 304 { return .none }
        guard framing.statesEnd else { return .untilClose }
        return switch framing.body {
        case .chunked: .chunked
        case .length(let length): .length(length)
        }
    }

    private mutating func readTrailers(_ input: inout UnsafeRawBufferPointer) throws(ParseError) -> Output {
        let bytes = gather(input)
        guard try section.read(bytes, limits: sharedLimits) else { return hold(&input) }
        let trailers = try section.trailers(in: bytes)
        takeSection(of: bytes, from: &input)
        return finish(trailers)
    }

    private mutating func pass(_ content: UnsafeRawBufferPointer) -> Output {
        received += content.count
        return content.isEmpty ? .needsMore : .body(content)
    }

    private mutating func finish(_ trailers: Fields = Fields()) -> Output {
        phase = persists ? .idle : .ended
        return .end(trailers: trailers)
    }

    private mutating func refuse(_ error: ParseError) -> RefusedResponse {
        let part: MessagePart =
            switch phase {
            case .statusLine: .startLine
            case .chunked: .chunkedBody
            case .trailers: .trailers(behind: chunks.consumed)
            default: .head
            }
        let refused = RefusedResponse(text: error.text(in: part, of: .response))
        phase = .refused(refused)
        held.removeAll()
        return refused
    }
}

// The bytes of heads and trailer sections. One that is complete in the input is read there.
extension ResponseParser {
    /// All bytes of the current section so far. They are valid until `held` changes.
    private mutating func gather(_ input: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
        if !held.isEmpty { held.append(input) }
        let bytes = held.isEmpty ? input : held.bytes
        return UnsafeBufferPointer(start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }

    /// Keeps the gathered bytes of a section that is not complete.
    private mutating func hold(_ input: inout UnsafeRawBufferPointer) -> Output {
        if held.isEmpty { held.append(input) }
        _ = input.takeFirst(input.count)
        return .needsMore
    }

    /// Removes a complete section, which was gathered as `bytes`.
    private mutating func takeSection(of bytes: UnsafeBufferPointer<UInt8>, from input: inout UnsafeRawBufferPointer) {
        _ = input.takeFirst(input.count - (bytes.count - section.end))
        held.removeAll()
    }
}

extension UnsafeRawBufferPointer {
    /// Removes the first `count` bytes and returns them.
    fileprivate mutating func takeFirst(_ count: Int) -> UnsafeRawBufferPointer {
        defer { self = UnsafeRawBufferPointer(rebasing: self[count...]) }
        return UnsafeRawBufferPointer(rebasing: self[..<count])
    }
}
