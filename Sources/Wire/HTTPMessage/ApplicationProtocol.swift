/// A protocol that a connection speaks, named as ALPN does (RFC 7301).
public enum ApplicationProtocol: String, Hashable, Sendable, CaseIterable {
    /// HTTP/1.1, and HTTP/1.0, which the same connections carry.
    case http1 = "http/1.1"
    /// HTTP/2 (RFC 9113).
    case http2 = "h2"
}

extension HTTPVersion {
    /// The protocol of connections that carry this version.
    public var applicationProtocol: ApplicationProtocol {
        switch self {
        case .http10, .http11: .http1
        case .h2: .http2
        }
    }
}
