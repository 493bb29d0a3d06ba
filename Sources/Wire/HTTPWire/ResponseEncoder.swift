package import HTTPMessage

/// Writes one response for HTTP/1.1 (RFC 9112): its head, its body piece by piece, its end.
///
/// The fields that the response states win: a stated `Date`, `Connection`, `Content-Length` or `Transfer-Encoding` is
/// sent as it is, and no second one is added.
///
/// ```swift
/// let head = try EncodedResponseHead(responseHead)
/// let encoder = ResponseEncoder(head, answering: context, body: .length(body.count))
/// encoder.append(head, date: date, to: &output)
/// encoder.append(body[...], to: &output)
/// try encoder.appendEnd(to: &output)
/// if encoder.closes { closeAfterWriting() }
/// ```
@usableFromInline
package struct ResponseEncoder: Sendable {
    /// How the end of a response's body is marked.
    @usableFromInline
    package enum Framing: Hashable, Sendable {
        /// By its length in bytes.
        case length(Int)
        /// By its last chunk.
        case chunked
        /// By the end of the connection.
        case untilClose
    }

    /// The framing of this response's body. It may differ from the requested one: HTTP/1.0 has no chunks, and a stated
    /// field wins.
    package let framing: Framing
    /// Whether the response has a body on the wire; without one `append` and `appendEnd` write nothing.
    package let sendsBody: Bool
    /// Whether the connection must be closed once the response is written.
    package let closes: Bool

    private let added: AddedFields

    /// The fields that are sent after the stated ones.
    fileprivate struct AddedFields: Sendable {
        enum Connection {
            case close
            case keepAlive
        }

        var hasDate: Bool
        /// nil if the framing is stated, or if it is not sent.
        var framing: Framing?
        /// nil if it is stated, or the default of the version.
        var connection: Connection?
    }

    /// A response with `head` to the request with `request`; `body` is the requested framing of the body.
    ///
    /// - Parameters:
    ///   - keepsAlive: whether the server lets the connection persist.
    ///   - saysSo: whether the response says so to a client that persists, although that is the default of HTTP/1.1.
    package init(
        _ head: EncodedResponseHead, answering request: ResponseContext, body: Framing,
        keepsAlive: Bool = true,
        saysSo: Bool = false
    ) {
        let isTunnel = request.isConnect && 200...299 ~= head.status
        // There is a body, or only HEAD is the reason that there is none.
        let tellsFraming = !(isTunnel || head.status < 200 || head.status == 204 || head.status == 304)
        sendsBody = tellsFraming && !request.isHead
        framing = Self.framing(of: head, asked: body, version: request.version)

        // If the stated length differs from the body's, the two ends disagree on the start of the next response.
        let isLie: Bool =
            if case .length(let length) = body, sendsBody, head.statesLength { head.length != length } else { false }
        closes =
            !keepsAlive || !request.persists || head.statesClose || isTunnel || isLie
            || (tellsFraming && framing == .untilClose)

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

    private static func framing(of head: EncodedResponseHead, asked: Framing, version: HTTPVersion) -> Framing {
        // A stated coding does not change the bytes of a body with a known length: only the end of the connection marks
        // their end.
        if head.statesCoding { return head.statesChunked && asked == .chunked ? .chunked : .untilClose }
        guard asked == .chunked else { return asked }
        return head.statesLength || version == .http10 ? .untilClose : .chunked
    }

    /// Appends the head that the encoder was made for, with its empty line. `date` is the value of a `Date` field;
    /// without it no such field is added.
    package func append(_ head: EncodedResponseHead, date: [UInt8]? = nil, to output: inout [UInt8]) {
        head.bytes.withUnsafeBufferPointer { output.append(contentsOf: $0) }
        let added = added
        guard added.hasDate, let date else { return output.append(capacity: AddedFields.capacity) { added.put(&$0) } }
        date.withUnsafeBufferPointer { date in
            output.append(capacity: AddedFields.capacity + date.count) { line in
                line.put("Date: ")
                line.put(date)
                line.put("\r\n")
                added.put(&line)
            }
        }
    }

    /// Appends a piece of the body, as a chunk if the body is chunked. An empty piece appends nothing, because an empty
    /// chunk would be the last one.
    package func append(_ piece: ArraySlice<UInt8>, to output: inout [UInt8]) {
        piece.withUnsafeBufferPointer { append($0, to: &output) }
    }

    /// Appends a piece of the body from other memory.
    package func append(_ piece: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard sendsBody, !piece.isEmpty else { return }
        guard framing == .chunked else { return output.append(contentsOf: piece) }
        output.append(contentsOf: String(piece.count, radix: 16, uppercase: true).utf8)
        output.appendLineEnd()
        output.append(contentsOf: piece)
        output.appendLineEnd()
    }

    /// Begins a chunk of `count` bytes, which `appendPart` continues; appends nothing if the body is not chunked.
    package func beginChunk(_ count: Int, to output: inout [UInt8]) {
        guard sendsBody, framing == .chunked, count > 0 else { return }
        output.append(contentsOf: String(count, radix: 16, uppercase: true).utf8)
        output.appendLineEnd()
    }

    /// Appends a part of the chunk that was begun last, or a piece of a body that is not chunked.
    ///
    /// - Parameter isLast: whether the chunk ends with it.
    package func appendPart(_ part: ArraySlice<UInt8>, isLast: Bool, to output: inout [UInt8]) {
        guard sendsBody else { return }
        part.withUnsafeBufferPointer { output.append(contentsOf: $0) }
        if isLast, framing == .chunked { output.appendLineEnd() }
    }

    /// Appends the end of the body: the last chunk and `trailers` if it is chunked, else nothing.
    ///
    /// - Throws: `HTTP1Unsendable` for a trailer that would change the message; then nothing is appended.
    package func appendEnd(trailers: Fields = Fields(), to output: inout [UInt8]) throws(HTTP1Unsendable) {
        guard sendsBody, framing == .chunked else { return }
        try HTTP1Unsendable.check(trailers)
        output.append("0\r\n")
        output.append(trailers)
        output.appendLineEnd()
    }

    /// Appends an interim response, 100 to 199 (RFC 9110, section 15.2), without body, framing or added date.
    ///
    /// Not for HTTP/1.0, which has no interim responses.
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
    /// An upper limit of the written bytes, without the date's value.
    fileprivate static let capacity = 128

    /// Writes the fields for the body's end and for the connection, and the empty line. A response to HEAD has the
    /// fields of the response to GET (RFC 9110, section 9.3.2). A 304 has no framing, because its length would be that
    /// of the response that is not sent.
    fileprivate func put(_ line: inout FixedBufferWriter) {
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
