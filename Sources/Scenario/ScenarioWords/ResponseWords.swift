/// A content coding that the server applies to a body (RFC 9110, section 8.4.1).
public enum BodyEncoding: String, Hashable, Sendable, CaseIterable {
    /// gzip (RFC 1952).
    case gzip
    /// The zlib format (RFC 1950).
    case deflate
}

/// How the end of a body is marked over HTTP/1.1 (RFC 9112, section 6).
public enum BodyFraming: String, Hashable, Sendable, CaseIterable {
    /// By `Content-Length`.
    case contentLength = "content_length"
    /// By an empty chunk.
    case chunked
    /// By the end of the connection.
    case close
}

/// What becomes of the connection after a response.
public enum ConnectionOption: String, Hashable, Sendable, CaseIterable {
    /// It is closed.
    case close
    /// It is kept open unless the request asks for its end.
    case keepAlive = "keep_alive"
}

/// What follows the last event of a response.
public enum AfterLastEvent: String, Hashable, Sendable, CaseIterable {
    /// The body ends; what becomes of the connection is as for other responses.
    case close
    /// The body does not end: the connection stays open until the client leaves or the server stops.
    case keepOpen = "keep_open"
}
