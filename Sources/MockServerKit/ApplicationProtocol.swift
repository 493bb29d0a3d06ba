extension MockServer {
    /// A protocol that a server speaks, named as ALPN does.
    public enum ApplicationProtocol: String, Hashable, Sendable, CaseIterable {
        case http2 = "h2"
        case http1 = "http/1.1"
    }
}
