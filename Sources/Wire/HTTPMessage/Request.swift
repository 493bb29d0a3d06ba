/// A request that has arrived completely.
package struct Request: Hashable, Sendable {
    package let head: RequestHead
    /// The content, with transfer codings decoded.
    package let body: [UInt8]
    /// The fields after a chunked body or in an HTTP/2 trailer section.
    package let trailers: Fields
    package let connection: ConnectionInfo

    package init(head: RequestHead, body: [UInt8] = [], trailers: Fields = Fields(), connection: ConnectionInfo) {
        self.head = head
        self.body = body
        self.trailers = trailers
        self.connection = connection
    }
}
