/// How a response is delivered, apart from its head and its body. Few responses state any of this. A class, so that a
/// response without it keeps no memory for it.
package final class ResponseDelivery: Sendable {
    /// How the end of the body is marked over HTTP/1.1, as stated.
    package let framing: BodyFraming?
    /// The length that the head states, which is wrong on purpose.
    package let statedLength: Int?
    /// Fields after the body.
    package let trailers: [ResponseTemplate.Header]
    /// Interim responses before the head.
    package let informational: [InterimResponse]
    package let pace: Pace?
    /// The content coding that is applied to the body.
    package let encoding: BodyEncoding?
    /// Whether a GET may ask for ranges of the body.
    package let acceptsRanges: Bool
    /// The position of what makes the body chunked; nil if nothing is stated.
    package let framingPosition: Position?

    package init(
        framing: BodyFraming? = nil, statedLength: Int? = nil, trailers: [ResponseTemplate.Header] = [],
        informational: [InterimResponse] = [], pace: Pace? = nil, encoding: BodyEncoding? = nil,
        acceptsRanges: Bool = false, framingPosition: Position? = nil
    ) {
        self.framing = framing
        self.statedLength = statedLength
        self.trailers = trailers
        self.informational = informational
        self.pace = pace
        self.encoding = encoding
        self.acceptsRanges = acceptsRanges
        self.framingPosition = framingPosition
    }
}

/// How fast the bytes of a body are sent.
package enum Pace: Hashable, Sendable {
    /// `slice` bytes at once, then again after each `interval`.
    case dribble(slice: Int, interval: Duration)
    /// At most this many bytes per second.
    case throttle(bytesPerSecond: Int)
}

/// A response before the final one (RFC 9110, section 15.2).
package struct InterimResponse: Sendable {
    /// 100 to 199, but not 101.
    package let status: Int
    package let headers: [ResponseTemplate.Header]
    package let position: Position

    package init(status: Int, headers: [ResponseTemplate.Header], position: Position) {
        self.status = status
        self.headers = headers
        self.position = position
    }
}
