import CNGHTTP2
public import HTTPMessage

// What the server sends.
extension HTTP2Session {
    /// Appends what is to be sent to `output`, whole frames until they are `limit` bytes or more.
    public func send(into output: inout [UInt8], upTo limit: Int = .max) {
        prepared.forEach { id in
            if let stream = streams[id] { submitHead(of: stream, endsStream: false) }
        }
        prepared.empty()
        let end = output.count.addingReportingOverflow(limit)
        gather(into: &output, upTo: end.overflow ? .max : end.partialValue)
        if let failure, !isOver {
            fail(failure.code, failure.text)
            gather(into: &output, upTo: .max)
        }
    }

    private func gather(into output: inout [UInt8], upTo end: Int) {
        while output.count < end {
            var frame: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &frame)
            if count < 0 { fail(.internalError, "nghttp2 gave up the connection: it cannot write to it.") }
            guard count > 0, let frame else { return }
            output.append(contentsOf: UnsafeBufferPointer(start: frame, count: count))
        }
    }

    // MARK: - Answers

    /// Sends an interim response (RFC 9110, section 15.2), before the final one.
    ///
    /// - Throws: for a head that HTTP/2 cannot carry; then nothing is sent.
    public func inform(_ stream: Int, _ head: ResponseHead) throws(HTTP2Unsendable) {
        try head.checkSendableAsInterimOnHTTP2()
        guard let stream = streams[stream], case .none = stream.outbound, canAnswer(stream) else { return }
        let result = FieldBlock(status: head.status, fields: head.fields).withPairs {
            nghttp2_submit_headers(session, FrameFlag.none, Int32(stream.id), nil, $0, $1, nil)
        }
        if result == 0 { stream.interims += 1 }
    }

    /// Starts the final answer; `write` and `end` go on with it. A second one for the same stream has no effect.
    ///
    /// What the head states wins: a stated `Date` or `Content-Length` is sent as it stands and none is added beside it.
    ///
    /// - Parameters:
    ///   - length: the length of the body, if it is known; it is stated where the answer may state it.
    ///   - date: the value of a `Date` field; without it none is added.
    /// - Throws: for a head that HTTP/2 cannot carry; then nothing is sent.
    public func respond(
        _ stream: Int, _ head: consuming ResponseHead, length: Int?, date: consuming [UInt8]? = nil
    ) throws(HTTP2Unsendable) {
        if !sendable.is(head) {
            try head.checkSendableOnHTTP2()
            sendable = KnownHead(copy head)
        }
        guard let stream = streams[stream], case .none = stream.outbound, canAnswer(stream) else { return }
        let status = head.status
        let isTunnel = stream.isConnect && 200...299 ~= status
        let tellsLength = !(isTunnel || status == 204 || status == 304)
        stream.carriesBody = !(stream.isHead || status == 204 || status == 304)
        stream.outbound = .prepared
        stream.block = FieldBlock(
            status: status, fields: head.fields, length: tellsLength ? length : nil, date: date ?? [])
        prepared.append(stream.id)
    }

    /// Sends a piece of the answer's body; where an answer has none, as to HEAD, it is dropped.
    ///
    /// - Returns: what `wantsMore` says then.
    @discardableResult
    public func write(_ stream: Int, _ piece: ArraySlice<UInt8>) -> Bool {
        guard let stream = streams[stream], !stream.isEnded, !stream.isReset, stream.pendingReset == nil else {
            return false
        }
        if !isOver, stream.carriesBody {
            stream.appendContent(piece)
            stream.isFull = stream.contentCount >= Self.bodyMark
            resume(stream)
        }
        return stream.contentCount < Self.bodyMark
    }

    /// Ends the answer. Trailers are sent behind a body, even an empty one, but not where there is none.
    ///
    /// A request that is not whole by then is given up with RST_STREAM(NO_ERROR) (RFC 9113, section 8.1).
    ///
    /// - Throws: for trailers that HTTP/2 cannot carry; then the answer goes on.
    public func end(_ stream: Int, trailers: Fields = Fields()) throws(HTTP2Unsendable) {
        try HTTP2Unsendable.check(trailers)
        guard let stream = streams[stream], !stream.isEnded, stream.pendingReset == nil, canAnswer(stream) else {
            return
        }
        if case .none = stream.outbound { return }
        stream.isEnded = true
        if !trailers.isEmpty { stream.trailers = trailers }
        if case .prepared = stream.outbound, !stream.carriesBody || stream.contentCount == 0 && trailers.isEmpty {
            submitHead(of: stream, endsStream: true)
        } else {
            resume(stream)
        }
    }

    /// Ends the stream with RST_STREAM once what was written for it is sent, to the byte: at once if that is nothing,
    /// behind the headers if there is no body.
    public func reset(_ stream: Int, _ code: HTTP2ErrorCode) {
        guard let stream = streams[stream], !stream.isReset, !stream.hasToldEnd, stream.pendingReset == nil else {
            return
        }
        stream.isEnded = false
        stream.pendingReset = code
        resetIfDue(stream)
    }

    /// How many bytes of the answer's body were written and are not in the output.
    public func unsent(_ stream: Int) -> Int {
        streams[stream].map { $0.contentCount + $0.inFlight } ?? 0
    }

    /// Whether the stream takes more of its answer's body now; if not, `drained` tells when it does.
    public func wantsMore(_ stream: Int) -> Bool {
        guard let stream = streams[stream] else { return false }
        return !stream.isEnded && !stream.isReset && stream.pendingReset == nil && stream.contentCount < Self.bodyMark
    }

    private func canAnswer(_ stream: StreamState) -> Bool { !isOver && !stream.isReset }

    private func resume(_ stream: StreamState) {
        guard stream.isDeferred else { return }
        stream.isDeferred = false
        nghttp2_session_resume_data(session, Int32(stream.id))
    }

    private func submitHead(of stream: StreamState, endsStream: Bool) {
        guard !stream.isReset, let block = stream.block.take() else { return }
        stream.outbound = .submitted
        stream.hasToldEnd = endsStream
        var provider = nghttp2_data_provider()
        provider.read_callback = endsStream ? nil : onReadContent
        block.withPairs { pairs, count in
            _ = nghttp2_submit_response(session, Int32(stream.id), pairs, count, &provider)
        }
    }

    /// Submits the reset that was asked for if all that was written is sent: with what is still with nghttp2 it would
    /// take that away.
    private func resetIfDue(_ stream: StreamState) {
        guard let code = stream.pendingReset, stream.interims == 0 else { return }
        switch stream.outbound {
        case .prepared, .submitted: return
        case .sent where stream.contentCount > 0 || stream.inFlight > 0: return
        case .none, .sent: break
        }
        submitReset(stream, code)
    }

    private func submitReset(_ stream: StreamState, _ code: HTTP2ErrorCode) {
        stream.isReset = true
        nghttp2_submit_rst_stream(session, FrameFlag.none, Int32(stream.id), code.rawValue)
    }

    // MARK: - Callbacks

    /// Fills the payload of the next DATA frame.
    func readContent(of id: Int, into buffer: UnsafeMutableBufferPointer<UInt8>, flags: inout UInt32) -> Int {
        guard let stream = streams[id] else { return Status.deferred }
        guard stream.contentCount > 0 || stream.isEnded else {
            stream.isDeferred = true
            return Status.deferred
        }
        stream.inFlight = stream.carriesBody ? stream.takeContent(into: buffer) : 0
        if stream.contentCount == 0, stream.isEnded {
            stream.hasToldEnd = true
            flags |= NGHTTP2_DATA_FLAG_EOF.rawValue
            if !stream.trailers.isEmpty {
                flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
                submitTrailers(of: stream)
            }
        }
        return stream.inFlight
    }

    private func submitTrailers(of stream: StreamState) {
        FieldBlock(fields: stream.trailers).withPairs { pairs, count in
            _ = nghttp2_submit_trailer(session, Int32(stream.id), pairs, count)
        }
    }

    func sent(_ frame: nghttp2_frame) {
        switch frame.hd.type {
        case FrameType.headers: sentHeaders(Int(frame.hd.stream_id), frame.hd.flags)
        case FrameType.data: sentContent(Int(frame.hd.stream_id), frame.hd.flags)
        case FrameType.goaway: sentGoaway(frame.goaway)
        default: break
        }
    }

    private func sentHeaders(_ id: Int, _ flags: UInt8) {
        guard let stream = streams[id] else { return }
        if stream.interims > 0 {
            stream.interims -= 1
        } else if case .submitted = stream.outbound {
            stream.outbound = .sent
        }
        if flags & FrameFlag.endStream != 0 { giveUpRequest(of: stream) } else { resetIfDue(stream) }
    }

    private func sentContent(_ id: Int, _ flags: UInt8) {
        setOff(16)
        guard let stream = streams[id] else { return }
        stream.inFlight = 0
        if flags & FrameFlag.endStream != 0 { return giveUpRequest(of: stream) }
        if stream.pendingReset != nil { return resetIfDue(stream) }
        guard !stream.isEnded else { return }
        if stream.contentCount == 0 || stream.isFull && stream.contentCount < Self.bodyMark {
            stream.isFull = false
            events.append(.drained(stream: id))
        }
    }

    /// The answer is sent; what still comes of its request is of no use (RFC 9113, section 8.1).
    private func giveUpRequest(of stream: StreamState) {
        guard !stream.hasRequestEnded, !stream.isReset else { return }
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

    /// A frame that was submitted cannot be sent; unless its stream ends anyway, nothing else would end it.
    func notSent(_ frame: nghttp2_frame, _ error: Int32) {
        guard frame.hd.type == FrameType.headers, error != Status.streamClosing, error != Status.sessionClosing,
            let stream = streams[Int(frame.hd.stream_id)], !stream.isReset
        else { return }
        submitReset(stream, .internalError)
    }
}
