import Bytes
import CNGHTTP2
import HTTPMessage

// What the client sends.
extension HTTP2Session {
    /// Processes bytes from the client, and adds their events. After the end of the connection they are dropped.
    package func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isOver else { return }
        aligner.align(bytes) { feed($0) }
        if keptBytes > limits.bodies { refuseLastBodies() }
        if aligner.hasOversized {
            return fail(.frameSizeError, "A CONTINUATION is larger than frames may be (RFC 9113, section 4.2).")
        }
        idleFrames += aligner.takeUnknownFrames()
        if noteIdleFlood(), let failure { fail(failure.code, failure.text) }
    }

    private func feed(_ bytes: UnsafeRawBufferPointer) {
        guard !isOver else { return }
        if let frame = padded.take(), let padding = bytes.first {
            noteCount(frame.stream, adding: frame.length - Int(padding))
        }
        let result = bytes.withMemoryRebound(to: UInt8.self) {
            nghttp2_session_mem_recv(session, $0.baseAddress, $0.count)
        }
        if let failure { return fail(failure.code, failure.text) }
        guard result < 0 else { return }
        switch result {
        case Status.flooded:
            fail(.enhanceYourCalm, "The client sends control frames faster than it reads their acknowledgements.")
        case Status.tooManyContinuations:
            fail(.enhanceYourCalm, "A header section came in too many CONTINUATION frames (RFC 9113, section 10.5.1).")
        case Status.badPreface:
            fail(.protocolError, "The connection does not start with the preface of HTTP/2 (RFC 9113, section 3.4).")
        default:
            fail(.internalError, "nghttp2 gave up the connection: \(String(cString: nghttp2_strerror(Int32(result)))).")
        }
    }

    /// Throws away the body of a request whose head has come, whatever its size. There are `discarded` events instead
    /// of `request`.
    package func discardBody(_ id: Int) {
        guard let stream = streams[id], case .body = stream.value.inbound else { return }
        // What came together with the head.
        stream.value.discarded += stream.value.body.count
        discardsBodies = true
        let (count, isWhole) = (stream.value.discarded, stream.value.hasRequestEnded)
        stream.value.inbound = isWhole ? .whole : .discarding
        release(stream)
        // Kept until then for the case that the rest is malformed.
        if isWhole { stream.value.head = nil }
        if count > 0 || isWhole { events.append(.discarded(stream: id, bytes: count, isWhole: isWhole)) }
    }

    /// Refuses a request whose head states a body larger than the limit, unless its body is thrown away.
    ///
    /// - Returns: whether it does.
    package func refuseStatedBody(_ id: Int) -> Bool {
        guard let stream = streams[id], stream.value.statesTooLarge, case .body = stream.value.inbound else {
            return false
        }
        refuse(stream, .bodyTooLarge(limits.body))
        return true
    }

    /// Gives up a request whose head has come and whose content has not: what still comes of it is dropped.
    package func giveUpBody(_ id: Int) {
        guard let stream = streams[id], case .body = stream.value.inbound else { return }
        stream.value.inbound = .over
        release(stream)
    }

    /// How many bytes of a request's content have come.
    package func received(_ id: Int) -> Int {
        guard let stream = streams[id] else { return 0 }
        return stream.value.discarded + stream.value.body.count
    }

    /// Whether a request's content waits for that of earlier requests, so that its client can't send more.
    package func awaitsWindow(_ id: Int) -> Bool { uploads.waits(id) }

    // MARK: - Callbacks

    func beganFrame(_ header: nghttp2_frame_hd) -> Int32 {
        guard failure == nil else { return Status.callbackFailed }
        switch header.type {
        case FrameType.headers:
            discountIdleFrames(16)
            let id = Int(header.stream_id)
            if id % 2 == 1, !identifiers.use(id) {
                failure = (
                    .protocolError,
                    "The new stream \(id) has an identifier below \(identifiers.highest), which was used before "
                        + "(RFC 9113, section 5.1.1)."
                )
                return Status.callbackFailed
            }
        case FrameType.continuation: break
        default:
            if discardsBodies, header.type == FrameType.data { noteLength(header) }
            idleFrames += 1
            if noteIdleFlood() { return Status.callbackFailed }
        }
        return 0
    }

    /// Notes whether the content that is thrown away becomes longer than stated, and whether it ends. nghttp2 only resets
    /// the stream.
    private func noteLength(_ header: nghttp2_frame_hd) {
        let id = Int(header.stream_id)
        guard let stream = streams[id], case .discarding = stream.value.inbound, !stream.value.hasEndedDiscarded else {
            return
        }
        if header.flags & FrameFlag.endStream != 0 { stream.value.hasEndedDiscarded = true }
        if header.flags & FrameFlag.padded == 0 {
            noteCount(id, adding: header.length)
        } else {
            // The length of the padding comes first, with the next bytes.
            padded = (id, header.length - 1)
        }
    }

    private func noteCount(_ id: Int, adding count: Int) {
        guard let stream = streams[id], let length = stream.value.statedLength else { return }
        if stream.value.discarded + count > length { stream.value.isDiscardedTooLong = true }
    }

    /// Ends the connection if the client has sent too many frames without effect; returns whether it has.
    private func noteIdleFlood() -> Bool {
        guard idleFrames > Self.idleFrameLimit else { return false }
        failure = (
            .enhanceYourCalm, "The client sends nothing but frames that have no effect (RFC 9113, section 10.5)."
        )
        return true
    }

    /// Subtracts frames that had an effect from those that might be a flood.
    func discountIdleFrames(_ count: Int) { idleFrames = max(0, idleFrames - count) }

    func beganHeaders(_ frame: nghttp2_headers) -> Int32 {
        let id = Int(frame.hd.stream_id)
        rejectedField = nil
        section.reset()
        if frame.cat == NGHTTP2_HCAT_REQUEST {
            guard streams.count < streamLimit.acknowledged else {
                failure = (
                    .protocolError,
                    "The client has opened more streams at once than the limit of \(streamLimit.acknowledged) that it has "
                        + "acknowledged (RFC 9113, section 5.1.2)."
                )
                return Status.callbackFailed
            }
            current = streams.insert(StreamState(id: id), for: id)
        } else {
            current = streams[id]
            if let current, case .body = current.value.inbound, !current.value.statesTooLarge {
                current.value.inbound = .trailers
            }
            if discardsBodies, frame.hd.flags & FrameFlag.endStream != 0 { current?.value.hasEndedDiscarded = true }
        }
        return 0
    }

    func receivedField(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Int32 {
        switch current?.value.inbound {
        case .head, .trailers: break
        case .body, .discarding, .whole, .over, nil: return 0
        }
        switch section.append(name, value) {
        case .taken: return 0
        case .bomb:
            failure = (
                .enhanceYourCalm,
                "A header section is many times larger than \(limits.headerList) bytes (RFC 9113, section 10.5.1)."
            )
            return Status.callbackFailed
        }
    }

    func receivedContent(_ id: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        discountIdleFrames(2)
        // The windows of streams keep the sum within its limit, so that of the connection need not.
        nghttp2_session_consume_connection(session, bytes.count)
        let credit = uploads.received(bytes.count, on: id)
        if credit > 0 { nghttp2_session_consume_stream(session, Int32(id), credit) }
        guard let stream = streams[id] else { return }
        if case .discarding = stream.value.inbound {
            stream.value.discarded += bytes.count
            return events.append(.discarded(stream: id, bytes: stream.value.discarded, isWhole: false))
        }
        guard case .body = stream.value.inbound else { return }
        if stream.value.statesTooLarge {
            stream.value.discarded += bytes.count
            return
        }
        if stream.value.body.count + bytes.count > limits.body { return refuse(stream, .bodyTooLarge(limits.body)) }
        keptBytes += bytes.count
        stream.value.body.append(contentsOf: bytes)
    }

    /// Counts the content of a request whose head has come among the uploads, if the window of its stream is smaller.
    private func beginUpload(_ stream: HTTP2Stream) {
        let size = section.statedLength ?? limits.body
        guard size > Int(nghttp2_session_get_stream_local_window_size(session, Int32(stream.value.id))) else { return }
        uploads.begin(stream.value.id)
    }

    /// Refuses the last requests until the content of the others is within its limit.
    private func refuseLastBodies() {
        for stream in streams.sorted.reversed() where keptBytes > limits.bodies && !stream.value.body.isEmpty {
            refuse(stream, .bodiesTooLarge(limits.bodies))
        }
    }

    func received(_ frame: nghttp2_frame) {
        let id = Int(frame.hd.stream_id)
        let endsStream = frame.hd.flags & FrameFlag.endStream != 0
        switch frame.hd.type {
        case FrameType.headers:
            current = nil
            guard let stream = streams[id] else { return }
            if frame.headers.cat == NGHTTP2_HCAT_REQUEST { finishHead(of: stream, endsStream: endsStream) }
            // After the head of a CONNECT, the bytes belong to the tunnel, not to the request (RFC 9113, section 8.5).
            if endsStream || stream.value.isConnect { finishRequest(of: stream, endsStream: endsStream) }
        case FrameType.data where endsStream:
            guard let stream = streams[id] else { return }
            finishRequest(of: stream, endsStream: true)
        case FrameType.resetStream:
            if let stream = streams[id] {
                stream.value.wasResetByPeer = true
            } else {
                events.append(.lateReset(stream: id))
            }
        case FrameType.goaway:
            events.append(
                .goaway(
                    HTTP2ErrorCode(rawValue: frame.goaway.error_code), lastStream: Int(frame.goaway.last_stream_id)))
        case FrameType.settings where frame.hd.flags & FrameFlag.ack != 0: streamLimit.acknowledge()
        case FrameType.ping where frame.hd.flags & FrameFlag.ack != 0 && isShuttingDown:
            // The client has received the notice: it opens no further streams.
            nghttp2_submit_goaway(
                session, FrameFlag.none, nghttp2_session_get_last_proc_stream_id(session), 0, nil, 0)
        default: break
        }
    }

    /// - Parameter error: nghttp2's.
    func receivedInvalid(_ frame: nghttp2_frame, _ error: Int32) {
        let id = Int(frame.hd.stream_id)
        switch frame.hd.type {
        case FrameType.headers: receivedInvalidSection(id, error)
        case FrameType.windowUpdate where error == Status.windowTooLarge: receivedTooLargeWindow(id)
        default: break
        }
    }

    /// Tells once that the client violated the rules of a stream whose request is whole.
    private func violated(_ stream: HTTP2Stream, _ error: HTTP2MessageError) {
        guard !stream.value.isViolated else { return }
        stream.value.isViolated = true
        events.append(.violated(stream: stream.value.id, text: error.text))
    }

    /// The window of one stream has become too large, which nghttp2 resets.
    private func receivedTooLargeWindow(_ id: Int) {
        guard let stream = streams[id] else { return }
        switch stream.value.inbound {
        case .head, .body, .trailers: refuse(stream, .window)
        case .discarding, .whole: violated(stream, .window)
        case .over: break
        }
    }

    private func receivedInvalidSection(_ id: Int, _ error: Int32) {
        guard let stream = streams[id] else {
            if error == Status.refusedStream { refuseUnread(id) }
            return
        }
        current = nil
        switch stream.value.inbound {
        case .head, .trailers: refuse(stream, .malformed(rejectedField.map(HTTP2MessageError.Malformation.field)))
        // It may also be the end of content that is shorter than stated.
        case .discarding where error == Status.invalidField:
            stream.value.hasInvalidTrailers = true
            events.append(
                .refused(
                    stream: stream.value.id,
                    refusal(of: stream, .malformed(rejectedField.map(HTTP2MessageError.Malformation.field)))))
        case .body, .discarding, .whole, .over: break
        }
    }

    func closed(_ id: Int, _ code: HTTP2ErrorCode) {
        guard let stream = streams[id] else { return }
        defer { streams.remove(id) }
        if current?.number == id { current = nil }
        release(stream)
        if stream.value.wasResetByPeer {
            countReset()
            if stream.value.isKnown { events.append(.reset(stream: id, code)) }
        } else if stream.value.isReset || code == .noError || stream.value.stopsAfterResponse(code) {
            guard stream.value.isKnown else { return }
            resets = max(0, resets - 1)
            events.append(.closed(stream: id, end: stream.value.end))
        } else if stream.value.isKnown {
            // Our own GOAWAY refuses streams after its last one.
            if code != .refusedStream { countReset() }
            switch stream.value.inbound {
            case .body where code == .protocolError: refuseAtEnd(of: stream, .malformed(.contentLength))
            case .body where code != .refusedStream: refuseAtEnd(of: stream, .stream(code))
            case .discarding where code == .protocolError:
                if !stream.value.hasInvalidTrailers { refuseAtEnd(of: stream, .malformed(.contentLength)) }
            case .discarding where code != .refusedStream, .whole where code != .refusedStream:
                violated(stream, .stream(code))
            case .head, .body, .discarding, .trailers, .whole, .over: break
            }
            // A request that was decided at its head may have its response, which ends here unless all of it is sent.
            let hasResponse = if case .discarding = stream.value.inbound { stream.value.hasResponded } else { false }
            events.append(
                code == .protocolError && hasResponse
                    ? .closed(stream: id, end: stream.value.end) : .reset(stream: id, code, isOwn: true))
        }
    }

    /// nghttp2 does not report what is wrong with the content, as its length: it closes the stream.
    private func refuseAtEnd(of stream: HTTP2Stream, _ error: HTTP2MessageError) {
        events.append(.refused(stream: stream.value.id, refusal(of: stream, error)))
    }

    // MARK: - Requests

    private func finishHead(of stream: HTTP2Stream, endsStream: Bool) {
        do {
            let hasBody = !endsStream && !(section.knownMethod?.equals("CONNECT") ?? false)
            let (head, expectsContinue) = try section.head(hasBody: hasBody)
            stream.value.inbound = .body
            stream.value.isKnown = true
            stream.value.isHead = head.hasMethod("HEAD")
            stream.value.isConnect = head.hasMethod("CONNECT")
            if hasBody {
                stream.value.statedLength = section.statedLength
                stream.value.statesTooLarge = section.statedLength.map { $0 > limits.body } ?? false
                beginUpload(stream)
                events.append(.head(stream: stream.value.id, head, expectsContinue: expectsContinue))
            }
            stream.value.head = head
        } catch {
            stream.value.isHead = section.knownMethod?.equals("HEAD") ?? false
            refuse(stream, error)
        }
    }

    private func finishRequest(of stream: HTTP2Stream, endsStream: Bool) {
        if endsStream { stream.value.hasRequestEnded = true }
        var trailers = Fields()
        switch stream.value.inbound {
        // Whether its size matters is not known yet.
        case .body where stream.value.statesTooLarge: return
        case .body: break
        case .discarding:
            stream.value.inbound = .whole
            stream.value.head = nil
            release(stream)
            return events.append(.discarded(stream: stream.value.id, bytes: stream.value.discarded, isWhole: true))
        case .trailers:
            do {
                trailers = try section.trailers()
            } catch {
                return refuse(stream, error)
            }
        case .head, .whole, .over: return
        }
        guard let head = stream.value.head.take() else { return }
        stream.value.inbound = .whole
        let body = keptBytes > 0 ? stream.value.body : []
        release(stream)
        events.append(.request(stream: stream.value.id, head, body: body, trailers: trailers))
    }

    private func refuse(_ stream: HTTP2Stream, _ error: HTTP2MessageError) {
        let refusal = refusal(of: stream, error)
        stream.value.inbound = .over
        release(stream)
        events.append(.refused(stream: stream.value.id, refusal))
        stream.value.isKnown = !refusal.isReset
        guard refusal.isReset else { return }
        countReset()
        stream.value.isReset = true
        nghttp2_submit_rst_stream(
            session, FrameFlag.none, Int32(stream.value.id), HTTP2ErrorCode.protocolError.rawValue)
    }

    /// Tells of a request that nghttp2 has refused without reading it. The client may send it again, but it may also leave
    /// it at that.
    private func refuseUnread(_ id: Int) {
        let text =
            "The client opened more than \(streamLimit.capacity) streams at once before it had acknowledged the server's "
            + "settings: this one is refused (RFC 9113, section 5.1.2)."
        events.append(.refused(stream: id, RejectedHTTP2Request(status: 429, text: text, isReset: true)))
        countReset()
    }

    private func refusal(of stream: HTTP2Stream, _ error: HTTP2MessageError) -> RejectedHTTP2Request {
        RejectedHTTP2Request(
            status: error.status, text: error.text, isReset: error.isMalformed,
            method: stream.value.head?.method ?? section.knownMethod,
            target: stream.value.head?.target ?? section.knownTarget, head: stream.value.head,
            partial: stream.value.head == nil ? section.partialHead : nil)
    }

    /// Releases the content kept for a request, and lets clients send content that waited for it.
    private func release(_ stream: HTTP2Stream) {
        if keptBytes > 0 {
            keptBytes -= stream.value.body.count
            stream.value.body = []
        }
        guard !uploads.isEmpty else { return }
        for credit in uploads.end(stream.value.id) {
            nghttp2_session_consume_stream(session, Int32(credit.stream), credit.count)
        }
    }

    private func countReset() {
        resets += 1
        guard resets > Self.resetLimit, failure == nil else { return }
        failure = (
            .enhanceYourCalm, "The client opens streams only for them to be reset (RFC 9113, section 10.5)."
        )
    }
}

extension StreamState {
    /// Whether the client has stopped sending a body that is thrown away, because it has the whole response: curl ends its
    /// stream then. The body is shorter than stated, which nobody cares about any more (RFC 9113, section 8.1). One that is
    /// longer, or that invalid trailers end, is malformed all the same.
    fileprivate func stopsAfterResponse(_ code: HTTP2ErrorCode) -> Bool {
        guard code == .protocolError, hasResponded, case .discarding = inbound else { return false }
        return hasEndedDiscarded && !isDiscardedTooLong && !hasInvalidTrailers
    }
}
