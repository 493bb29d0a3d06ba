package import HTTPMessage

/// Writes one response for HTTP/1.1 (RFC 9112): its head, its body piece by piece, its end.
///
/// What the response states in its fields wins: a stated `Date`, `Connection`, `Content-Length` or `Transfer-Encoding`
/// is sent as it stands and none is added beside it.
///
/// ```swift
/// let encoder = ResponseEncoder(try EncodedResponseHead(head), answering: traits, body: .length(body.count))
/// encoder.appendHead(date: date, to: &output)
/// encoder.append(body[...], to: &output)
/// try encoder.appendEnd(to: &output)
/// if encoder.closes { closeAfterWriting() }
/// ```
package struct ResponseEncoder: Sendable {
    /// How the end of a response's body is told.
    package enum Framing: Hashable, Sendable {
        /// By its length in bytes.
        case length(Int)
        /// By its last chunk.
        case chunked
        /// By the end of the connection.
        case untilClose
    }

    /// How this response's body is framed, which may differ from what was asked for: HTTP/1.0 knows no chunks, and a
    /// stated field wins.
    package let framing: Framing
    /// Whether the response has a body on the wire; without one `append` and `appendEnd` write nothing.
    package let sendsBody: Bool
    /// Whether the connection must be closed once the response is written.
    package let closes: Bool

    /// The stated part of the head.
    private let stated: [UInt8]
    private let added: AddedFields

    /// What is sent behind the stated fields.
    fileprivate struct AddedFields: Sendable {
        enum Connection {
            case close
            case keepAlive
        }

        var hasDate: Bool
        /// nil where the framing is stated, or not told at all.
        var framing: Framing?
        /// nil where it is stated, or as the version has it.
        var connection: Connection?
    }

    /// A response with `head` to a request with `request`, whose body is to be framed as `body` says.
    ///
    /// - Parameters:
    ///   - keepsAlive: whether the server, for its part, lets the connection live on.
    ///   - saysSo: whether that is said to a client that wants it, too, although HTTP/1.1 takes it for granted.
    package init(
        _ head: consuming EncodedResponseHead, answering request: ResponseContext, body: Framing,
        keepsAlive: Bool = true,
        saysSo: Bool = false
    ) {
        let isTunnel = request.isConnect && 200...299 ~= head.status
        // There is a body, or there is none only because the method was HEAD.
        let tellsFraming = !(isTunnel || head.status < 200 || head.status == 204 || head.status == 304)
        sendsBody = tellsFraming && !request.isHead
        framing = Self.framing(of: head, asked: body, version: request.version)

        // A stated length that the body does not have leaves the two ends apart on where the next response starts.
        let isLie: Bool =
            if case .length(let length) = body, sendsBody, head.statesLength { head.length != length } else { false }
        closes =
            !keepsAlive || !request.persists || head.statesClose || isTunnel || isLie
            || (tellsFraming && framing == .untilClose)

        stated = head.bytes
        var connection: AddedFields.Connection?
        if !head.statesConnection {
            if closes {
                connection = .close
            } else if request.version == .http10 || (saysSo && request.persists) {
                connection = .keepAlive
            }
        }
        added = AddedFields(
            hasDate: !head.statesDate,
            framing: tellsFraming && !head.statesLength && !head.statesCoding ? framing : nil, connection: connection)
    }

    private static func framing(of head: borrowing EncodedResponseHead, asked: Framing, version: HTTPVersion) -> Framing
    {
        // A stated coding does not change the bytes of a body whose length is known: only the connection's end tells
        // where they end.
        if head.statesCoding { return head.statesChunked && asked == .chunked ? .chunked : .untilClose }
        guard asked == .chunked else { return asked }
        return head.statesLength || version == .http10 ? .untilClose : .chunked
    }

    /// Appends the head with its empty line. `date` is the value of a `Date` field; without it none is added.
    package func appendHead(date: [UInt8]? = nil, to output: inout [UInt8]) {
        stated.withUnsafeBufferPointer { output.append(contentsOf: $0) }
        let added = added
        guard added.hasDate, let date else { return output.append(room: AddedFields.room) { added.put(&$0) } }
        date.withUnsafeBufferPointer { date in
            output.append(room: AddedFields.room + date.count) { line in
                line.put("Date: ")
                line.put(date)
                line.put("\r\n")
                added.put(&line)
            }
        }
    }

    /// Appends a piece of the body, as a chunk where the body is chunked. An empty piece appends nothing, since an
    /// empty chunk would be the last.
    package func append(_ piece: ArraySlice<UInt8>, to output: inout [UInt8]) {
        piece.withUnsafeBufferPointer { append($0, to: &output) }
    }

    /// The same, of bytes that lie elsewhere.
    package func append(_ piece: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard sendsBody, !piece.isEmpty else { return }
        guard framing == .chunked else { return output.append(contentsOf: piece) }
        output.append(contentsOf: String(piece.count, radix: 16, uppercase: true).utf8)
        output.appendLineEnd()
        output.append(contentsOf: piece)
        output.appendLineEnd()
    }

    /// Appends the end of the body: the last chunk and `trailers` where it is chunked, else nothing.
    ///
    /// - Throws: `HTTP1Unsendable` for a trailer that would make another message of it; then nothing is appended.
    package func appendEnd(trailers: Fields = Fields(), to output: inout [UInt8]) throws(HTTP1Unsendable) {
        guard sendsBody, framing == .chunked else { return }
        try HTTP1Unsendable.check(trailers)
        output.append("0\r\n")
        output.append(trailers)
        output.appendLineEnd()
    }

    /// Appends an interim response, 100 to 199 (RFC 9110, section 15.2): never a body, framing or date of ours.
    ///
    /// Not for HTTP/1.0, which knows no interim responses.
    package static func appendInterim(_ head: EncodedResponseHead, to output: inout [UInt8]) {
        output.append(contentsOf: head.bytes)
        output.appendLineEnd()
    }

    /// Appends `100 Continue`.
    package static func appendContinue(to output: inout [UInt8]) {
        output.append("HTTP/1.1 100 Continue\r\n\r\n")
    }
}

extension ResponseEncoder.AddedFields {
    /// All that is put is shorter, but for the date's value.
    fileprivate static let room = 128

    /// Puts what tells the body's end, what becomes of the connection, and the empty line. A HEAD request is told what GET
    /// would have been (RFC 9110, section 9.3.2); a 304 is told nothing, as the length it would state is that of the
    /// response not sent.
    fileprivate func put(_ line: inout WireWriter) {
        switch framing {
        case .length(let length):
            line.put("Content-Length: ")
            line.put(decimal: length)
            line.put("\r\n")
        case .chunked: line.put("Transfer-Encoding: chunked\r\n")
        case .untilClose, nil: break
        }
        switch connection {
        case .close: line.put("Connection: close\r\n")
        case .keepAlive: line.put("Connection: keep-alive\r\n")
        case nil: break
        }
        line.put("\r\n")
    }
}
