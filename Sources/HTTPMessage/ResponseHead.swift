/// The head of a response, ready for either wire.
public struct ResponseHead: Hashable, Sendable {
    /// The status code, 100 to 999.
    public var status: Int
    /// The reason phrase to send on HTTP/1.1; nil for the registered one.
    public var reason: String?
    public var fields: Fields

    public init(status: Int, reason: String? = nil, fields: Fields = Fields()) {
        self.status = status
        self.reason = reason
        self.fields = fields
    }
}
