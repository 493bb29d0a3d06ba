package import HTTPMessage

/// The properties of a request that determine how much of a response is sent and whether the connection persists.
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

    /// The context of a request of which nothing is known.
    package static let unread = ResponseContext(
        isHead: false, isConnect: false, version: .http11, persists: false, asksForUpgrade: false)

    private init(isHead: Bool, isConnect: Bool, version: HTTPVersion, persists: Bool, asksForUpgrade: Bool) {
        self.isHead = isHead
        self.isConnect = isConnect
        self.version = version
        self.persists = persists
        self.asksForUpgrade = asksForUpgrade
    }

    /// The context of a request that was read.
    ///
    /// HTTP/1.1 persists unless `Connection` lists `close`; HTTP/1.0 only if it lists `keep-alive` and not `close`.
    package init(_ head: borrowing RequestHead) {
        isHead = head.hasMethod("HEAD")
        isConnect = head.hasMethod("CONNECT")
        version = head.version
        var (closes, keepsAlive, upgrades) = (false, false, false)
        head.forEachField { name, value in
            guard ParserFieldName(name) == .connection else { return }
            closes = closes || value.hasListElement("close")
            keepsAlive = keepsAlive || value.hasListElement("keep-alive")
            upgrades = upgrades || value.hasListElement("upgrade")
        }
        asksForUpgrade = upgrades
        persists = !closes && (version != .http10 || keepsAlive)
    }

    /// The context of a rejected request; nothing is read after it.
    package init(_ rejected: RejectedRequest) {
        isHead = rejected.method?.elementsEqual("HEAD".utf8) ?? false
        isConnect = rejected.method?.elementsEqual("CONNECT".utf8) ?? false
        version = rejected.head?.version ?? .http11
        persists = false
        asksForUpgrade = false
    }
}
