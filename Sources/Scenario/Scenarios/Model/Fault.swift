/// An error of a response on the wire, made on purpose.
package struct Fault: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// RST: the client sees a connection reset.
        case reset
        /// Nothing more is sent, and the connection stays open.
        case stall
        /// FIN: the client sees the end of the connection.
        case close
        /// `close` before the first byte of the response.
        case empty
        /// Bytes that are not HTTP, then FIN.
        case garbage
        /// The body ends early.
        case truncate
        /// A chunk header that is not a size, then FIN; only over HTTP/1.1.
        case malformedChunk = "malformed_chunk"

        /// The phases in which it can happen.
        package var phases: [Phase] {
            switch self {
            case .reset, .stall, .close: Phase.allCases
            case .empty: [.responseStart]
            case .garbage: [.responseStart, .responseBody]
            case .truncate, .malformedChunk: [.responseBody]
            }
        }

        /// The phase in which it happens unless the scenario states one.
        package var standardPhase: Phase {
            switch self {
            case .reset, .close, .empty, .garbage: .responseStart
            case .stall, .truncate, .malformedChunk: .responseBody
            }
        }
    }

    /// When it happens.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// When the request's head is there.
        case requestStart = "request_start"
        /// Within the request's body.
        case requestBody = "request_body"
        /// Before the response's head.
        case responseStart = "response_start"
        /// After the head and a part of the body.
        case responseBody = "response_body"
        /// After the response's last byte.
        case responseEnd = "response_end"

        /// Whether it happens within a body, so that bytes of that body can be counted.
        package var isInBody: Bool { self == .requestBody || self == .responseBody }

        /// Whether it happens while the request comes, so that it is decided when the request's head is there.
        package var isInRequest: Bool { self == .requestStart || self == .requestBody }
    }

    package let kind: Kind
    package let phase: Phase
    /// The number of body bytes before it; nil for the standard one: half the body for `truncate`, else none.
    package let afterBytes: Int?
    /// The position of the kind.
    package let position: Position

    package init(kind: Kind, phase: Phase, afterBytes: Int? = nil, position: Position) {
        self.kind = kind
        self.phase = phase
        self.afterBytes = afterBytes
        self.position = position
    }

    /// The number of bytes that pass before it, of a body with `size` bytes; a shorter body passes whole.
    package func bytesBefore(ofBody size: Int) -> Int {
        min(size, afterBytes ?? (kind == .truncate ? size / 2 : 0))
    }
}
