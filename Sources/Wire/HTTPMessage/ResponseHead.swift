/// The head of a response, for HTTP/1.1 and for HTTP/2.
package struct ResponseHead: Hashable, Sendable {
    /// The status code, 100 to 999.
    package var status: Int
    /// The reason phrase to send on HTTP/1.1; nil for the registered one.
    package var reason: String?
    package var fields: Fields

    package init(status: Int, reason: String? = nil, fields: Fields = Fields()) {
        self.status = status
        self.reason = reason
        self.fields = fields
    }
}
