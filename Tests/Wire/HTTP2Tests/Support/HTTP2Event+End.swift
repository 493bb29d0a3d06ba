import HTTP2

/// Most tests don't look at where in the output a response ends.
extension HTTP2Event {
    static func closed(stream: Int) -> HTTP2Event { .closed(stream: stream, end: 0) }

    static func responded(stream: Int) -> HTTP2Event { .responded(stream: stream, end: 0) }

    /// Where the response that it tells of ends in the output.
    var responseEnd: Int? {
        switch self {
        case .closed(_, let end), .responded(_, let end): end
        default: nil
        }
    }

    var withoutEnd: HTTP2Event {
        switch self {
        case .closed(let stream, _): .closed(stream: stream)
        case .responded(let stream, _): .responded(stream: stream)
        default: self
        }
    }
}
