import CNGHTTP2
import HTTP2
import HTTPMessage

/// nghttp2's client, connected to a server session.
final class Client {
    /// The response received on a stream.
    struct Response {
        var interims: [[String]] = []
        var head: [String] = []
        var body: [UInt8] = []
        var trailers: [String] = []
        var closeCode: UInt32?
        /// The section being read: the head until a final status has come, then trailers.
        var section: [String] = []
        var status: Int? { head.first.flatMap { Int($0.dropFirst(":status: ".count)) } }
    }

    final class Upload {
        var bytes: [UInt8]
        var trailers: [(String, String)]
        /// Whether the client waits after `bytes` until `finish`.
        var isOpen: Bool
        var sent = 0
        init(_ bytes: [UInt8], _ trailers: [(String, String)], isOpen: Bool) {
            self.bytes = bytes
            self.trailers = trailers
            self.isOpen = isOpen
        }
    }

    let server: HTTP2Session
    private let session: OpaquePointer
    fileprivate(set) var responses: [Int: Response] = [:]
    fileprivate var uploads: [Int: Upload] = [:]
    fileprivate(set) var goaways: [(code: UInt32, last: Int)] = []
    private(set) var events: [HTTP2Event] = []
    /// Whether `events` gets the events; otherwise only `onEvent` does.
    var keepsEvents = true
    /// Called with each event of the server.
    var onEvent: ((HTTP2Session, HTTP2Event) throws -> Void)?
    /// The total number of bytes in each direction.
    private(set) var traffic = (up: 0, down: 0)
    /// The most bytes that the server may send at a time.
    var serverBurst = Int.max

    init(
        _ server: HTTP2Session = HTTP2Session(), settings: [nghttp2_settings_entry] = [], connectionWindow: Int32? = nil
    )
        throws
    {
        self.server = server
        var callbacks: OpaquePointer?
        var session: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        defer { nghttp2_session_callbacks_del(callbacks) }
        nghttp2_session_callbacks_set_on_header_callback(callbacks, onHeader)
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, onFrame)
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, onData)
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, onClose)
        nghttp2_session_client_new(&session, callbacks, nil)
        guard let session else { throw Problem.noSession }
        self.session = session
        nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
        nghttp2_submit_settings(session, 0, settings, settings.count)
        if let connectionWindow { nghttp2_session_set_local_window_size(session, 0, 0, connectionWindow) }
    }

    deinit { nghttp2_session_del(session) }

    enum Problem: Error { case noSession }

    /// Performs the client's part of an upgrade, whose request is stream 1.
    func upgrade(_ payload: [UInt8]) {
        nghttp2_session_upgrade2(session, payload, payload.count, 0, nil)
        responses[1] = Response()
    }

    /// Submits a request; nothing is sent before `run`.
    @discardableResult
    func request(
        _ method: String = "GET", _ path: String = "/", _ fields: [(String, String)] = [], body: [UInt8]? = nil,
        trailers: [(String, String)] = [], isOpen: Bool = false
    ) -> Int {
        let lines =
            [(":method", method), (":scheme", "http"), (":authority", "h:1"), (":path", path)] + fields
        var provider = nghttp2_data_provider()
        provider.read_callback = body == nil ? nil : onRead
        let id = withPairs(lines) { nghttp2_submit_request(session, nil, $0, $1, &provider, nil) }
        responses[Int(id)] = Response()
        if let body { uploads[Int(id)] = Upload(body, trailers, isOpen: isOpen) }
        return Int(id)
    }

    func upload(_ stream: Int, _ bytes: [UInt8], finish: Bool = false) {
        uploads[stream]?.bytes += bytes
        if finish { uploads[stream]?.isOpen = false }
        nghttp2_session_resume_data(session, Int32(stream))
    }

    func reset(_ stream: Int, _ code: UInt32) { nghttp2_submit_rst_stream(session, 0, Int32(stream), code) }
    func goaway(_ code: UInt32) { nghttp2_submit_goaway(session, 0, 0, code, nil, 0) }
    /// The windows that the server grants the connection and a new stream.
    var windows: (connection: Int, stream: Int) {
        (
            Int(nghttp2_session_get_remote_window_size(session)),
            Int(nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE))
        )
    }
    func remoteSetting(_ id: nghttp2_settings_id) -> UInt32 { nghttp2_session_get_remote_settings(session, id) }

    /// Moves bytes in both directions until neither side has any.
    func run() throws {
        while true {
            var frame: UnsafePointer<UInt8>?
            var up: [UInt8] = []
            while case let count = nghttp2_session_mem_send(session, &frame), count > 0, let frame {
                up.append(contentsOf: UnsafeBufferPointer(start: frame, count: count))
            }
            up.withUnsafeBytes { server.receive($0) }
            try takeEvents()
            var down: [UInt8] = []
            server.send(upTo: serverBurst) { down.append(contentsOf: $0) }
            try takeEvents()
            traffic.up += up.count
            traffic.down += down.count
            if up.isEmpty, down.isEmpty { return }
            _ = nghttp2_session_mem_recv(session, down, down.count)
        }
    }

    private func takeEvents() throws {
        while let event = server.nextEvent() {
            if keepsEvents { events.append(event.withoutEnd) }
            try onEvent?(server, event)
        }
    }

    fileprivate func read(_ stream: Int, _ buffer: UnsafeMutableBufferPointer<UInt8>, _ flags: inout UInt32) -> Int {
        guard let upload = uploads[stream] else { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        if upload.sent == upload.bytes.count, upload.isOpen { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        let count = min(buffer.count, upload.bytes.count - upload.sent)
        _ = buffer.update(fromContentsOf: upload.bytes[upload.sent..<(upload.sent + count)])
        upload.sent += count
        if upload.sent == upload.bytes.count, !upload.isOpen {
            flags |= NGHTTP2_DATA_FLAG_EOF.rawValue
            if !upload.trailers.isEmpty {
                flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
                _ = withPairs(upload.trailers) { nghttp2_submit_trailer(session, Int32(stream), $0, $1) }
            }
        }
        return count
    }

    private func withPairs(
        _ lines: [(String, String)], _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32
    ) -> Int32 {
        var bytes = lines.flatMap { Array($0.0.utf8) + Array($0.1.utf8) }
        return bytes.withUnsafeMutableBufferPointer { bytes in
            var offset = 0
            let pairs = lines.map { line in
                let start = offset
                offset += line.0.utf8.count + line.1.utf8.count
                return nghttp2_nv(
                    name: bytes.baseAddress.map { $0 + start },
                    value: bytes.baseAddress.map { $0 + start + line.0.utf8.count }, namelen: line.0.utf8.count,
                    valuelen: line.1.utf8.count, flags: 0)
            }
            return body(pairs, pairs.count)
        }
    }
}

private func client(_ data: UnsafeMutableRawPointer?) -> Client? {
    data.map { Unmanaged<Client>.fromOpaque($0).takeUnretainedValue() }
}

private func onHeader(
    _: OpaquePointer?, frame: UnsafePointer<nghttp2_frame>?, name: UnsafePointer<UInt8>?, nameLength: Int,
    value: UnsafePointer<UInt8>?, valueLength: Int, _: UInt8, data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame else { return 0 }
    let line =
        text(UnsafeBufferPointer(start: name, count: nameLength)) + ": "
        + text(UnsafeBufferPointer(start: value, count: valueLength))
    client(data)?.responses[Int(frame.pointee.hd.stream_id)]?.section.append(line)
    return 0
}

private func onFrame(
    _: OpaquePointer?, frame: UnsafePointer<nghttp2_frame>?, data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame = frame?.pointee, let client = client(data) else { return 0 }
    let id = Int(frame.hd.stream_id)
    switch UInt32(frame.hd.type) {
    case NGHTTP2_HEADERS.rawValue:
        guard var response = client.responses[id] else { return 0 }
        if response.status != nil {
            response.trailers = response.section
        } else if response.section.first?.hasPrefix(":status: 1") ?? false {
            response.interims.append(response.section)
        } else {
            response.head = response.section
        }
        response.section = []
        client.responses[id] = response
    case NGHTTP2_GOAWAY.rawValue:
        client.goaways.append((frame.goaway.error_code, Int(frame.goaway.last_stream_id)))
    default: break
    }
    return 0
}

private func onData(
    _: OpaquePointer?, _: UInt8, stream: Int32, bytes: UnsafePointer<UInt8>?, count: Int,
    data: UnsafeMutableRawPointer?
) -> Int32 {
    client(data)?.responses[Int(stream)]?.body.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    return 0
}

private func onClose(_: OpaquePointer?, stream: Int32, code: UInt32, data: UnsafeMutableRawPointer?) -> Int32 {
    client(data)?.responses[Int(stream)]?.closeCode = code
    return 0
}

private func onRead(
    _: OpaquePointer?, stream: Int32, buffer: UnsafeMutablePointer<UInt8>?, length: Int,
    flags: UnsafeMutablePointer<UInt32>?, _: UnsafeMutablePointer<nghttp2_data_source>?,
    data: UnsafeMutableRawPointer?
) -> Int {
    guard let flags, let client = client(data) else { return -1 }
    return client.read(Int(stream), UnsafeMutableBufferPointer(start: buffer, count: length), &flags.pointee)
}
