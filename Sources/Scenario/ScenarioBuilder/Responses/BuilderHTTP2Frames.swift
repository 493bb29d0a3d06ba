import HTTPMessage
public import ScenarioWords

/// Frames of HTTP/2 that accompany or replace a response.
public struct HTTP2Frames: Sendable {
    /// An error code (RFC 9113, section 7); any other code is written as its number.
    public struct ErrorCode: Sendable, ExpressibleByIntegerLiteral {
        let kind: DocumentNode.Kind

        private init(_ code: HTTPMessage.HTTP2ErrorCode) { kind = .string(code.description) }
        /// The code with this number.
        public init(integerLiteral number: UInt32) { kind = .number("\(number)") }

        /// A graceful end.
        public static let noError = ErrorCode(.noError)
        /// The peer broke the protocol.
        public static let protocolError = ErrorCode(.protocolError)
        /// The server failed.
        public static let internalError = ErrorCode(.internalError)
        /// Flow control was broken.
        public static let flowControlError = ErrorCode(.flowControlError)
        /// Settings were not acknowledged.
        public static let settingsTimeout = ErrorCode(.settingsTimeout)
        /// A frame came for a closed stream.
        public static let streamClosed = ErrorCode(.streamClosed)
        /// A frame has a wrong size.
        public static let frameSizeError = ErrorCode(.frameSizeError)
        /// Not processed, may be sent again.
        public static let refusedStream = ErrorCode(.refusedStream)
        /// No longer wanted.
        public static let cancel = ErrorCode(.cancel)
        /// Headers can't be decompressed.
        public static let compressionError = ErrorCode(.compressionError)
        /// A tunnel broke.
        public static let connectError = ErrorCode(.connectError)
        /// Too many requests.
        public static let enhanceYourCalm = ErrorCode(.enhanceYourCalm)
        /// TLS is too weak.
        public static let inadequateSecurity = ErrorCode(.inadequateSecurity)
        /// Use HTTP/1.1.
        public static let http11Required = ErrorCode(.http11Required)
    }

    /// A setting of HTTP/2 (RFC 9113, section 6.5.2).
    public enum Setting: String, Sendable, CaseIterable {
        /// The size of the table that compresses the client's headers.
        case headerTableSize = "header_table_size"
        /// Server push; a server may only say 0.
        case enablePush = "enable_push"
        /// The streams that the client may have open.
        case maxConcurrentStreams = "max_concurrent_streams"
        /// The bytes of a body that the client may send before the server asks for more.
        case initialWindowSize = "initial_window_size"
        /// The largest frame that the client may send, in bytes.
        case maxFrameSize = "max_frame_size"
        /// The most bytes of headers that the client should send.
        case maxHeaderListSize = "max_header_list_size"
        /// Extended CONNECT (RFC 8441).
        case enableConnectProtocol = "enable_connect_protocol"
    }

    /// When a frame is sent.
    public typealias Phase = FramePhase

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
        _ code: ErrorCode = .noError, lastStream: Int? = nil, graceful: Bool? = nil, at phase: Phase? = nil
    ) -> HTTP2Frames {
        HTTP2Frames().goaway(code, lastStream: lastStream, graceful: graceful, at: phase)
    }

    /// Sends settings, such as `[.maxConcurrentStreams: 1]`, before the response.
    public static func settings(_ settings: KeyValuePairs<Setting, UInt32>) -> HTTP2Frames {
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
    ///   - code: the error code.
    ///   - lastStream: the last stream that is served.
    ///   - graceful: whether streams up to that one still end.
    ///   - phase: when it happens.
    public func goaway(
        _ code: ErrorCode = .noError, lastStream: Int? = nil, graceful: Bool? = nil, at phase: Phase? = nil
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
    public func settings(_ settings: KeyValuePairs<Setting, UInt32>) -> HTTP2Frames {
        let settings = settings.map { ($0.key.rawValue, $0.value) }
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
