public import HTTPMessage

/// Writes one response for HTTP/1.1 (RFC 9112): its head, its body piece by piece, its end.
///
/// What the response states in its fields wins: a stated `Date`, `Connection`, `Content-Length` or `Transfer-Encoding`
/// is sent as it stands and none is added beside it.
///
/// ```swift
/// let encoder = ResponseEncoder(try PreparedHead(head), answering: traits, body: .length(body.count))
/// encoder.appendHead(date: date, to: &output)
/// encoder.append(body, to: &output)
/// try encoder.appendEnd(to: &output)
/// if encoder.closes { closeAfterWriting() }
/// ```
public struct ResponseEncoder: Sendable {
    /// How the end of a response's body is told.
    public enum Framing: Hashable, Sendable {
        /// By its length in bytes.
        case length(Int)
        /// By its last chunk.
        case chunked
        /// By the end of the connection.
        case untilClose
    }

    /// How this response's body is framed, which may differ from what was asked for: HTTP/1.0 knows no chunks, and a
    /// stated field wins.
    public let framing: Framing
    /// Whether the response has a body on the wire; without one `append` and `appendEnd` write nothing.
    public let sendsBody: Bool
    /// Whether the connection must be closed once the response is written.
    public let closes: Bool

    private let head: PreparedHead
    private let version: HTTPVersion
    /// Whether the framing is told: there is a body, or there is none only because the method was HEAD.
    private let tellsFraming: Bool
    /// Whether `Connection: keep-alive` is sent where the version does not ask for it.
    private let saysKeepAlive: Bool

    /// A response with `head` to a request with `request`, whose body is to be framed as `body` says.
    ///
    /// - Parameters:
    ///   - keepsAlive: whether the server, for its part, lets the connection live on.
    ///   - saysSo: whether that is said to a client that wants it, too, although HTTP/1.1 takes it for granted.
    public init(
        _ head: PreparedHead, answering request: RequestTraits, body: Framing, keepsAlive: Bool = true,
        saysSo: Bool = false
    ) {
        self.head = head
        saysKeepAlive = saysSo && request.persists
        version = request.version
        let isTunnel = request.isConnect && 200...299 ~= head.status
        tellsFraming = !(isTunnel || head.status < 200 || head.status == 204 || head.status == 304)
        sendsBody = tellsFraming && !request.isHead
        framing = Self.framing(of: head, asked: body, version: request.version)

        // A stated length that the body does not have leaves the two ends apart on where the next response starts.
        let isLie: Bool =
            if case .length(let length) = body, sendsBody, head.statesLength { head.length != length } else { false }
        closes =
            !keepsAlive || !request.persists || head.statesClose || isTunnel || isLie
            || (tellsFraming && framing == .untilClose)
    }

    private static func framing(of head: PreparedHead, asked: Framing, version: HTTPVersion) -> Framing {
        if head.statesCoding { return head.statesChunked ? .chunked : .untilClose }
        guard asked == .chunked else { return asked }
        return head.statesLength || version == .http10 ? .untilClose : .chunked
    }

    /// Appends the head with its empty line. `date` is the value of a `Date` field; without it none is added.
    public func appendHead(date: [UInt8]? = nil, to output: inout [UInt8]) {
        output.append(contentsOf: head.bytes)
        if let date, !head.statesDate {
            output.append("Date: ")
            output.append(contentsOf: date)
            output.appendLineEnd()
        }
        appendFraming(to: &output)
        if !head.statesConnection {
            if closes {
                output.append("Connection: close\r\n")
            } else if version == .http10 || saysKeepAlive {
                output.append("Connection: keep-alive\r\n")
            }
        }
        output.appendLineEnd()
    }

    /// Appends what tells the body's end. A HEAD request is told what GET would have been (RFC 9110, section 9.3.2);
    /// a 304 is told nothing, as the length it would state is that of the response not sent.
    private func appendFraming(to output: inout [UInt8]) {
        guard tellsFraming, !head.statesLength, !head.statesCoding else { return }
        switch framing {
        case .length(let length):
            output.append("Content-Length: ")
            output.appendDecimal(length)
            output.appendLineEnd()
        case .chunked:
            output.append("Transfer-Encoding: chunked\r\n")
        case .untilClose:
            break
        }
    }

    /// Appends a piece of the body, as a chunk where the body is chunked. An empty piece appends nothing, since an
    /// empty chunk would be the last.
    public func append(_ piece: some Collection<UInt8>, to output: inout [UInt8]) {
        guard sendsBody, !piece.isEmpty else { return }
        guard framing == .chunked else {
            output.append(contentsOf: piece)
            return
        }
        output.append(contentsOf: String(piece.count, radix: 16, uppercase: true).utf8)
        output.appendLineEnd()
        output.append(contentsOf: piece)
        output.appendLineEnd()
    }

    /// Appends the end of the body: the last chunk and `trailers` where it is chunked, else nothing.
    ///
    /// - Throws: `Unsendable` for a trailer that would make another message of it; then nothing is appended.
    public func appendEnd(trailers: Fields = Fields(), to output: inout [UInt8]) throws(Unsendable) {
        guard sendsBody, framing == .chunked else { return }
        try Unsendable.check(trailers)
        output.append("0\r\n")
        output.append(trailers)
        output.appendLineEnd()
    }

    /// Appends an interim response, 100 to 199 (RFC 9110, section 15.2): never a body, framing or date of ours.
    ///
    /// Not for HTTP/1.0, which knows no interim responses.
    public static func appendInterim(_ head: PreparedHead, to output: inout [UInt8]) {
        output.append(contentsOf: head.bytes)
        output.appendLineEnd()
    }

    /// Appends `100 Continue`.
    public static func appendContinue(to output: inout [UInt8]) {
        output.append("HTTP/1.1 100 Continue\r\n\r\n")
    }
}
