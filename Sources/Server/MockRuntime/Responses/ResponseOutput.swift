public import HTTPMessage
public import HTTPWire
public import Scenarios

/// What is sent next of a response, or what it waits for.
@usableFromInline
package enum ResponseOutput: Sendable {
    /// Write this interim response.
    case informational(RenderedHead)
    /// Write this head; the framing tells how the end of the body that follows is marked.
    case head(RenderedHead, ResponseEncoder.Framing)
    /// A chunk of this many bytes begins: one chunk of HTTP/1.1 or one DATA frame, to be sent as soon as it is
    /// whole.
    case chunk(Int)
    /// Write this piece of the body.
    case bytes(ArraySlice<UInt8>)
    /// End the body, which has these trailers or none. Without this output, the body has none.
    case trailers(Fields)
    /// Write these bytes without any framing.
    case raw(ArraySlice<UInt8>)
    /// Send this frame of HTTP/2; only for a request that came over HTTP/2.
    case frame(HTTP2Frame)
    /// Send this GOAWAY once the response's last byte is sent; only for a request that came over HTTP/2. The position is
    /// that of the frames in the scenario.
    case goawayAfterEnd(Goaway, Position)
    /// Write nothing before this instant.
    case wait(until: Instant)
    /// Write nothing before this gate opens.
    case held(HoldGate)
    /// Write nothing before the source has more. Whoever made the source drives it again then.
    case notReady
    /// The response has no further output.
    case end(ResponseEnd)
}

/// How a response ends after its last output.
@usableFromInline
package enum ResponseEnd: Sendable {
    /// The response is complete.
    case done
    /// The body was written completely and has no end: write nothing more and leave the connection open. The response
    /// counts as sent with its last written byte.
    case keepOpen
    /// Like `keepOpen`, before the response is complete.
    case stall
    /// End the connection after the bytes that were written, without a further message.
    case close
    /// The body ends here although it is longer: end the connection over HTTP/1.1, reset the stream over HTTP/2.
    case truncated
    /// End the connection with a reset, after the bytes that were written.
    case reset
    /// The rest of the body can't be read: end the connection with a reset, and report it to the run. The position
    /// is that of the body in the scenario.
    indirect case broken(FileBodyError, Position)
}
