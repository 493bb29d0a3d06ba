package import ScenarioWords

/// An error of a response on the wire, made on purpose.
package struct Fault: Hashable, Sendable {
    package typealias Kind = FaultKind
    package typealias Phase = FaultPhase

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

extension FaultKind {
    /// The phases in which it can happen.
    package var phases: [FaultPhase] {
        switch self {
        case .reset, .stall, .close: FaultPhase.allCases
        case .empty: [.responseStart]
        case .garbage: [.responseStart, .responseBody]
        case .truncate, .malformedChunk: [.responseBody]
        }
    }

    /// The phase in which it happens unless the scenario states one.
    package var standardPhase: FaultPhase {
        switch self {
        case .reset, .close, .empty, .garbage: .responseStart
        case .stall, .truncate, .malformedChunk: .responseBody
        }
    }
}

extension FaultPhase {
    /// Whether it happens within a body, so that bytes of that body can be counted.
    package var isInBody: Bool { self == .requestBody || self == .responseBody }

    /// Whether it happens while the request comes, so that it is decided when the request's head is there.
    package var isInRequest: Bool { self == .requestStart || self == .requestBody }
}
