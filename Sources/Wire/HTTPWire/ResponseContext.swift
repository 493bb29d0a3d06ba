package import HTTPMessage

/// The properties of a request that determine how much of a response is sent, when, and whether the connection persists.
package struct ResponseContext: Hashable, Sendable {
    /// Whether the method is HEAD, whose responses have no body.
    package var isHead: Bool
    /// Whether the method is CONNECT, for which a 2xx response opens a tunnel.
    package var isConnect: Bool
    /// The version of the request, at most HTTP/1.1.
    package var version: HTTPVersion
    /// Whether the client lets the connection persist (RFC 9112, section 9.3).
    package var persists: Bool
    /// Whether the client asks to continue with another protocol (RFC 9110, section 7.8).
    package var asksForUpgrade: Bool
    /// Whether the client waits for `100 Continue` or a final response before it sends the body.
    package var expectsContinue: Bool

    /// The context of a request of which nothing is known.
    package static let unread = ResponseContext(persists: false)

    package init(
        isHead: Bool = false, isConnect: Bool = false, version: HTTPVersion = .http11, persists: Bool = true,
        asksForUpgrade: Bool = false, expectsContinue: Bool = false
    ) {
        self.isHead = isHead
        self.isConnect = isConnect
        self.version = version
        self.persists = persists
        self.asksForUpgrade = asksForUpgrade
        self.expectsContinue = expectsContinue
    }

    /// The context of a request that was read.
    ///
    /// HTTP/1.1 persists unless `Connection` lists `close`; HTTP/1.0 only if it lists `keep-alive` and not `close`.
    init(method: UnsafeBufferPointer<UInt8>, version: HTTPVersion, _ framing: borrowing MessageFraming) {
        let options = framing.connectionOptions
        isHead = method.equals("HEAD")
        isConnect = method.equals("CONNECT")
        self.version = version
        asksForUpgrade = options.contains(.upgrade)
        expectsContinue = framing.expectsContinue
        persists = framing.persists(in: version)
    }

    /// The context of a rejected request; nothing is read after it.
    package init(_ rejected: RejectedRequest) {
        isHead = rejected.method?.elementsEqual("HEAD".utf8) ?? false
        isConnect = rejected.method?.elementsEqual("CONNECT".utf8) ?? false
        version = rejected.head?.version ?? .http11
        persists = false
        asksForUpgrade = false
        expectsContinue = false
    }
}

/// The options of a message's `Connection` fields that its recipient knows (RFC 9110, section 7.6.1).
struct ConnectionOptions: OptionSet, Sendable {
    let rawValue: UInt8

    static let close = ConnectionOptions(rawValue: 1)
    static let keepAlive = ConnectionOptions(rawValue: 2)
    static let upgrade = ConnectionOptions(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The known options in a field's value.
    init(_ value: UnsafeBufferPointer<UInt8>) {
        self = []
        if value.hasListElement("close") { insert(.close) }
        if value.hasListElement("keep-alive") { insert(.keepAlive) }
        if value.hasListElement("upgrade") { insert(.upgrade) }
    }
}
