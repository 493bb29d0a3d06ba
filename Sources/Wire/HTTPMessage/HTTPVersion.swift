/// The version of HTTP a message came in.
public enum HTTPVersion: String, Hashable, Sendable {
    /// HTTP/1.0 (RFC 1945).
    case http10 = "http/1.0"
    /// HTTP/1.1 (RFC 9112).
    case http11 = "http/1.1"
    /// HTTP/2 (RFC 9113).
    case h2 = "h2"
}
