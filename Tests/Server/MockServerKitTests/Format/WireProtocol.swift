import Testing

/// The protocols over which a case is played.
enum WireProtocol: String, CaseIterable, Sendable {
    case http1 = "HTTP/1.1"
    case http2 = "HTTP/2"
}
