package import HTTPMessage

/// The settings that a server announces at the start of a connection, and the limits that it enforces.
package struct HTTP2Settings: Hashable, Sendable {
    /// The most streams that a client may have open at once, as soon as it knows (see `StreamLimit`).
    package var maxConcurrentStreams: Int
    /// The bytes of one request's content that may arrive before the server opens the window further. Of a request that
    /// waits for others (`HTTP2Limits.bodies`) no more arrive.
    package var streamWindow: Int
    /// The bytes of all requests' content that may be on their way at once.
    package var connectionWindow: Int
    /// The limits of one request, and of all requests of a connection.
    package var limits: HTTP2Limits
    /// Whether requests may name `https` resources; otherwise that is a 421 (RFC 9110, section 7.4).
    package var acceptsHTTPS: Bool
    /// Settings that are sent in addition to those that follow from the above, or instead of them.
    package var overrides: [HTTP2Setting]

    /// The default settings of a server.
    package init(
        maxConcurrentStreams: Int = 128, streamWindow: Int = 256 * 1024, connectionWindow: Int = 16 * 1024 * 1024,
        limits: HTTP2Limits = HTTP2Limits(), acceptsHTTPS: Bool = false, overrides: [HTTP2Setting] = []
    ) {
        self.maxConcurrentStreams = maxConcurrentStreams
        self.streamWindow = streamWindow
        self.connectionWindow = connectionWindow
        self.limits = limits
        self.acceptsHTTPS = acceptsHTTPS
        self.overrides = overrides
    }

    /// The most bytes that clients are let send beyond the windows of new streams for all requests but the first, which
    /// may have any content within its limit.
    var uploadCapacity: Int { limits.bodies - limits.body - maxConcurrentStreams * streamWindow }

    /// The parameters of the first SETTINGS frame, each once.
    var initial: [HTTP2Setting] {
        let own = [
            HTTP2Setting(.maxConcurrentStreams, clamping: maxConcurrentStreams),
            HTTP2Setting(.initialWindowSize, clamping: streamWindow),
            HTTP2Setting(.maxHeaderListSize, clamping: limits.headerList),
        ]
        return own.filter { setting in !overrides.contains { $0.name == setting.name } } + overrides
    }
}

/// The limits of requests; larger ones are rejected. All sizes are bytes.
package struct HTTP2Limits: Hashable, Sendable {
    /// A header section, and separately a trailer section; each line counts 32 bytes more (RFC 9113, section 6.5.2).
    /// More is a 431. Sixteen times as much, which only compression can produce, ends the connection.
    package var headerList: Int
    /// The lines of a header section, and of a trailer section; more is a 431.
    package var fieldCount: Int
    /// `:path`; a longer one is a 414.
    package var target: Int
    /// The content of one request; more is a 413.
    package var body: Int
    /// The content of all incomplete requests of a connection. Windows keep clients below it, if it is at least `body`
    /// and what the windows of new streams let through; where settings of the scenario open these further, the last
    /// request that exceeds it gets a 413.
    package var bodies: Int

    package init(
        headerList: Int = 64 * 1024, fieldCount: Int = 256, target: Int = 16 * 1024, body: Int = 16 * 1024 * 1024,
        bodies: Int = 128 * 1024 * 1024
    ) {
        self.headerList = headerList
        self.fieldCount = fieldCount
        self.target = target
        self.body = body
        self.bodies = bodies
    }
}
