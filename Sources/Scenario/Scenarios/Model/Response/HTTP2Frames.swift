package import HTTPMessage
package import ScenarioWords

/// The HTTP/2 frames that a response sends in addition to its own, as `h2` states them.
package struct HTTP2Frames: Hashable, Sendable {
    /// Sent when the response begins, just before its head.
    package var settings: [HTTP2Setting]
    package var reset: StreamReset?
    package var goaway: Goaway?
    /// The position of the key `h2`.
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

/// RST_STREAM instead of the rest of a response (RFC 9113, section 6.4).
package struct StreamReset: Hashable, Sendable {
    package typealias Phase = FramePhase

    package let code: HTTP2ErrorCode
    package let phase: Phase
    /// The number of body bytes that are sent before `responseBody`; a shorter body is sent whole.
    package let afterBytes: Int

    package init(_ code: HTTP2ErrorCode, at phase: Phase = .responseStart, afterBytes: Int = 0) {
        self.code = code
        self.phase = phase
        self.afterBytes = afterBytes
    }
}

/// GOAWAY (RFC 9113, section 6.8).
@usableFromInline
package struct Goaway: Hashable, Sendable {
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Before the response's head.
        case responseStart = "response_start"
        /// After the response's last byte.
        case responseEnd = "response_end"
    }

    package let code: HTTP2ErrorCode
    /// The last stream that is processed, 0 or an odd number; nil for the last one that the client opened.
    package let lastStream: Int?
    /// Whether streams up to `lastStream` continue and the connection ends after them; otherwise it ends at once.
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

    /// Whether a response that begins with this is not sent on `stream`; nil if the stream is not known.
    package func replacesResponse(on stream: Int?) -> Bool {
        guard phase == .responseStart else { return false }
        guard isGraceful else { return true }
        guard let lastStream, let stream else { return false }
        return lastStream < stream
    }
}
