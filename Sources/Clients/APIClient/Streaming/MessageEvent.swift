/// A server-sent event (WHATWG HTML, section 9.2).
public struct MessageEvent: Sendable, Hashable {
    /// The type: the value of its field `event`, or `message`.
    public let type: String
    /// The values of its fields `data`, joined by line feeds.
    public let data: String
    /// The last id that the server sent with this event or before; empty if none.
    public let id: String

    /// An event from its parts.
    public init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}
