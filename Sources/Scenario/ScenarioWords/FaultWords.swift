/// What breaks a response on the wire.
public enum FaultKind: String, Hashable, Sendable, CaseIterable {
    /// The connection is reset; on HTTP/2 the stream.
    case reset
    /// Nothing more is sent, and the connection stays open.
    case stall
    /// The connection is closed without a word.
    case close
    /// The connection is closed without a byte of the response.
    case empty
    /// 64 bytes that are not HTTP, then the end of the connection.
    case garbage
    /// The body ends too early.
    case truncate
    /// A chunk without a size, then the end of the connection; HTTP/1.1 only.
    case malformedChunk = "malformed_chunk"
}

/// When a fault happens.
public enum FaultPhase: String, Hashable, Sendable, CaseIterable {
    /// When the head of the request is there.
    case requestStart = "request_start"
    /// Within the body of the request.
    case requestBody = "request_body"
    /// Before the head of the response.
    case responseStart = "response_start"
    /// Within the body of the response.
    case responseBody = "response_body"
    /// After the last byte of the response.
    case responseEnd = "response_end"
}

/// When a frame of HTTP/2 is sent.
public enum FramePhase: String, Hashable, Sendable, CaseIterable {
    /// Before the head of the response.
    case responseStart = "response_start"
    /// Within the body of the response; not for GOAWAY.
    case responseBody = "response_body"
    /// After the last byte of the response.
    case responseEnd = "response_end"
}
