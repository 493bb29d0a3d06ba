package import HTTPMessage

/// What a server's end of a connection tells its peer at the start, and what it holds the peer to.
package struct HTTP2Settings: Hashable, Sendable {
    /// How many streams a client may have open at once.
    package var maxConcurrentStreams: Int
    /// How much of one request's content may come before the client must wait, in bytes.
    package var streamWindow: Int
    /// How much of all requests' content may come before the client must wait, in bytes.
    package var connectionWindow: Int
    /// What of one request, and of all requests of a connection, is kept.
    package var limits: HTTP2Limits
    /// Settings to send beside those that follow from the above, or in their stead.
    package var overrides: [HTTP2Setting]

    /// The settings of a server that says nothing else: windows large enough not to throttle.
    package init(
        maxConcurrentStreams: Int = 128, streamWindow: Int = 1024 * 1024, connectionWindow: Int = 16 * 1024 * 1024,
        limits: HTTP2Limits = HTTP2Limits(), overrides: [HTTP2Setting] = []
    ) {
        self.maxConcurrentStreams = maxConcurrentStreams
        self.streamWindow = streamWindow
        self.connectionWindow = connectionWindow
        self.limits = limits
        self.overrides = overrides
    }

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

/// How much of requests is kept before they are refused. All sizes are bytes.
package struct HTTP2Limits: Hashable, Sendable {
    /// A header section, and once more a trailer section, each line counted with 32 bytes of its own (RFC 9113,
    /// section 6.5.2); more is a 431. Sixteen times as much, which only compression can make, ends the connection.
    package var headerList: Int
    /// The lines of a header section, and of a trailer section; more is a 431.
    package var fieldCount: Int
    /// `:path`; a longer one is a 414.
    package var target: Int
    /// The content of one request; more is a 413.
    package var body: Int
    /// The content of all requests of a connection that are not whole yet; more is a 413 of the one that brings it.
    package var bodies: Int

    package init(
        headerList: Int = 64 * 1024, fieldCount: Int = 256, target: Int = 16 * 1024, body: Int = 16 * 1024 * 1024,
        bodies: Int = 64 * 1024 * 1024
    ) {
        self.headerList = headerList
        self.fieldCount = fieldCount
        self.target = target
        self.body = body
        self.bodies = bodies
    }
}
