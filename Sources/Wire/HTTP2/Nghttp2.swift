import CNGHTTP2
import HTTPMessage

// nghttp2's constants in the types that its functions use; its anonymous enums are imported as structs of other widths.

/// Frame types (RFC 9113, section 6).
enum FrameType {
    static let data = UInt8(NGHTTP2_DATA.rawValue)
    static let headers = UInt8(NGHTTP2_HEADERS.rawValue)
    static let resetStream = UInt8(NGHTTP2_RST_STREAM.rawValue)
    static let settings = UInt8(NGHTTP2_SETTINGS.rawValue)
    static let ping = UInt8(NGHTTP2_PING.rawValue)
    static let goaway = UInt8(NGHTTP2_GOAWAY.rawValue)
    static let windowUpdate = UInt8(NGHTTP2_WINDOW_UPDATE.rawValue)
    static let continuation = UInt8(NGHTTP2_CONTINUATION.rawValue)

    /// Whether a frame has settings, which an acknowledgement has not.
    static func isSettings(_ frame: UnsafeRawBufferPointer) -> Bool {
        frame.count >= FrameAligner.headerLength && frame[3] == settings && frame[4] & FrameFlag.ack == 0
    }
}

/// Frame flags (RFC 9113, section 6).
enum FrameFlag {
    static let none = UInt8(NGHTTP2_FLAG_NONE.rawValue)
    static let ack = UInt8(NGHTTP2_FLAG_ACK.rawValue)
    static let endStream = UInt8(NGHTTP2_FLAG_END_STREAM.rawValue)
    static let endHeaders = UInt8(NGHTTP2_FLAG_END_HEADERS.rawValue)
    static let padded = UInt8(NGHTTP2_FLAG_PADDED.rawValue)
}

/// Return values of callbacks, and those of `nghttp2_session_mem_recv` for the end of a session.
enum Status {
    static let deferred = Int(NGHTTP2_ERR_DEFERRED.rawValue)
    static let wouldBlock = Int32(NGHTTP2_ERR_WOULDBLOCK.rawValue)
    static let callbackFailed = Int32(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
    static let streamClosing = Int32(NGHTTP2_ERR_STREAM_CLOSING.rawValue)
    /// What a stream above the limit leads to, before the client has acknowledged that.
    static let refusedStream = Int32(NGHTTP2_ERR_REFUSED_STREAM.rawValue)
    static let sessionClosing = Int32(NGHTTP2_ERR_SESSION_CLOSING.rawValue)
    /// What a field line that HTTP does not permit leads to, such as a pseudo-header field in trailers.
    static let invalidField = Int32(NGHTTP2_ERR_HTTP_HEADER.rawValue)
    static let windowTooLarge = Int32(NGHTTP2_ERR_FLOW_CONTROL.rawValue)
    static let flooded = Int(NGHTTP2_ERR_FLOODED.rawValue)
    static let badPreface = Int(NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue)
    /// NGHTTP2_ERR_TOO_MANY_CONTINUATIONS, which headers before 1.61 may lack.
    static let tooManyContinuations = -905
}

extension [HTTP2Setting] {
    /// The settings in nghttp2's format.
    var entries: [nghttp2_settings_entry] {
        map { nghttp2_settings_entry(settings_id: Int32($0.name.rawValue), value: $0.value) }
    }

    /// The settings in a SETTINGS frame (RFC 9113, section 6.5).
    var frame: [UInt8] {
        var bytes = number(6 * count, size: 3) + [FrameType.settings, FrameFlag.none, 0, 0, 0, 0]
        for setting in self {
            bytes += number(Int(setting.name.rawValue), size: 2) + number(Int(setting.value), size: 4)
        }
        return bytes
    }
}

/// The last `size` bytes of a number, the most significant first.
private func number(_ value: Int, size: Int) -> [UInt8] {
    (1...size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - $0))) }
}
