public import ScenarioWords

/// What breaks a response.
public struct Fault: Sendable {
    /// What goes wrong.
    public typealias Kind = FaultKind
    /// When it happens.
    public typealias Phase = FaultPhase

    private let kind: Kind
    private let phase: Phase?
    private let bytes: Int?

    /// A fault of this kind; nil for the usual phase and number of bytes.
    ///
    /// - Parameters:
    ///   - kind: what breaks.
    ///   - phase: when it happens.
    ///   - bytes: the bytes of the body that pass before it.
    public init(_ kind: Kind, at phase: Phase? = nil, afterBytes bytes: Int? = nil) {
        self.kind = kind
        self.phase = phase
        self.bytes = bytes
    }

    /// The connection is reset; on HTTP/2 the stream.
    public static var reset: Fault { Fault(.reset) }
    /// Nothing more is sent.
    public static var stall: Fault { Fault(.stall) }
    /// The connection is closed without a word.
    public static var close: Fault { Fault(.close) }
    /// The connection is closed without a byte of the response.
    public static var empty: Fault { Fault(.empty) }
    /// 64 bytes that are not HTTP, then the end of the connection.
    public static var garbage: Fault { Fault(.garbage) }
    /// The body ends in its middle.
    public static var truncate: Fault { Fault(.truncate) }
    /// A chunk without a size; HTTP/1.1 only.
    public static var malformedChunk: Fault { Fault(.malformedChunk) }

    func node(at site: CallSite) -> DocumentNode {
        let kind = DocumentNode.string(kind.rawValue, at: site)
        if phase == nil, bytes == nil { return kind }
        return .map(
            [
                ("kind", kind), ("at", phase.map { .string($0.rawValue, at: site) }),
                ("after_bytes", bytes.map { .number($0, at: site) }),
            ], at: site)
    }
}
