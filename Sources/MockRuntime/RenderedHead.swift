package import HTTPMessage
package import HTTPWire
package import Scenarios

/// The head of a response with every template evaluated, and as HTTP/1.1 writes it. By reference: players of a response
/// without templates share it.
package final class RenderedHead: Sendable {
    package let head: ResponseHead
    /// The head as HTTP/1.1 writes it; nil where that can't.
    package let encoded: EncodedResponseHead?
    /// What becomes of the connection, where the scenario says so.
    package let connection: ConnectionOption?
    /// Whether a field says that the connection ends with the response.
    let saysClose: Bool

    init(_ head: ResponseHead, _ connection: ConnectionOption?) {
        self.head = head
        self.connection = connection
        encoded = try? EncodedResponseHead(head)
        saysClose = head.fields.containsListElement("close", in: "Connection")
    }
}
