public import HTTPMessage
public import Scenarios

/// A frame of HTTP/2 that a response sends besides its own frames.
@usableFromInline
package enum HTTP2Frame: Hashable, Sendable {
    case settings([HTTP2Setting])
    /// A GOAWAY that is not graceful ends the connection instead of the response.
    case goaway(Goaway)
    /// RST_STREAM after the written part of the response, instead of its rest.
    case reset(HTTP2ErrorCode)

    /// Whether nothing of the response follows.
    var endsResponse: Bool {
        switch self {
        case .settings: false
        case .goaway(let goaway): !goaway.isGraceful
        case .reset: true
        }
    }
}

extension HTTP2Frames {
    /// The frames that are sent before the response's head.
    var framesBeforeHead: [HTTP2Frame] {
        var frames: [HTTP2Frame] = settings.isEmpty ? [] : [.settings(settings)]
        if let goaway, goaway.phase == .responseStart { frames.append(.goaway(goaway)) }
        if let reset, reset.phase == .responseStart { frames.append(.reset(reset.code)) }
        return frames
    }
}
