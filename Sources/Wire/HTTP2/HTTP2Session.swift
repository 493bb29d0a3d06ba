import Bytes
import CNGHTTP2
package import HTTPMessage

/// The server's end of one HTTP/2 connection (RFC 9113) without I/O: it turns received bytes into events, and responses
/// into bytes. Confined to the event loop of its connection; it uses no clock.
///
/// After each call of `receive` and `send`, take the events until there are none. Ended streams are forgotten: calls
/// for them have no effect, because a client may reset a stream at any time.
///
/// ```swift
/// let session = HTTP2Session()
/// bytes.withUnsafeBytes { session.receive($0) }
/// while let event = session.nextEvent() {
///     if case .request(let stream, _, _, _) = event {
///         try session.respond(stream, ResponseHead(status: 200), length: 2)
///         session.write(stream, Array("ok".utf8)[...])
///         session.end(stream)
///     }
/// }
/// session.send { socket.write($0) }
/// ```
package final class HTTP2Session {
    /// The number of unsent body bytes from which on a stream asks its writer to wait: one DATA frame. A connection may have
    /// many streams that can't send.
    package static let bodyMark = 16 * 1024

    /// The most frames without content or effect before they are a flood; frames with an effect are subtracted.
    static let idleFrameLimit = 10_000
    /// The most streams ended by a reset that the client caused before they are a flood; other streams are subtracted.
    static let resetLimit = 500

    let session: OpaquePointer
    let limits: HTTP2Limits
    var aligner = FrameAligner()
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var streams = PooledTable<StreamState>()
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var identifiers = StreamIdentifiers()
    /// The stream whose header or trailer section is being read.
    var current: HTTP2Stream?
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var events = Queue<HTTP2Event>()
    /// The contents of that section, or of the last one.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var section: HeadBuilder
    /// The head of the last response: many responses have exactly the same.
    var known = ResponseHeadCache()
    /// The size of the content kept for incomplete requests.
    package internal(set) var keptBytes = 0
    /// Whether a body was ever thrown away.
    var discardsBodies = false
    /// A frame of a body that is thrown away, of which the length of the padding comes next: the length of the rest.
    var padded: (stream: Int, length: Int)?
    var streamLimit = StreamLimit()
    /// The settings of the SETTINGS frames that nghttp2 has not encoded, in order.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var unsentSettings = Queue<[HTTP2Setting]>()
    /// The requests whose content needs more than the window of a new stream.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var uploads: UploadWindows
    /// Streams whose response head is held back until the first piece or the end of the body is known.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var prepared = Queue<Int>()
    /// Sections that nghttp2 may not have encoded yet.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var submitted: [FieldBlock] = []
    /// The bytes that `send` has collected.
    #if !DEBUG
    @exclusivity(unchecked)
    #endif
    var output = ByteQueue(mostKept: 128 * 1024)
    /// The number of bytes that were sent before those in it.
    var sentBefore = 0
    /// The number of bytes in it that is enough.
    var outputLimit = Int.max

    var idleFrames = 0
    var resets = 0
    /// The reason that the connection must end, found where nghttp2 can't be called.
    var failure: (code: HTTP2ErrorCode, text: String)?
    /// Whether further bytes are ignored.
    var isOver = false
    /// The name of the last field that nghttp2 rejected.
    var rejectedField: [UInt8]?
    /// The codes of our own GOAWAYs that are not sent yet.
    var announced: [HTTP2ErrorCode] = []
    var isShuttingDown = false

    /// A session at the start of a connection whose client sends its preface next.
    package init(settings: HTTP2Settings = HTTP2Settings()) {
        limits = settings.limits
        section = HeadBuilder(settings.limits, acceptsHTTPS: settings.acceptsHTTPS)
        uploads = UploadWindows(capacity: settings.uploadCapacity)
        session = Self.makeSession()
        nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
        change(settings.initial)
        // Never below 65,535 (RFC 9113, section 6.9.2): a smaller window takes effect too late.
        let window = Int32(clamping: max(settings.connectionWindow, 65_535))
        nghttp2_session_set_local_window_size(session, FrameFlag.none, 0, window)
    }

    /// A session on a connection that changed to HTTP/2 by `Upgrade: h2c`, to be used once the 101 is written (RFC
    /// 7540, section 3.2).
    ///
    /// `request` belongs to stream 1, and so does the first event. The client's preface comes next.
    ///
    /// - Parameter payload: the base64url-decoded `HTTP2-Settings` field.
    /// - Throws: if `payload` is not the payload of a SETTINGS frame.
    package convenience init(
        upgrading request: Request, payload: [UInt8], settings: HTTP2Settings = HTTP2Settings()
    ) throws(HTTP2UpgradeError) {
        self.init(settings: settings)
        let isHead = request.head.method.equals("HEAD")
        guard nghttp2_session_upgrade2(session, payload, payload.count, isHead ? 1 : 0, nil) == 0 else {
            throw .settings
        }
        var stream = StreamState(id: 1)
        stream.isHead = isHead
        stream.isKnown = true
        stream.hasRequestEnded = true
        stream.inbound = .whole
        streams.insert(stream, for: 1)
        _ = identifiers.use(1)
        events.append(.request(stream: 1, request.head, body: request.body, trailers: request.trailers))
    }

    deinit { nghttp2_session_del(session) }

    private static func makeSession() -> OpaquePointer {
        var callbacks: OpaquePointer?
        var option: OpaquePointer?
        var session: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks, nghttp2_option_new(&option) == 0,
            let option
        else { fatalError("nghttp2 has no memory for a session.") }
        defer {
            nghttp2_session_callbacks_del(callbacks)
            nghttp2_option_del(option)
        }
        setCallbacks(callbacks)
        // The size that `HTTP2Unsendable.check` accepts, with room for the status, a date, a length and nghttp2's
        // estimate of coding overhead. The limits on floods keep their defaults.
        nghttp2_option_set_max_send_header_block_length(option, 2 * HTTP2Unsendable.sectionLimit)
        // Windows are opened as `uploads` decides.
        nghttp2_option_set_no_auto_window_update(option, 1)
        guard nghttp2_session_server_new2(&session, callbacks, nil, option) == 0, let session else {
            fatalError("nghttp2 has no memory for a session.")
        }
        return session
    }

    // MARK: - State

    /// The next event, if there is one.
    package func nextEvent() -> HTTP2Event? { events.popFirst() }

    /// Calls `body` with the streams and heads of the requests whose events are not taken yet.
    package func forEachComingHead(_ body: (_ stream: Int, RequestHead) -> Void) {
        events.forEach { event in
            switch event {
            case .head(let stream, let head, _): body(stream, head)
            case .request(let stream, let head, _, _): body(stream, head)
            case .discarded, .refused, .violated, .drained, .responded, .closed, .lateReset, .reset, .goaway, .failed:
                break
            }
        }
    }

    /// Whether further bytes from the peer can have an effect.
    package var wantsRead: Bool { !isOver && nghttp2_session_want_read(session) != 0 }

    /// Whether `send` has bytes to pass on, or something to finish.
    package var wantsWrite: Bool { !prepared.isEmpty || nghttp2_session_want_write(session) != 0 }

    /// Whether the connection is done and can be closed once the output is sent.
    package var isFinished: Bool { !wantsWrite && (isOver || nghttp2_session_want_read(session) == 0) }

    /// The number of streams that have not ended.
    package var openStreams: Int { streams.count }

    /// Whether a header or trailer section has begun but is incomplete.
    package var isAmidSection: Bool { current != nil }

    /// Whether that is a trailer section.
    package var isAmidTrailers: Bool {
        guard let current else { return false }
        if case .head = current.value.inbound { return false }
        return true
    }

    /// The head of the request whose trailer section is incomplete; nil if none is.
    package var headBeforeTrailers: RequestHead? { current?.value.head }

    /// What has come of a head that has begun but is incomplete; nil where none has.
    package var partialHead: PartialHead? {
        guard let current, case .head = current.value.inbound else { return nil }
        return section.partialHead
    }

    /// Whether a part of a frame's header has come, of one that may begin a request.
    package var isAmidHeader: Bool { aligner.isAmidHeader }

    // MARK: - The connection

    /// Tells the client to open no more streams.
    ///
    /// - Parameters:
    ///   - lastStream: the last stream that is processed; later ones are `reset` as refused. nil for the last one that
    ///     arrived. 0 or an odd number; a GOAWAY can't accept streams that an earlier one refused.
    ///   - graceful: whether streams up to `lastStream` continue; otherwise nothing is sent after the GOAWAY.
    /// - Returns: whether a client may open a stream with the number `lastStream`.
    @discardableResult
    package func goaway(_ code: HTTP2ErrorCode, lastStream: Int? = nil, graceful: Bool) -> Bool {
        let last = lastStream.map(Int32.init(exactly:)) ?? nghttp2_session_get_last_proc_stream_id(session)
        guard let last, last == 0 || last > 0 && last % 2 == 1 else { return false }
        announce(code)
        if graceful {
            nghttp2_submit_goaway(session, FrameFlag.none, last, code.rawValue, nil, 0)
        } else {
            isOver = true
            nghttp2_session_terminate_session2(session, last, code.rawValue)
        }
        return true
    }

    /// Ends the connection without interrupting a request: first announces the end and, once the client has seen that,
    /// sends the number of the last accepted stream (RFC 9113, section 6.8). Without open streams it ends at once.
    package func shutdown() {
        guard !isShuttingDown, !isOver else { return }
        isShuttingDown = true
        if streams.isEmpty {
            goaway(.noError, graceful: false)
        } else {
            nghttp2_submit_shutdown_notice(session)
        }
    }

    /// Sends these settings, which apply once the client acknowledges them.
    package func change(_ settings: [HTTP2Setting]) {
        aligner.allow(settings)
        let entries = streamLimit.announce(settings).entries
        nghttp2_submit_settings(session, FrameFlag.none, entries, entries.count)
        unsentSettings.append(settings)
    }

    /// Ends the connection because of the client's behaviour.
    func fail(_ code: HTTP2ErrorCode, _ text: String) {
        guard !isOver else { return }
        announce(code)
        isOver = true
        nghttp2_session_terminate_session(session, code.rawValue)
        events.append(.failed(code, text: text))
    }

    private func announce(_ code: HTTP2ErrorCode) {
        if code != .noError { announced.append(code) }
    }
}

/// Why a connection cannot be upgraded.
package enum HTTP2UpgradeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `HTTP2-Settings` is not the payload of a SETTINGS frame.
    case settings

    package var description: String {
        "The header `HTTP2-Settings` is not the payload of a SETTINGS frame (RFC 7540, section 3.2.1)."
    }
}
