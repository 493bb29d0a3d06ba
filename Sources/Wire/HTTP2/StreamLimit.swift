import HTTPMessage

/// The most streams that a client may have open at once.
///
/// A client may not know the limit yet, and then it may open any number of streams. Those above the limit could be refused,
/// for the client to send them again (RFC 9113, section 5.1.2). But a client that does not would have sent requests that
/// nobody ever sees. nghttp2 refuses them as soon as the limit is submitted. So it is given a higher limit than the client,
/// and that of the client applies once the client has acknowledged it.
struct StreamLimit: Sendable {
    /// The fewest streams for which nghttp2 has room. Without knowing the settings a client may send 65,535 bytes on each:
    /// together as much as the default windows of 128 streams let through.
    static let least = 512

    /// The limit that the client has acknowledged.
    private(set) var acknowledged = Int.max
    /// nghttp2's limit.
    private(set) var capacity = UInt32(least)
    /// The limits of the SETTINGS frames that are not acknowledged, in order; nil for a frame without one.
    private var announced: [Int?] = []

    /// The client is sent these settings in a frame.
    ///
    /// - Returns: the settings for nghttp2 in place of them.
    mutating func announce(_ settings: [HTTP2Setting]) -> [HTTP2Setting] {
        let limit = settings.last { $0.name == .maxConcurrentStreams }?.value
        announced.append(limit.map { Int($0) })
        guard let limit else { return settings }
        capacity = max(capacity, limit)
        return settings.map {
            $0.name == .maxConcurrentStreams ? HTTP2Setting(.maxConcurrentStreams, clamping: Int(capacity)) : $0
        }
    }

    /// The client has acknowledged the first frame that it had not.
    mutating func acknowledge() {
        guard !announced.isEmpty else { return }
        if let limit = announced.removeFirst() { acknowledged = limit }
    }
}
