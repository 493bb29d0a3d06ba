import Bytes
import CNGHTTP2
package import HTTPMessage

// What the server sends.
extension HTTP2Session {
    /// Passes the bytes that are ready to `write` in one piece, if there are any: whole frames until they are `limit`
    /// bytes or more, and at most one more.
    package func send(upTo limit: Int = .max, _ write: (UnsafeRawBufferPointer) -> Void) {
        while let id = prepared.popFirst() {
            if let stream = streams[id] { submitHead(of: stream, endsStream: false) }
        }
        sentBefore += output.count
        output.removeAll()
        gather(upTo: limit)
        if let failure, !isOver {
            fail(failure.code, failure.text)
            gather(upTo: .max)
        }
        // The last statement, because `write` may call the session again.
        if !output.isEmpty { write(output.bytes) }
    }

    private func gather(upTo limit: Int) {
        outputLimit = limit
        while output.count < limit {
            var frame: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &frame)
            if count < 0 { fail(.internalError, "nghttp2 gave up the connection: it cannot write to it.") }
            guard count > 0, let frame else {
                // The submitted blocks are encoded by now, or never will be.
                if count == 0, output.count < limit { submitted.removeAll(keepingCapacity: true) }
                return
            }
            let bytes = UnsafeRawBufferPointer(start: frame, count: count)
            if unsentSettings.isEmpty || !FrameType.isSettings(bytes) {
                output.append(bytes)
            } else if let settings = unsentSettings.popFirst() {
                // nghttp2's frame has the limit of streams that only nghttp2 has.
                settings.frame.withUnsafeBytes { output.append($0) }
            }
        }
    }

    /// Keeps `block` until nghttp2 has encoded it.
    private func keep(_ block: FieldBlock) {
        if submitted.last !== block { submitted.append(block) }
    }

    // MARK: - Responses

    /// Sends an interim response (RFC 9110, section 15.2), before the final one.
    ///
    /// - Throws: for a head that HTTP/2 can't carry; then nothing is sent.
    package func inform(_ stream: Int, _ head: ResponseHead) throws(HTTP2Unsendable) {
        try head.checkSendableAsInterimOnHTTP2()
        guard let stream = streams[stream], case .none = stream.value.outbound, canRespond(stream) else { return }
        let block = FieldBlock(status: head.status, fields: head.fields)
        keep(block)
        let id = Int32(stream.value.id)
        let result = nghttp2_submit_headers(session, FrameFlag.none, id, nil, block.pairs, block.count, nil)
        if result == 0 { stream.value.interims += 1 }
    }

    /// Starts the final response, which `write` and `end` continue. A second one for the same stream has no effect.
    ///
    /// The head's fields win: a stated `Date` or `Content-Length` is sent as it is, and no second one is added.
    ///
    /// - Parameters:
    ///   - length: the length of the body, if it is known; it is sent if the response may have a `content-length`.
    ///   - date: the value of a `Date` field; without it none is added.
    /// - Returns: false if the response has no body; `write` then drops its bytes.
    /// - Throws: for a head that HTTP/2 can't carry; then nothing is sent.
    @discardableResult
    package func respond(
        _ stream: Int, _ head: borrowing ResponseHead, length: Int?, date: [UInt8]? = nil
    ) throws(HTTP2Unsendable) -> Bool {
        if !known.is(head) {
            try head.checkSendableOnHTTP2()
            known = ResponseHeadCache(copy head)
        }
        guard let stream = streams[stream], case .none = stream.value.outbound, canRespond(stream) else {
            return true
        }
        let status = head.status
        let isTunnel = stream.value.isConnect && 200...299 ~= status
        let tellsLength = !(isTunnel || status == 204 || status == 304)
        stream.value.carriesBody = !(stream.value.isHead || status == 204 || status == 304)
        stream.value.outbound = .prepared
        stream.value.block = known.block(length: tellsLength ? length : nil, date: date)
        prepared.append(stream.value.id)
        return stream.value.carriesBody
    }

    /// Sends a piece of the response's body; dropped if the response has no body, as for HEAD.
    ///
    /// - Parameter asFrame: whether this and all other pieces are DATA frames of their own, as far as frames and windows
    ///   are large enough.
    /// - Returns: the value of `wantsMore` after the call.
    @discardableResult
    package func write(_ stream: Int, _ piece: ArraySlice<UInt8>, asFrame: Bool = false) -> Bool {
        guard let stream = streams[stream], !stream.value.isEnded, !stream.value.isReset,
            stream.value.pendingReset == nil
        else {
            return false
        }
        if !isOver, stream.value.carriesBody {
            if asFrame { stream.value.keepsPieces = true }
            stream.value.appendContent(piece)
            stream.value.isFull = stream.value.contentCount >= Self.bodyMark
            resume(stream)
        }
        return stream.value.contentCount < Self.bodyMark
    }

    /// Ends the response. Trailers are sent after a body, even an empty one, but not if there is no body.
    ///
    /// A request that is incomplete by then is given up with RST_STREAM(NO_ERROR) (RFC 9113, section 8.1).
    ///
    /// - Throws: for trailers that HTTP/2 can't carry; then the response is not ended.
    package func end(_ stream: Int, trailers: Fields) throws(HTTP2Unsendable) {
        try HTTP2Unsendable.check(trailers)
        finish(stream, trailers.isEmpty ? nil : trailers)
    }

    /// Ends the response without trailers.
    package func end(_ stream: Int) { finish(stream, nil) }

    private func finish(_ stream: Int, _ trailers: Fields?) {
        guard let stream = streams[stream], !stream.value.isEnded, stream.value.pendingReset == nil,
            canRespond(stream)
        else {
            return
        }
        if case .none = stream.value.outbound { return }
        stream.value.isEnded = true
        if let trailers { stream.value.trailers = trailers }
        if case .prepared = stream.value.outbound,
            !stream.value.carriesBody || stream.value.contentCount == 0 && trailers == nil
        {
            submitHead(of: stream, endsStream: true)
        } else {
            resume(stream)
        }
    }

    /// Ends the stream with RST_STREAM after all bytes that were written for it are sent: at once if there are none,
    /// after the headers if there is no body.
    package func reset(_ stream: Int, _ code: HTTP2ErrorCode) {
        guard let stream = streams[stream], !stream.value.isReset, !stream.value.hasToldEnd,
            stream.value.pendingReset == nil
        else {
            return
        }
        stream.value.isEnded = false
        stream.value.pendingReset = code
        resetIfDue(stream)
    }

    /// The number of written bytes of the response's body that are not in the output yet.
    package func unsent(_ stream: Int) -> Int {
        streams[stream]?.value.contentCount ?? 0
    }

    /// The number of written bytes of all bodies that are not in the output yet.
    package var heldBytes: Int { streams.entries.reduce(0) { $0 + $1.value.contentCount } }

    /// Whether the stream accepts more of its response's body now; if not, `drained` reports when it does.
    package func wantsMore(_ stream: Int) -> Bool {
        guard let stream = streams[stream] else { return false }
        return !stream.value.isEnded && !stream.value.isReset && stream.value.pendingReset == nil
            && stream.value.contentCount < Self.bodyMark
    }

    private func canRespond(_ stream: HTTP2Stream) -> Bool { !isOver && !stream.value.isReset }

    private func resume(_ stream: HTTP2Stream) {
        guard stream.value.isDeferred else { return }
        stream.value.isDeferred = false
        nghttp2_session_resume_data(session, Int32(stream.value.id))
    }

    private func submitHead(of stream: HTTP2Stream, endsStream: Bool) {
        guard !stream.value.isReset, let block = stream.value.block.take() else { return }
        stream.value.outbound = .submitted
        stream.value.hasToldEnd = endsStream
        var provider = nghttp2_data_provider()
        provider.read_callback = endsStream ? nil : onReadContent
        keep(block)
        nghttp2_submit_response(session, Int32(stream.value.id), block.pairs, block.count, &provider)
    }

    /// Submits the requested reset once all written bytes are sent: it would discard bytes that are still in nghttp2.
    private func resetIfDue(_ stream: HTTP2Stream) {
        guard let code = stream.value.pendingReset, stream.value.interims == 0 else { return }
        switch stream.value.outbound {
        case .prepared, .submitted: return
        case .sent where stream.value.contentCount > 0: return
        case .none, .sent: break
        }
        submitReset(stream, code)
    }

    private func submitReset(_ stream: HTTP2Stream, _ code: HTTP2ErrorCode) {
        stream.value.isReset = true
        nghttp2_submit_rst_stream(session, FrameFlag.none, Int32(stream.value.id), code.rawValue)
    }

    // MARK: - Callbacks

    /// Reports the number of body bytes that a stream has for its next DATA frame.
    func offerContent(of id: Int, upTo limit: Int, flags: inout UInt32) -> Int {
        guard let stream = streams[id] else { return Status.deferred }
        let count = min(limit, stream.value.keepsPieces ? stream.value.piece.count : stream.value.contentCount)
        guard count > 0 || stream.value.isEnded else {
            stream.value.isDeferred = true
            return Status.deferred
        }
        flags |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
        if count == stream.value.contentCount, stream.value.isEnded {
            stream.value.hasToldEnd = true
            flags |= NGHTTP2_DATA_FLAG_EOF.rawValue
            if let trailers = stream.value.trailers {
                flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
                submit(trailers, of: stream)
            }
        }
        return count
    }

    /// Appends a DATA frame with the offered bytes to the output.
    func sendContent(of id: Int, _ header: UnsafeBufferPointer<UInt8>, count: Int) -> Int32 {
        guard output.count < outputLimit else { return Status.wouldBlock }
        guard let stream = streams[id] else { return Status.callbackFailed }
        output.append(UnsafeRawBufferPointer(header))
        stream.value.takeContent(count, into: &output)
        return 0
    }

    private func submit(_ trailers: Fields, of stream: HTTP2Stream) {
        let block = FieldBlock(fields: trailers)
        keep(block)
        nghttp2_submit_trailer(session, Int32(stream.value.id), block.pairs, block.count)
    }

    func sent(_ frame: nghttp2_frame) {
        switch frame.hd.type {
        case FrameType.headers: sentHeaders(frame.hd)
        case FrameType.data: sentContent(Int(frame.hd.stream_id), frame.hd.flags)
        case FrameType.goaway: sentGoaway(frame.goaway)
        default: break
        }
    }

    private func sentHeaders(_ header: nghttp2_frame_hd) {
        guard let stream = streams[Int(header.stream_id)] else { return }
        if stream.value.interims > 0 {
            stream.value.interims -= 1
        } else if case .submitted = stream.value.outbound {
            stream.value.outbound = .sent
        }
        guard header.flags & FrameFlag.endStream != 0 else { return resetIfDue(stream) }
        // A longer block has CONTINUATIONs, of which the last is still to come.
        responded(stream, ahead: header.length <= 16_384 ? 9 + header.length : nil)
    }

    private func sentContent(_ id: Int, _ flags: UInt8) {
        discountIdleFrames(16)
        guard let stream = streams[id] else { return }
        if flags & FrameFlag.endStream != 0 { return responded(stream, ahead: 0) }
        if stream.value.pendingReset != nil { return resetIfDue(stream) }
        guard !stream.value.isEnded else { return }
        // Bytes that wait keep all of their piece in memory, but a few are copied to the next one.
        let rest = stream.value.keepsPieces ? 0 : StreamState.copiedRest
        if stream.value.contentCount == 0 || stream.value.isFull && stream.value.contentCount <= rest {
            stream.value.isFull = false
            events.append(.drained(stream: id))
        }
    }

    /// The last frame of the response is in the output.
    ///
    /// - Parameter ahead: how many of its bytes nghttp2 passes on only after this; nil if that is not known.
    private func responded(_ stream: HTTP2Stream, ahead: Int?) {
        stream.value.hasResponded = true
        stream.value.end = ahead.map { sentBefore + output.count + $0 } ?? 0
        giveUpRequest(of: stream)
    }

    /// Stops reading the request after its response is sent, because the rest has no use (RFC 9113, section 8.1). A body
    /// that is thrown away is read to its end: many clients lose a response that such a reset follows.
    private func giveUpRequest(of stream: HTTP2Stream) {
        guard !stream.value.hasRequestEnded, !stream.value.isReset else { return }
        if case .discarding = stream.value.inbound {
            return events.append(.responded(stream: stream.value.id, end: stream.value.end))
        }
        submitReset(stream, .noError)
    }

    private func sentGoaway(_ frame: nghttp2_goaway) {
        let code = HTTP2ErrorCode(rawValue: frame.error_code)
        if frame.last_stream_id == Int32.max, isShuttingDown {
            nghttp2_submit_ping(session, FrameFlag.none, nil)
        } else if let index = announced.firstIndex(of: code) {
            announced.remove(at: index)
        } else if code != .noError, !isOver {
            isOver = true
            let words = String(
                decoding: UnsafeBufferPointer(start: frame.opaque_data, count: frame.opaque_data_len), as: UTF8.self)
            events.append(
                .failed(
                    code,
                    text: "The client broke the rules of HTTP/2: \(words.isEmpty ? code.description : words)."))
        }
    }

    /// Resets the stream of a submitted frame that can't be sent: unless it is closing, it would never end otherwise.
    func notSent(_ frame: nghttp2_frame, _ error: Int32) {
        guard frame.hd.type == FrameType.headers, error != Status.streamClosing, error != Status.sessionClosing,
            let stream = streams[Int(frame.hd.stream_id)], !stream.value.isReset
        else { return }
        submitReset(stream, .internalError)
    }
}
