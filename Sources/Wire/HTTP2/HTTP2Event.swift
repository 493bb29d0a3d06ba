package import HTTPMessage

/// An event of a session: found in the received bytes, or about the written ones.
///
/// A stream that appeared in `head`, in `request`, or in `refused` without a reset appears once more at its end, in
/// `closed` or `reset`; then the session has forgotten it.
package enum HTTP2Event: Hashable, Sendable {
    /// The head of a request whose content is still to come. If `expectsContinue`, the client waits for `100 Continue`
    /// or a final response before it sends the content.
    case head(stream: Int, RequestHead, expectsContinue: Bool)
    /// So many bytes of a body that is thrown away have come, since its head.
    case discarded(stream: Int, bytes: Int, isWhole: Bool)
    /// A complete request.
    case request(stream: Int, RequestHead, body: [UInt8], trailers: Fields)
    /// The stream's request is rejected. (Indirect, because it is large and rare.)
    indirect case refused(stream: Int, RejectedHTTP2Request)
    /// The client violated the rules of a stream whose request is whole. `reset` follows unless the response's last byte is
    /// in the output.
    case violated(stream: Int, text: String)
    /// The stream accepts more of its response's body: the written bytes are sent, or almost.
    case drained(stream: Int)
    /// The response's last byte is in the output, and the rest of the request is still thrown away. It ends
    /// with the session's `end`th byte.
    case responded(stream: Int, end: Int)
    /// The response's last byte, or the requested reset, is in the output, and the request is over. It ends with the
    /// session's `end`th byte; 0 if that is not known.
    case closed(stream: Int, end: Int)
    /// The client reset a stream that the session has forgotten: its response is in the output.
    case lateReset(stream: Int)
    /// The stream ended before its response was complete: the client reset it, or the server did on its own, because the
    /// client violated the rules of the stream or a GOAWAY excludes it.
    case reset(stream: Int, HTTP2ErrorCode, isOwn: Bool = false)
    /// The client will open no more streams.
    case goaway(HTTP2ErrorCode, lastStream: Int)
    /// The client violated the rules of the connection or flooded it. Close the connection once the output is sent; no
    /// more events for open streams follow.
    case failed(HTTP2ErrorCode, text: String)
}

/// A request that is not read further, with its known parts.
package struct RejectedHTTP2Request: Error, Hashable, Sendable {
    /// The status of the response, or the status that describes the problem if the stream was reset.
    package var status: Int
    /// The problem, and the section with the rule: a sentence to the user.
    package var text: String
    /// Whether the stream was reset already, so that it needs no response: the request is malformed, which is a stream
    /// error (RFC 9113, section 8.1.1).
    package var isReset: Bool
    /// The method, if it was received.
    package var method: ArraySlice<UInt8>?
    /// `:path`, or the authority of CONNECT, if it was received.
    package var target: ArraySlice<UInt8>?
    /// The head, if it was read completely and the error is after it.
    package var head: RequestHead?
    /// What was received of a head that was not read completely.
    package var partial: PartialHead?
}
