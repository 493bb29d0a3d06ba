public import HTTPMessage

/// What the answer to a request depends on: how much of it is sent and what may follow it on the connection.
public struct RequestTraits: Hashable, Sendable {
    /// Whether the method is HEAD, whose answers have no body.
    public var isHead: Bool
    /// Whether the method is CONNECT, which a 2xx answer makes a tunnel.
    public var isConnect: Bool
    /// The version of the request, at most HTTP/1.1.
    public var version: HTTPVersion
    /// Whether the client lets the connection live on (RFC 9112, section 9.3).
    public var persists: Bool

    /// The traits of a request that was read.
    ///
    /// HTTP/1.1 persists unless `Connection` lists `close`; HTTP/1.0 only if it lists `keep-alive` and not `close`.
    public init(_ head: borrowing RequestHead) {
        isHead = head.method.elementsEqual("HEAD".utf8)
        isConnect = head.method.elementsEqual("CONNECT".utf8)
        version = head.version
        if head.fields.containsListElement("close", in: "Connection") {
            persists = false
        } else if head.version == .http10 {
            persists = head.fields.containsListElement("keep-alive", in: "Connection")
        } else {
            persists = true
        }
    }

    /// The traits of a request that was refused, after which nothing is read.
    public init(_ refusal: Refusal) {
        isHead = refusal.method?.elementsEqual("HEAD".utf8) ?? false
        isConnect = refusal.method?.elementsEqual("CONNECT".utf8) ?? false
        version = refusal.head?.version ?? .http11
        persists = false
    }
}
