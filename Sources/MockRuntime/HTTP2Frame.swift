package import HTTPMessage
package import Scenarios

/// A frame of HTTP/2 that a response sends beside its own.
package enum HTTP2Frame: Hashable, Sendable {
    case settings([HTTP2Setting])
    /// One that is not graceful ends the connection in place of the response.
    case goaway(Goaway)
    /// RST_STREAM behind what was written of the response, in place of its rest.
    case reset(HTTP2ErrorCode)

    /// Whether nothing follows of the response.
    var endsResponse: Bool {
        switch self {
        case .settings: false
        case .goaway(let goaway): !goaway.isGraceful
        case .reset: true
        }
    }
}

extension HTTP2Frames {
    /// What is sent when the response begins.
    var framesBeforeHead: [HTTP2Frame] {
        var frames: [HTTP2Frame] = settings.isEmpty ? [] : [.settings(settings)]
        if let goaway, goaway.phase == .responseStart { frames.append(.goaway(goaway)) }
        if let reset, reset.phase == .responseStart { frames.append(.reset(reset.code)) }
        return frames
    }
}
