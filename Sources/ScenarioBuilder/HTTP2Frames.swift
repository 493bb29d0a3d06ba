/// Frames of HTTP/2 that accompany or replace a response.
public struct HTTP2Frames: Sendable {
    /// An error code (RFC 9113, section 7), by its name or its number.
    public struct ErrorCode: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        let kind: DocumentNode.Kind

        /// The code with this name, such as `CANCEL`.
        public init(stringLiteral name: String) { kind = .string(name) }
        /// The code with this number.
        public init(integerLiteral number: UInt32) { kind = .number("\(number)") }
    }

    /// When a frame is sent.
    public enum Phase: String, Sendable, CaseIterable {
        /// Before the head of the response.
        case responseStart = "response_start"
        /// Within the body of the response; not for GOAWAY.
        case responseBody = "response_body"
        /// After the last byte of the response.
        case responseEnd = "response_end"
    }

    private var entries: [(key: String, make: @Sendable (CallSite) -> DocumentNode)] = []

    /// No frames.
    public init() {}

    /// Resets the stream.
    public static func resetStream(
        _ code: ErrorCode, at phase: Phase? = nil, afterBytes bytes: Int? = nil
    ) -> HTTP2Frames {
        HTTP2Frames().resetStream(code, at: phase, afterBytes: bytes)
    }

    /// Ends the connection.
    public static func goaway(
        _ code: ErrorCode = "NO_ERROR", lastStream: Int? = nil, graceful: Bool? = nil, at phase: Phase? = nil
    ) -> HTTP2Frames {
        HTTP2Frames().goaway(code, lastStream: lastStream, graceful: graceful, at: phase)
    }

    /// Sends settings (RFC 9113, section 6.5.2) by their names in the format, such as `max_concurrent_streams`.
    public static func settings(_ settings: KeyValuePairs<String, UInt32>) -> HTTP2Frames {
        HTTP2Frames().settings(settings)
    }

    /// And resets the stream.
    public func resetStream(_ code: ErrorCode, at phase: Phase? = nil, afterBytes bytes: Int? = nil) -> HTTP2Frames {
        adding("rst_stream") { site in
            let node = DocumentNode(code.kind, at: site)
            guard phase != nil || bytes != nil else { return node }
            return .map(
                [
                    ("code", node), ("at", phase.map { .string($0.rawValue, at: site) }),
                    ("after_bytes", bytes.map { .number($0, at: site) }),
                ], at: site)
        }
    }

    /// And ends the connection.
    ///
    /// - Parameters:
    ///   - lastStream: the last stream that is served.
    ///   - graceful: whether streams up to that one still end.
    public func goaway(
        _ code: ErrorCode = "NO_ERROR", lastStream: Int? = nil, graceful: Bool? = nil, at phase: Phase? = nil
    ) -> HTTP2Frames {
        adding("goaway") { site in
            let node = DocumentNode(code.kind, at: site)
            guard lastStream != nil || graceful != nil || phase != nil else { return node }
            return .map(
                [
                    ("code", node), ("last_stream", lastStream.map { .number($0, at: site) }),
                    ("graceful", graceful.map { .bool($0, at: site) }),
                    ("at", phase.map { .string($0.rawValue, at: site) }),
                ], at: site)
        }
    }

    /// And sends settings.
    public func settings(_ settings: KeyValuePairs<String, UInt32>) -> HTTP2Frames {
        let settings = settings.map { ($0.key, $0.value) }
        return adding("settings") { site in
            .map(settings.map { ($0.0, Optional(DocumentNode.number($0.1, at: site))) }, at: site)
        }
    }

    private func adding(_ key: String, _ make: @escaping @Sendable (CallSite) -> DocumentNode) -> HTTP2Frames {
        var copy = self
        copy.entries.append((key: key, make: make))
        return copy
    }

    func node(at site: CallSite) -> DocumentNode { .map(entries.map { ($0.key, $0.make(site)) }, at: site) }
}
