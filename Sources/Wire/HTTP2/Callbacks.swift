import CNGHTTP2
import HTTPMessage

// nghttp2's callbacks. Each finds the session in the user data and calls its method. None may call `mem_recv`,
// `mem_send` or `del`; submitting is allowed.

/// Sets all callbacks of a session.
func setCallbacks(_ callbacks: OpaquePointer) {
    nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks, onBeginFrame)
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, onBeginHeaders)
    nghttp2_session_callbacks_set_on_header_callback(callbacks, onHeader)
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, onDataChunk)
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, onFrameReceived)
    nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, onInvalidFrame)
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, onStreamClose)
    nghttp2_session_callbacks_set_send_data_callback(callbacks, onSendContent)
    nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, onFrameSent)
    nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, onFrameNotSent)
    nghttp2_session_callbacks_set_error_callback2(callbacks, onError)
}

/// Calls `body` with the session. It outlives the call from nghttp2, so it need not be retained.
@inline(__always)
private func withSession<Result>(
    _ userData: UnsafeMutableRawPointer?, _ body: (HTTP2Session) -> Result
) -> Result? {
    guard let userData else { return nil }
    return Unmanaged<HTTP2Session>.fromOpaque(userData)._withUnsafeGuaranteedRef(body)
}

private func onBeginFrame(
    _: OpaquePointer?, header: UnsafePointer<nghttp2_frame_hd>?, userData: UnsafeMutableRawPointer?
) -> Int32 {
    guard let header else { return 0 }
    return withSession(userData) { $0.beganFrame(header.pointee) } ?? 0
}

private func onBeginHeaders(
    _: OpaquePointer?, frame: UnsafePointer<nghttp2_frame>?, userData: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame, frame.pointee.hd.type == FrameType.headers else { return 0 }
    return withSession(userData) { $0.beganHeaders(frame.pointee.headers) } ?? 0
}

private func onHeader(
    _: OpaquePointer?, _: UnsafePointer<nghttp2_frame>?, name: UnsafePointer<UInt8>?, nameLength: Int,
    value: UnsafePointer<UInt8>?, valueLength: Int, _: UInt8, userData: UnsafeMutableRawPointer?
) -> Int32 {
    let name = UnsafeBufferPointer(start: name, count: nameLength)
    let value = UnsafeBufferPointer(start: value, count: valueLength)
    return withSession(userData) { $0.receivedField(name, value) } ?? 0
}

private func onDataChunk(
    _: OpaquePointer?, _: UInt8, stream: Int32, bytes: UnsafePointer<UInt8>?, count: Int,
    userData: UnsafeMutableRawPointer?
) -> Int32 {
    withSession(userData) { $0.receivedContent(Int(stream), UnsafeBufferPointer(start: bytes, count: count)) }
    return 0
}

private func onFrameReceived(
    _: OpaquePointer?, frame: UnsafePointer<nghttp2_frame>?, userData: UnsafeMutableRawPointer?
) -> Int32 {
    if let frame { withSession(userData) { $0.received(frame.pointee) } }
    return 0
}

private func onInvalidFrame(
    _: OpaquePointer?, frame: UnsafePointer<nghttp2_frame>?, error: Int32, userData: UnsafeMutableRawPointer?
) -> Int32 {
    if let frame { withSession(userData) { $0.receivedInvalid(frame.pointee, error) } }
    return 0
}

private func onStreamClose(
    _: OpaquePointer?, stream: Int32, code: UInt32, userData: UnsafeMutableRawPointer?
) -> Int32 {
    withSession(userData) { $0.closed(Int(stream), HTTP2ErrorCode(rawValue: code)) }
    return 0
}

private func onFrameSent(
    _: OpaquePointer?, frame: UnsafePointer<nghttp2_frame>?, userData: UnsafeMutableRawPointer?
) -> Int32 {
    if let frame { withSession(userData) { $0.sent(frame.pointee) } }
    return 0
}

private func onFrameNotSent(
    _: OpaquePointer?, frame: UnsafePointer<nghttp2_frame>?, error: Int32, userData: UnsafeMutableRawPointer?
) -> Int32 {
    if let frame { withSession(userData) { $0.notSent(frame.pointee, error) } }
    return 0
}

private func onError(
    _: OpaquePointer?, _: Int32, text: UnsafePointer<CChar>?, count: Int, userData: UnsafeMutableRawPointer?
) -> Int32 {
    guard let text else { return 0 }
    withSession(userData) { $0.rejectedField = rejectedField(in: UnsafeRawBufferPointer(start: text, count: count)) }
    return 0
}

/// The name in nghttp2's message about a field, which ends with `name: [x-token], value: [abc]`; nil for any other message.
/// The value may be secret, so none of it is read. A name may have the same brackets: only the bytes before the first are
/// known to be of the name.
private func rejectedField(in text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let start = text.firstRange(of: "name: [".utf8)?.upperBound else { return nil }
    let rest = text[start...]
    return Array(rest[..<(rest.firstRange(of: "], value: [".utf8)?.lowerBound ?? rest.endIndex)])
}

/// The read callback of every response's body: returns the number of bytes that `onSendContent` then takes.
func onReadContent(
    _: OpaquePointer?, stream: Int32, _: UnsafeMutablePointer<UInt8>?, length: Int,
    flags: UnsafeMutablePointer<UInt32>?, _: UnsafeMutablePointer<nghttp2_data_source>?,
    userData: UnsafeMutableRawPointer?
) -> Int {
    guard let flags else { return Status.deferred }
    return withSession(userData) { $0.offerContent(of: Int(stream), upTo: length, flags: &flags.pointee) }
        ?? Status.deferred
}

private func onSendContent(
    _: OpaquePointer?, frame: UnsafeMutablePointer<nghttp2_frame>?, header: UnsafePointer<UInt8>?, length: Int,
    _: UnsafeMutablePointer<nghttp2_data_source>?, userData: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame else { return Status.callbackFailed }
    let header = UnsafeBufferPointer(start: header, count: FrameAligner.headerLength)
    return withSession(userData) { $0.sendContent(of: Int(frame.pointee.hd.stream_id), header, count: length) }
        ?? Status.callbackFailed
}
