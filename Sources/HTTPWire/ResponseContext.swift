package import HTTPMessage

/// What the response to a request depends on: how much of it is sent and what may follow it on the connection.
package struct ResponseContext: Hashable, Sendable {
    /// Whether the method is HEAD, whose responses have no body.
    package var isHead: Bool
    /// Whether the method is CONNECT, which a 2xx response makes a tunnel.
    package var isConnect: Bool
    /// The version of the request, at most HTTP/1.1.
    package var version: HTTPVersion
    /// Whether the client lets the connection live on (RFC 9112, section 9.3).
    package var persists: Bool
    /// Whether the client would go on by another protocol (RFC 9110, section 7.8).
    package var asksForUpgrade: Bool

    /// A request of which nothing is known.
    package static let unread = ResponseContext(
        isHead: false, isConnect: false, version: .http11, persists: false, asksForUpgrade: false)

    private init(isHead: Bool, isConnect: Bool, version: HTTPVersion, persists: Bool, asksForUpgrade: Bool) {
        self.isHead = isHead
        self.isConnect = isConnect
        self.version = version
        self.persists = persists
        self.asksForUpgrade = asksForUpgrade
    }

    /// The traits of a request that was read.
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

    /// The traits of a request that was refused, after which nothing is read.
    package init(_ rejected: RejectedRequest) {
        isHead = rejected.method?.elementsEqual("HEAD".utf8) ?? false
        isConnect = rejected.method?.elementsEqual("CONNECT".utf8) ?? false
        version = rejected.head?.version ?? .http11
        persists = false
        asksForUpgrade = false
    }
}
