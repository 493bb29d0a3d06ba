package import HTTPMessage

/// What a session found in the bytes it was given, or says of what it wrote.
///
/// A stream that was named by `head`, by `request`, or by `refused` without a reset is named once more at its end, by
/// `closed` or `reset`; then the session has forgotten it.
package enum HTTP2Event: Hashable, Sendable {
    /// The head of a request whose content is still to come. With `expectsContinue` the client waits for `100 Continue`, or a
    /// final response, before it sends it.
    case head(stream: Int, RequestHead, expectsContinue: Bool)
    /// A request that is there whole.
    case request(stream: Int, RequestHead, body: [UInt8], trailers: Fields)
    /// No request comes of this stream. (Indirect, since it is large and rare.)
    indirect case refused(stream: Int, RejectedHTTP2Request)
    /// The stream takes more of its response's body: what was written is sent, or nearly so.
    case drained(stream: Int)
    /// The response's last byte, or the reset that was asked for, is in the output, and the request is over.
    case closed(stream: Int)
    /// The stream ended before its response was complete: the client reset it or broke its rules.
    case reset(stream: Int, HTTP2ErrorCode)
    /// The client will open no more streams.
    case goaway(HTTP2ErrorCode, lastStream: Int)
    /// The client broke the rules of the connection or flooded it. Once the output is sent, the connection is to be
    /// closed; open streams are named no more.
    case failed(HTTP2ErrorCode, text: String)
}

/// Why a request is not read further, and what was known of it.
package struct RejectedHTTP2Request: Error, Hashable, Sendable {
    /// The status to answer with, or that would say what is wrong if the stream were not reset.
    package var status: Int
    /// What was wrong and which section says so: a sentence to the user.
    package var text: String
    /// Whether the stream was reset already, so that there is nothing to answer: the request is malformed, which is a
    /// stream error (RFC 9113, section 8.1.1).
    package var isReset: Bool
    /// The method, if it came.
    package var method: ArraySlice<UInt8>?
    /// `:path`, or the authority of CONNECT, if it came.
    package var target: ArraySlice<UInt8>?
    /// The head, if it was read whole and only what followed it is at fault.
    package var head: RequestHead?
}
