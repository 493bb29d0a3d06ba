package import HTTPMessage

/// The frames of HTTP/2 that a response has beside its own, as `h2` states them.
package struct HTTP2Frames: Hashable, Sendable {
    /// Sent when the response begins, just before its head.
    package var settings: [HTTP2Setting]
    package var reset: StreamReset?
    package var goaway: Goaway?
    /// Where the key `h2` stands.
    package let position: Position

    package init(
        settings: [HTTP2Setting] = [], reset: StreamReset? = nil, goaway: Goaway? = nil, position: Position
    ) {
        self.settings = settings
        self.reset = reset
        self.goaway = goaway
        self.position = position
    }
}

/// RST_STREAM in place of the rest of a response (RFC 9113, section 6.4).
package struct StreamReset: Hashable, Sendable {
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Before the head.
        case responseStart = "response_start"
        /// Behind the head and `afterBytes` of the body.
        case responseBody = "response_body"
        /// Behind the whole body, in place of the stream's end.
        case responseEnd = "response_end"
    }

    package let code: HTTP2ErrorCode
    package let phase: Phase
    /// How many bytes of the body are sent before `responseBody`; a shorter body is sent whole.
    package let afterBytes: Int

    package init(_ code: HTTP2ErrorCode, at phase: Phase = .responseStart, afterBytes: Int = 0) {
        self.code = code
        self.phase = phase
        self.afterBytes = afterBytes
    }
}

/// GOAWAY (RFC 9113, section 6.8).
package struct Goaway: Hashable, Sendable {
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Before the response's head.
        case responseStart = "response_start"
        /// Behind the response's last byte.
        case responseEnd = "response_end"
    }

    package let code: HTTP2ErrorCode
    /// The last stream that is dealt with, 0 or an odd number; nil for the last one that came.
    package let lastStream: Int?
    /// Whether the streams up to `lastStream` go on and the connection ends with them; otherwise it ends at once.
    package let isGraceful: Bool
    package let phase: Phase

    package init(
        _ code: HTTP2ErrorCode, lastStream: Int? = nil, isGraceful: Bool, at phase: Phase = .responseStart
    ) {
        self.code = code
        self.lastStream = lastStream
        self.isGraceful = isGraceful
        self.phase = phase
    }

    /// Whether nothing is sent of a response that begins with this on `stream`; nil where the stream is not known.
    package func replacesResponse(on stream: Int?) -> Bool {
        guard phase == .responseStart else { return false }
        guard isGraceful else { return true }
        guard let lastStream, let stream else { return false }
        return lastStream < stream
    }
}
