import HTTPMessage
import TextCoding

/// An error in a request that nghttp2 does not detect, or does not describe.
enum HTTP2MessageError: Error, Hashable, Sendable {
    case headersTooLarge(Int)
    case tooManyFields(Int)
    case targetTooLong(Int)
    case bodyTooLarge(Int)
    case bodiesTooLarge(Int)
    case expectation(ArraySlice<UInt8>)
    case path
    case pathPercent
    case pathForm
    case authority(ArraySlice<UInt8>)
    case hostDiffers
    case scheme(ArraySlice<UInt8>)
    case httpsInTheClear
    /// The client has made the window of the stream larger than a window may be.
    case window
    /// The rules of a stream are violated, for which nghttp2 resets it with this code.
    case stream(HTTP2ErrorCode)
    /// Found by nghttp2, which does not always say what is wrong.
    case malformed(Malformation?)

    enum Malformation: Hashable, Sendable {
        /// The field of this name is not allowed, or its value is not.
        case field([UInt8])
        case contentLength
    }

    /// Whether the request is malformed, which leads to a reset, and not only larger than a limit.
    var isMalformed: Bool {
        switch self {
        case .headersTooLarge, .tooManyFields, .targetTooLong, .bodyTooLarge, .bodiesTooLarge, .expectation, .scheme,
            .httpsInTheClear:
            false
        case .path, .pathPercent, .pathForm, .authority, .hostDiffers, .window, .stream, .malformed: true
        }
    }

    var status: Int {
        switch self {
        case .headersTooLarge, .tooManyFields: 431
        case .targetTooLong: 414
        case .bodyTooLarge, .bodiesTooLarge: 413
        case .expectation: 417
        case .httpsInTheClear: 421
        case .path, .pathPercent, .pathForm, .authority, .hostDiffers, .scheme, .window, .stream, .malformed:
            400
        }
    }

    /// The error as a sentence to the user.
    var text: String {
        switch self {
        case .headersTooLarge(let limit): "The fields are larger than \(limit) bytes (RFC 6585, section 5)."
        case .tooManyFields(let limit): "There are more than \(limit) fields (RFC 6585, section 5)."
        case .targetTooLong(let limit):
            "The request target is longer than \(limit) bytes (RFC 9110, section 15.5.15)."
        case .bodyTooLarge(let limit):
            "The body is larger than \(ByteCount.text(limit)) (RFC 9110, section 15.5.14)."
        case .bodiesTooLarge(let limit):
            "The bodies that come on this connection at once are larger than \(ByteCount.text(limit)) "
                + "(RFC 9110, section 15.5.14)."
        case .expectation(let value):
            "The expectation \(excerpt(value, limit: 64)) is not 100-continue "
                + "(RFC 9110, section 10.1.1)."
        case .path:
            "`:path` holds a byte that no path or query has: a space, a control, `#`, a backslash or one beyond ASCII "
                + "(RFC 9113, section 8.3.1)."
        case .pathPercent:
            "`:path` holds a `%` that two hexadecimal digits don't follow; a bare `%` is written `%25` "
                + "(RFC 3986, section 2.1)."
        case .pathForm:
            "`:path` starts with no slash and is not the `*` of OPTIONS (RFC 9113, section 8.3.1)."
        // An excerpt may end within a password, where no redactor finds it.
        case .authority(let value) where value.contains(UInt8(ascii: "@")):
            "The authority has user information, which ends with `@` (RFC 9113, section 8.3.1)."
        case .authority(let value):
            "The authority \(excerpt(value, limit: 64)) is not a host and a port "
                + "(RFC 9113, section 8.3.1)."
        case .scheme(let value):
            "`:scheme` is \(excerpt(value, limit: 64)), not http or https "
                + "(RFC 9113, section 8.3.1)."
        case .httpsInTheClear:
            "`:scheme` names an https resource, but the connection is in the clear (RFC 9110, section 7.4)."
        case .hostDiffers: "`host` and `:authority` name different hosts (RFC 9113, section 8.3.1)."
        case .window:
            "A WINDOW_UPDATE makes the window of its stream larger than 2^31 - 1 bytes (RFC 9113, section 6.9.1)."
        case .stream(let code):
            "A frame violates the rules of its stream, which ends with \(code) (RFC 9113, section 5.4.2)."
        case .malformed(.field(let name)):
            "The request is malformed (RFC 9113, section 8.1.1): the field \(excerpt(name[...], limit: 64)), "
                + "or its value, is not allowed."
        case .malformed(.contentLength):
            "The request is malformed (RFC 9113, section 8.1.1): the content is not as long as `content-length` says."
        case .malformed(nil): "The request is malformed (RFC 9113, section 8.1.1)."
        }
    }
}
