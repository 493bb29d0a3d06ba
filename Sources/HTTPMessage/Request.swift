/// A request that has arrived whole.
package struct Request: Hashable, Sendable {
    package let head: RequestHead
    /// The content, after transfer codings are undone.
    package let body: [UInt8]
    /// The fields behind a chunked body or in an HTTP/2 trailer section.
    package let trailers: Fields
    package let connection: ConnectionInfo

    package init(head: RequestHead, body: [UInt8] = [], trailers: Fields = Fields(), connection: ConnectionInfo) {
        self.head = head
        self.body = body
        self.trailers = trailers
        self.connection = connection
    }
}
